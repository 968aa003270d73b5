"""Circular and hyperbolic functions."""

import numpy as np

from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal

rule(np.tanh, "y = tanh(x)", x="d_y * (1 - y * y)", elementwise=True, saturates=True, samples=normal())
