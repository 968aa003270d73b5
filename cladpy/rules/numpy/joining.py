"""Functions that join arrays or cut them into parts.

The adjoint of a list of arrays is a list: views of the result's cotangent.
"""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

rule(
    np.concatenate,
    "y = concatenate(arrays, axis=0, *, dtype=None, casting='same_kind')",
    samples=normal()
    & calls(
        "[x[2], x[3]]",
        "(x[2, 3], x[1, 3])",
        "[x[2, 3], x[2, 1]], 1",
        "[x[2, 3], x[2, 1]], axis=-1",
        "[x[2], x[2, 2]], axis=None",
        "[x[0], x[2]]",
        "[x[3]]",
        "[x[2], x[3]], dtype=np.float64",
    ),
    sequences="arrays",
    arrays="split_adjoint(d_y, shapes_of(arrays), axis)",
    tangent={"arrays": "np.concatenate(t_arrays, axis, dtype=dtype, casting=casting)"},
)

rule(
    np.stack,
    "y = stack(arrays, axis=0, *, dtype=None, casting='same_kind')",
    samples=normal()
    & calls(
        "[x[2], x[2]]",
        "[x[2, 3], x[2, 3]], 1",
        "(x[2, 3], x[2, 3], x[2, 3]), axis=-1",
        "[x[()], x[()]]",
        "[x[0]]",
        "[x[2]], axis=0",
    ),
    variants=[variant(when="absent(axis) or value(axis) == 0", arrays="list(d_y)")],
    sequences="arrays",
    arrays="list(np.moveaxis(d_y, axis, 0))",
    tangent={"arrays": "np.stack(t_arrays, axis, dtype=dtype, casting=casting)"},
)

rule(
    np.vstack,
    "y = vstack(tup, *, dtype=None, casting='same_kind')",
    sequences="tup",
    tup="vstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.vstack(t_tup, dtype=dtype, casting=casting)"},
    samples=normal()
    & calls("[x[2], x[2]]", "[x[2, 3], x[3]]", "(x[()], x[1])", "[x[0, 3], x[2, 3]]", "[x[2, 1, 2], x[1, 1, 2]]"),
)
rule(
    np.hstack,
    "y = hstack(tup, *, dtype=None, casting='same_kind')",
    sequences="tup",
    tup="hstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.hstack(t_tup, dtype=dtype, casting=casting)"},
    samples=normal()
    & calls("[x[2], x[3]]", "[x[2, 3], x[2, 1]]", "(x[()], x[2])", "[x[0], x[2]]", "[x[2, 1, 2], x[2, 2, 2]]"),
)
rule(
    np.dstack,
    "y = dstack(tup)",
    sequences="tup",
    tup="dstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.dstack(t_tup)"},
    samples=normal() & calls("[x[2], x[2]]", "[x[2, 3], x[2, 3]]", "(x[()], x[1])", "[x[2, 1, 2], x[2, 1, 1]]"),
)
rule(
    np.column_stack,
    "y = column_stack(tup)",
    sequences="tup",
    tup="column_stack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.column_stack(t_tup)"},
    samples=normal() & calls("[x[2], x[2]]", "[x[2, 3], x[2]]", "(x[()], x[1])", "[x[0], x[0]]"),
)

