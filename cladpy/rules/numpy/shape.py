"""Functions that change or describe the shape of an array: its axes and their lengths."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_ORDER = not_implemented("the order must be written as 'C' or 'F'")

# ---- new shapes ----

rule(
    np.reshape,
    "y = reshape(a, shape, order='C')",
    result_alias="may alias a",
    samples=normal()
    & calls(
        "a[2, 3], (3, 2)",
        "a[2, 3], -1",
        "a[6], (2, -1)",
        "a[1], ()",
        "a[()], (1, 1)",
        "a[0, 3], (3, 0)",
        "a[2, 3], (3, 2), 'F'",
        "a[2, 3], 6, order='F'",
        "a[4], shape=(2, 2), order='C'",
        "a[2, 3], (3, 2), 'A'",
    ),
    variants=[
        variant(
            when="value(shape) == () or is_scalar(a)",
            a="np.reshape(d_y, a.shape)",
            tangent={"a": "np.reshape(t_a, shape)"},
        ),
        variant(
            when="absent(order) or value(order) == 'C'", a="d_y.reshape(a.shape)", tangent={"a": "t_a.reshape(shape)"}
        ),
        variant(
            when="value(order) == 'F'",
            a="d_y.reshape(a.shape, order='F')",
            tangent={"a": "t_a.reshape(shape, order='F')"},
        ),
    ],
    a=_ORDER,
)

rule(
    np.ndarray.reshape,
    "y = reshape(x, *shape, order='C')",
    result_alias="may alias x",
    samples=normal()
    & calls(
        "x[2, 3], 3, 2",
        "x[2, 3], (3, 2)",
        "x[2, 3], -1",
        "x[0, 3], 3, 0",
        "x[2, 3], 3, 2, order='F'",
        "x[2, 3], 3, 2, order='A'",
    ),
    variants=[
        variant(
            when="absent(order) or value(order) == 'C'", x="d_y.reshape(x.shape)", tangent={"x": "t_x.reshape(*shape)"}
        ),
        variant(
            when="value(order) == 'F'",
            x="d_y.reshape(x.shape, order='F')",
            tangent={"x": "t_x.reshape(*shape, order='F')"},
        ),
    ],
    x=_ORDER,
)

rule(
    np.ravel,
    "y = ravel(a, order='C')",
    result_alias="may alias a",
    samples=normal() & calls("a[2, 3]", "a[4]", "a[()]", "a[0, 3]", "a[2, 3], 'F'", "a[2, 3], 'K'"),
    variants=[
        variant(when="absent(order) or value(order) == 'C'", a="d_y.reshape(a.shape)", tangent={"a": "np.ravel(t_a)"}),
        variant(when="value(order) == 'F'", a="d_y.reshape(a.shape, order='F')", tangent={"a": "t_a.ravel('F')"}),
    ],
    a=_ORDER,
)

rule(
    np.ndarray.flatten,
    "y = flatten(x, order='C')",
    samples=normal() & calls("x[2, 3]", "x[4]", "x[()]", "x[0, 3]", "x[2, 3], 'F'", "x[2, 3], 'K'"),
    variants=[
        variant(when="absent(order) or value(order) == 'C'", x="d_y.reshape(x.shape)", tangent={"x": "t_x.flatten()"}),
        variant(when="value(order) == 'F'", x="d_y.reshape(x.shape, order='F')", tangent={"x": "t_x.flatten('F')"}),
    ],
    x=_ORDER,
)

rule(
    np.ndarray.view,
    "y = view(x)",
    x="d_y",
    linear=True,
    result_alias="alias x",
    samples=normal() & calls("x[2, 3]", "x[()]", "x[0]"),
)
rule(
    np.expand_dims,
    "y = expand_dims(a, axis)",
    a="d_y.reshape(a.shape)",
    linear=True,
    result_alias="alias a",
    samples=normal() & calls("a[3], 0", "a[3], -1", "a[2, 3], axis=(0, 2)", "a[()], 0", "a[0], 1"),
)
rule(
    np.squeeze,
    "y = squeeze(a, axis=None)",
    a="np.reshape(d_y, a.shape)",
    linear=True,
    result_alias="alias a",
    samples=normal() & calls("a[1, 3]", "a[3]", "a[1]", "a[1, 3, 1], axis=0", "a[1, 3, 1], (0, -1)", "a[1, 0]"),
)
rule(
    np.atleast_1d,
    "y = atleast_1d(x)",
    x="np.reshape(d_y, np.shape(x))",
    linear=True,
    result_alias="may alias x",
    samples=normal() & calls("x[()]", "float(x[()])", "x[3]", "x[2, 3]", "x[0]"),
)
rule(
    np.atleast_2d,
    "y = atleast_2d(x)",
    x="np.reshape(d_y, np.shape(x))",
    linear=True,
    result_alias="may alias x",
    samples=normal() & calls("x[()]", "float(x[()])", "x[3]", "x[2, 3]", "x[0]"),
)
rule(
    np.atleast_3d,
    "y = atleast_3d(x)",
    x="np.reshape(d_y, np.shape(x))",
    linear=True,
    result_alias="may alias x",
    samples=normal() & calls("x[()]", "float(x[()])", "x[3]", "x[2, 3]", "x[2, 3, 4]"),
)

# ---- order of the axes ----

rule(
    np.transpose,
    "y = transpose(a, axes=None)",
    linear=True,
    result_alias="alias a",
    samples=normal()
    & calls(
        "a[2, 3]",
        "a[3]",
        "a[()]",
        "a[2, 3, 4]",
        "a[2, 3, 4], (1, 2, 0)",
        "a[2, 3, 4], axes=(-1, 0, 1)",
        "a[0, 3], [1, 0]",
    ),
    variants=[
        variant(when="is_scalar(a)", a="d_y", tangent={"a": "t_a"}),
        variant(when="absent(axes)", a="d_y.T", tangent={"a": "t_a.T"}),
    ],
    a="d_y.transpose(inverse_axes(axes))",
)

rule(
    np.ndarray.transpose,
    "y = transpose(x, *axes)",
    result_alias="alias x",
    samples=normal()
    & calls(
        "x[2, 3]",
        "x[2, 3], None",
        "x[()]",
        "x[2, 3, 4], 1, 2, 0",
        "x[2, 3, 4], (-1, 0, 1)",
        "x[2, 3, 4], [2, 0, 1]",
        "x[2, 0], 1, 0",
    ),
    variants=[
        variant(when="is_scalar(x)", x="d_y", tangent={"x": "t_x"}),
        variant(when="absent(axes) or value(axes) in ((), (None,))", x="d_y.T", tangent={"x": "t_x.T"}),
    ],
    x="d_y.transpose(inverse_axes(*axes))",
    tangent={"x": "t_x.transpose(*axes)"},
)

rule(
    np.matrix_transpose,
    "y = matrix_transpose(x)",
    x="d_y.mT",
    tangent={"x": "t_x.mT"},
    result_alias="alias x",
    samples=normal() & calls("x[2, 3]", "x[4, 2, 3]", "x[0, 3]"),
)
rule(
    np.swapaxes,
    "y = swapaxes(a, axis1, axis2)",
    a="d_y.swapaxes(axis1, axis2)",
    linear=True,
    result_alias="alias a",
    samples=normal() & calls("a[2, 3], 0, 1", "a[2, 3, 4], -1, 0", "a[3], 0, 0", "a[0, 3], 0, 1"),
)
rule(
    np.moveaxis,
    "y = moveaxis(a, source, destination)",
    a="np.moveaxis(d_y, destination, source)",
    linear=True,
    result_alias="alias a",
    samples=normal() & calls("a[2, 3, 4], 0, -1", "a[2, 3, 4], (0, 1), (2, 0)", "a[2, 3], 1, 0", "a[0, 3], 0, 1"),
)
rule(
    np.rollaxis,
    "y = rollaxis(a, axis, start=0)",
    a="rollaxis_adjoint(d_y, axis, start)",
    linear=True,
    result_alias="alias a",
    samples=normal()
    & calls("a[2, 3, 4], 2", "a[2, 3, 4], 0, 3", "a[2, 3, 4], -1, 1", "a[2, 3, 4], 1, -1", "a[2, 3], 0"),
)
# ---- what an array is ----

rule(np.shape, "y = shape(a)", every=no_adjoint)
rule(np.ndim, "y = ndim(a)", every=no_adjoint)
rule(np.size, "y = size(a, axis=None)", every=no_adjoint)
rule(np.result_type, "y = result_type(*arrays_and_dtypes)", every=no_adjoint)
rule(np.shares_memory, "y = shares_memory(a, b, max_work=None)", every=no_adjoint)
rule(np.may_share_memory, "y = may_share_memory(a, b, max_work=None)", every=no_adjoint)
