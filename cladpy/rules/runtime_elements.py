"""Functions of cladpy.runtime that move elements: generated code can be differentiated again.

The transpose of putting elements somewhere is to take them from there.
"""

from cladpy import runtime
from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

# ---- indices, diagonals, order ----

rule(
    runtime.scatter_add,
    "y = scatter_add(shape, dtype, index, d)",
    d="unbroadcast_to(d_y[index], np.shape(d), d_y.dtype)",
    tangent={"d": "scatter_add(shape, dtype, index, t_d)"},
    cuts=True,
    samples=normal()
    & calls(
        "(5,), float, [0, 2, 2], d[3]",
        "(2, 3), float, (1, slice(None)), d[3]",
        "(3,), float, 1, float(d[()])",
        "(3,), float, slice(2), d[()]",
    ),
)
rule(
    runtime.item_adjoint,
    "y = item_adjoint(d, shape, dtype, *index)",
    d="d_y.item(*index)",
    tangent={"d": "item_adjoint(t_d, shape, dtype, *index)"},
    cuts=True,
    samples=normal()
    & calls("float(d[()]), (2, 3), float, 4", "float(d[()]), (2, 3), float, 1, 2", "float(d[()]), (1,), float"),
)
rule(
    runtime.diagonal_adjoint,
    "y = diagonal_adjoint(d, shape, dtype, offset=0, axis1=0, axis2=1)",
    d="unbroadcast_to(np.diagonal(d_y, offset, axis1, axis2), np.shape(d), d_y.dtype)",
    tangent={"d": "diagonal_adjoint(t_d, shape, dtype, offset, axis1, axis2)"},
    cuts=True,
    samples=normal() & calls("d[3], (3, 3), float", "d[()], (3, 3), float", "d[3, 2], (2, 3, 4), float, 2, 0, 2"),
)
rule(
    runtime.diag_adjoint,
    "y = diag_adjoint(d, shape, dtype, k=0)",
    d="diag_adjoint(d_y, d.shape, d_y.dtype, k)",
    tangent={"d": "diag_adjoint(t_d, shape, dtype, k)"},
    result_alias="may alias d",
    cuts=True,
    samples=normal() & calls("d[3], (3, 3), float", "d[4, 4], (3,), float, 1", "d[2], (3, 4), float, -1"),
)
rule(
    runtime.take_adjoint,
    "y = take_adjoint(d, shape, indices, axis=None, mode='raise')",
    d="np.take(d_y, indices, axis, mode=mode)",
    tangent={"d": "take_adjoint(t_d, shape, indices, axis, mode)"},
    cuts=True,
    samples=normal()
    & calls("d[3], (5,), [0, 2, 2]", "d[2, 2], (2, 3), [0, -1], 1", "d[2], (3,), [5, -7], mode='wrap'"),
)
rule(
    runtime.take_along_axis_adjoint,
    "y = take_along_axis_adjoint(d, shape, indices, axis)",
    d="np.take_along_axis(d_y, indices, axis)",
    tangent={"d": "take_along_axis_adjoint(t_d, shape, indices, axis)"},
    cuts=True,
    samples=normal() & calls("d[2, 2], (2, 3), np.array([[0, 0], [2, 1]]), 1"),
)
rule(
    runtime.sort_adjoint,
    "y = sort_adjoint(d, x, axis=-1)",
    d="sort_tangent(d_y, x, axis)",
    x=zero,
    tangent={"d": "sort_adjoint(t_d, x, axis)"},
    cuts=True,
    samples=normal() & calls("d[4], x[4]", "d[2, 3], x[2, 3], 0", "d[6], x[2, 3], None"),
)
rule(
    runtime.sort_tangent,
    "y = sort_tangent(t, x, axis=-1)",
    t="sort_adjoint(d_y, x, axis)",
    x=zero,
    tangent={"t": "sort_tangent(t_t, x, axis)"},
    cuts=True,
    samples=normal() & calls("t[4], x[4]", "t[2, 3], x[2, 3], 0", "t[2, 3], x[2, 3], None"),
)

# ---- repeated and rearranged elements ----

rule(
    runtime.repeat_adjoint,
    "y = repeat_adjoint(d, shape, repeats, axis=None)",
    d="np.repeat(d_y, repeats, axis)",
    tangent={"d": "repeat_adjoint(t_d, shape, repeats, axis)"},
    samples=normal() & calls("d[6], (3,), 2", "d[2, 4], (2, 3), [1, 2, 1], 1", "d[12], (2, 3), 2"),
)
rule(
    runtime.tile_adjoint,
    "y = tile_adjoint(d, shape, reps)",
    d="np.tile(d_y, reps)",
    tangent={"d": "tile_adjoint(t_d, shape, reps)"},
    samples=normal() & calls("d[6], (3,), 2", "d[4, 3], (2, 3), (2, 1)"),
)
rule(
    runtime.rollaxis_adjoint,
    "y = rollaxis_adjoint(d, axis, start=0)",
    d="np.rollaxis(d_y, axis, start)",
    tangent={"d": "rollaxis_adjoint(t_d, axis, start)"},
    result_alias="may alias d",
    samples=normal() & calls("d[4, 2, 3], 2", "d[2, 3], 0, 2"),
)
rule(runtime.inverse_axes, "y = inverse_axes(*axes)", every=no_adjoint)
rule(runtime.flat_index, "y = flat_index(index, shape)", every=no_adjoint)
rule(runtime.shapes_of, "y = shapes_of(value)", every=no_adjoint)
