"""What generated code calls: NumPy in, NumPy out, nothing of the compiler.

A formula of a rule may name everything that is exported here.
"""

from cladpy.runtime.guards import divide_guarded, multiply_guarded, power_adjoint, power_exponent_adjoint
from cladpy.runtime.masks import larger_share, masked, smaller_share
from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint
from cladpy.runtime.slopes import digamma, logaddexp_slope, sinc_slope
from cladpy.runtime.unbroadcast import unbroadcast, unbroadcast_to
from cladpy.runtime.zeros import zero_init, zero_like

__all__ = [
    "NoAdjoint",
    "digamma",
    "divide_guarded",
    "larger_share",
    "logaddexp_slope",
    "masked",
    "multiply_guarded",
    "no_adjoint",
    "power_adjoint",
    "power_exponent_adjoint",
    "sinc_slope",
    "smaller_share",
    "unbroadcast",
    "unbroadcast_to",
    "zero_init",
    "zero_like",
]
