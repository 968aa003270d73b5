"""Sums, products, quotients, powers and remainders."""

import math
import operator

import numpy as np

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, calls, normal, only, positive
from cladpy.runtime import no_adjoint

rule(np.add, "z = add(x, y)", x="d_z", y="d_z", aliases=[operator.add], elementwise=True, samples=normal())
rule(np.subtract, "z = subtract(x, y)", x="d_z", y="-d_z", aliases=[operator.sub], elementwise=True, samples=normal())
rule(
    np.multiply,
    "z = multiply(x, y)",
    x="d_z * y",
    y="d_z * x",
    aliases=[operator.mul],
    elementwise=True,
    samples=normal(),
)
rule(np.negative, "y = negative(x)", x="-d_y", aliases=[operator.neg], elementwise=True, samples=normal())
rule(np.positive, "y = positive(x)", x="d_y", aliases=[operator.pos], elementwise=True, samples=normal())

rule(
    np.divide,
    "z = divide(x, y)",
    variants=[
        variant(when="value(x) == 1", y="-d_z * z * z", guarded={"y": "multiply_guarded(-d_z, z * z)"}, saturates=True),
        variant(when="literal(x) or is_scalar(x)", saturates=True),
    ],
    x="d_z / y",
    y="-(d_z / y) * z",
    aliases=[operator.truediv],
    guarded={"x": "divide_guarded(d_z, y)", "y": "-multiply_guarded(divide_guarded(d_z, y), z)"},
    elementwise=True,
    pole="x y",
    samples=normal() & away_from(0, "y") & calls("1, y[3]", "2.5, y[3, 4]", "x[3], 4"),
    singular=[
        at(x=2.0, y=0.0, d_x=math.inf, d_y=-math.inf),
        at(x=1.0, y=0.0, literal="x", d_y=-math.inf),
        at(x=-2.0, y=0.0, d_x=math.inf, d_y=math.inf),
    ],
)
rule(
    np.reciprocal,
    "y = reciprocal(x)",
    x="-d_y * y * y",
    guarded={"x": "multiply_guarded(-d_y, y * y)"},
    elementwise=True,
    pole="x",
    saturates=True,
    samples=normal() & away_from(0),
    singular=[at(x=0.0, d_x=-math.inf)],
)

# A literal exponent has a formula of its own; only that of a variable needs the conventions of power_adjoint.
POWER = [
    variant(when="value(y) == 2", x="2 * d_z * x", saturates=False),
    variant(when="value(y) == 1", x="d_z", saturates=False),
    variant(when="value(y) == 0", x=zero),
    variant(when="value(y) == -1", x="-d_z * z * z", guarded={"x": "multiply_guarded(-d_z, z * z)"}),
    variant(when="value(y) == 0.5", x="d_z / (2 * z)", guarded={"x": "divide_guarded(d_z, 2 * z)"}, saturates=False),
    variant(when="value(y) > 2 and is_int(value(y))", x="y * d_z * x ** (y - 1)", saturates=False),
    variant(
        when="value(y) > 0", x="y * d_z * x ** (y - 1)", guarded={"x": "power_adjoint(d_z, x, y)"}, saturates=False
    ),
    variant(when="literal(y)", x="y * d_z * x ** (y - 1)", guarded={"x": "power_adjoint(d_z, x, y)"}),
    variant(when="value(x) > 0", y="math.log(x) * d_z * z"),
]
POWER_CALLS = calls(
    "x[3], 2",
    "x[3], 1",
    "x[3], 0",
    "x[3], -1",
    "x[3], 0.5",
    "x[3], 3",
    "x[3], 1.5",
    "x[3], -2.5",
    "2, y[3]",
    "x[3], 0.0",
    "x[3], y[0, 1]",
    "x[3], 3.0",
)
POWER_SINGULAR = [
    at(x=0.0, y=0.5, d_x=math.inf, d_y=0.0),
    at(x=0.0, y=2.0, d_x=0.0, d_y=0.0),
    at(x=0.0, y=1.0, d_x=1.0, d_y=0.0),
    at(x=0.0, y=0.0, d_x=0.0),
    at(x=3.0, y=0.0, d_x=0.0),
    at(x=-2.0, y=2.0, d_x=-4.0, d_y=math.nan),
    at(x=0.0, y=0.5, literal="y", d_x=math.inf),
    at(x=0.0, y=0.25, literal="y", d_x=math.inf),
    at(x=0.0, y=1.5, literal="y", d_x=0.0),
    at(x=0.0, y=0.0, literal="y", d_x=0.0),
]
POWER_POLES = [
    at(x=0.0, y=-1.0, d_x=-math.inf),
    at(x=0.0, y=-1.0, literal="y", d_x=-math.inf),
    at(x=0.0, y=-2.5, literal="y", d_x=-math.inf),
]
rule(
    np.power,
    "z = power(x, y)",
    aliases=[operator.pow],
    variants=POWER,
    x="power_adjoint(d_z, x, y)",
    y="power_exponent_adjoint(d_z, x, z)",
    elementwise=True,
    branch_point="x y",
    pole="x y",
    saturates=True,
    samples=positive("x") & normal("y") & POWER_CALLS,
    singular=[*POWER_SINGULAR, *POWER_POLES],
)
rule(
    np.float_power,
    "z = float_power(x, y)",
    variants=POWER,
    x="power_adjoint(d_z, x, y)",
    y="power_exponent_adjoint(d_z, x, z)",
    elementwise=True,
    branch_point="x y",
    pole="x y",
    saturates=True,
    samples=positive("x") & normal("y") & POWER_CALLS,
    singular=[*POWER_SINGULAR, *POWER_POLES],
)