rule(
    getattr(np, "row_stack", None),
    "y = row_stack(tup, *, dtype=None, casting='same_kind')",
    sequences="tup",
    tup="vstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.vstack(t_tup, dtype=dtype, casting=casting)"},
    samples=normal() & calls("[x[2], x[2]]", "[x[2, 3], x[3]]"),
)
rule(
    np.append,
    "y = append(arr, values, axis=None)",
    arr="split_adjoint(d_y, (np.shape(arr), np.shape(values)), axis)[0]",
    values="split_adjoint(d_y, (np.shape(arr), np.shape(values)), axis)[1]",
    tangent={
        "arr": "np.append(t_arr, np.zeros_like(values), axis)",
        "values": "np.append(np.zeros_like(arr), t_values, axis)",
    },
    samples=normal()
    & calls(
        *("arr[3], values[2]", "arr[3], float(values[()])", "arr[2, 3], values[2]", "arr[2, 3], values[1, 3], 0"),
        *("arr[2, 3], values[2, 2], axis=-1", "arr[0], values[3]", "arr[3], [1.0, 2.0]"),
    ),
)
rule(
    np.block,
    "y = block(arrays)",
    sequences="arrays",
    arrays="block_adjoint(d_y, shapes_of(arrays))",
    tangent={"arrays": "np.block(t_arrays)"},
    samples=normal()
    & calls(
        *("[x[2], x[3]]", "[[x[2, 2], x[2, 3]], [x[1, 2], x[1, 3]]]", "[[x[3]], [x[3]]]", "x[2, 3]"),
        *("[[1.0, x[2]], [x[2], float(x[()])]]", "[x[2, 3], x[2, 1]]", "[[[x[2]], [x[2]]], [[x[2]], [x[2]]]]"),
    ),
)
rule(
    np.insert,
    "y = insert(arr, obj, values, axis=None)",
    arr="insert_adjoint(d_y, np.shape(arr), obj, np.shape(values), axis)[0]",
    values="insert_adjoint(d_y, np.shape(arr), obj, np.shape(values), axis)[1]",
    tangent={
        "arr": "np.insert(t_arr, obj, np.zeros_like(values), axis)",
        "values": "np.insert(np.zeros_like(arr), obj, t_values, axis)",
    },
    samples=normal()
    & calls(
        *(
            "arr[3], 1, float(values[()])",
            "arr[3], [0, 2], values[2]",
            "arr[3], [2, 0, 0], values[3]",
            "arr[3], -1, values[2]",
        ),
        *("arr[2, 3], 1, values[3], 0", "arr[2, 3], 1, values[2], axis=1", "arr[2, 3], [1, 3], values[2, 2], 1"),
        *("arr[2, 3], 1, values[()], axis=1", "arr[2, 3], [0], values[2, 1], 1", "arr[2, 3], 3, values[()]"),
        *(
            "arr[4], slice(1, 3), values[2]",
            "arr[3], [1], 5.0",
            "arr[2, 3], [0, 1], values[()], 0",
            "arr[0], 0, values[2]",
        ),
        "arr[2, 3], 1, values[2, 2], 1",
    ),
)

rule(
    np.delete,
    "y = delete(arr, obj, axis=None)",
    arr="delete_adjoint(d_y, np.shape(arr), obj, axis)",
    linear=True,
    cuts=True,
    samples=normal()
    & calls(
        *("arr[4], 1", "arr[4], [0, -1]", "arr[2, 3], 1", "arr[2, 3], 1, 0", "arr[2, 3], [0, 2], axis=1", "arr[3], []"),
        *("arr[5], slice(1, 4, 2)", "arr[3, 3], np.array([True, False, True]), -1", "arr[1], 0"),
    ),
)

rule(
    np.r_.__getitem__,
    "y = r_(key)",
    name="numpy.r_",
    sequences="key",
    key="r_adjoint(d_y, shapes_of(key))",
    tangent={"key": "np.r_[tuple(t_key)]"},
    samples=normal()
    & calls("(x[3], 1.0, x[2])", "(float(x[()]), x[2])", "(x[2, 3], x[1, 3])", "(x[0], x[()], x[2])", "(x[2],)"),
)
rule(
    np.c_.__getitem__,
    "y = c_(key)",
    name="numpy.c_",
    sequences="key",
    key="c_adjoint(d_y, shapes_of(key))",
    tangent={"key": "np.c_[tuple(t_key)]"},
    samples=normal()
    & calls("(x[3], x[3])", "(x[3, 2], x[3])", "(x[()], float(x[()]))", "(x[2, 3, 1], x[2, 3, 2])", "(x[0], x[0])"),
)

