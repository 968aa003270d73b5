"""Functions that have a kink or a branch point where a power of them has none."""

import math
import operator

import numpy as np

POWERS = frozenset({np.power, np.float_power, operator.pow, pow, math.pow})
PRODUCTS = frozenset({np.multiply, operator.mul})
SQUARES = frozenset({np.square})
MODULI = frozenset({abs, np.abs, np.fabs, math.fabs})
NORMS = frozenset({np.linalg.norm, np.linalg.vector_norm, np.linalg.matrix_norm})
HYPOTS = frozenset({np.hypot, math.hypot, math.dist})
VARIANCES = {np.std: np.var, np.nanstd: np.nanvar}
SQUARE_ROOTS = frozenset({np.sqrt, math.sqrt})
CUBE_ROOTS = frozenset({np.cbrt, math.cbrt})
ROOTS = MODULI | NORMS | HYPOTS | frozenset(VARIANCES) | SQUARE_ROOTS | CUBE_ROOTS
