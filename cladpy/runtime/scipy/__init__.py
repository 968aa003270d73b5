"""What generated code calls where SciPy's functions are differentiated: the part of the runtime that needs SciPy.

Imported with the rules of SciPy's functions, that is where the program itself has imported SciPy.
"""

from cladpy.runtime.scipy.convolutions import signal_convolve_adjoint
from cladpy.runtime.scipy.densities import (
    density_adjoint,
    density_tangent,
    finite_or_zero,
    log_inside,
    simplex_adjoint,
    simplex_tangent,
)
from cladpy.runtime.scipy.incomplete import betainc_slope, gammainc_slope, stdtr_slope
from cladpy.runtime.scipy.matrix_functions import (
    cho_factor_adjoint,
    cho_factor_tangent,
    expm_adjoint,
    expm_tangent,
    lu_factor_adjoint,
    lu_factor_tangent,
    sqrtm_adjoint,
    sqrtm_tangent,
    sylvester_adjoint,
)
from cladpy.runtime.scipy.slopes import elliptic_slope, exprel_slope, rgamma_slope, spence_slope
from cladpy.runtime.scipy.solves import (
    cho_solve_adjoint,
    cho_solve_adjoint_right,
    cho_solve_tangent,
    lu_solve_adjoint,
    lu_solve_adjoint_right,
    lu_solve_tangent,
    mirrored,
    solve_banded_adjoint,
    solve_banded_adjoint_right,
    solve_banded_tangent,
    solve_operator_adjoint,
    solve_operator_adjoint_right,
    solve_operator_tangent,
    solve_symmetric_adjoint,
    solve_triangular_adjoint,
    solve_triangular_tangent,
)
from cladpy.runtime.scipy.sums import logsumexp_adjoint, logsumexp_tangent, logsumexp_weight_adjoint

__all__ = [
    "betainc_slope",
    "cho_factor_adjoint",
    "cho_factor_tangent",
    "cho_solve_adjoint",
    "cho_solve_adjoint_right",
    "cho_solve_tangent",
    "density_adjoint",
    "density_tangent",
    "elliptic_slope",
    "expm_adjoint",
    "expm_tangent",
    "exprel_slope",
    "finite_or_zero",
    "gammainc_slope",
    "log_inside",
    "logsumexp_adjoint",
    "logsumexp_tangent",
    "logsumexp_weight_adjoint",
    "lu_factor_adjoint",
    "lu_factor_tangent",
    "lu_solve_adjoint",
    "lu_solve_adjoint_right",
    "lu_solve_tangent",
    "mirrored",
    "rgamma_slope",
    "signal_convolve_adjoint",
    "simplex_adjoint",
    "simplex_tangent",
    "solve_banded_adjoint",
    "solve_banded_adjoint_right",
    "solve_banded_tangent",
    "solve_operator_adjoint",
    "solve_operator_adjoint_right",
    "solve_operator_tangent",
    "solve_symmetric_adjoint",
    "solve_triangular_adjoint",
    "solve_triangular_tangent",
    "spence_slope",
    "sqrtm_adjoint",
    "sqrtm_tangent",
    "stdtr_slope",
    "sylvester_adjoint",
]
