"""Functions of cladpy.runtime that take arrays apart or put them together: generated code can be differentiated again.

The transpose of cutting a cotangent into parts is to join parts of that shape.
"""

from cladpy import runtime
from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

# ---- lists of parts ----

rule(
    runtime.array_adjoint,
    "y = array_adjoint(d, shapes)",
    gives="unknown",
    d="np.reshape(np.array(d_y), np.shape(d))",
    shapes=no_adjoint,
    result_alias="may alias d",
    tangent={"d": "array_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[2, 2], [(2,), [(), ()]]", "d[2, 3], ((3,), (3,))", "d[3], (3,)", "d[2], [(), ()]"),
)
rule(
    runtime.list_adjoint,
    "y = list_adjoint(d, shape, dtype)",
    sequences="d",
    d="d_y.tolist()",
    tangent={"d": "list_adjoint(t_d, shape, dtype)"},
    samples=normal() & calls("[float(d[()]), float(d[()])], (2,), float", "float(d[()]), (), float"),
)
rule(
    runtime.split_adjoint,
    "y = split_adjoint(d, shapes, axis=0)",
    gives="list",
    d="np.concatenate(d_y, axis)",
    result_alias="may alias d",
    tangent={"d": "split_adjoint(t_d, shapes, axis)"},
    samples=normal() & calls("d[5], [(2,), (3,)]", "d[2, 4], [(2, 3), (2, 1)], -1", "d[6], [(2,), (2, 2)], None"),
)
rule(
    runtime.vstack_adjoint,
    "y = vstack_adjoint(d, shapes)",
    gives="list",
    d="np.vstack(d_y)",
    result_alias="may alias d",
    tangent={"d": "vstack_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[3, 2], [(2, 2), (2,)]", "d[2, 1], [(), ()]"),
)
rule(
    runtime.hstack_adjoint,
    "y = hstack_adjoint(d, shapes)",
    gives="list",
    d="np.hstack(d_y)",
    result_alias="may alias d",
    tangent={"d": "hstack_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[5], [(2,), (3,)]", "d[2, 3], [(2, 2), (2, 1)]"),
)
rule(
    runtime.dstack_adjoint,
    "y = dstack_adjoint(d, shapes)",
    gives="list",
    d="np.dstack(d_y)",
    result_alias="may alias d",
    tangent={"d": "dstack_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[1, 2, 2], [(2,), (2,)]"),
)
rule(
    runtime.column_stack_adjoint,
    "y = column_stack_adjoint(d, shapes)",
    gives="list",
    d="np.column_stack(d_y)",
    result_alias="may alias d",
    tangent={"d": "column_stack_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[3, 3], [(3,), (3, 2)]"),
)
rule(
    runtime.r_adjoint,
    "y = r_adjoint(d, shapes)",
    gives="list",
    d="np.r_[tuple(d_y)]",
    result_alias="may alias d",
    tangent={"d": "r_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[4], [(3,), ()]"),
)
rule(
    runtime.c_adjoint,
    "y = c_adjoint(d, shapes)",
    gives="list",
    d="np.c_[tuple(d_y)]",
    result_alias="may alias d",
    tangent={"d": "c_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[3, 3], [(3,), (3, 2)]"),
)
rule(
    runtime.join_adjoint,
    "y = join_adjoint(parts, shape, sections, axis=0)",
    sequences="parts",
    parts="np.array_split(d_y, sections, axis)",
    tangent={"parts": "join_adjoint(t_parts, shape, sections, axis)"},
    samples=normal() & calls("[parts[2], parts[2]], (4,), 2", "[parts[2, 1], parts[2, 3]], (2, 4), [1], 1"),
)
rule(
    runtime.block_adjoint,
    "y = block_adjoint(d, shapes)",
    gives="unknown",
    d="np.block(d_y)",
    result_alias="may alias d",
    tangent={"d": "block_adjoint(t_d, shapes)"},
    samples=normal() & calls("d[3, 5], [[(2, 2), (2, 3)], [(1, 5)]]", "d[1, 3], [[(2,), ()]]"),
)

# ---- grids, insertions, choices ----

