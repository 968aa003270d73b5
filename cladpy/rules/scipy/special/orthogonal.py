"""Orthogonal polynomials of a fixed degree, and hypergeometric functions of fixed parameters."""

from scipy import special

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import only, uniform

_DEGREES = only("3, x[3, 4]", "2, float(x[()])", "0, x[3]", "1, x[3]", "np.array([[1], [4]]), x[2, 3]", "2, x[0]")
_DEGREE = not_implemented("the derivative in a degree that is no integer is not written")
_PARAMETER = not_implemented("the derivative in the parameters is not written")
_INSIDE = uniform(-0.9, 0.9, "x")

# The degree 0 has slope 0: multiply_guarded, for SciPy's polynomials of degree -1 need not be 0.
for _name, _slope in {
    "eval_legendre": "(n + 1) / 2, scipy.special.eval_jacobi(n - 1, 1, 1, x)",
    "eval_chebyt": "n, scipy.special.eval_chebyu(n - 1, x)",
    "eval_chebyu": "2, scipy.special.eval_gegenbauer(n - 1, 2, x)",
    "eval_hermite": "2 * n, scipy.special.eval_hermite(np.maximum(n - 1, 0), x)",
    "eval_hermitenorm": "n, scipy.special.eval_hermitenorm(np.maximum(n - 1, 0), x)",
    "eval_laguerre": "-1, scipy.special.eval_genlaguerre(n - 1, 1, x)",
}.items():
    rule(
        getattr(special, _name),
        f"y = {_name}(n, x)",
        n=_DEGREE,
        x=f"d_y * multiply_guarded({_slope})",
        elementwise=True,
        samples=_INSIDE & _DEGREES,
    )
rule(
    special.eval_genlaguerre,
    "y = eval_genlaguerre(n, alpha, x)",
    n=_DEGREE,
    alpha=_PARAMETER,
    x="-d_y * scipy.special.eval_genlaguerre(n - 1, alpha + 1, x)",
    elementwise=True,
    samples=_INSIDE & only("3, 0.5, x[3, 4]", "0, 1.5, x[3]", "1, 2, float(x[()])"),
)
rule(
    special.eval_gegenbauer,
    "y = eval_gegenbauer(n, alpha, x)",
    n=_DEGREE,
    alpha=_PARAMETER,
    x="2 * alpha * d_y * scipy.special.eval_gegenbauer(n - 1, alpha + 1, x)",
    elementwise=True,
    samples=_INSIDE & only("3, 0.5, x[3, 4]", "0, 1.5, x[3]", "1, 2, float(x[()])"),
)
rule(
    special.eval_jacobi,
    "y = eval_jacobi(n, alpha, beta, x)",
    n=_DEGREE,
    alpha=_PARAMETER,
    beta=_PARAMETER,
    x="d_y * (n + alpha + beta + 1) / 2 * scipy.special.eval_jacobi(n - 1, alpha + 1, beta + 1, x)",
    elementwise=True,
    samples=_INSIDE & only("3, 0.5, 1.5, x[3, 4]", "0, 1.5, 1, x[3]", "1, 2, 0.5, float(x[()])"),
)

# ---- hypergeometric functions ----

rule(
    special.hyp2f1,
    "y = hyp2f1(a, b, c, z)",
    a=_PARAMETER,
    b=_PARAMETER,
    c=_PARAMETER,
    z="d_y * a * b / c * scipy.special.hyp2f1(a + 1, b + 1, c + 1, z)",
    elementwise=True,
    samples=uniform(-0.9, 0.8, "z") & only("0.5, 1.5, 2.5, z[3, 4]", "1.0, 2.0, 0.7, float(z[()])"),
)
rule(
    special.hyp1f1,
    "y = hyp1f1(a, b, x)",
    a=_PARAMETER,
    b=_PARAMETER,
    x="d_y * a / b * scipy.special.hyp1f1(a + 1, b + 1, x)",
    elementwise=True,
    samples=_INSIDE & only("0.5, 1.5, x[3, 4]", "1.0, 2.0, float(x[()])"),
)
rule(
    special.hyp0f1,
    "y = hyp0f1(v, z)",
    v=_PARAMETER,
    z="d_y / v * scipy.special.hyp0f1(v + 1, z)",
    elementwise=True,
    samples=uniform(-0.9, 0.9) & only("0.5, z[3, 4]", "2.0, float(z[()])"),
)
rule(
    special.hyperu,
    "y = hyperu(a, b, x)",
    a=_PARAMETER,
    b=_PARAMETER,
    x="-d_y * a * scipy.special.hyperu(a + 1, b + 1, x)",
    elementwise=True,
    samples=uniform(0.5, 2.0) & only("0.5, 1.5, x[3, 4]", "1.0, 2.5, float(x[()])"),
)
