"""Gamma and beta functions, complete and incomplete, their inverses, and distribution functions made of them."""

from scipy import special

from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import at, calls, normal, only, positive, uniform
from cladpy.runtime import no_adjoint

rule(
    special.gamma,
    "y = gamma(x)",
    x="d_y * y * scipy.special.psi(x)",
    elementwise=True,
    samples=positive() & calls("np.array([-0.5, -1.5]) + x[2] / 9"),
)
rule(special.gammaln, "y = gammaln(x)", x="d_y * scipy.special.psi(x)", elementwise=True, samples=positive())
rule(special.loggamma, "y = loggamma(x)", x="d_y * scipy.special.psi(x)", elementwise=True, samples=positive())
rule(
    special.rgamma,
    "y = rgamma(x)",
    x="d_y * rgamma_slope(x)",
    elementwise=True,
    samples=normal(scale=2.0),
    singular=[at(x=0.0, d_x=1.0), at(x=-1.0, d_x=-1.0)],
)
rule(special.gammasgn, "y = gammasgn(x)", x=zero, elementwise=True, samples=positive())
rule(
    special.psi,
    "y = psi(x)",
    x="d_y * scipy.special.zeta(2, x)",
    elementwise=True,
    samples=positive() & calls("np.array([-0.5, -1.5]) + x[2] / 9"),
)
rule(
    special.polygamma,
    "y = polygamma(n, x)",
    n=no_adjoint,
    x="d_y * scipy.special.polygamma(n + 1, x)",
    elementwise=True,
    samples=positive() & only("1, x[3, 4]", "0, x[3]", "2, float(x[()])", "np.array([1, 2]), x[2]"),
)
rule(
    special.zeta,
    "y = zeta(x, q=None)",
    x=not_implemented("the derivative in the exponent is not written"),
    q="-d_y * x * scipy.special.zeta(x + 1, q)",
    elementwise=True,
    samples=positive("q") & only("2, q[3, 4]", "3.5, float(q[()])", "2, q[0]"),
)
rule(
    special.multigammaln,
    "y = multigammaln(a, d)",
    a="d_y * np.sum(scipy.special.psi(np.expand_dims(a, -1) - np.arange(d) / 2), axis=-1)",
    d=no_adjoint,
    elementwise=True,
    samples=uniform(3.0, 5.0) & only("a[3, 4], 4", "float(a[()]), 2", "a[0], 3"),
)
rule(
    special.beta,
    "y = beta(a, b)",
    a="d_y * y * (scipy.special.psi(a) - scipy.special.psi(a + b))",
    b="d_y * y * (scipy.special.psi(b) - scipy.special.psi(a + b))",
    elementwise=True,
    samples=positive(),
)
rule(
    special.betaln,
    "y = betaln(a, b)",
    a="d_y * (scipy.special.psi(a) - scipy.special.psi(a + b))",
    b="d_y * (scipy.special.psi(b) - scipy.special.psi(a + b))",
    elementwise=True,
    samples=positive(),
)

# ---- quotients of gamma functions ----

rule(
    special.binom,
    "y = binom(n, k)",
    n="d_y * y * (scipy.special.psi(n + 1) - scipy.special.psi(n - k + 1))",
    k="d_y * y * (scipy.special.psi(n - k + 1) - scipy.special.psi(k + 1))",
    elementwise=True,
    samples=uniform(4.0, 6.0, "n") & positive("k"),
)
rule(
    special.comb,
    "y = comb(n, k)",
    n="d_y * y * (scipy.special.psi(n + 1) - scipy.special.psi(n - k + 1))",
    k="d_y * y * (scipy.special.psi(n - k + 1) - scipy.special.psi(k + 1))",
    elementwise=True,
    samples=uniform(4.0, 6.0, "n") & positive("k") & only("n[3], k[3]", "n[2, 3], 2"),
)
rule(
    special.factorial,
    "y = factorial(n)",
    n="d_y * scipy.special.gamma(n + 1) * scipy.special.psi(n + 1)",
    elementwise=True,
    samples=positive() & only("n[3, 4]", "float(n[()])", "n[0]"),
)
rule(
    special.poch,
    "y = poch(a, m)",
    a="d_y * y * (scipy.special.psi(a + m) - scipy.special.psi(a))",
    m="d_y * y * scipy.special.psi(a + m)",
    elementwise=True,
    samples=positive(),
)

# ---- incomplete functions and their inverses ----

