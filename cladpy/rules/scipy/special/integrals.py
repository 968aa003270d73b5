"""Elliptic, exponential, trigonometric and Fresnel integrals."""

import math

from scipy import special

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, calls, normal, only, positive, uniform
from cladpy.runtime import no_adjoint

_PARAMETER = not_implemented("the derivative in the parameter m is not written")

rule(
    special.ellipk,
    "y = ellipk(m)",
    m="d_y * elliptic_slope(m, 1 - m)",
    elementwise=True,
    samples=uniform(-0.9, 0.9),
    singular=[at(m=0.0, d_m=math.pi / 8)],
)
rule(
    special.ellipkm1,
    "y = ellipkm1(p)",
    p="-d_y * elliptic_slope(1 - p, p)",
    elementwise=True,
    samples=uniform(0.1, 0.9),
)
rule(special.ellipe, "y = ellipe(m)", m="-d_y * scipy.special.elliprd(0, 1 - m, 1) / 6", elementwise=True,
     samples=uniform(-0.9, 0.9))  # fmt: skip
rule(
    special.ellipkinc,
    "y = ellipkinc(phi, m)",
    phi="d_y / np.sqrt(1 - m * np.sin(phi) ** 2)",
    m=_PARAMETER,
    elementwise=True,
    samples=normal("phi") & only("phi[3, 4], 0.5", "float(phi[()]), -0.3"),
)
rule(
    special.ellipeinc,
    "y = ellipeinc(phi, m)",
    phi="d_y * np.sqrt(1 - m * np.sin(phi) ** 2)",
    m=_PARAMETER,
    elementwise=True,
    samples=normal("phi") & only("phi[3, 4], 0.5", "float(phi[()]), -0.3"),
)

# ---- exponential and logarithmic integrals ----

rule(
    special.expi,
    "y = expi(x)",
    x="divide_guarded(d_y * np.exp(x), x)",
    elementwise=True,
    pole="x",
    samples=normal() & away_from(0),
)
rule(special.exp1, "y = exp1(x)", x="-divide_guarded(d_y * np.exp(-x), x)", elementwise=True, pole="x",
     samples=positive())  # fmt: skip
rule(
    special.expn,
    "y = expn(n, x)",
    n=no_adjoint,
    variants=[variant(when="value(n) == 0", x="-d_y * y * (1 + 1 / x)")],
    x="-d_y * scipy.special.expn(n - 1, x)",
    elementwise=True,
    samples=positive() & only("2, x[3, 4]", "1, float(x[()])", "0, x[3]", "np.array([[1], [3]]), x[2, 3]"),
)
rule(
    special.spence,
    "y = spence(x)",
    x="d_y * spence_slope(x)",
    guarded={"x": "multiply_guarded(d_y, spence_slope(x))"},
    elementwise=True,
    branch_point="x",
    samples=positive(),
    singular=[at(x=1.0, d_x=-1.0)],
)

# ---- pairs of integrals ----

rule(
    special.sici,
    "s, c = sici(x)",
    x="d_s * np.sinc(x / math.pi) + d_c * np.cos(x) / x",
    tangent={"x": "(t_x * np.sinc(x / math.pi), t_x * np.cos(x) / x)"},
    elementwise=True,
    samples=positive() & calls("x[3]", "x[2, 3]"),
)
rule(
    special.shichi,
    "s, c = shichi(x)",
    x="(d_s * np.sinh(x) + d_c * np.cosh(x)) / x",
    tangent={"x": "(t_x * np.sinh(x) / x, t_x * np.cosh(x) / x)"},
    elementwise=True,
    samples=positive() & calls("x[3]", "x[2, 3]"),
)
rule(
    special.fresnel,
    "s, c = fresnel(x)",
    x="d_s * np.sin(math.pi / 2 * x * x) + d_c * np.cos(math.pi / 2 * x * x)",
    tangent={"x": "(t_x * np.sin(math.pi / 2 * x * x), t_x * np.cos(math.pi / 2 * x * x))"},
    elementwise=True,
    saturates=True,
    samples=normal() & calls("x[3]", "x[2, 3]"),
)
