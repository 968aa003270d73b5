"""Rules of scipy.linalg: importing this package registers them."""

from cladpy.rules.scipy.linalg import matrices, matrix_functions, runtime, solves

TOPICS = (solves, matrix_functions, matrices, runtime)
"""The modules that declare rules."""
