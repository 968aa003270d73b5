"""Products of arrays."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

rule(
    np.matmul,
    "z = matmul(x, y)",
    samples=normal()
    & calls(
        "x[2, 3], y[3, 4]",
        "x[3], y[3]",
        "x[2, 3], y[3]",
        "x[3], y[3, 4]",
        "x[1, 1], y[1, 1]",
        "x[0, 3], y[3, 4]",
        "x[2, 0], y[0, 4]",
        "x[0], y[0]",
        "x[5, 2, 3], y[3, 4]",
        "x[5, 2, 3], y[5, 3, 4]",
        "x[5, 2, 3], y[1, 3, 4]",
        "x[2, 3], y[5, 3, 4]",
        "x[3], y[5, 3, 4]",
        "x[5, 2, 3], y[3]",
        "x[6, 1, 2, 3], y[5, 3, 4]",
        "x[0, 2, 3], y[3, 4]",
        "x[5, 0, 3], y[3, 4]",
        "x[5, 2, 0], y[0, 4]",
        "x[3], y[6, 5, 3, 4]",
    ),
    variants=[
        variant(when="ndim(x) == 2 and ndim(y) == 2", x="d_z @ y.T", y="x.T @ d_z"),
        variant(when="ndim(x) == 1 and ndim(y) == 1", x="d_z * y", y="d_z * x"),
        variant(when="ndim(x) == 2 and ndim(y) == 1", x="np.outer(d_z, y)", y="d_z @ x"),
        variant(when="ndim(x) == 1 and ndim(y) == 2", x="y @ d_z", y="np.outer(x, d_z)"),
        variant(when="ndim(x) >= 3 and ndim(y) == 2", x="d_z @ y.T"),
    ],
    x="matmul_adjoint_left(d_z, y, x.shape)",
    y="matmul_adjoint_right(d_z, x, y.shape)",
    tangent={"x": "t_x @ y", "y": "x @ t_y"},
)

rule(
    np.dot,
    "z = dot(a, b)",
    samples=normal()
    & calls(
        "a[2, 3], b[3, 4]",
        "a[3], b[3]",
        "a[2, 3], b[3]",
        "a[3], b[3, 4]",
        "a[1, 1], b[1, 1]",
        "a[0, 3], b[3, 4]",
        "a[2, 0], b[0, 4]",
        "a[0], b[0]",
        "a[5, 2, 3], b[3, 4]",
        "a[5, 2, 3], b[6, 3, 4]",
        "a[3], b[6, 3, 4]",
        "a[5, 2, 3], b[3]",
        "a[2, 3], b[6, 3, 4]",
        "float(a[()]), b[3]",
        "a[()], b[2, 3]",
        "a[3], float(b[()])",
        "a[2, 3], b[()]",
        "float(a[()]), float(b[()])",
        "a[()], b[()]",
    ),
    variants=[
        variant(when="ndim(a) == 2 and ndim(b) == 2", a="d_z @ b.T", b="a.T @ d_z"),
        variant(when="ndim(a) == 1 and ndim(b) == 1", a="d_z * b", b="d_z * a"),
        variant(when="ndim(a) == 2 and ndim(b) == 1", a="np.outer(d_z, b)", b="d_z @ a"),
        variant(when="ndim(a) == 1 and ndim(b) == 2", a="b @ d_z", b="np.outer(a, d_z)"),
        variant(when="is_scalar(a) and is_scalar(b)", a="d_z * b", b="d_z * a"),
        variant(when="is_scalar(a)", a="np.sum(d_z * b)", b="d_z * a"),
        variant(when="is_scalar(b)", a="d_z * b", b="np.sum(d_z * a)"),
    ],
    a="dot_adjoint_left(d_z, b, np.shape(a))",
    b="dot_adjoint_right(d_z, a, np.shape(b))",
    tangent={"a": "np.dot(t_a, b)", "b": "np.dot(a, t_b)"},
)

rule(
    np.inner,
    "z = inner(a, b)",
    samples=normal()
    & calls(
        "a[3], b[3]",
        "a[2, 3], b[4, 3]",
        "a[0], b[0]",
        "a[1, 1], b[1, 1]",
        "a[2, 3], b[3]",
        "a[3], b[2, 3]",
        "a[5, 2, 3], b[4, 3]",
        "float(a[()]), b[3]",
        "a[2, 3], b[()]",
        "a[0, 3], b[2, 3]",
    ),
    variants=[
        variant(when="ndim(a) == 1 and ndim(b) == 1", a="d_z * b", b="d_z * a"),
        variant(when="ndim(a) == 2 and ndim(b) == 2", a="d_z @ b", b="d_z.T @ a"),
    ],
    a="inner_adjoint(d_z, b, np.shape(a), first=True)",
    b="inner_adjoint(d_z, a, np.shape(b), first=False)",
    tangent={"a": "np.inner(t_a, b)", "b": "np.inner(a, t_b)"},
)

rule(
    np.outer,
    "z = outer(a, b)",
    samples=normal()
    & calls(
        "a[3], b[4]", "a[1], b[1]", "a[0], b[3]", "a[2, 3], b[4]", "a[3], b[2, 2]", "float(a[()]), b[3]", "a[3], b[()]"
    ),
    variants=[variant(when="ndim(a) == 1 and ndim(b) == 1", a="d_z @ b", b="a @ d_z")],
    a="np.reshape(d_z @ np.ravel(b), np.shape(a))",
    b="np.reshape(np.ravel(a) @ d_z, np.shape(b))",
    tangent={"a": "np.outer(t_a, b)", "b": "np.outer(a, t_b)"},
)

rule(
    np.vdot,
    "z = vdot(a, b)",
    complex=True,
    samples=normal() & calls("a[3], b[3]", "a[2, 3], b[2, 3]", "a[2, 3], b[6]", "a[0], b[0]", "a[1], b[()]"),
    variants=[
        variant(
            when="is_real(a) and is_real(b)", a="np.reshape(d_z * b, np.shape(a))", b="np.reshape(d_z * a, np.shape(b))"
        )
    ],
    a="np.reshape(np.conj(d_z * b), np.shape(a))",
    b="np.reshape(d_z * np.conj(a), np.shape(b))",
    tangent={"a": "np.vdot(t_a, b)", "b": "np.vdot(a, t_b)"},
)

rule(
    np.tensordot,
    "z = tensordot(a, b, axes=2)",
    samples=normal()
    & calls(
        "a[2, 3], b[2, 3]",
        "a[2, 3], b[3, 4], 1",
        "a[2, 3], b[4], axes=0",
        "a[5, 2, 3], b[2, 3, 4]",
        "a[2, 3, 4], b[4, 3, 5], axes=([1, 2], [1, 0])",
        "a[2, 3, 4], b[5, 3], axes=(1, 1)",
        "a[2, 3, 4], b[3, 2], axes=((0, -2), (-1, 0))",
        "a[3], b[3], axes=1",
        "a[0, 3], b[3, 2], axes=1",
        "a[2, 0], b[0, 3], axes=1",
    ),
    variants=[
        variant(when="ndim(a) == 2 and ndim(b) == 2 and value(axes) == 1", a="d_z @ b.T", b="a.T @ d_z"),
        variant(when="ndim(a) == 2 and ndim(b) == 2 and (absent(axes) or value(axes) == 2)", a="d_z * b", b="d_z * a"),
    ],
    a="tensordot_adjoint_left(d_z, b, a.shape, axes)",
    b="tensordot_adjoint_right(d_z, a, b.shape, axes)",
    tangent={"a": "np.tensordot(t_a, b, axes)", "b": "np.tensordot(a, t_b, axes)"},
)

rule(
    np.kron,
    "z = kron(a, b)",
    samples=normal()
    & calls(
        "a[2], b[3]",
        "a[2, 3], b[4, 5]",
        "a[2], b[3, 4]",
        "a[2, 3], b[4]",
        "a[0], b[3]",
        "float(a[()]), b[3]",
        "a[2, 3], b[()]",
        "a[2, 1, 3], b[2, 2]",
    ),
    a="kron_adjoint(d_z, b, np.shape(a), first=True)",
    b="kron_adjoint(d_z, a, np.shape(b), first=False)",
    tangent={"a": "np.kron(t_a, b)", "b": "np.kron(a, t_b)"},
)

# Of vectors of three elements: of two, whose product NumPy gives as a number, it is deprecated.
_AXES = "axisa if axis is None else axis", "axisb if axis is None else axis", "axisc if axis is None else axis"
rule(
    np.cross,
    "z = cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)",
    samples=normal()
    & calls(
        *(
            "a[3], b[3]",
            "a[4, 3], b[4, 3]",
            "a[4, 3], b[3]",
            "a[3], b[4, 3]",
            "a[0, 3], b[0, 3]",
            "a[5, 1, 3], b[4, 3]",
        ),
        *(
            "a[3, 4], b[3, 4], axis=0",
            "a[3, 4], b[4, 3], 0, -1, 0",
            "a[3, 4], b[3], axisa=0",
            "a[2, 3, 4], b[3, 4], 1, 0, 2",
        ),
    ),
    variants=[
        variant(
            when="absent(axisa) and absent(axisb) and absent(axisc) and absent(axis)",
            a="unbroadcast_to(np.cross(b, d_z), a.shape, a.dtype)",
            b="unbroadcast_to(np.cross(d_z, a), b.shape, b.dtype)",
        )
    ],
    a=f"cross_adjoint(d_z, b, a.shape, {_AXES[0]}, {_AXES[1]}, {_AXES[2]}, first=True)",
    b=f"cross_adjoint(d_z, a, b.shape, {_AXES[1]}, {_AXES[0]}, {_AXES[2]}, first=False)",
    tangent={"a": "np.cross(t_a, b, axisa, axisb, axisc, axis)", "b": "np.cross(a, t_b, axisa, axisb, axisc, axis)"},
)

# ---- products of the last axes ----

rule(
    np.vecdot,
    "z = vecdot(x, y)",
    x="unbroadcast_to(np.expand_dims(d_z, -1) * y, np.shape(x), np.result_type(x))",
    y="unbroadcast_to(np.expand_dims(d_z, -1) * x, np.shape(y), np.result_type(y))",
    tangent={"x": "np.vecdot(t_x, y)", "y": "np.vecdot(x, t_y)"},
    samples=normal()
    & calls("x[3], y[3]", "x[2, 3], y[2, 3]", "x[2, 3], y[3]", "x[4, 1, 3], y[2, 3]", "x[0], y[0]", "x[2, 0], y[0]"),
)
rule(
    getattr(np, "matvec", None),
    "z = matvec(x, y)",
    x="unbroadcast_to(d_z[..., None] * y[..., None, :], x.shape, x.dtype)",
    y="unbroadcast_to(np.vecmat(d_z, x), y.shape, y.dtype)",
    tangent={"x": "np.matvec(t_x, y)", "y": "np.matvec(x, t_y)"},
    samples=normal()
    & calls("x[2, 3], y[3]", "x[5, 2, 3], y[3]", "x[2, 3], y[5, 3]", "x[5, 2, 3], y[5, 3]", "x[0, 3], y[3]"),
)
rule(
    getattr(np, "vecmat", None),
    "z = vecmat(x, y)",
    x="unbroadcast_to(np.matvec(y, d_z), x.shape, x.dtype)",
    y="unbroadcast_to(x[..., None] * d_z[..., None, :], y.shape, y.dtype)",
    tangent={"x": "np.vecmat(t_x, y)", "y": "np.vecmat(x, t_y)"},
    samples=normal()
    & calls("x[2], y[2, 3]", "x[2], y[5, 2, 3]", "x[5, 2], y[2, 3]", "x[5, 2], y[5, 2, 3]", "x[2], y[2, 0]"),
)

rule(
    np.einsum,
    "y = einsum(subscripts, *operands, optimize=False)",
    result_alias="may alias operands",
    operands="einsum_adjoint(d_y, subscripts, operands)",
    tangent={"operands": "einsum_tangent(t_operands, subscripts, operands)"},
    samples=normal()
    & calls(
        "'ij,jk->ik', x[2, 3], x[3, 4]",
        "'ij,j', x[2, 3], x[3]",
        "'ii', x[3, 3]",
        "'ii->i', x[3, 3]",
        "'ij->', x[2, 3]",
        "'i,i', x[1], x[1]",
        "'...ij,...jk->...ik', x[5, 2, 3], x[3, 4]",
        "'ij,jk,kl->il', x[2, 3], x[3, 4], x[4, 2]",
        "'ij,j->i', x[0, 3], x[3]",
        "'i,i->', x[1], x[3]",
        "'ij,ij->i', x[2, 3], x[2, 3], optimize=True",
    ),
)
