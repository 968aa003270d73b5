"""Source-to-source automatic differentiation of plain Python and NumPy."""

from cladpy.api import gradient, pullback, value_and_gradient
from cladpy.error_estimation import estimate_error
from cladpy.errors import CladpyError
from cladpy.forward_api import (
    differentiate,
    hessian,
    hessian_diagonal,
    hessian_vector_product,
    jacobian,
    pushforward,
)
from cladpy.rules.custom import custom_pullback, custom_pushforward, non_differentiable, override
from cladpy.runtime import checkpoint, no_adjoint, stop_adjoint, zero_init, zero_like
from cladpy.testing import check_gradient

__version__ = "0.1.0"

__all__ = [
    "CladpyError",
    "check_gradient",
    "checkpoint",
    "custom_pullback",
    "custom_pushforward",
    "differentiate",
    "estimate_error",
    "gradient",
    "hessian",
    "hessian_diagonal",
    "hessian_vector_product",
    "jacobian",
    "no_adjoint",
    "non_differentiable",
    "override",
    "pullback",
    "pushforward",
    "stop_adjoint",
    "value_and_gradient",
    "zero_init",
    "zero_like",
]
