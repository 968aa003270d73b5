"""Functions that turn round, shift, repeat or pad the elements of an array."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

# ---- the same elements in another order ----

rule(
    np.flip,
    "y = flip(m, axis=None)",
    linear=True,
    result_alias="alias m",
    samples=normal()
    & calls("m[3]", "m[2, 3]", "m[2, 3], 0", "m[2, 3], axis=-1", "m[2, 3, 4], (0, 2)", "m[0, 3]", "m[()]"),
    variants=[variant(when="ndim(m) == 1", m="d_y[::-1]")],
    m="np.flip(d_y, axis)",
)
rule(
    np.flipud,
    "y = flipud(m)",
    m="d_y[::-1]",
    linear=True,
    result_alias="alias m",
    samples=normal() & calls("m[3]", "m[2, 3]", "m[0, 3]"),
)
rule(
    np.fliplr,
    "y = fliplr(m)",
    m="d_y[:, ::-1]",
    linear=True,
    result_alias="alias m",
    samples=normal() & calls("m[2, 3]", "m[2, 1]", "m[2, 3, 4]", "m[0, 3]"),
)
rule(
    np.rot90,
    "y = rot90(m, k=1, axes=(0, 1))",
    m="np.rot90(d_y, -k, axes)",
    linear=True,
    result_alias="may alias m",
    samples=normal() & calls("m[2, 3]", "m[2, 3], 2", "m[2, 3], -1", "m[2, 3, 4], 3, (1, 2)", "m[0, 3]"),
)
rule(
    np.roll,
    "y = roll(a, shift, axis=None)",
    linear=True,
    samples=normal()
    & calls(
        "a[5], 2",
        "a[5], -7",
        "a[2, 3], 1",
        "a[2, 3], 1, 0",
        "a[2, 3], -1, axis=-1",
        "a[2, 3], (1, -2), (0, 1)",
        "a[2, 3], 1, (0, 1)",
        "a[0], 1",
        "a[1], 1",
    ),
    variants=[
        variant(when="absent(axis) and is_int(value(shift))", a="np.roll(d_y, -shift)"),
        variant(when="is_int(value(shift))", a="np.roll(d_y, -shift, axis)"),
    ],
    a="np.roll(d_y, np.negative(shift), axis)",
)

# ---- more elements ----

rule(
    np.broadcast_to,
    "y = broadcast_to(array, shape)",
    array="unbroadcast_to(d_y, np.shape(array), np.result_type(array))",
    linear=True,
    result_alias="alias array",
    samples=normal()
    & calls(
        "array[3], (2, 3)",
        "array[2, 1], (2, 3)",
        "array[()], (2,)",
        "float(array[()]), (2, 3)",
        "array[3], shape=(3,)",
        "array[1], (0,)",
        "array[1, 3], (0, 3)",
    ),
)
rule(
    np.repeat,
    "y = repeat(a, repeats, axis=None)",
    a="repeat_adjoint(d_y, np.shape(a), repeats, axis)",
    linear=True,
    samples=normal()
    & calls(
        "a[3], 2",
        "a[3], [1, 0, 2]",
        "a[3], [2]",
        "a[2, 3], 2",
        "a[2, 3], 2, 0",
        "a[2, 3], [1, 2, 0], axis=-1",
        "a[2, 3], np.array([3, 1]), 0",
        "a[3], 0",
        "a[0], 2",
        "a[1], 3",
        "float(a[()]), 3",
    ),
)
rule(
    np.tile,
    "y = tile(A, reps)",
    A="tile_adjoint(d_y, np.shape(A), reps)",
    linear=True,
    samples=normal()
    & calls(
        "A[3], 2",
        "A[3], (2, 2)",
        "A[2, 3], 2",
        "A[2, 3], (2, 1)",
        "A[2, 3], (2, 1, 3)",
        "A[3], 0",
        "A[0], 2",
        "A[1], [3]",
        "float(A[()]), 3",
    ),
)

# ---- padding ----

_INDEX = "value(mode) in ('edge', 'wrap')"
_REFLECT = "value(mode) in ('reflect', 'symmetric')"
_CHOICE = "value(mode) in ('maximum', 'minimum', 'median')"
_CORNERS = not_implemented("constants or end values of each side")
_MODE = not_implemented("the mode must be written as one of NumPy's words")
rule(
    np.pad,
    "y = pad(array, pad_width, mode='constant', *, constant_values=None, end_values=None, stat_length=None, reflect_type='even')",
    variants=[
        variant(
            when="(absent(mode) or value(mode) == 'constant') and (absent(constant_values) or is_scalar(constant_values))",
            array="pad_adjoint(d_y, array.shape, pad_width)",
            constant_values="np.sum(d_y) - np.sum(pad_adjoint(d_y, array.shape, pad_width))",
            tangent={
                "array": "np.pad(t_array, pad_width)",
                "constant_values": "np.pad(np.zeros_like(array), pad_width, constant_values=t_constant_values)",
            },
        ),
        variant(
            when="absent(mode) or value(mode) == 'constant'",
            array="pad_adjoint(d_y, array.shape, pad_width)",
            tangent={"array": "np.pad(t_array, pad_width)"},
        ),
        variant(
            when=_INDEX,
            array="pad_linear_adjoint(d_y, array.shape, pad_width, mode)",
            tangent={"array": "np.pad(t_array, pad_width, mode)"},
        ),
        variant(
            when=_REFLECT,
            array="pad_linear_adjoint(d_y, array.shape, pad_width, mode, reflect_type=reflect_type)",
            tangent={"array": "np.pad(t_array, pad_width, mode, reflect_type=reflect_type)"},
        ),
        variant(
            when="value(mode) == 'linear_ramp'",
            array="pad_linear_adjoint(d_y, array.shape, pad_width, mode)",
            tangent={"array": "np.pad(t_array, pad_width, mode)"},
        ),
        variant(
            when="value(mode) == 'mean'",
            array="pad_linear_adjoint(d_y, array.shape, pad_width, mode, stat_length=stat_length)",
            tangent={"array": "np.pad(t_array, pad_width, mode, stat_length=stat_length)"},
        ),
        variant(
            when=_CHOICE,
            real=True,
            array="pad_choice_adjoint(d_y, array, pad_width, mode, stat_length)",
            tangent={"array": "pad_choice_tangent(t_array, array, pad_width, mode, stat_length)"},
        ),
    ],
    array=_MODE,
    constant_values=_CORNERS,
    end_values=_CORNERS,
    samples=normal()
    & calls(
        *(
            "array[3], 1",
            "array[2, 3], ((0, 1), (2, 0))",
            "array[2, 3], (1, 2), 'constant'",
            "array[0], 2",
            "array[3], [2]",
        ),
        *(
            "array[3], 1, constant_values=float(constant_values[()])",
            "array[2, 3], 1, constant_values=constant_values[()]",
        ),
        *(
            "array[3], (1, 2), constant_values=(0.5, 2.0)",
            "array[3], 2, 'edge'",
            "array[2, 3], ((1, 0), (2, 1)), mode='edge'",
        ),
        *("array[3], 7, 'wrap'", "array[2, 3], 2, 'wrap'", "array[4], (2, 3), 'reflect'", "array[3], 7, 'reflect'"),
        *("array[4], 3, 'symmetric'", "array[2, 3], 4, 'symmetric'", "array[4], 2, 'reflect', reflect_type='odd'"),
        *(
            "array[3], 7, 'symmetric', reflect_type='odd'",
            "array[3], (2, 3), 'linear_ramp'",
            "array[2, 3], 2, 'linear_ramp'",
        ),
        *(
            "array[3], 2, 'linear_ramp', end_values=5.0",
            "array[4], (1, 2), 'mean'",
            "array[3, 4], 2, 'mean', stat_length=2",
        ),
        *("array[3, 4], 2, 'maximum'", "array[4], (1, 2), 'minimum', stat_length=(2, 3)", "array[3, 4], 1, 'median'"),
        *("array[3, 4], ((1, 2), (0, 2)), 'median', stat_length=3", "array[3], 1, mode=str(mode[()])[:0] + 'edge'"),
    ),
)

# ---- other sizes ----

rule(
    np.resize,
    "y = resize(a, new_shape)",
    a="resize_adjoint(d_y, np.shape(a))",
    linear=True,
    samples=normal()
    & calls("a[3], 5", "a[2, 3], (3, 3)", "a[2, 3], (2, 2)", "a[3], (2, 3)", "float(a[()]), 3", "a[3], 0"),
)
rule(
    np.trim_zeros,
    "y = trim_zeros(filt, trim='fb', axis=None)",
    filt="scatter_add(np.shape(filt), d_y.dtype, trimmed(filt, trim, axis), d_y)",
    tangent={"filt": "t_filt[trimmed(filt, trim, axis)]"},
    result_alias="alias filt",
    cuts=True,
    samples=normal()
    & calls("filt[5]", "filt[6], 'f'", "filt[5], trim='b'", "filt[4, 5]", "filt[4, 5], 'f', axis=1", "filt[1]"),
)
rule(
    np.lib.stride_tricks.sliding_window_view,
    "y = sliding_window_view(x, window_shape, axis=None)",
    x="sliding_window_adjoint(d_y, np.shape(x), window_shape, axis)",
    tangent={"x": "np.lib.stride_tricks.sliding_window_view(t_x, window_shape, axis)"},
    result_alias="alias x",
    samples=normal()
    & calls(
        "x[5], 2", "x[4, 5], (2, 3)", "x[4, 5], 2, axis=0", "x[4, 5], (2, 2), axis=(1, 1)", "x[3], 3", "x[2, 6], 3, -1"
    ),
)
