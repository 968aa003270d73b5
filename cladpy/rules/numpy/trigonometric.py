"""Circular and hyperbolic functions, their inverses, and angles."""

import math

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, normal, uniform, unit_interval

rule(np.sin, "y = sin(x)", x="d_y * np.cos(x)", elementwise=True, samples=normal())
rule(np.cos, "y = cos(x)", x="-d_y * np.sin(x)", elementwise=True, samples=normal())
rule(np.tan, "y = tan(x)", x="d_y * (1 + y * y)", elementwise=True, samples=unit_interval())
rule(
    np.arcsin,
    "y = arcsin(x)",
    x="d_y / np.sqrt(1 - x * x)",
    guarded={"x": "divide_guarded(d_y, np.sqrt(1 - x * x))"},
    elementwise=True,
    branch_point="x",
    samples=unit_interval(),
    singular=[at(x=1.0, d_x=math.inf), at(x=-1.0, d_x=math.inf)],
)
rule(
    np.arccos,
    "y = arccos(x)",
    x="-d_y / np.sqrt(1 - x * x)",
    guarded={"x": "divide_guarded(-d_y, np.sqrt(1 - x * x))"},
    elementwise=True,
    branch_point="x",
    samples=unit_interval(),
    singular=[at(x=1.0, d_x=-math.inf), at(x=-1.0, d_x=-math.inf)],
)
rule(
    np.arctan,
    "y = arctan(x)",
    x="d_y / (1 + x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    np.arctan2,
    "z = arctan2(y, x)",
    y="divide_guarded(d_z * x, x * x + y * y)",
    x="divide_guarded(-d_z * y, x * x + y * y)",
    elementwise=True,
    branch_point="y x",
    saturates=True,
    samples=normal() & away_from(0),
    singular=[at(y=0.0, x=0.0, d_y=0.0, d_x=0.0)],
)
rule(
    np.hypot,
    "z = hypot(x, y)",
    x="divide_guarded(d_z * x, z)",
    y="divide_guarded(d_z * y, z)",
    elementwise=True,
    branch_point="x y",
    samples=normal() & away_from(0),
    singular=[at(x=0.0, y=0.0, d_x=0.0, d_y=0.0)],
)

rule(np.sinh, "y = sinh(x)", x="d_y * np.cosh(x)", elementwise=True, samples=normal())
rule(np.cosh, "y = cosh(x)", x="d_y * np.sinh(x)", elementwise=True, samples=normal())
rule(
    np.tanh,
    "y = tanh(x)",
    x="d_y * (1.0 - y * y)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(np.arcsinh, "y = arcsinh(x)", x="d_y / np.sqrt(x * x + 1)", elementwise=True, samples=normal())
rule(
    np.arccosh,
    "y = arccosh(x)",
    variants=[
        variant(
            when="is_real(x)",
            x="d_y / np.sqrt(x * x - 1)",
            guarded={"x": "divide_guarded(d_y, np.sqrt(x * x - 1))"},
        )
    ],
    x="d_y / (np.sqrt(x - 1) * np.sqrt(x + 1))",
    guarded={"x": "divide_guarded(d_y, np.sqrt(x - 1) * np.sqrt(x + 1))"},
    elementwise=True,
    branch_point="x",
    samples=uniform(1.5, 4.0),
    singular=[at(x=1.0, d_x=math.inf)],
)
rule(
    np.arctanh,
    "y = arctanh(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, 1 - x * x)")],
    x="d_y / (1 - x * x)",
    guarded={"x": "divide_guarded(d_y, 1 - x * x)"},
    elementwise=True,
    pole="x",
    samples=unit_interval(),
    singular=[at(x=1.0, d_x=math.inf), at(x=-1.0, d_x=math.inf)],
)

rule(np.deg2rad, "y = deg2rad(x)", x="np.deg2rad(d_y)", elementwise=True, samples=normal())
rule(np.radians, "y = radians(x)", x="np.radians(d_y)", elementwise=True, samples=normal())
rule(np.rad2deg, "y = rad2deg(x)", x="np.rad2deg(d_y)", elementwise=True, samples=normal())
rule(np.degrees, "y = degrees(x)", x="np.degrees(d_y)", elementwise=True, samples=normal())
rule(np.sinc, "y = sinc(x)", x="d_y * sinc_slope(x)", elementwise=True, samples=normal(), singular=[at(x=0.0, d_x=0.0)])
