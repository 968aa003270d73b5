"""Functions of numpy.linalg, of one matrix or of stacks of them."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

_NORMS = calls(
    "x[5]",
    "x[3, 4]",
    "x[2, 3, 4]",
    "x[1]",
    "x[5], 2",
    "x[5], 1",
    "x[5], np.inf",
    "x[5], -np.inf",
    "x[5], 3",
    "x[5], 0.5",
    "x[5], ord=-1",
    "x[5], 0",
    "x[3, 4], axis=0",
    "x[3, 4], axis=-1",
    "x[3, 4], axis=1, keepdims=True",
    "x[3, 4], keepdims=True",
    "x[3, 4], 1, 0",
    "x[3, 4], np.inf, axis=1, keepdims=True",
    "x[3, 4], 2.5, -1",
    "x[3, 4], 'fro'",
    "x[3, 4], 1",
    "x[3, 4], -1",
    "x[3, 4], np.inf",
    "x[3, 4], -np.inf",
    "x[3, 4], 2",
    "x[3, 4], -2",
    "x[3, 4], 'nuc'",
    "x[4, 3], 'nuc', keepdims=True",
    "x[2, 3, 4], 'fro', (0, 2)",
    "x[2, 3, 4], 1, axis=(-1, 0)",
    "x[2, 3, 4], 'nuc', axis=(2, 1)",
    "x[2, 3, 4], 2, (1, 2), keepdims=True",
    "x[2, 3, 4], axis=(0, 1)",
    "x[0]",
    "x[0, 3], axis=0",
    "x[3, 0], axis=0",
)

rule(
    np.linalg.norm,
    "y = norm(x, ord=None, axis=None, keepdims=False)",
    complex=True,
    samples=normal() & _NORMS,
    variants=[
        variant(
            when="is_real(x) and absent(ord) and (absent(axis) or value(axis) == 0 or value(keepdims) == True)",
            x="ratio_or_zero(d_y, y) * x",
        ),
        variant(when="is_real(x) and ndim(x) == 1 and value(ord) == 2", x="ratio_or_zero(d_y, y) * x"),
        variant(
            when="is_real(x) and ndim(x) == 2 and absent(ord) and value(axis) in (1, -1) and (absent(keepdims) or value(keepdims) == False)",
            x="ratio_or_zero(d_y, y)[:, None] * x",
        ),
        variant(when="is_real(x) and absent(ord)", x="restore_axes(ratio_or_zero(d_y, y), axis, keepdims) * x"),
        variant(
            when="is_real(x) and ndim(x) == 1 and value(ord) == 1",
            x="d_y * np.sign(x)",
            guarded={"x": "multiply_guarded(np.sign(x), d_y)"},
        ),
    ],
    x="norm_adjoint(d_y, x, y, ord, axis, keepdims)",
    tangent={"x": "np.real(np.sum(norm_adjoint(1.0, x, y, ord, axis, keepdims) * t_x, axis=axis, keepdims=keepdims))"},
    along={"x": "norm_along(t_x, x, y, ord, axis, keepdims)"},
)

rule(
    np.linalg.vector_norm,
    "y = vector_norm(x, *, axis=None, keepdims=False, ord=2)",
    complex=True,
    samples=normal()
    & calls(
        "x[5]",
        "x[3, 4]",
        "x[3, 4], axis=1",
        "x[3, 4], axis=(0, 1), keepdims=True",
        "x[5], ord=1",
        "x[3, 4], axis=0, ord=np.inf",
        "x[5], ord=3",
        "x[2, 3, 4], axis=(0, 2), ord=1",
        "x[0]",
    ),
    variants=[
        variant(
            when="is_real(x) and value(ord) == 2 and (absent(axis) or value(keepdims) == True)",
            x="ratio_or_zero(d_y, y) * x",
        ),
    ],
    x="vector_norm_adjoint(d_y, x, y, axis, keepdims, ord)",
    tangent={
        "x": "np.real(np.sum(vector_norm_adjoint(1.0, x, y, axis, keepdims, ord) * t_x, axis=axis, keepdims=keepdims))"
    },
)
rule(
    np.linalg.matrix_norm,
    "y = matrix_norm(x, *, keepdims=False, ord='fro')",
    complex=True,
    samples=normal()
    & calls(
        "x[3, 4]", "x[2, 3, 4]", "x[2, 3, 4], ord='nuc'", "x[3, 4], ord=2, keepdims=True", "x[2, 3, 4], ord=-np.inf"
    ),
    x="norm_adjoint(d_y, x, y, ord, (-2, -1), keepdims)",
    tangent={
        "x": "np.real(np.sum(norm_adjoint(1.0, x, y, ord, (-2, -1), keepdims) * t_x, axis=(-2, -1), keepdims=keepdims))"
    },
)
rule(
    np.linalg.cond,
    "y = cond(x, p=None)",
    complex=True,
    samples=normal()
    & calls(
        "x[3, 3]",
        "x[4, 3]",
        "x[2, 3, 3]",
        "x[3, 3], 2",
        "x[3, 3], -2",
        "x[3, 3], 'fro'",
        "x[2, 3, 3], 1",
        "x[3, 3], np.inf",
        "x[3, 3], -1",
        "x[3, 3], 'nuc'",
        "x[1, 1]",
    ),
    x="cond_adjoint(d_y, x, y, p)",
    tangent={"x": "np.real(np.sum(cond_adjoint(1.0, x, y, p) * t_x, axis=(-2, -1)))"},
)

# ---- inverses, solutions, determinants ----

_SQUARE = calls("a[3, 3]", "a[1, 1]", "a[2, 3, 3]", "a[2, 2]", "a[0, 2, 2]")

rule(
    np.linalg.inv,
    "y = inv(a)",
    complex=True,
    samples=normal() & _SQUARE,
    variants=[variant(when="ndim(a) == 2", a="-y.T @ d_y @ y.T")],
    a="-y.mT @ d_y @ y.mT",
    tangent={"a": "-y @ t_a @ y"},
)

rule(
    np.linalg.solve,
    "y = solve(a, b)",
    complex=True,
    samples=normal()
    & calls(
        "a[3, 3], b[3]",
        "a[3, 3], b[3, 2]",
        "a[1, 1], b[1]",
        "a[2, 3, 3], b[2, 3, 4]",
        "a[2, 3, 3], b[3]",
        "a[2, 3, 3], b[3, 2]",
        "a[3, 3], b[2, 3, 4]",
        "a[0, 3, 3], b[3]",
        "a[3, 3], b[3, 0]",
    ),
    variants=[
        variant(
            when="ndim(a) == 2 and ndim(b) == 1",
            a="-np.outer(np.linalg.solve(a.T, d_y), y)",
            b="np.linalg.solve(a.T, d_y)",
        ),
        variant(
            when="ndim(a) == 2 and ndim(b) == 2", a="-np.linalg.solve(a.T, d_y) @ y.T", b="np.linalg.solve(a.T, d_y)"
        ),
    ],
    a="solve_adjoint_left(d_y, a, y)",
    b="solve_adjoint_right(d_y, a, b.shape)",
    tangent={"a": "solve_tangent_left(t_a, a, y)", "b": "np.linalg.solve(a, t_b)"},
)

rule(
    np.linalg.det,
    "y = det(a)",
    a="det_adjoint(d_y, a, y)",
    tangent={"a": "np.sum(det_adjoint(1.0, a, y) * t_a, axis=(-2, -1))"},
    complex=True,
    samples=normal() & _SQUARE,
)

rule(
    np.linalg.slogdet,
    "sign, logdet = slogdet(a)",
    a="slogdet_adjoint(d_sign, d_logdet, a, sign)",
    tangent={"a": "slogdet_tangent(t_a, a, sign)"},
    complex=True,
    samples=normal() & _SQUARE,
)

rule(
    np.linalg.tensorsolve,
    "y = tensorsolve(a, b)",
    complex=True,
    samples=normal() & calls("a[2, 3, 6], b[2, 3]", "a[2, 3, 3, 2], b[2, 3]", "a[1, 1], b[1]"),
    a="np.reshape(solve_adjoint_left(np.ravel(d_y), np.reshape(a, (b.size, -1)), np.ravel(y)), a.shape)",
    b="np.reshape(np.linalg.solve(np.reshape(a, (b.size, -1)).T, np.ravel(d_y)), b.shape)",
    tangent={
        "a": "np.reshape(solve_tangent_left(np.reshape(t_a, (b.size, -1)), np.reshape(a, (b.size, -1)), np.ravel(y)), y.shape)",
        "b": "np.linalg.tensorsolve(a, t_b)",
    },
)
rule(
    np.linalg.tensorinv,
    "y = tensorinv(a, ind=2)",
    complex=True,
    samples=normal()
    & calls("a[2, 3, 6]", "a[6, 2, 3], ind=1", "a[2, 3, 3, 2], 2", "a[6, 3, 2] + 3 * np.eye(6).reshape(6, 3, 2), 1"),
    a="-np.reshape(np.reshape(y, (-1, math.isqrt(a.size))).T @ np.reshape(d_y, (-1, math.isqrt(a.size))) @ np.reshape(y, (-1, math.isqrt(a.size))).T, a.shape)",
    tangent={"a": "-np.tensordot(np.tensordot(y, t_a, ind), y, a.ndim - ind)"},
)
