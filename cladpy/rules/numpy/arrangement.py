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
rule(
    np.pad,
    "y = pad(array, pad_width, mode='constant')",
    samples=normal()
    & calls(
        "array[3], 1",
        "array[2, 3], ((0, 1), (2, 0))",
        "array[2, 3], (1, 2), 'constant'",
        "array[0], 2",
        "array[3], [2]",
        "array[3], 1, 'edge'",
    ),
    variants=[
        variant(
            when="absent(mode) or value(mode) == 'constant'",
            array="pad_adjoint(d_y, array.shape, pad_width)",
            tangent={"array": "np.pad(t_array, pad_width)"},
        )
    ],
    array=not_implemented("only mode='constant' is differentiated"),
)
