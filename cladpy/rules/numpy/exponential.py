"""Exponentials and logarithms."""

import math

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, normal, positive

# An exponential overflows to infinity and then has a pole like any other; it flattens minus infinity.
rule(
    np.exp,
    "y = exp(x)",
    x="d_y * y",
    guarded={"x": "multiply_guarded(d_y, y)"},
    elementwise=True,
    pole="x",
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, d_x=0.0), at(x=math.inf, d_x=math.inf)],
)
rule(
    np.exp2,
    "y = exp2(x)",
    x="math.log(2) * d_y * y",
    guarded={"x": "multiply_guarded(math.log(2) * d_y, y)"},
    elementwise=True,
    pole="x",
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, d_x=0.0), at(x=math.inf, d_x=math.inf)],
)
rule(
    np.expm1,
    "y = expm1(x)",
    x="d_y * (y + 1)",
    guarded={"x": "multiply_guarded(d_y, y + 1)"},
    elementwise=True,
    pole="x",
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, d_x=0.0), at(x=math.inf, d_x=math.inf)],
)

# NumPy's logarithm of a Python float 0 is an infinity, but a quotient of Python floats would raise.
rule(
    np.log,
    "y = log(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, x)")],
    x="d_y / x",
    guarded={"x": "divide_guarded(d_y, x)"},
    elementwise=True,
    pole="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    np.log2,
    "y = log2(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, math.log(2) * x)")],
    x="d_y / (math.log(2) * x)",
    guarded={"x": "divide_guarded(d_y, math.log(2) * x)"},
    elementwise=True,
    pole="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    np.log10,
    "y = log10(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, math.log(10) * x)")],
    x="d_y / (math.log(10) * x)",
    guarded={"x": "divide_guarded(d_y, math.log(10) * x)"},
    elementwise=True,
    pole="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    np.log1p,
    "y = log1p(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, 1 + x)")],
    x="d_y / (1 + x)",
    guarded={"x": "divide_guarded(d_y, 1 + x)"},
    elementwise=True,
    pole="x",
    samples=positive(),
    singular=[at(x=-1.0, d_x=math.inf)],
)

rule(
    np.logaddexp,
    "z = logaddexp(x, y)",
    x="d_z * logaddexp_slope(x, y)",
    y="d_z * logaddexp_slope(y, x)",
    elementwise=True,
    pole="x y",
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, y=-math.inf, d_x=0.5, d_y=0.5), at(x=math.inf, y=0.0, d_x=1.0, d_y=0.0)],
)
rule(
    np.logaddexp2,
    "z = logaddexp2(x, y)",
    x="d_z * logaddexp_slope(math.log(2) * x, math.log(2) * y)",
    y="d_z * logaddexp_slope(math.log(2) * y, math.log(2) * x)",
    elementwise=True,
    pole="x y",
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, y=-math.inf, d_x=0.5, d_y=0.5), at(x=math.inf, y=0.0, d_x=1.0, d_y=0.0)],
)
