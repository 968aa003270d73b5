"""The logistic function: what a program that writes it with an exponential is differentiated by."""

import math

from cladpy import runtime
from cladpy.rules.declaration import rule
from cladpy.rules.samples import at, normal

rule(
    runtime.rising_logistic,
    "y = rising_logistic(x)",
    x="d_y * y * (1.0 - y)",
    elementwise=True,
    complex=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    runtime.falling_logistic,
    "y = falling_logistic(x)",
    x="d_y * y * (y - 1.0)",
    elementwise=True,
    complex=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=-math.inf, d_x=0.0)],
)
