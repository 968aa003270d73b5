"""Functions of the standard library's math module: Python floats in, Python floats out."""

import math

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.numpy.arithmetic import POWER
from cladpy.rules.samples import at, away_from, calls, normal, only, positive, uniform, unit_interval
from cladpy.runtime import no_adjoint

rule(
    math.sqrt,
    "y = sqrt(x)",
    x="d_y / (2 * y)",
    guarded={"x": "divide_guarded(d_y, 2 * y)"},
    elementwise=True,
    branch_point="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    math.cbrt,
    "y = cbrt(x)",
    x="d_y / (3 * y * y)",
    guarded={"x": "divide_guarded(d_y, 3 * y * y)"},
    elementwise=True,
    branch_point="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    math.pow,
    "z = pow(x, y)",
    variants=POWER,
    x="power_adjoint(d_z, x, y)",
    y="power_exponent_adjoint(d_z, x, z)",
    elementwise=True,
    branch_point="x y",
    pole="x y",
    saturates=True,
    samples=positive("x")
    & normal("y")
    & calls(*(f"float(x[()]), {y}" for y in ("2", "1", "0", "-1", "0.5", "3", "1.5", "-2.5")))
    & calls("2, float(y[()])"),
    singular=[
        at(x=0.0, y=0.5, d_x=math.inf, d_y=0.0),
        at(x=0.0, y=2.0, d_x=0.0, d_y=0.0),
        at(x=0.0, y=0.0, d_x=0.0),
        at(x=-2.0, y=2.0, d_x=-4.0, d_y=math.nan),
    ],
)

# These raise where NumPy gives an infinity, so their slopes are finite wherever they return.
rule(math.exp, "y = exp(x)", x="d_y * y", elementwise=True, saturates=True, samples=normal())
rule(math.exp2, "y = exp2(x)", x="math.log(2) * d_y * y", elementwise=True, saturates=True, samples=normal())
rule(math.expm1, "y = expm1(x)", x="d_y * (y + 1)", elementwise=True, saturates=True, samples=normal())
rule(
    math.log,
    "y = log(x, base=None)",
    variants=[variant(when="absent(base)", x="d_y / x")],
    x="d_y / (math.log(base) * x)",
    base="-d_y * y / (math.log(base) * base)",
    elementwise=True,
    samples=positive("x")
    & uniform(2.0, 3.0, "base")
    & only("float(x[()])", "float(x[()]), float(base[()])", "float(x[()]), 2"),
)
rule(math.log2, "y = log2(x)", x="d_y / (math.log(2) * x)", elementwise=True, samples=positive())
rule(math.log10, "y = log10(x)", x="d_y / (math.log(10) * x)", elementwise=True, samples=positive())
rule(math.log1p, "y = log1p(x)", x="d_y / (1 + x)", elementwise=True, samples=positive())

