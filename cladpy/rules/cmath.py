"""Functions of the standard library's cmath module: Python complex numbers out, whatever number goes in.

Cotangents are bilinear, so that the formulas of analytic functions are the real ones; `phase` and `polar` are none.
"""

import cmath

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import away_from, calls, normal, only, positive, real
from cladpy.runtime import no_adjoint

_PLANE = normal() & away_from(0) & only("complex(x[()]) + 0.3j", "0.4j - complex(x[()])")
_LINE = "float(x[()]) * 0.3"

rule(cmath.exp, "y = exp(x)", x="d_y * y", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.sin, "y = sin(x)", x="d_y * np.cos(x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.cos, "y = cos(x)", x="-d_y * np.sin(x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.tan, "y = tan(x)", x="d_y * (1 + y * y)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.sinh, "y = sinh(x)", x="d_y * np.cosh(x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.cosh, "y = cosh(x)", x="d_y * np.sinh(x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(cmath.tanh, "y = tanh(x)", x="d_y * (1 - y * y)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(
    cmath.sqrt,
    "y = sqrt(x)",
    x="divide_guarded(d_y, 2 * y)",
    elementwise=True,
    complex=True,
    branch_point="x",
    samples=_PLANE & calls("-abs(float(x[()]))"),
)
rule(
    cmath.log,
    "y = log(x, base=None)",
    variants=[variant(when="absent(base)", x="divide_guarded(d_y, x)")],
    x="divide_guarded(d_y, x * np.log(base + 0j))",
    base="divide_guarded(-d_y * y, base * np.log(base + 0j))",
    elementwise=True,
    complex=True,
    pole="x",
    samples=_PLANE & positive("base") & calls("complex(x[()]) + 0.3j, 2.5 + float(base[()])", "-3.0"),
)
rule(
    cmath.log10,
    "y = log10(x)",
    x="divide_guarded(d_y, math.log(10) * x)",
    elementwise=True,
    complex=True,
    pole="x",
    samples=_PLANE,
)
rule(
    cmath.asin,
    "y = asin(x)",
    x="divide_guarded(d_y, np.sqrt(1 - x * x + 0j))",
    elementwise=True,
    complex=True,
    branch_point="x",
    samples=_PLANE,
)
rule(
    cmath.acos,
    "y = acos(x)",
    x="divide_guarded(-d_y, np.sqrt(1 - x * x + 0j))",
    elementwise=True,
    complex=True,
    branch_point="x",
    samples=_PLANE,
)
rule(cmath.atan, "y = atan(x)", x="d_y / (1 + x * x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))
rule(
    cmath.asinh,
    "y = asinh(x)",
    x="divide_guarded(d_y, np.sqrt(1 + x * x + 0j))",
    elementwise=True,
    complex=True,
    branch_point="x",
    samples=_PLANE & calls(_LINE),
)
rule(
    cmath.acosh,
    "y = acosh(x)",
    x="divide_guarded(d_y, np.sqrt(x - 1 + 0j) * np.sqrt(x + 1 + 0j))",
    elementwise=True,
    complex=True,
    branch_point="x",
    samples=_PLANE,
)
rule(cmath.atanh, "y = atanh(x)", x="d_y / (1 - x * x)", elementwise=True, complex=True, samples=_PLANE & calls(_LINE))

# ---- polar coordinates ----

rule(
    cmath.phase,
    "y = phase(x)",
    variants=[variant(when="is_real(x)", x=zero)],
    x="ratio_or_zero(-1j * d_y, x)",
    tangent={"x": "float(np.imag(ratio_or_zero(t_x, x)))"},
    elementwise=True,
    complex=True,
    cuts=True,
    samples=_PLANE & calls(_LINE),
)
rule(
    cmath.polar,
    "r, p = polar(x)",
    x="d_r * abs_slope(x) + ratio_or_zero(-1j * d_p, x)",
    tangent={"x": "(float(np.real(t_x * abs_slope(x))), float(np.imag(ratio_or_zero(t_x, x))))"},
    elementwise=True,
    complex=True,
    cuts=True,
    samples=_PLANE,
)
rule(
    cmath.rect,
    "y = rect(r, p)",
    r="d_y * np.exp(1j * p)",
    p="1j * d_y * y",
    elementwise=True,
    complex=True,
    samples=normal() & real() & only("float(r[()]), float(p[()])"),
)

rule(cmath.isnan, "y = isnan(x)", every=no_adjoint, samples=normal())
rule(cmath.isinf, "y = isinf(x)", every=no_adjoint, samples=normal())
rule(cmath.isfinite, "y = isfinite(x)", every=no_adjoint, samples=normal())
rule(cmath.isclose, "z = isclose(x, y, *, rel_tol=1e-09, abs_tol=0.0)", every=no_adjoint, samples=normal())
