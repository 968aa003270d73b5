"""Functions of cladpy.runtime.scipy that the rules of scipy.linalg call: their own derivatives are not written."""

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal, only
from cladpy.runtime import scipy as runtime

_SECOND = not_implemented("the second derivative is not written")

_HELPERS = (
    (runtime.solve_operator_adjoint, "(d, a, y, transposed=False)", "d a y", "d[3], a[3, 3], y[3]"),
    (runtime.solve_operator_adjoint_right, "(d, a, b_shape, transposed=False)", "d a", "d[3], a[3, 3], (3,)"),
    (runtime.solve_operator_tangent, "(t, a, y, transposed=False)", "t a y", "t[3, 3], a[3, 3], y[3]"),
    (runtime.solve_symmetric_adjoint, "(d, a, y, lower=False)", "d a y", "d[3], a[3, 3], y[3]"),
    (runtime.mirrored, "(a, lower)", "a", "a[3, 3], True"),
    (
        runtime.solve_triangular_adjoint,
        "(d, a, y, trans=0, lower=False, unit_diagonal=False, *, of_matrix=False)",
        "d a y",
        "d[3], a[3, 3], y[3], of_matrix=True",
    ),
    (
        runtime.solve_triangular_tangent,
        "(t, a, y, trans=0, lower=False, unit_diagonal=False)",
        "t a y",
        "t[3, 3], a[3, 3], y[3]",
    ),
    (runtime.cho_solve_adjoint, "(d, c_and_lower, y)", "d c_and_lower y", "d[3], (c[3, 3], True), y[3]"),
    (runtime.cho_solve_adjoint_right, "(d, c_and_lower)", "d c_and_lower", "d[3], (c[3, 3], True)"),
    (runtime.cho_solve_tangent, "(t, c_and_lower, y)", "t c_and_lower y", "(t[3, 3], 0.0), (c[3, 3], True), y[3]"),
    (runtime.lu_solve_adjoint, "(d, lu_and_piv, y, trans=0)", "d lu_and_piv y", "d[3], (lu[3, 3], np.arange(3)), y[3]"),
    (runtime.lu_solve_adjoint_right, "(d, lu_and_piv, trans=0)", "d lu_and_piv", "d[3], (lu[3, 3], np.arange(3))"),
    (
        runtime.lu_solve_tangent,
        "(t, lu_and_piv, y, trans=0)",
        "t lu_and_piv y",
        "(t[3, 3], 0.0), (lu[3, 3], np.arange(3)), y[3]",
    ),
    (runtime.solve_banded_adjoint, "(d, l_and_u, ab, y)", "d ab y", "d[3], (1, 1), ab[3, 3], y[3]"),
    (runtime.solve_banded_adjoint_right, "(d, l_and_u, ab)", "d ab", "d[3], (1, 1), ab[3, 3]"),
    (runtime.solve_banded_tangent, "(t, l_and_u, ab, y)", "t ab y", "t[3, 3], (1, 1), ab[3, 3], y[3]"),
    (runtime.cho_factor_adjoint, "(d, c, lower)", "d c", "d[3, 3], c[3, 3], True"),
    (runtime.cho_factor_tangent, "(t, c, lower)", "t c", "t[3, 3], c[3, 3], True"),
    (runtime.lu_factor_adjoint, "(d, lu, piv)", "d lu", "d[3, 3], lu[3, 3], np.arange(3)"),
    (runtime.lu_factor_tangent, "(t, lu, piv)", "t lu", "t[3, 3], lu[3, 3], np.arange(3)"),
    (runtime.expm_adjoint, "(d, a)", "d a", "d[3, 3], a[3, 3]"),
    (runtime.expm_tangent, "(t, a)", "t a", "t[3, 3], a[3, 3]"),
    (runtime.sqrtm_adjoint, "(d, y)", "d y", "d[3, 3], y[3, 3]"),
    (runtime.sqrtm_tangent, "(t, y)", "t y", "t[3, 3], y[3, 3]"),
    (runtime.sylvester_adjoint, "(d, a, b, y, of)", "d a b y", "d[3, 3], a[3, 3], b[3, 3], y[3, 3], 'a'"),
)
"""A function, its parameters, those that have a derivative, and a sample."""
for _function, _declared, _differentiable, _sample in _HELPERS:
    rule(
        _function,
        f"z = {_function.__name__}{_declared}",
        samples=normal() & only(_sample),
        **dict.fromkeys(_differentiable.split(), _SECOND),
    )
