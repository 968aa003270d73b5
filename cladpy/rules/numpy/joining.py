"""Functions that join arrays or cut them into parts.

The adjoint of a list of arrays is a list: views of the result's cotangent.
"""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

rule(
    np.concatenate,
    "y = concatenate(arrays, axis=0)",
    samples=normal()
    & calls(
        "[x[2], x[3]]",
        "(x[2, 3], x[1, 3])",
        "[x[2, 3], x[2, 1]], 1",
        "[x[2, 3], x[2, 1]], axis=-1",
        "[x[2], x[2, 2]], axis=None",
        "[x[0], x[2]]",
        "[x[3]]",
    ),
    sequences="arrays",
    arrays="split_adjoint(d_y, shapes_of(arrays), axis)",
    tangent={"arrays": "np.concatenate(t_arrays, axis)"},
)

rule(
    np.stack,
    "y = stack(arrays, axis=0)",
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
    tangent={"arrays": "np.stack(t_arrays, axis)"},
)

rule(
    np.vstack,
    "y = vstack(tup)",
    sequences="tup",
    tup="vstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.vstack(t_tup)"},
    samples=normal()
    & calls("[x[2], x[2]]", "[x[2, 3], x[3]]", "(x[()], x[1])", "[x[0, 3], x[2, 3]]", "[x[2, 1, 2], x[1, 1, 2]]"),
)
rule(
    np.hstack,
    "y = hstack(tup)",
    sequences="tup",
    tup="hstack_adjoint(d_y, shapes_of(tup))",
    tangent={"tup": "np.hstack(t_tup)"},
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