_PARTS = calls(
    "x[6], 3",
    "x[6], 2",
    "x[5], [1, 3]",
    "x[4, 2], 2, 0",
    "x[2, 4], 2, axis=1",
    "x[2, 4], (1,), axis=-1",
    "x[0], 2",
    "x[3], [0, 5]",
)
rule(
    np.split,
    "y = split(ary, indices_or_sections, axis=0)",
    gives="list",
    ary="join_adjoint(d_y, ary.shape, indices_or_sections, axis)",
    linear=True,
    result_alias="alias ary",
    samples=normal() & _PARTS,
)
rule(
    np.array_split,
    "y = array_split(ary, indices_or_sections, axis=0)",
    gives="list",
    ary="join_adjoint(d_y, ary.shape, indices_or_sections, axis)",
    linear=True,
    result_alias="alias ary",
    samples=normal() & _PARTS & calls("x[5], 2", "x[2], 3"),
)
rule(
    np.vsplit,
    "y = vsplit(ary, indices_or_sections)",
    gives="list",
    ary="join_adjoint(d_y, ary.shape, indices_or_sections)",
    linear=True,
    result_alias="alias ary",
    samples=normal() & calls("x[4, 2], 2", "x[4, 2], [1]"),
)
rule(
    np.hsplit,
    "y = hsplit(ary, indices_or_sections)",
    gives="list",
    ary="join_adjoint(d_y, ary.shape, indices_or_sections, min(ary.ndim - 1, 1))",
    linear=True,
    result_alias="alias ary",
    samples=normal() & calls("x[4], 2", "x[2, 4], 2", "x[2, 4], [1]"),
)
rule(
    np.dsplit,
    "y = dsplit(ary, indices_or_sections)",
    gives="list",
    ary="join_adjoint(d_y, ary.shape, indices_or_sections, 2)",
    linear=True,
    result_alias="alias ary",
    samples=normal() & calls("x[1, 2, 4], 2", "x[1, 2, 4], [1]"),
)
rule(
    getattr(np, "unstack", None),
    "y = unstack(x, *, axis=0)",
    gives="tuple",
    x="np.stack(d_y, axis)",
    result_alias="alias x",
    tangent={"x": "np.unstack(t_x, axis=axis)"},
    samples=normal() & calls("x[3]", "x[2, 3]", "x[2, 3], axis=1", "x[2, 3, 4], axis=-1"),
)

# ---- several arrays of one shape ----

_VIEWS = not_implemented("with copy=False the grids are views; leave copy out")
rule(
    np.meshgrid,
    "y = meshgrid(*xi, copy=True, sparse=False, indexing='xy')",
    gives="tuple",
    variants=[
        variant(
            when="value(copy) == True",
            xi="meshgrid_adjoint(d_y, shapes_of(xi), indexing)",
            tangent={"xi": "np.meshgrid(*t_xi, sparse=sparse, indexing=indexing)"},
        )
    ],
    xi=_VIEWS,
    samples=normal()
    & calls(
        *("x[3]", "x[3], x[2]", "x[3], x[2], indexing='ij'", "x[3], x[2], x[4]", "x[3], x[2], sparse=True"),
        *("x[3], x[2], x[4], sparse=True, indexing='ij'", "x[()], x[2]", "float(x[()]), x[2], copy=True", "x[0], x[2]"),
        *("x[1], x[1]", "np.arange(3), x[2]", "x[2], x[3], copy=False"),
    ),
)
rule(
    np.broadcast_arrays,
    "y = broadcast_arrays(*args)",
    gives="tuple",
    args="broadcast_adjoint(d_y, shapes_of(args))",
    result_alias="alias args",
    tangent={"args": "np.broadcast_arrays(*t_args)"},
    samples=normal() & calls("x[3]", "x[2, 3], x[3]", "x[2, 1], x[3], x[()]", "x[3], float(x[()])", "x[0, 1], x[3]"),
)
