"""Functions of cladpy.runtime that belong to products of arrays: generated code can be differentiated again.

Each is linear in both of its arrays, so that they transpose into each other and into the product itself.
"""

from cladpy import runtime
from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

rule(
    runtime.matmul_adjoint_left,
    "z = matmul_adjoint_left(d, y, x_shape)",
    d="d_z @ y",
    y="matmul_adjoint_right(d, d_z, y.shape)",
    tangent={"d": "matmul_adjoint_left(t_d, y, x_shape)", "y": "matmul_adjoint_left(d, t_y, x_shape)"},
    samples=normal()
    & calls(
        "d[2, 4], y[3, 4], (2, 3)",
        "d[5, 2, 4], y[3, 4], (5, 2, 3)",
        "d[5, 2, 4], y[5, 3, 4], (1, 2, 3)",
        "d[5, 2, 4], y[5, 3, 4], (2, 3)",
        "d[5, 2], y[3], (5, 2, 3)",
        "d[5, 4], y[5, 3, 4], (3,)",
    ),
)
rule(
    runtime.matmul_adjoint_right,
    "z = matmul_adjoint_right(d, x, y_shape)",
    d="x @ d_z",
    x="matmul_adjoint_left(d, d_z, x.shape)",
    tangent={"d": "matmul_adjoint_right(t_d, x, y_shape)", "x": "matmul_adjoint_right(d, t_x, y_shape)"},
    samples=normal()
    & calls(
        "d[2, 4], x[2, 3], (3, 4)",
        "d[5, 2, 4], x[5, 2, 3], (3, 4)",
        "d[5, 2, 4], x[5, 2, 3], (1, 3, 4)",
        "d[5, 2], x[5, 2, 3], (3,)",
        "d[5, 4], x[3], (5, 3, 4)",
    ),
)
rule(
    runtime.dot_adjoint_left,
    "z = dot_adjoint_left(d, y, x_shape)",
    d="np.dot(d_z, y)",
    y="dot_adjoint_right(d, d_z, np.shape(y))",
    tangent={"d": "dot_adjoint_left(t_d, y, x_shape)", "y": "dot_adjoint_left(d, t_y, x_shape)"},
    samples=normal() & calls("d[2, 6, 4], y[6, 3, 4], (2, 3)", "d[2, 3], y[()], (2, 3)", "d[2, 3], y[2, 3], ()"),
)
rule(
    runtime.dot_adjoint_right,
    "z = dot_adjoint_right(d, x, y_shape)",
    d="np.dot(x, d_z)",
    x="dot_adjoint_left(d, d_z, np.shape(x))",
    tangent={"d": "dot_adjoint_right(t_d, x, y_shape)", "x": "dot_adjoint_right(d, t_x, y_shape)"},
    samples=normal() & calls("d[2, 6, 4], x[2, 3], (6, 3, 4)", "d[2, 3], x[()], (2, 3)", "d[2, 3], x[2, 3], ()"),
)
rule(
    runtime.inner_adjoint,
    "z = inner_adjoint(d, other, shape, *, first)",
    variants=[variant(when="value(first) == True", d="np.inner(d_z, other)")],
    d="np.inner(other, d_z)",
    other="inner_adjoint(d, d_z, np.shape(other), first=not first)",
    tangent={
        "d": "inner_adjoint(t_d, other, shape, first=first)",
        "other": "inner_adjoint(d, t_other, shape, first=first)",
    },
    samples=normal()
    & calls(
        "d[2, 4], other[4, 3], (2, 3), first=True",
        "d[2, 4], other[2, 3], (4, 3), first=False",
        "d[2, 3], other[()], (2, 3), first=True",
    ),
)
rule(
    runtime.kron_adjoint,
    "z = kron_adjoint(d, other, shape, *, first)",
    variants=[variant(when="value(first) == True", d="np.kron(d_z, other)")],
    d="np.kron(other, d_z)",
    other="kron_adjoint(d, d_z, np.shape(other), first=not first)",
    tangent={
        "d": "kron_adjoint(t_d, other, shape, first=first)",
        "other": "kron_adjoint(d, t_other, shape, first=first)",
    },
    samples=normal()
    & calls(
        "d[8, 15], other[4, 5], (2, 3), first=True",
        "d[8, 15], other[2, 3], (4, 5), first=False",
        "d[3, 8], other[4], (3, 2), first=True",
    ),
)
rule(
    runtime.tensordot_adjoint_left,
    "z = tensordot_adjoint_left(d, y, x_shape, axes=2)",
    d="np.tensordot(d_z, y, axes)",
    y="tensordot_adjoint_right(d, d_z, y.shape, axes)",
    tangent={
        "d": "tensordot_adjoint_left(t_d, y, x_shape, axes)",
        "y": "tensordot_adjoint_left(d, t_y, x_shape, axes)",
    },
    samples=normal() & calls("d[2, 5], y[4, 3, 5], (2, 3, 4), ([1, 2], [1, 0])", "d[2, 4], y[3, 4], (2, 3), 1"),
)
rule(
    runtime.tensordot_adjoint_right,
    "z = tensordot_adjoint_right(d, x, y_shape, axes=2)",
    d="np.tensordot(x, d_z, axes)",
    x="tensordot_adjoint_left(d, d_z, x.shape, axes)",
    tangent={
        "d": "tensordot_adjoint_right(t_d, x, y_shape, axes)",
        "x": "tensordot_adjoint_right(d, t_x, y_shape, axes)",
    },
    samples=normal() & calls("d[2, 5], x[2, 3, 4], (4, 3, 5), ([1, 2], [1, 0])", "d[2, 4], x[2, 3], (3, 4), 1"),
)
rule(
    runtime.cross_adjoint,
    "z = cross_adjoint(d, other, shape, own_axis, other_axis, axis, *, first)",
    d="np.cross(d_z, other, own_axis, other_axis, axis) if first else np.cross(other, d_z, other_axis, own_axis, axis)",
    other="cross_adjoint(d, d_z, np.shape(other), other_axis, own_axis, axis, first=not first)",
    tangent={
        "d": "cross_adjoint(t_d, other, shape, own_axis, other_axis, axis, first=first)",
        "other": "cross_adjoint(d, t_other, shape, own_axis, other_axis, axis, first=first)",
    },
    samples=normal()
    & calls("d[4, 3], other[3, 4], (3, 4), 0, 0, -1, first=True", "d[3, 4], other[3, 4], (4, 3), 1, 0, 0, first=False"),
)

