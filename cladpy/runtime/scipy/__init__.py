"""What generated code calls where SciPy's functions are differentiated: the part of the runtime that needs SciPy.

Imported with the rules of SciPy's functions, that is where the program itself has imported SciPy.
"""

from cladpy.runtime.scipy.incomplete import betainc_slope, gammainc_slope
from cladpy.runtime.scipy.slopes import elliptic_slope, exprel_slope, rgamma_slope, spence_slope
from cladpy.runtime.scipy.sums import logsumexp_adjoint, logsumexp_tangent, logsumexp_weight_adjoint

__all__ = [
    "betainc_slope",
    "elliptic_slope",
    "exprel_slope",
    "gammainc_slope",
    "logsumexp_adjoint",
    "logsumexp_tangent",
    "logsumexp_weight_adjoint",
    "rgamma_slope",
    "spence_slope",
]