rule(np.square, "y = square(x)", x="2 * d_y * x", elementwise=True, samples=normal())
rule(
    np.sqrt,
    "y = sqrt(x)",
    x="d_y / (2 * y)",
    guarded={"x": "divide_guarded(d_y, 2 * y)"},
    elementwise=True,
    branch_point="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    np.cbrt,
    "y = cbrt(x)",
    x="d_y / (3 * y * y)",
    guarded={"x": "divide_guarded(d_y, 3 * y * y)"},
    elementwise=True,
    branch_point="x",
    samples=normal() & away_from(0),
    singular=[at(x=0.0, d_x=math.inf)],
)

rule(
    np.fabs,
    "y = fabs(x)",
    x="d_y * np.sign(x)",
    guarded={"x": "multiply_guarded(np.sign(x), d_y)"},
    elementwise=True,
    samples=normal() & away_from(0),
    singular=[at(x=0.0, d_x=0.0)],
)
rule(
    np.copysign,
    "z = copysign(x, y)",
    x="masked(np.where(np.signbit(x) == np.signbit(y), d_z, -d_z), x != 0)",
    y=zero,
    elementwise=True,
    samples=normal() & away_from(0),
    singular=[at(x=0.0, y=1.0, d_x=0.0)],
)

rule(
    np.remainder,
    "z = remainder(x, y)",
    x="d_z",
    y="-d_z * (x // y)",
    aliases=[operator.mod],
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(
    np.fmod,
    "z = fmod(x, y)",
    x="d_z",
    y="-d_z * np.rint((x - z) / y)",
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(
    np.floor_divide,
    "z = floor_divide(x, y)",
    x=zero,
    y=zero,
    aliases=[operator.floordiv],
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(
    np.divmod,
    "w, z = divmod(x, y)",
    x="d_z",
    y="-d_z * w",
    tangent={"x": "(zero_like(w), t_x)", "y": "(zero_like(w), -w * t_y)"},
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(np.modf, "z, w = modf(x)", x="d_z", tangent={"x": "(t_x, zero_like(w))"}, elementwise=True, samples=normal())
rule(
    np.ldexp,
    "y = ldexp(x, i)",
    x="np.ldexp(d_y, i)",
    i=no_adjoint,
    elementwise=True,
    samples=normal() & only("x[3], np.array([0, 3, -2])", "x[()], 2", "x[3, 1], np.array([1, 2])"),
)
rule(
    np.frexp,
    "m, e = frexp(x)",
    x="np.ldexp(d_m, -e)",
    tangent={"x": "(np.ldexp(t_x, -e), zero_like(e))"},
    elementwise=True,
    samples=normal() & away_from(0),
)
# Between jumps the neighbour moves with its argument.
rule(np.nextafter, "z = nextafter(x, y)", x="d_z", y=zero, elementwise=True, samples=normal() & away_from(0))
rule(np.spacing, "y = spacing(x)", x=zero, elementwise=True, samples=normal() & away_from(0))

rule(
    np.nan_to_num,
    "y = nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None)",
    x="masked(d_y, np.isfinite(x))",
    elementwise=True,
    cuts=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.nan, d_x=0.0), at(x=math.inf, d_x=0.0)],
)
rule(np.float64, "y = float64(x)", x="d_y", elementwise=True, result_alias="may alias x", samples=normal())
rule(np.float32, "y = float32(x)", x="d_y", elementwise=True, result_alias="may alias x", samples=normal())
