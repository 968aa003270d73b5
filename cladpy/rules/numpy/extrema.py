"""Extrema of two operands and selections of elements.

A tie splits evenly, unless the other operand is a number in the source: then nothing flows.
"""

import numpy as np

from cladpy.rules.declaration import renamed, rule, variant
from cladpy.rules.samples import at, booleans, calls, normal
from cladpy.runtime import no_adjoint

rule(
    np.maximum,
    "z = maximum(x, y)",
    variants=[
        variant(when="literal(y)", x="d_z * (z > y)", guarded={"x": "masked(d_z, z > y)"}),
        variant(when="literal(x)", y="d_z * (z > x)", guarded={"y": "masked(d_z, z > x)"}),
    ],
    x="larger_share(d_z, x, y)",
    y="larger_share(d_z, y, x)",
    elementwise=True,
    cuts=True,
    samples=normal() & calls("x[3, 4], 0", "0.1, y[3, 4]"),
    singular=[at(x=2.0, y=2.0, d_x=0.5, d_y=0.5), at(x=2.0, y=2.0, literal="y", d_x=0.0)],
)
rule(
    np.minimum,
    "z = minimum(x, y)",
    variants=[
        variant(when="literal(y)", x="d_z * (z < y)", guarded={"x": "masked(d_z, z < y)"}),
        variant(when="literal(x)", y="d_z * (z < x)", guarded={"y": "masked(d_z, z < x)"}),
    ],
    x="smaller_share(d_z, x, y)",
    y="smaller_share(d_z, y, x)",
    elementwise=True,
    cuts=True,
    samples=normal() & calls("x[3, 4], 0", "0.1, y[3, 4]"),
    singular=[at(x=2.0, y=2.0, d_x=0.5, d_y=0.5), at(x=2.0, y=2.0, literal="y", d_x=0.0)],
)
# fmax and fmin pass over a NaN: it competes as the infinity that always loses.
rule(
    np.fmax,
    "z = fmax(x, y)",
    variants=[
        variant(when="literal(y)", x="d_z * (x > y)", guarded={"x": "masked(d_z, x > y)"}),
        variant(when="literal(x)", y="d_z * (y > x)", guarded={"y": "masked(d_z, y > x)"}),
    ],
    x="larger_share(d_z, np.fmax(x, -np.inf), np.fmax(y, -np.inf))",
    y="larger_share(d_z, np.fmax(y, -np.inf), np.fmax(x, -np.inf))",
    elementwise=True,
    cuts=True,
    samples=normal() & calls("x[3, 4], 0", "0.1, y[3, 4]"),
    singular=[
        at(x=2.0, y=2.0, d_x=0.5, d_y=0.5),
        at(x=2.0, y=2.0, literal="y", d_x=0.0),
        at(x=np.nan, y=2.0, d_x=0.0, d_y=1.0),
    ],
)
rule(
    np.fmin,
    "z = fmin(x, y)",
    variants=[
        variant(when="literal(y)", x="d_z * (x < y)", guarded={"x": "masked(d_z, x < y)"}),
        variant(when="literal(x)", y="d_z * (y < x)", guarded={"y": "masked(d_z, y < x)"}),
    ],
    x="smaller_share(d_z, np.fmin(x, np.inf), np.fmin(y, np.inf))",
    y="smaller_share(d_z, np.fmin(y, np.inf), np.fmin(x, np.inf))",
    elementwise=True,
    cuts=True,
    samples=normal() & calls("x[3, 4], 0", "0.1, y[3, 4]"),
    singular=[
        at(x=2.0, y=2.0, d_x=0.5, d_y=0.5),
        at(x=2.0, y=2.0, literal="y", d_x=0.0),
        at(x=np.nan, y=2.0, d_x=0.0, d_y=1.0),
    ],
)

