"""Solutions of linear systems: of a general matrix, and of triangles, factors and bands.

What may be overwritten is refused: the derivative reads it.
"""

from scipy import linalg

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_ASSUMED = "value(assume_a) in ({})"
rule(
    linalg.solve,
    "y = solve(a, b, lower=False, *, assume_a=None, transposed=False, check_finite=True)",
    lower=no_adjoint,
    assume_a=no_adjoint,
    transposed=no_adjoint,
    check_finite=no_adjoint,
    variants=[
        variant(
            when=_ASSUMED.format("None, 'gen', 'general'"),
            a="solve_operator_adjoint(d_y, a, y, transposed)",
            b="solve_operator_adjoint_right(d_y, a, b.shape, transposed)",
            tangent={
                "a": "solve_operator_tangent(t_a, a, y, transposed)",
                "b": "scipy.linalg.solve(a, t_b, assume_a='gen', transposed=transposed)",
            },
        ),
        variant(
            when=_ASSUMED.format("'sym', 'symmetric', 'pos', 'positive definite'"),
            real=True,
            a="solve_symmetric_adjoint(d_y, a, y, lower)",
            b="solve_operator_adjoint_right(d_y, mirrored(a, lower), b.shape)",
            tangent={
                "a": "solve_operator_tangent(mirrored(t_a, lower), mirrored(a, lower), y)",
                "b": "scipy.linalg.solve(a, t_b, lower, assume_a=assume_a)",
            },
        ),
    ],
    a=not_implemented(
        "of this kind of matrix the derivative is not written; assume_a may be None, 'gen', 'sym' or 'pos'"
    ),
    b=not_implemented(
        "of this kind of matrix the derivative is not written; assume_a may be None, 'gen', 'sym' or 'pos'"
    ),
    complex=True,
    samples=normal()
    & calls(
        "a[3, 3], b[3]",
        "a[3, 3], b[3, 2]",
        "a[2, 3, 3], b[3, 2]",
        "a[3, 3], b[3], assume_a='gen', check_finite=False",
        "a[3, 3] + 9 * np.eye(3), b[3], assume_a='pos'",
        "a[3, 3] + 9 * np.eye(3), b[3, 2], True, assume_a='pos'",
        "a[3, 3], b[3], assume_a='sym'",
        "a[3, 3], b[3], lower=True, assume_a='symmetric'",
        "a[3, 3] + 9 * np.eye(3), b[3], assume_a='her'",
        "a[1, 1], b[1]",
    ),
)
rule(
    linalg.solve_triangular,
    "y = solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True)",
    trans=no_adjoint,
    lower=no_adjoint,
    unit_diagonal=no_adjoint,
    check_finite=no_adjoint,
    a="solve_triangular_adjoint(d_y, a, y, trans, lower, unit_diagonal, of_matrix=True)",
    b="unbroadcast_to(solve_triangular_adjoint(d_y, a, y, trans, lower, unit_diagonal, of_matrix=False), b.shape, d_y.dtype)",
    tangent={
        "a": "solve_triangular_tangent(t_a, a, y, trans, lower, unit_diagonal)",
        "b": "scipy.linalg.solve_triangular(a, t_b, trans, lower, unit_diagonal)",
    },
    complex=True,
    samples=normal()
    & calls(
        "a[3, 3] + 4 * np.eye(3), b[3]",
        "a[3, 3] + 4 * np.eye(3), b[3, 2], lower=True",
        "a[3, 3] + 4 * np.eye(3), b[3], 1",
        "a[3, 3] + 4 * np.eye(3), b[3], 'T', True",
        "a[3, 3] + 4 * np.eye(3), b[3], 'C', lower=True",
        "a[3, 3], b[3], 2, True, True",
        "a[3, 3], b[3, 2], unit_diagonal=True, check_finite=False",
        "a[1, 1] + 4, b[1]",
    ),
)
rule(
    linalg.cho_solve,
    "y = cho_solve(c_and_lower, b, *, check_finite=True)",
    sequences="c_and_lower",
    check_finite=no_adjoint,
    c_and_lower="cho_solve_adjoint(d_y, c_and_lower, y)",
    b="cho_solve_adjoint_right(d_y, c_and_lower)",
    tangent={
        "c_and_lower": "cho_solve_tangent(t_c_and_lower, c_and_lower, y)",
        "b": "scipy.linalg.cho_solve(c_and_lower, t_b)",
    },
    complex=True,
    samples=normal()
    & calls(
        "(c[3, 3] + 4 * np.eye(3), True), b[3]",
        "(c[3, 3] + 4 * np.eye(3), False), b[3, 2]",
        "(c[3, 3] + 4 * np.eye(3), False), b[3], check_finite=False",
        "(c[1, 1] + 4, True), b[1]",
    ),
)
rule(
    linalg.lu_solve,
    "y = lu_solve(lu_and_piv, b, trans=0, *, check_finite=True)",
    sequences="lu_and_piv",
    trans=no_adjoint,
    check_finite=no_adjoint,
    lu_and_piv="lu_solve_adjoint(d_y, lu_and_piv, y, trans)",
    b="lu_solve_adjoint_right(d_y, lu_and_piv, trans)",
    tangent={
        "lu_and_piv": "lu_solve_tangent(t_lu_and_piv, lu_and_piv, y, trans)",
        "b": "scipy.linalg.lu_solve(lu_and_piv, t_b, trans)",
    },
    complex=True,
    samples=normal()
    & calls(
        "(lu[3, 3] + 4 * np.eye(3), np.array([2, 2, 2])), b[3]",
        "(lu[3, 3] + 4 * np.eye(3), np.array([1, 1, 2])), b[3, 2], 1",
        "(lu[3, 3] + 4 * np.eye(3), np.array([2, 1, 2])), b[3], trans=2",
        "(lu[1, 1] + 4, np.array([0])), b[1], check_finite=False",
    ),
)
rule(
    linalg.solve_banded,
    "y = solve_banded(l_and_u, ab, b, *, check_finite=True)",
    l_and_u=no_adjoint,
    check_finite=no_adjoint,
    ab="solve_banded_adjoint(d_y, l_and_u, ab, y)",
    b="solve_banded_adjoint_right(d_y, l_and_u, ab)",
    tangent={
        "ab": "solve_banded_tangent(t_ab, l_and_u, ab, y)",
        "b": "scipy.linalg.solve_banded(l_and_u, ab, t_b)",
    },
    complex=True,
    samples=normal()
    & calls(
        "(1, 1), ab[3, 4] + 4 * np.eye(3)[1][:, None], b[4]",
        "(1, 2), ab[4, 5] + 4 * np.eye(4)[2][:, None], b[5, 2]",
        "(2, 0), ab[3, 4] + 4 * np.eye(3)[0][:, None], b[4], check_finite=False",
        "(0, 0), ab[1, 3] + 4, b[3]",
        "(2, 1), ab[4, 2] + 4 * np.eye(4)[1][:, None], b[2]",
    ),
)
