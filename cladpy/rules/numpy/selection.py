"""Functions that pick elements by place or by order."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

# ---- diagonals and triangles ----

rule(
    np.diag,
    "y = diag(v, k=0)",
    linear=True,
    result_alias="may alias v",
    cuts=True,
    samples=normal()
    & calls(
        "v[3]",
        "v[3], 1",
        "v[3], k=-2",
        "v[3, 3]",
        "v[2, 4]",
        "v[4, 2], 1",
        "v[4, 2], -1",
        "v[1]",
        "v[0]",
        "v[1, 1]",
        "v[2, 3], 5",
    ),
    variants=[
        variant(when="ndim(v) == 1", v="np.diag(d_y, k)"),
    ],
    v="diag_adjoint(d_y, v.shape, v.dtype, k)",
)
rule(
    np.diagflat,
    "y = diagflat(v, k=0)",
    v="np.reshape(np.diagonal(d_y, k), np.shape(v))",
    linear=True,
    samples=normal() & calls("v[3]", "v[2, 2], 1", "v[3], k=-2", "float(v[()])", "v[0]"),
)

rule(
    np.diagonal,
    "y = diagonal(a, offset=0, axis1=0, axis2=1)",
    linear=True,
    result_alias="alias a",
    cuts=True,
    samples=normal()
    & calls(
        "a[3, 3]",
        "a[2, 4]",
        "a[4, 2], 1",
        "a[4, 2], -1",
        "a[2, 3, 4]",
        "a[2, 3, 4], 1, 1, 2",
        "a[2, 3, 4], offset=-1, axis1=-1, axis2=0",
        "a[0, 3]",
        "a[3, 3], 7",
    ),
    variants=[
        variant(
            when="ndim(a) == 2 and (absent(offset) or value(offset) == 0)", a="diagonal_adjoint(d_y, a.shape, a.dtype)"
        )
    ],
    a="diagonal_adjoint(d_y, a.shape, a.dtype, offset, axis1, axis2)",
)

rule(
    np.tril,
    "y = tril(m, k=0)",
    m="unbroadcast_to(np.tril(d_y, k), m.shape, m.dtype)",
    linear=True,
    cuts=True,
    variants=[
        variant(when="ndim(m) >= 2 and (absent(k) or value(k) == 0)", m="np.tril(d_y)"),
        variant(when="ndim(m) >= 2", m="np.tril(d_y, k)"),
    ],
    samples=normal() & calls("m[3, 3]", "m[2, 4], 1", "m[4, 2], k=-1", "m[2, 3, 3]", "m[0, 3]", "m[3]"),
)
rule(
    np.triu,
    "y = triu(m, k=0)",
    m="unbroadcast_to(np.triu(d_y, k), m.shape, m.dtype)",
    linear=True,
    cuts=True,
    variants=[
        variant(when="ndim(m) >= 2 and (absent(k) or value(k) == 0)", m="np.triu(d_y)"),
        variant(when="ndim(m) >= 2", m="np.triu(d_y, k)"),
    ],
    samples=normal() & calls("m[3, 3]", "m[2, 4], 1", "m[4, 2], k=-1", "m[2, 3, 3]", "m[0, 3]", "m[3]"),
)

# ---- elements at indices ----

rule(
    np.take,
    "y = take(a, indices, axis=None, *, mode='raise')",
    linear=True,
    cuts=True,
    samples=normal()
    & calls(
        "a[5], [0, 2, 2]",
        "a[5], 1",
        "a[5], -1",
        "a[2, 3], [0, 5, 5]",
        "a[2, 3], [1, 1, 0], 0",
        "a[2, 3], np.array([[0, 2], [2, -1]]), axis=1",
        "a[2, 3, 4], [1, 2], axis=-2",
        "a[3], []",
        "a[3], [4, -5, 1], mode='wrap'",
        "a[2, 3], [4, -5, 1], axis=1, mode='clip'",
    ),
    variants=[
        variant(when="absent(mode) or value(mode) == 'raise'", a="take_adjoint(d_y, np.shape(a), indices, axis)")
    ],
    a="take_adjoint(d_y, np.shape(a), indices, axis, mode)",
)
rule(
    np.take_along_axis,
    "y = take_along_axis(arr, indices, axis)",
    linear=True,
    cuts=True,
    samples=normal()
    & calls(
        "arr[3], np.array([0, 2, 2, 1]), 0",
        "arr[2, 3], np.array([[0, 0], [2, 1]]), 1",
        "arr[2, 3], np.array([[1, 0, 1]]), axis=0",
        "arr[2, 3], np.array([5, 0, 5]), None",
        "arr[2, 3], np.array([[1]]), -1",
    ),
    arr="take_along_axis_adjoint(d_y, arr.shape, indices, axis)",
)
rule(
    np.compress,
    "y = compress(condition, a, axis=None)",
    cuts=True,
    samples=normal()
    & calls(
        "[True, False, True], a[3]",
        "np.array([False, True]), a[2, 3], 0",
        "[True, False, True], a[2, 3], axis=-1",
        "[False, True], a[2, 3]",
    ),
    a="take_adjoint(d_y, np.shape(a), np.flatnonzero(condition), axis)",
    tangent={"a": "np.compress(condition, t_a, axis)"},
)

rule(
    np.extract,
    "y = extract(condition, arr)",
    cuts=True,
    arr="take_adjoint(d_y, np.shape(arr), np.flatnonzero(condition))",
    tangent={"arr": "np.extract(condition, t_arr)"},
    samples=normal()
    & calls("[True, False, True], arr[3]", "np.array([[True, False], [True, True]]), arr[2, 2]", "[False], arr[1]"),
)
rule(
    np.choose,
    "y = choose(a, choices, *, mode='raise')",
    cuts=True,
    sequences="choices",
    choices="choose_adjoint(d_y, a, shapes_of(choices), mode)",
    tangent={"choices": "np.choose(a, t_choices, mode=mode)"},
    samples=normal()
    & calls(
        *(
            "[0, 1, 0], [x[3], x[3]]",
            "np.array([[1], [0]]), [x[3], float(x[()])]",
            "1, [x[2], x[2]]",
            "[2, 0, 1], x[3, 3]",
        ),
        *("[0, 3, -1], [x[3], x[3]], mode='wrap'", "[0, 3, -1], (x[3], x[()]), mode='clip'"),
    ),
)
rule(
    np.select,
    "y = select(condlist, choicelist, default=0)",
    cuts=True,
    sequences="choicelist",
    choicelist="select_adjoint(d_y, condlist, shapes_of(choicelist), np.shape(default))[:-1]",
    default="select_adjoint(d_y, condlist, shapes_of(choicelist), np.shape(default))[-1]",
    tangent={
        "choicelist": "np.select(condlist, t_choicelist, 0 * np.asarray(default))",
        "default": "np.select(condlist, [0 * np.asarray(each) for each in choicelist], t_default)",
    },
    samples=normal()
    & calls(
        "[np.array([True, False, True]), np.array([True, True, False])], [x[3], x[3]]",
        "[np.array([True, False, False]), np.array([True, True, False])], [x[3], float(x[()])], float(default[()])",
        "[np.array([[True], [False]])], [x[3]], default=default[2, 3]",
        "[np.array([False, False])], [x[2]]",
    ),
)

# ---- indices ----

rule(np.argsort, "y = argsort(a, axis=-1, kind=None, order=None, *, stable=None)", every=no_adjoint)
rule(np.argpartition, "y = argpartition(a, kth, axis=-1, kind='introselect', order=None)", every=no_adjoint)
rule(np.argwhere, "y = argwhere(a)", every=no_adjoint)
rule(np.nonzero, "y = nonzero(a)", every=no_adjoint)
rule(np.flatnonzero, "y = flatnonzero(a)", every=no_adjoint)
rule(np.searchsorted, "y = searchsorted(a, v, side='left', sorter=None)", every=no_adjoint)
rule(np.digitize, "y = digitize(x, bins, right=False)", every=no_adjoint)
rule(np.lexsort, "y = lexsort(keys, axis=-1)", every=no_adjoint)
rule(np.mask_indices, "y = mask_indices(n, mask_func, k=0)", every=no_adjoint)
rule(np.tril_indices_from, "y = tril_indices_from(arr, k=0)", every=no_adjoint)
rule(np.triu_indices_from, "y = triu_indices_from(arr, k=0)", every=no_adjoint)
rule(np.diag_indices_from, "y = diag_indices_from(arr)", every=no_adjoint)
rule(np.ravel_multi_index, "y = ravel_multi_index(multi_index, dims, mode='raise', order='C')", every=no_adjoint)
rule(np.tril_indices, "y = tril_indices(n, k=0, m=None)", every=no_adjoint)
rule(np.triu_indices, "y = triu_indices(n, k=0, m=None)", every=no_adjoint)
rule(np.diag_indices, "y = diag_indices(n, ndim=2)", every=no_adjoint)
rule(np.unravel_index, "y = unravel_index(indices, shape, order='C')", every=no_adjoint)
rule(np.ix_, "y = ix_(*args)", every=no_adjoint, result_alias="may alias args")