# ---- einsum ----

_SECOND = not_implemented("the third derivative of einsum is not written")

rule(
    runtime.einsum_operand_adjoint,
    "z = einsum_operand_adjoint(d, subscripts, operands, place)",
    sequences="operands",
    d="einsum_replaced(d_z, subscripts, operands, place)",
    operands="einsum_second_adjoint(d, d_z, subscripts, operands, place)",
    tangent={
        "d": "einsum_operand_adjoint(t_d, subscripts, operands, place)",
        "operands": "einsum_second_tangent(t_operands, d, subscripts, operands, place)",
    },
    complex=True,
    samples=normal()
    & calls(
        "d[2, 4], 'ij,jk->ik', [x[2, 3], x[3, 4]], 0",
        "d[2, 4], 'ij,jk->ik', [x[2, 3], x[3, 4]], 1",
        "d[2, 4], 'ij,jk->ik', [x[2, 1], x[3, 4]], 0",
        "d[3], 'ii->i', [x[3, 3]], 0",
        "d[5, 2, 4], '...ij,...jk->...ik', [x[5, 2, 3], x[3, 4]], 1",
        "d[2, 2], 'ij,jk,kl->il', [x[2, 3], x[3, 4], x[4, 2]], 1",
    ),
)
rule(
    runtime.einsum_replaced,
    "z = einsum_replaced(t, subscripts, operands, place)",
    sequences="operands",
    t=_SECOND,
    operands=_SECOND,
    samples=normal() & calls("t[2, 3], 'ij,jk->ik', [x[2, 3], x[3, 4]], 0"),
)