rule(math.sin, "y = sin(x)", x="d_y * math.cos(x)", elementwise=True, samples=normal())
rule(math.cos, "y = cos(x)", x="-d_y * math.sin(x)", elementwise=True, samples=normal())
rule(math.tan, "y = tan(x)", x="d_y * (1 + y * y)", elementwise=True, samples=unit_interval())
rule(
    math.asin,
    "y = asin(x)",
    x="d_y / math.sqrt(1 - x * x)",
    guarded={"x": "divide_guarded(d_y, math.sqrt(1 - x * x))"},
    elementwise=True,
    branch_point="x",
    samples=unit_interval(),
    singular=[at(x=1.0, d_x=math.inf), at(x=-1.0, d_x=math.inf)],
)
rule(
    math.acos,
    "y = acos(x)",
    x="-d_y / math.sqrt(1 - x * x)",
    guarded={"x": "divide_guarded(-d_y, math.sqrt(1 - x * x))"},
    elementwise=True,
    branch_point="x",
    samples=unit_interval(),
    singular=[at(x=1.0, d_x=-math.inf), at(x=-1.0, d_x=-math.inf)],
)
rule(
    math.atan,
    "y = atan(x)",
    x="d_y / (1 + x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    math.atan2,
    "z = atan2(y, x)",
    y="divide_guarded(d_z * x, x * x + y * y)",
    x="divide_guarded(-d_z * y, x * x + y * y)",
    elementwise=True,
    branch_point="y x",
    saturates=True,
    samples=normal() & away_from(0),
    singular=[at(y=0.0, x=0.0, d_y=0.0, d_x=0.0)],
)
rule(
    math.hypot,
    "z = hypot(*coordinates)",
    coordinates="tuple(divide_guarded(d_z * x, z) for x in coordinates)",
    tangent={"coordinates": "sum(divide_guarded(t_x * x, z) for t_x, x in zip(t_coordinates, coordinates))"},
    branch_point="coordinates",
    samples=normal("x")
    & away_from(0)
    & calls("float(x[()]), float(x[()])", "float(x[()])", "float(x[()]), float(x[()]), float(x[()])", "0.0, 0.0"),
)
rule(
    math.dist,
    "z = dist(p, q)",
    variants=[
        variant(
            when="ndim(p) == 1 and ndim(q) == 1",
            p="divide_guarded(d_z * (p - q), z)",
            q="divide_guarded(d_z * (q - p), z)",
        ),
        variant(when="ndim(p) == 1", p="np.array([divide_guarded(d_z * (x - y), z) for x, y in zip(p, q)])"),
        variant(when="ndim(q) == 1", q="np.array([divide_guarded(d_z * (y - x), z) for x, y in zip(p, q)])"),
    ],
    sequences="p q",
    p="type(p)(divide_guarded(d_z * (x - y), z) for x, y in zip(p, q))",
    q="type(q)(divide_guarded(d_z * (y - x), z) for x, y in zip(p, q))",
    tangent={
        "p": "sum(divide_guarded(t_x * (x - y), z) for t_x, x, y in zip(t_p, p, q))",
        "q": "sum(divide_guarded(t_y * (y - x), z) for t_y, x, y in zip(t_q, p, q))",
    },
    branch_point="p q",
    samples=normal("x")
    & calls(
        "(float(x[()]), float(x[()])), [float(x[()]), float(x[()])]",
        "[0.5], [0.5]",
        "x[4], x[4]",
        "x[2], (float(x[()]), float(x[()]))",
        "[float(x[()]), float(x[()])], x[2]",
    ),
)

