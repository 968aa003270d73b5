"""Functions of the standard library's math module."""

import math

from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal

rule(math.tanh, "y = tanh(x)", x="d_y * (1 - y * y)", elementwise=True, saturates=True, samples=normal())