# clip(x, low, high) is minimum(maximum(x, low), high): what reaches the inner maximum is the share of the outer minimum.
LITERAL_BOUNDS = [
    variant(
        when="literal(a_min) and literal(a_max)",
        x="d_y * ((y > a_min) & (y < a_max))",
        guarded={"x": "masked(d_y, (y > a_min) & (y < a_max))"},
    ),
    variant(when="literal(a_min) and absent(a_max)", x="d_y * (y > a_min)", guarded={"x": "masked(d_y, y > a_min)"}),
    variant(when="absent(a_min) and literal(a_max)", x="d_y * (y < a_max)", guarded={"x": "masked(d_y, y < a_max)"}),
]
VARIABLE_BOUNDS = [
    variant(
        when="literal(a_min) and not absent(a_max)",
        x="masked(smaller_share(d_y, x, a_max), x > a_min)",
        a_max="smaller_share(d_y, a_max, np.maximum(x, a_min))",
    ),
    variant(
        when="literal(a_max) and not absent(a_min)",
        x="masked(larger_share(d_y, x, a_min), y < a_max)",
        a_min="masked(larger_share(d_y, a_min, x), y < a_max)",
    ),
    variant(
        when="not absent(a_min) and absent(a_max)", x="larger_share(d_y, x, a_min)", a_min="larger_share(d_y, a_min, x)"
    ),
    variant(
        when="absent(a_min) and not absent(a_max)",
        x="smaller_share(d_y, x, a_max)",
        a_max="smaller_share(d_y, a_max, x)",
    ),
    variant(
        when="not absent(a_min) and not absent(a_max)",
        x="larger_share(smaller_share(d_y, np.maximum(x, a_min), a_max), x, a_min)",
        a_min="larger_share(smaller_share(d_y, np.maximum(x, a_min), a_max), a_min, x)",
        a_max="smaller_share(d_y, a_max, np.maximum(x, a_min))",
    ),
]
rule(
    np.clip,
    "y = clip(x, a_min=None, a_max=None, *, min=None, max=None)",
    variants=[
        *LITERAL_BOUNDS,
        *VARIABLE_BOUNDS,
        *renamed(LITERAL_BOUNDS, a_min="min", a_max="max"),
        *renamed(VARIABLE_BOUNDS, a_min="min", a_max="max"),
    ],
    x="d_y",
    elementwise=True,
    cuts=True,
    samples=normal()
    & calls(
        *(
            "x[3, 4], -0.5, 0.5",
            "x[3, 4], -0.5, None",
            "x[3, 4], None, 0.5",
            "x[3, 4], -0.5, a_max[3, 4]",
            "x[3, 4], a_min[4], 0.5",
        ),
        *(
            "x[3, 4], a_min[3, 1], None",
            "x[3, 4], None, a_max[4]",
            "x[3, 4], a_min[3, 4], a_max[4]",
            "x[3], float(a_min[()]), float(a_max[()])",
        ),
        *("x[3, 4], min=-0.5, max=0.5", "x[3, 4], min=-0.5", "x[3, 4], max=0.5", "x[3, 4], min=-0.5, max=max[3, 4]"),
        *(
            "x[3, 4], min=min[4], max=0.5",
            "x[3, 4], min=min[3, 1]",
            "x[3, 4], max=max[4]",
            "x[3, 4], min=min[3, 4], max=max[4]",
        ),
        "x[3, 4], None, None",
    ),
    singular=[
        at(x=2.0, a_min=2.0, a_max=5.0, literal="a_max", d_x=0.5, d_a_min=0.5),
        at(x=2.0, a_min=2.0, a_max=5.0, literal="a_min a_max", d_x=0.0),
        at(x=1.0, a_min=0.0, a_max=1.0, d_x=0.5, d_a_min=0.0, d_a_max=0.5),
    ],
)
rule(
    np.ndarray.clip,
    "y = clip(x, min=None, max=None)",
    variants=renamed([*LITERAL_BOUNDS, *VARIABLE_BOUNDS], a_min="min", a_max="max"),
    x="d_y",
    elementwise=True,
    cuts=True,
    samples=normal()
    & calls(
        *(
            "x[3, 4], min=-0.5, max=0.5",
            "x[3, 4], -0.5",
            "x[3, 4], max=0.5",
            "x[3, 4], -0.5, max[3, 4]",
            "x[3, 4], min[4], 0.5",
        ),
        *("x[3, 4], min[3, 1]", "x[3, 4], max=max[4]", "x[3, 4], min[3, 4], max[4]", "x[3, 4], None, None"),
    ),
)

rule(
    np.where,
    "z = where(condition, x=None, y=None)",
    condition=no_adjoint,
    x="np.where(condition, d_z, 0)",
    y="np.where(condition, 0, d_z)",
    elementwise=True,
    cuts=True,
    samples=booleans("condition")
    & normal("x", "y")
    & calls("condition[3, 4], x[4], y[3, 1]", "condition[3], x[3], 0.0", "condition[3], 2, y[3]", "True, x[2], y[2]"),
)
