"""Pseudo-inverses, least squares and powers; products and sums under the names of the array API standard."""

import numpy as np

from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

rule(
    np.linalg.pinv,
    "y = pinv(a, rcond=None, *, rtol=None)",
    a="pinv_adjoint(d_y, a, y)",
    rcond=no_adjoint,
    rtol=no_adjoint,
    tangent={"a": "pinv_tangent(t_a, a, y)"},
    complex=True,
    samples=normal() & calls("a[3, 3]", "a[4, 3]", "a[3, 4]", "a[2, 4, 3]", "a[1, 1]", "a[4, 3], 1e-10", "a[0, 2, 3]"),
)
rule(
    np.linalg.lstsq,
    "x, residuals, rank, s = lstsq(a, b, rcond=None)",
    a="lstsq_adjoint(d_x, d_residuals, d_s, a, b, x, rank, of_matrix=True)",
    b="lstsq_adjoint(d_x, d_residuals, d_s, a, b, x, rank, of_matrix=False)",
    rcond=no_adjoint,
    tangent={
        "a": "lstsq_tangent(t_a, 0.0, a, b, x, residuals, rank, s)",
        "b": "lstsq_tangent(0.0, t_b, a, b, x, residuals, rank, s)",
    },
    complex=True,
    samples=normal()
    & calls("a[3, 3], b[3]", "a[4, 3], b[4]", "a[4, 3], b[4, 2]", "a[3, 4], b[3]", "a[3, 4], b[3, 2]", "a[1, 1], b[1]"),
)
rule(
    np.linalg.matrix_power,
    "y = matrix_power(a, n)",
    a="matrix_power_adjoint(d_y, a, n)",
    n=no_adjoint,
    result_alias="may alias a",
    tangent={"a": "matrix_power_tangent(t_a, a, n)"},
    complex=True,
    samples=normal()
    & calls("a[3, 3], 3", "a[3, 3], 1", "a[3, 3], 0", "a[2, 3, 3], 6", "a[2, 2], -1", "a[2, 2], -3", "a[1, 1], 2"),
)
rule(
    np.linalg.multi_dot,
    "y = multi_dot(arrays)",
    sequences="arrays",
    arrays="multi_dot_adjoint(d_y, arrays)",
    tangent={"arrays": "multi_dot_tangent(t_arrays, arrays)"},
    complex=True,
    samples=normal()
    & calls(
        "[x[2, 3], x[3, 4]]",
        "[x[2, 3], x[3, 4], x[4, 2]]",
        "[x[3], x[3, 4], x[4]]",
        "[x[3], x[3]]",
        "[x[2, 3], x[3, 4], x[4, 5], x[5]]",
    ),
)
rule(np.linalg.matrix_rank, "y = matrix_rank(a, tol=None, hermitian=False, *, rtol=None)", every=no_adjoint)

# ---- of the array API standard: as NumPy's functions of the same names, of the last axes ----

rule(
    np.linalg.matmul,
    "z = matmul(x, y)",
    x="matmul_adjoint_left(d_z, y, x.shape)",
    y="matmul_adjoint_right(d_z, x, y.shape)",
    tangent={"x": "t_x @ y", "y": "x @ t_y"},
    complex=True,
    samples=normal() & calls("x[2, 3], y[3, 4]", "x[3], y[3]", "x[5, 2, 3], y[3, 4]"),
)
rule(
    np.linalg.outer,
    "z = outer(x, y)",
    x="d_z @ y",
    y="x @ d_z",
    tangent={"x": "np.outer(t_x, y)", "y": "np.outer(x, t_y)"},
    complex=True,
    samples=normal() & calls("x[3], y[4]", "x[0], y[3]"),
)
rule(
    np.linalg.tensordot,
    "z = tensordot(a, b, *, axes=2)",
    a="tensordot_adjoint_left(d_z, b, a.shape, axes)",
    b="tensordot_adjoint_right(d_z, a, b.shape, axes)",
    tangent={"a": "np.tensordot(t_a, b, axes)", "b": "np.tensordot(a, t_b, axes)"},
    complex=True,
    samples=normal() & calls("a[2, 3], b[2, 3]", "a[2, 3, 4], b[4, 3, 5], axes=([1, 2], [1, 0])", "a[3], b[3], axes=1"),
)
rule(
    np.linalg.cross,
    "z = cross(a, b, *, axis=-1)",
    a="unbroadcast_to(np.linalg.cross(b, d_z, axis=axis), a.shape, a.dtype)",
    b="unbroadcast_to(np.linalg.cross(d_z, a, axis=axis), b.shape, b.dtype)",
    tangent={"a": "np.linalg.cross(t_a, b, axis=axis)", "b": "np.linalg.cross(a, t_b, axis=axis)"},
    complex=True,
    samples=normal() & calls("a[3], b[3]", "a[4, 3], b[4, 3]", "a[3, 4], b[3, 4], axis=0", "a[4, 3], b[3]"),
)
rule(
    np.linalg.matrix_transpose,
    "y = matrix_transpose(x)",
    x="d_y.mT",
    linear=True,
    result_alias="alias x",
    complex=True,
    samples=normal() & calls("x[2, 3]", "x[5, 2, 3]"),
)
rule(
    np.linalg.trace,
    "y = trace(x, *, offset=0)",
    x="np.expand_dims(d_y, (-2, -1)) * np.eye(x.shape[-2], x.shape[-1], offset, x.dtype)",
    linear=True,
    complex=True,
    samples=normal() & calls("x[3, 3]", "x[2, 3, 4]", "x[3, 4], offset=1", "x[4, 3], offset=-2"),
)
rule(
    np.linalg.diagonal,
    "y = diagonal(x, *, offset=0)",
    x="diagonal_adjoint(d_y, x.shape, x.dtype, offset, -2, -1)",
    linear=True,
    result_alias="alias x",
    cuts=True,
    complex=True,
    samples=normal() & calls("x[3, 3]", "x[2, 3, 4]", "x[3, 4], offset=1", "x[4, 3], offset=-2"),
)
rule(
    np.linalg.vecdot,
    "z = vecdot(x, y, *, axis=-1)",
    x="unbroadcast_to(np.conj(np.expand_dims(d_z, axis) * y), x.shape, x.dtype)",
    y="unbroadcast_to(np.expand_dims(d_z, axis) * np.conj(x), y.shape, y.dtype)",
    tangent={"x": "np.linalg.vecdot(t_x, y, axis=axis)", "y": "np.linalg.vecdot(x, t_y, axis=axis)"},
    complex=True,
    samples=normal() & calls("x[3], y[3]", "x[2, 3], y[2, 3]", "x[3, 2], y[3, 2], axis=0", "x[4, 3], y[3]"),
)
