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
    samples=normal() & _NORMS,
    variants=[
        variant(
            when="absent(ord) and (absent(axis) or value(axis) == 0 or value(keepdims) == True)",
            x="ratio_or_zero(d_y, y) * x",
        ),
        variant(when="ndim(x) == 1 and value(ord) == 2", x="ratio_or_zero(d_y, y) * x"),
        variant(
            when="ndim(x) == 2 and absent(ord) and value(axis) in (1, -1) and (absent(keepdims) or value(keepdims) == False)",
            x="ratio_or_zero(d_y, y)[:, None] * x",
        ),
        variant(
            when="ndim(x) == 1 and value(ord) == 1",
            x="d_y * np.sign(x)",
            guarded={"x": "multiply_guarded(np.sign(x), d_y)"},
        ),
    ],
    x="norm_adjoint(d_y, x, y, ord, axis, keepdims)",
    tangent={"x": "np.sum(norm_adjoint(1.0, x, y, ord, axis, keepdims) * t_x, axis=axis, keepdims=keepdims)"},
)

# ---- inverses, solutions, determinants ----

_SQUARE = calls("a[3, 3]", "a[1, 1]", "a[2, 3, 3]", "a[2, 2]", "a[0, 2, 2]")

rule(
    np.linalg.inv,
    "y = inv(a)",
    samples=normal() & _SQUARE,
    variants=[variant(when="ndim(a) == 2", a="-y.T @ d_y @ y.T")],
    a="-y.mT @ d_y @ y.mT",
    tangent={"a": "-y @ t_a @ y"},
)

rule(
    np.linalg.solve,
    "y = solve(a, b)",
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
    samples=normal() & _SQUARE,
)

rule(
    np.linalg.slogdet,
    "sign, logdet = slogdet(a)",
    samples=normal() & _SQUARE,
    variants=[variant(when="ndim(a) == 2", a="d_logdet * np.linalg.inv(a).T")],
    a="np.expand_dims(d_logdet, (-2, -1)) * np.linalg.inv(a).mT",
    tangent={"a": "(0.0 * sign, np.sum(np.linalg.inv(a).mT * t_a, axis=(-2, -1)))"},
)

# ---- factors and eigenvalues: one triangle is read, the other has adjoint 0 ----

_POSITIVE = calls(
    "a[3, 3] + 9 * np.eye(3)",
    "a[1, 1] + 9",
    "a[2, 3, 3] + 9 * np.eye(3)",
    "a[0, 2, 2]",
)

rule(
    np.linalg.cholesky,
    "y = cholesky(a, *, upper=False)",
    a="cholesky_adjoint(d_y, y, upper=upper)",
    tangent={"a": "cholesky_tangent(t_a, y, upper=upper)"},
    samples=normal() & _POSITIVE & calls("a[3, 3] + 9 * np.eye(3), upper=True"),
)

rule(
    np.linalg.eigvalsh,
    "w = eigvalsh(a, UPLO='L')",
    a="eigvalsh_adjoint(d_w, a, UPLO)",
    tangent={"a": "eigvalsh_tangent(t_a, a, UPLO)"},
    samples=normal() & _SQUARE & calls("a[3, 3], 'U'", "a[2, 3, 3], UPLO='L'"),
)
rule(
    np.linalg.eigh,
    "w, v = eigh(a, UPLO='L')",
    a="eigh_adjoint(d_w, d_v, w, v, UPLO)",
    tangent={"a": "eigh_tangent(t_a, w, v, UPLO)"},
    samples=normal() & _SQUARE & calls("a[3, 3], 'U'"),
)
