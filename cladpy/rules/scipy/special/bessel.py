"""Bessel functions and their relatives: recurrences of neighbouring orders; the order itself has no derivative here."""

from scipy import special

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import away_from, calls, normal, only, positive
from cladpy.runtime import no_adjoint

_ORDER = not_implemented("the derivative in the order is not written")
_ORDERS = only("1.5, x[3, 4]", "2, x[3]", "0, float(x[()])", "np.array([[1.0], [2.0]]), x[2, 3]", "1, x[0]")
_WHOLE = only("2, x[3]", "0, float(x[()])", "1, x[3, 4]", "np.array([[1], [2]]), x[2, 3]", "1, x[0]")

rule(special.j0, "y = j0(x)", x="-d_y * scipy.special.j1(x)", elementwise=True, samples=normal())
rule(
    special.j1,
    "y = j1(x)",
    x="d_y * (scipy.special.j0(x) - scipy.special.jv(2, x)) / 2",
    elementwise=True,
    samples=normal(),
)
rule(special.y0, "y = y0(x)", x="-d_y * scipy.special.y1(x)", elementwise=True, samples=positive())
rule(
    special.y1,
    "y = y1(x)",
    x="d_y * (scipy.special.y0(x) - scipy.special.yv(2, x)) / 2",
    elementwise=True,
    samples=positive(),
)
rule(special.i0, "y = i0(x)", x="d_y * scipy.special.i1(x)", elementwise=True, samples=normal())
rule(
    special.i1,
    "y = i1(x)",
    x="d_y * (scipy.special.i0(x) + scipy.special.iv(2, x)) / 2",
    elementwise=True,
    samples=normal(),
)
rule(special.k0, "y = k0(x)", x="-d_y * scipy.special.k1(x)", elementwise=True, samples=positive())
rule(
    special.k1,
    "y = k1(x)",
    x="-d_y * (scipy.special.k0(x) + scipy.special.kv(2, x)) / 2",
    elementwise=True,
    samples=positive(),
)

for _function in ("jv", "yv"):
    rule(
        getattr(special, _function),
        f"y = {_function}(v, x)",
        v=_ORDER,
        x=f"d_y * (scipy.special.{_function}(v - 1, x) - scipy.special.{_function}(v + 1, x)) / 2",
        elementwise=True,
        samples=positive() & _ORDERS,
    )
rule(special.yn, "y = yn(n, x)", n=no_adjoint, x="d_y * (scipy.special.yn(n - 1, x) - scipy.special.yn(n + 1, x)) / 2",
     elementwise=True, samples=positive() & _WHOLE)  # fmt: skip
rule(special.iv, "y = iv(v, x)", v=_ORDER, x="d_y * (scipy.special.iv(v - 1, x) + scipy.special.iv(v + 1, x)) / 2",
     elementwise=True, samples=positive() & _ORDERS)  # fmt: skip
rule(special.kv, "y = kv(v, x)", v=_ORDER, x="-d_y * (scipy.special.kv(v - 1, x) + scipy.special.kv(v + 1, x)) / 2",
     elementwise=True, samples=positive() & _ORDERS)  # fmt: skip
rule(special.kn, "y = kn(n, x)", n=no_adjoint, x="-d_y * (scipy.special.kn(n - 1, x) + scipy.special.kn(n + 1, x)) / 2",
     elementwise=True, samples=positive() & _WHOLE)  # fmt: skip

# ---- scaled by exp(-|x|), which has a kink at 0: its slope there is 0; or by exp(x) ----

rule(special.i0e, "y = i0e(x)", x="d_y * (scipy.special.i1e(x) - np.sign(x) * y)", elementwise=True, saturates=True,
     samples=normal() & away_from(0))  # fmt: skip
rule(
    special.i1e,
    "y = i1e(x)",
    x="d_y * ((scipy.special.i0e(x) + scipy.special.ive(2, x)) / 2 - np.sign(x) * y)",
    elementwise=True,
    saturates=True,
    samples=normal() & away_from(0),
)
rule(
    special.ive,
    "y = ive(v, x)",
    v=_ORDER,
    x="d_y * ((scipy.special.ive(v - 1, x) + scipy.special.ive(v + 1, x)) / 2 - np.sign(x) * y)",
    elementwise=True,
    saturates=True,
    samples=positive() & _ORDERS,
)
rule(special.k0e, "y = k0e(x)", x="d_y * (y - scipy.special.k1e(x))", elementwise=True, samples=positive())
rule(special.k1e, "y = k1e(x)", x="d_y * (y - (scipy.special.k0e(x) + scipy.special.kve(2, x)) / 2)", elementwise=True,
     samples=positive())  # fmt: skip
rule(
    special.kve,
    "y = kve(v, x)",
    v=_ORDER,
    x="d_y * (y - (scipy.special.kve(v - 1, x) + scipy.special.kve(v + 1, x)) / 2)",
    elementwise=True,
    samples=positive() & _ORDERS,
)

# ---- spherical, Struve and Airy functions ----

for _function in ("spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"):
    rule(
        getattr(special, _function),
        f"y = {_function}(n, z)",
        n=no_adjoint,
        z=f"d_y * scipy.special.{_function}(n, z, derivative=True)",
        elementwise=True,
        samples=positive() & only("2, z[3]", "0, float(z[()])", "1, z[3, 4]", "1, z[0]"),
    )
rule(special.struve, "y = struve(v, x)", v=_ORDER, x="d_y * (scipy.special.struve(v - 1, x) - v / x * y)",
     elementwise=True, samples=positive() & _ORDERS)  # fmt: skip
rule(special.modstruve, "y = modstruve(v, x)", v=_ORDER, x="d_y * (scipy.special.modstruve(v - 1, x) - v / x * y)",
     elementwise=True, samples=positive() & _ORDERS)  # fmt: skip
rule(
    special.airy,
    "a, b, c, d = airy(x)",
    x="d_a * b + d_b * x * a + d_c * d + d_d * x * c",
    tangent={"x": "(t_x * b, t_x * x * a, t_x * d, t_x * x * c)"},
    elementwise=True,
    samples=normal() & calls("x[3]", "x[2, 3]"),
)
