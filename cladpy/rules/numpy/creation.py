"""Functions that make arrays: of values, copies, and constants."""

import numpy as np

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, only
from cladpy.runtime import no_adjoint

# ---- arrays of values: an array, a number, or nested lists and tuples of them ----

_VALUES = calls(
    "x[3]",
    "x[2, 3]",
    "x[()]",
    "float(x[()])",
    "[float(x[()]), float(x[()])]",
    "[x[2], x[2]]",
    "[[float(x[()]), 1.0], (2.0, x[()])]",
    "(x[2], [1.0, float(x[()])])",
    "x[0]",
    "x[3], float",
)
rule(
    np.array,
    "y = array(object, dtype=None, *, copy=True)",
    samples=normal() & _VALUES,
    variants=[variant(when="is_scalar(object) or ndim(object) >= 1", object="d_y")],
    sequences="object",
    object="array_adjoint(d_y, shapes_of(object))",
    tangent={"object": "np.array(t_object, dtype)"},
)
rule(
    np.asarray,
    "y = asarray(a, dtype=None)",
    samples=normal() & _VALUES,
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="d_y")],
    sequences="a",
    a="array_adjoint(d_y, shapes_of(a))",
    tangent={"a": "np.asarray(t_a, dtype)"},
)
rule(
    np.asanyarray,
    "y = asanyarray(a, dtype=None)",
    samples=normal() & _VALUES,
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="d_y")],
    sequences="a",
    a="array_adjoint(d_y, shapes_of(a))",
    tangent={"a": "np.asanyarray(t_a, dtype)"},
)
rule(
    np.ascontiguousarray,
    "y = ascontiguousarray(a, dtype=None)",
    samples=normal() & calls("x[2, 3]", "x[3]", "x[()]", "x[0]"),
    result_alias="may alias a",
    a="np.reshape(d_y, np.shape(a))",
    tangent={"a": "np.ascontiguousarray(t_a, dtype)"},
)

# ---- copies ----

rule(np.copy, "y = copy(a, order='K')", a="d_y", elementwise=True, samples=normal())
rule(np.ndarray.copy, "y = copy(x, order='C')", x="d_y", elementwise=True, samples=normal())
rule(
    np.ndarray.astype,
    "y = astype(x, dtype, order='K', casting='unsafe', subok=True, copy=True)",
    x="d_y",
    elementwise=True,
    result_alias="may alias x",
    samples=normal() & only("x[2, 3], float", "x[3], np.float64, copy=False", "x[()], 'f8'", "x[0], np.float32"),
)
rule(
    np.ndarray.item,
    "y = item(x, *index)",
    variants=[variant(when="absent(index) or value(index) == ()", x="np.reshape(d_y, x.shape)")],
    x="item_adjoint(d_y, x.shape, x.dtype, *index)",
    tangent={"x": "t_x.item(*index)"},
    samples=normal() & calls("x[()]", "x[1]", "x[1, 1]", "x[3], 1", "x[2, 3], -1", "x[2, 3], 1, 2", "x[2, 3], (1, 2)"),
)
rule(
    np.ndarray.tolist,
    "y = tolist(x)",
    x="list_adjoint(d_y, x.shape, x.dtype)",
    tangent={"x": "t_x.tolist()"},
    samples=normal() & calls("x[3]", "x[2, 3]", "x[0]", "x[()]"),
)

# ---- values that depend on numbers ----

rule(
    np.full,
    "y = full(shape, fill_value, dtype=None)",
    variants=[variant(when="is_scalar(fill_value)", fill_value="np.sum(d_y)")],
    fill_value="unbroadcast_to(d_y, np.shape(fill_value), np.result_type(d_y))",
    tangent={"fill_value": "np.full(shape, t_fill_value, dtype)"},
    samples=normal()
    & calls(
        "(2, 3), float(x[()])",
        "3, x[()]",
        "(2, 3), x[3]",
        "(2, 3), fill_value=x[2, 1]",
        "0, float(x[()])",
        "(), float(x[()])",
    ),
)
rule(
    np.full_like,
    "y = full_like(a, fill_value, dtype=None)",
    a=no_adjoint,
    variants=[variant(when="is_scalar(fill_value)", fill_value="np.sum(d_y)")],
    fill_value="unbroadcast_to(d_y, np.shape(fill_value), np.result_type(d_y))",
    tangent={"fill_value": "np.full_like(a, t_fill_value, dtype)"},
    samples=normal() & calls("a[2, 3], float(x[()])", "a[2, 3], x[3]", "a[0], x[()]", "a[()], fill_value=float(x[()])"),
)
rule(
    np.linspace,
    "y = linspace(start, stop, num=50, endpoint=True)",
    variants=[
        variant(
            when="is_scalar(start) and is_scalar(stop)",
            start="np.linspace(1, 0, num, endpoint, dtype=d_y.dtype) @ d_y",
            stop="np.linspace(0, 1, num, endpoint, dtype=d_y.dtype) @ d_y",
        )
    ],
    start="unbroadcast_to(np.tensordot(np.linspace(1, 0, num, endpoint), d_y, 1), np.shape(start), d_y.dtype)",
    stop="unbroadcast_to(np.tensordot(np.linspace(0, 1, num, endpoint), d_y, 1), np.shape(stop), d_y.dtype)",
    tangent={
        "start": "np.linspace(t_start, 0 * np.asarray(stop), num, endpoint)",
        "stop": "np.linspace(0 * np.asarray(start), t_stop, num, endpoint)",
    },
    samples=normal()
    & calls(
        "float(x[()]), float(x[()])",
        "float(x[()]), float(x[()]), 4",
        "x[()], x[()], num=3, endpoint=False",
        "x[2], x[2], 3",
        "x[2], float(x[()]), 3",
        "float(x[()]), float(x[()]), 1",
        "float(x[()]), float(x[()]), 0",
        "x[2, 1], x[3], 4, False",
    ),
)
rule(
    np.arange,
    "y = arange(start, stop=None, step=1, dtype=None)",
    variants=[variant(when="absent(stop)", start=zero, stop=zero, step=zero)],
    start="np.reshape(np.sum(d_y), np.shape(start))",
    stop=zero,
    step="np.reshape(np.sum(d_y * np.arange(len(d_y))), np.shape(step))",
    tangent={"start": "np.full(len(y), t_start)", "step": "t_step * np.arange(len(y))"},
    samples=normal(scale=0.1)
    & calls("float(x[()]), 4.55", "float(x[()]), 5.55, 1.5", "x[()], 3.5, 1 + x[()]", "float(x[()]) + 3.5"),
)

# ---- constants ----

rule(np.zeros, "y = zeros(shape, dtype=float, order='C', *, device=None, like=None)", every=no_adjoint)
rule(np.ones, "y = ones(shape, dtype=None, order='C', *, device=None, like=None)", every=no_adjoint)
rule(np.empty, "y = empty(shape, dtype=float, order='C', *, device=None, like=None)", every=no_adjoint)
rule(
    np.zeros_like, "y = zeros_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None)", every=no_adjoint
)
rule(np.ones_like, "y = ones_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None)", every=no_adjoint)
rule(
    np.empty_like,
    "y = empty_like(prototype, dtype=None, order='K', subok=True, shape=None, *, device=None)",
    every=no_adjoint,
)
rule(np.eye, "y = eye(N, M=None, k=0, dtype=float, order='C', *, device=None, like=None)", every=no_adjoint)
rule(np.identity, "y = identity(n, dtype=None, *, like=None)", every=no_adjoint)
rule(np.indices, "y = indices(dimensions, dtype=int, sparse=False)", every=no_adjoint)