rule(
    runtime.meshgrid_adjoint,
    "y = meshgrid_adjoint(d, shapes, indexing='xy')",
    gives="tuple",
    sequences="d",
    d="[np.broadcast_to(grid, np.shape(part)) for grid, part in zip(np.meshgrid(*d_y, indexing=indexing), d)]",
    tangent={"d": "meshgrid_adjoint(t_d, shapes, indexing)"},
    samples=normal() & calls("[d[2, 3], d[2, 3]], [(3,), (2,)]", "[d[3, 2], d[3, 2]], [(3,), (2,)], 'ij'"),
)
rule(
    runtime.broadcast_adjoint,
    "y = broadcast_adjoint(d, shapes)",
    gives="tuple",
    sequences="d",
    d="[np.broadcast_to(part, np.shape(whole)) for part, whole in zip(d_y, d)]",
    result_alias="may alias d",
    tangent={"d": "broadcast_adjoint(t_d, shapes)"},
    samples=normal() & calls("[d[2, 3], d[2, 3]], [(3,), (2, 1)]"),
)
rule(
    runtime.insert_adjoint,
    "arr, values = insert_adjoint(d, shape, obj, values_shape, axis=None)",
    d="np.insert(d_arr, obj, d_values, axis)",
    tangent={"d": "insert_adjoint(t_d, shape, obj, values_shape, axis)"},
    samples=normal() & calls("d[5], (3,), [0, 2], (2,)", "d[3, 3], (2, 3), 1, (3,), 0", "d[7], (2, 3), 1, ()"),
)
rule(
    runtime.delete_adjoint,
    "y = delete_adjoint(d, shape, obj, axis=None)",
    d="np.delete(d_y, obj, axis)",
    tangent={"d": "delete_adjoint(t_d, shape, obj, axis)"},
    samples=normal() & calls("d[3], (5,), [0, -1]", "d[2, 3], (3, 3), 1, 0", "d[5], (2, 3), 1"),
)
rule(
    runtime.resize_adjoint,
    "y = resize_adjoint(d, shape)",
    d="np.resize(d_y, np.shape(d))",
    tangent={"d": "resize_adjoint(t_d, shape)"},
    samples=normal() & calls("d[5], (3,)", "d[2, 2], (2, 3)"),
)
rule(
    runtime.sliding_window_adjoint,
    "y = sliding_window_adjoint(d, shape, window_shape, axis=None)",
    d="np.lib.stride_tricks.sliding_window_view(d_y, window_shape, axis)",
    tangent={"d": "sliding_window_adjoint(t_d, shape, window_shape, axis)"},
    samples=normal() & calls("d[4, 2], (5,), 2", "d[3, 3, 2, 3], (4, 5), (2, 3)"),
)
rule(
    runtime.choose_adjoint,
    "y = choose_adjoint(d, a, shapes, mode='raise')",
    gives="list",
    d="np.choose(a, list(d_y), mode=mode)",
    tangent={"d": "choose_adjoint(t_d, a, shapes, mode)"},
    cuts=True,
    samples=normal() & calls("d[3], [0, 1, 0], [(3,), (3,)]", "d[3], [0, 5, 1], [(3,), ()], 'wrap'"),
)
rule(
    runtime.select_adjoint,
    "y = select_adjoint(d, conditions, shapes, default=())",
    gives="list",
    d="np.select(conditions, d_y[:-1], d_y[-1])",
    tangent={"d": "select_adjoint(t_d, conditions, shapes, default)"},
    cuts=True,
    samples=normal() & calls("d[3], [np.array([True, False, False]), np.array([True, True, False])], [(3,), ()]"),
)
rule(runtime.trimmed, "index = trimmed(filt, trim='fb', axis=None)", every=no_adjoint)

# ---- padding ----

rule(
    runtime.pad_adjoint,
    "y = pad_adjoint(d, shape, pad_width)",
    d="np.pad(d_y, pad_width)",
    tangent={"d": "pad_adjoint(t_d, shape, pad_width)"},
    result_alias="may alias d",
    samples=normal() & calls("d[5], (2,), (1, 2)", "d[4, 5], (2, 3), 1"),
)
rule(
    runtime.pad_linear_adjoint,
    "y = pad_linear_adjoint(d, shape, pad_width, mode, *, stat_length=None, reflect_type=None)",
    variants=[
        variant(
            when="value(mode) in ('reflect', 'symmetric')",
            d="np.pad(d_y, pad_width, mode, reflect_type=reflect_type or 'even')",
        ),
        variant(when="value(mode) == 'mean'", d="np.pad(d_y, pad_width, mode, stat_length=stat_length)"),
    ],
    d="np.pad(d_y, pad_width, mode)",
    samples=normal()
    & calls(
        *(
            "d[5], (2,), (1, 2), 'edge'",
            "d[6, 7], (2, 3), 2, 'reflect', reflect_type='odd'",
            "d[5], (3,), 1, 'symmetric'",
        ),
        *("d[5], (3,), 1, 'linear_ramp'", "d[6], (4,), 1, 'mean', stat_length=2"),
    ),
    tangent={
        "d": "pad_linear_adjoint(t_d, shape, pad_width, mode, stat_length=stat_length, reflect_type=reflect_type)"
    },
)
rule(
    runtime.pad_choice_adjoint,
    "y = pad_choice_adjoint(d, x, pad_width, mode, stat_length=None)",
    d="pad_choice_tangent(d_y, x, pad_width, mode, stat_length)",
    x=zero,
    tangent={"d": "pad_choice_adjoint(t_d, x, pad_width, mode, stat_length)"},
    cuts=True,
    samples=normal() & calls("d[6, 7], x[2, 3], 2, 'maximum'", "d[7], x[5], 1, 'median', 3"),
)
rule(
    runtime.pad_choice_tangent,
    "y = pad_choice_tangent(t, x, pad_width, mode, stat_length=None)",
    t="pad_choice_adjoint(d_y, x, pad_width, mode, stat_length)",
    x=zero,
    tangent={"t": "pad_choice_tangent(t_t, x, pad_width, mode, stat_length)"},
    cuts=True,
    samples=normal() & calls("t[2, 3], x[2, 3], 2, 'minimum'"),
)
rule(
    runtime.linspace_adjoint,
    "y = linspace_adjoint(d, shape, first, last, num, endpoint=True, axis=0)",
    d="np.linspace(first * d_y, last * d_y, num, endpoint, axis=axis)",
    tangent={"d": "linspace_adjoint(t_d, shape, first, last, num, endpoint, axis)"},
    samples=normal() & calls("d[3], (), 1, 0, 3", "d[2, 4], (2,), 0, 1, 4, False, 1"),
)
