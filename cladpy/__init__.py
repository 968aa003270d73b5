"""Source-to-source automatic differentiation of plain Python and NumPy."""

from cladpy.api import gradient, pullback, value_and_gradient
from cladpy.errors import CladpyError
from cladpy.runtime import no_adjoint, zero_init, zero_like
from cladpy.testing import check_gradient

__version__ = "0.1.0"

__all__ = [
    "CladpyError",
    "check_gradient",
    "gradient",
    "no_adjoint",
    "pullback",
    "value_and_gradient",
    "zero_init",
    "zero_like",
]