_INCOMPLETE = calls("a[3, 4], x[4]", "float(a[()]), x[3]", "a[3], float(x[()])", "a[0], x[1]", "2.5, x[3] + 4")
rule(
    special.gammainc,
    "y = gammainc(a, x)",
    a="d_y * gammainc_slope(a, x)",
    x="d_y * np.exp(scipy.special.xlogy(a - 1, x) - x - scipy.special.gammaln(a))",
    elementwise=True,
    saturates=True,
    samples=positive() & _INCOMPLETE,
    singular=[at(a=1.0, x=0.0, d_x=1.0), at(a=2.0, x=0.0, d_a=0.0, d_x=0.0)],
)
rule(
    special.gammaincc,
    "y = gammaincc(a, x)",
    a="-d_y * gammainc_slope(a, x)",
    x="-d_y * np.exp(scipy.special.xlogy(a - 1, x) - x - scipy.special.gammaln(a))",
    elementwise=True,
    saturates=True,
    samples=positive() & _INCOMPLETE,
    singular=[at(a=1.0, x=0.0, d_x=-1.0)],
)
rule(
    special.gammaincinv,
    "z = gammaincinv(a, y)",
    a="-d_z * gammainc_slope(a, z) * np.exp(scipy.special.gammaln(a) + z - scipy.special.xlogy(a - 1, z))",
    y="d_z * np.exp(scipy.special.gammaln(a) + z - scipy.special.xlogy(a - 1, z))",
    elementwise=True,
    samples=positive("a") & uniform(0.1, 0.9, "y"),
)
rule(
    special.gammainccinv,
    "z = gammainccinv(a, y)",
    a="-d_z * gammainc_slope(a, z) * np.exp(scipy.special.gammaln(a) + z - scipy.special.xlogy(a - 1, z))",
    y="-d_z * np.exp(scipy.special.gammaln(a) + z - scipy.special.xlogy(a - 1, z))",
    elementwise=True,
    samples=positive("a") & uniform(0.1, 0.9, "y"),
)
_DENSITY = "scipy.special.xlogy(a - 1, {0}) + scipy.special.xlog1py(b - 1, -{0}) - scipy.special.betaln(a, b)"
_THREE = (
    "a[3, 4], b[4], {}[3, 1]",
    "float(a[()]), 2.5, {}[3]",
    "a[3], float(b[()]), float({}[()])",
    "a[0], b[1], {}[1]",
)
rule(
    special.betainc,
    "y = betainc(a, b, x)",
    a="d_y * betainc_slope(a, b, x, first=True)",
    b="d_y * betainc_slope(a, b, x, first=False)",
    x=f"d_y * np.exp({_DENSITY.format('x')})",
    elementwise=True,
    saturates=True,
    samples=positive("a", "b") & uniform(0.05, 0.95, "x") & calls(*(text.format("x") for text in _THREE)),
    singular=[at(a=1.0, b=1.0, x=0.0, d_x=1.0), at(a=2.0, b=1.0, x=1.0, d_a=0.0, d_b=0.0, d_x=2.0)],
)
rule(
    special.betaincc,
    "y = betaincc(a, b, x)",
    a="-d_y * betainc_slope(a, b, x, first=True)",
    b="-d_y * betainc_slope(a, b, x, first=False)",
    x=f"-d_y * np.exp({_DENSITY.format('x')})",
    elementwise=True,
    saturates=True,
    samples=positive("a", "b") & uniform(0.05, 0.95, "x") & calls(*(text.format("x") for text in _THREE)),
)
for _function, _sign in ((special.betaincinv, ""), (special.betainccinv, "-")):
    rule(
        _function,
        f"z = {_function.__name__}(a, b, y)",
        a=f"-d_z * betainc_slope(a, b, z, first=True) * np.exp(-({_DENSITY.format('z')}))",
        b=f"-d_z * betainc_slope(a, b, z, first=False) * np.exp(-({_DENSITY.format('z')}))",
        y=f"{_sign}d_z * np.exp(-({_DENSITY.format('z')}))",
        elementwise=True,
        samples=positive("a", "b") & uniform(0.1, 0.9, "y") & calls(*(text.format("y") for text in _THREE)),
    )

# ---- distribution functions: chi square, gamma, Poisson ----

_CHI = "np.exp(scipy.special.xlogy(v / 2 - 1, x / 2) - x / 2 - scipy.special.gammaln(v / 2)) / 2"
rule(special.chdtr, "y = chdtr(v, x)", v="d_y / 2 * gammainc_slope(v / 2, x / 2)", x=f"d_y * {_CHI}",
     elementwise=True, saturates=True, samples=positive())  # fmt: skip
rule(special.chdtrc, "y = chdtrc(v, x)", v="-d_y / 2 * gammainc_slope(v / 2, x / 2)", x=f"-d_y * {_CHI}",
     elementwise=True, saturates=True, samples=positive())  # fmt: skip
_GAMMA = "np.exp(scipy.special.xlogy(b - 1, a * x) - a * x - scipy.special.gammaln(b))"
_GAMMA_CALLS = calls("a[3, 4], b[4], x[3, 1]", "2.0, float(b[()]), x[3]", "float(a[()]), 1.5, float(x[()])")
rule(special.gdtr, "y = gdtr(a, b, x)", a=f"d_y * x * {_GAMMA}", b="d_y * gammainc_slope(b, a * x)", x=f"d_y * a * {_GAMMA}",
     elementwise=True, saturates=True, samples=positive() & _GAMMA_CALLS)  # fmt: skip
rule(special.gdtrc, "y = gdtrc(a, b, x)", a=f"-d_y * x * {_GAMMA}", b="-d_y * gammainc_slope(b, a * x)",
     x=f"-d_y * a * {_GAMMA}", elementwise=True, saturates=True, samples=positive() & _GAMMA_CALLS)  # fmt: skip
_POISSON = "np.exp(scipy.special.xlogy(np.floor(k), m) - m - scipy.special.gammaln(np.floor(k) + 1))"
rule(special.pdtr, "y = pdtr(k, m)", k=zero, m=f"-d_y * {_POISSON}", elementwise=True, saturates=True,
     samples=positive("m") & uniform(1.2, 1.8, "k") & calls("3, m[3]"))  # fmt: skip
rule(special.pdtrc, "y = pdtrc(k, m)", k=zero, m=f"d_y * {_POISSON}", elementwise=True, saturates=True,
     samples=positive("m") & uniform(1.2, 1.8, "k") & calls("3, m[3]"))  # fmt: skip