rule(math.sinh, "y = sinh(x)", x="d_y * math.cosh(x)", elementwise=True, samples=normal())
rule(math.cosh, "y = cosh(x)", x="d_y * math.sinh(x)", elementwise=True, samples=normal())
rule(
    math.tanh,
    "y = tanh(x)",
    x="d_y * (1.0 - y * y)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(math.asinh, "y = asinh(x)", x="d_y / math.sqrt(x * x + 1)", elementwise=True, samples=normal())
rule(
    math.acosh,
    "y = acosh(x)",
    x="d_y / math.sqrt(x * x - 1)",
    guarded={"x": "divide_guarded(d_y, math.sqrt(x * x - 1))"},
    elementwise=True,
    branch_point="x",
    samples=uniform(1.5, 4.0),
    singular=[at(x=1.0, d_x=math.inf)],
)
rule(math.atanh, "y = atanh(x)", x="d_y / (1 - x * x)", elementwise=True, samples=unit_interval())
rule(math.degrees, "y = degrees(x)", x="math.degrees(d_y)", elementwise=True, samples=normal())
rule(math.radians, "y = radians(x)", x="math.radians(d_y)", elementwise=True, samples=normal())

rule(
    math.fabs,
    "y = fabs(x)",
    x="d_y * ((x > 0) - (x < 0))",
    guarded={"x": "multiply_guarded((x > 0) - (x < 0), d_y)"},
    elementwise=True,
    samples=normal() & away_from(0),
    singular=[at(x=0.0, d_x=0.0)],
)
rule(
    math.copysign,
    "z = copysign(x, y)",
    x="math.copysign(1, y) * d_z * ((x > 0) - (x < 0))",
    y=zero,
    elementwise=True,
    samples=normal() & away_from(0),
    singular=[at(x=0.0, y=1.0, d_x=0.0)],
)
rule(
    math.fmod,
    "z = fmod(x, y)",
    x="d_z",
    y="-d_z * round((x - z) / y)",
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(
    math.remainder,
    "z = remainder(x, y)",
    x="d_z",
    y="-d_z * round((x - z) / y)",
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(math.modf, "z, w = modf(x)", x="d_z", tangent={"x": "(t_x, 0.0)"}, elementwise=True, samples=normal())
rule(
    math.ldexp,
    "y = ldexp(x, i)",
    x="math.ldexp(d_y, i)",
    i=no_adjoint,
    elementwise=True,
    samples=normal() & only("float(x[()]), 3"),
)
rule(
    math.frexp,
    "m, e = frexp(x)",
    x="math.ldexp(d_m, -e)",
    tangent={"x": "(math.ldexp(t_x, -e), 0)"},
    elementwise=True,
    samples=normal(),
)
rule(math.nextafter, "z = nextafter(x, y)", x="d_z", y=zero, elementwise=True, samples=normal())
rule(math.ulp, "y = ulp(x)", x=zero, elementwise=True, samples=normal())

rule(
    math.erf,
    "y = erf(x)",
    x="2 / math.sqrt(math.pi) * d_y * math.exp(-x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    math.erfc,
    "y = erfc(x)",
    x="-2 / math.sqrt(math.pi) * d_y * math.exp(-x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    math.gamma,
    "y = gamma(x)",
    x="d_y * y * digamma(x)",
    elementwise=True,
    samples=positive() & calls("float(x[()]) - 3.5"),
)
rule(
    math.lgamma,
    "y = lgamma(x)",
    x="d_y * digamma(x)",
    elementwise=True,
    samples=positive() & calls("float(x[()]) - 3.5"),
)

rule(
    math.fsum,
    "y = fsum(items)",
    variants=[variant(when="ndim(items) == 1", items="np.broadcast_to(d_y, items.shape)")],
    sequences="items",
    items="type(items)([d_y] * len(items))",
    tangent={"items": "math.fsum(t_items)"},
    samples=normal("x") & calls("x[4]", "[float(x[()]), float(x[()])]", "(float(x[()]),)"),
)
rule(
    math.prod,
    "y = prod(items, *, start=1)",
    variants=[variant(when="ndim(items) == 1", items="np.array(products_of_others(d_y * start, items))")],
    sequences="items",
    items="type(items)(products_of_others(d_y * start, items))",
    start="d_y * math.prod(items)",
    tangent={
        "items": "sum(t * slope for t, slope in zip(t_items, products_of_others(start, items)))",
        "start": "t_start * math.prod(items)",
    },
    samples=normal("x")
    & calls("x[4]", "[float(x[()]), float(x[()])]", "[0.0, float(x[()]), 0.5], start=float(x[()])", "[]"),
)

rule(math.floor, "y = floor(x)", every=no_adjoint, samples=normal())
rule(math.ceil, "y = ceil(x)", every=no_adjoint, samples=normal())
rule(math.trunc, "y = trunc(x)", every=no_adjoint, samples=normal())
rule(math.isnan, "y = isnan(x)", every=no_adjoint, samples=normal())
rule(math.isinf, "y = isinf(x)", every=no_adjoint, samples=normal())
rule(math.isfinite, "y = isfinite(x)", every=no_adjoint, samples=normal())
rule(math.isclose, "z = isclose(x, y, *, rel_tol=1e-09, abs_tol=0.0)", every=no_adjoint, samples=normal())
rule(math.factorial, "y = factorial(x)", every=no_adjoint)
rule(math.comb, "z = comb(x, y)", every=no_adjoint)
rule(math.perm, "z = perm(x, y=None)", every=no_adjoint)
rule(math.gcd, "z = gcd(*integers)", every=no_adjoint)
rule(math.lcm, "z = lcm(*integers)", every=no_adjoint)
rule(math.isqrt, "y = isqrt(x)", every=no_adjoint)
