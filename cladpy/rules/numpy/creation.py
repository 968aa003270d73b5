"""Functions that make arrays: of values, copies, and constants."""

import numpy as np

from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, only, positive
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
_NEW = "value(copy) == True"  # else the result may be the argument itself
_SHARED = not_implemented("with this copy= the result may be the array itself; leave copy out, or use np.asarray")
rule(
    np.array,
    "y = array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0)",
    samples=normal()
    & _VALUES
    & calls(
        "x[3], ndmin=2",
        "float(x[()]), ndmin=1",
        "[x[2], x[2]], ndmin=3",
        "x[2], float, copy=None",
        "x[2, 2], order='F'",
        "x[2], copy=False",
    ),
    variants=[
        variant(
            when=f"{_NEW} and (absent(ndmin) or value(ndmin) == 0) and (is_scalar(object) or ndim(object) >= 1)",
            object="d_y",
        ),
        variant(
            when=f"{_NEW} and (absent(ndmin) or value(ndmin) == 0)", object="array_adjoint(d_y, shapes_of(object))"
        ),
        variant(when=_NEW, object="array_adjoint(np.reshape(d_y, np.shape(object)), shapes_of(object))"),
    ],
    sequences="object",
    result_alias="may alias object",
    copies=_NEW,
    object=_SHARED,
    tangent={"object": "np.array(t_object, dtype, order=order, ndmin=ndmin)"},
)
rule(
    np.asarray,
    "y = asarray(a, dtype=None, order=None, *, device=None, copy=None)",
    samples=normal() & _VALUES,
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="d_y")],
    sequences="a",
    a="array_adjoint(d_y, shapes_of(a))",
    tangent={"a": "np.asarray(t_a, dtype, order)"},
)
rule(
    np.asanyarray,
    "y = asanyarray(a, dtype=None, order=None, *, device=None, copy=None)",
    samples=normal() & _VALUES,
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="d_y")],
    sequences="a",
    a="array_adjoint(d_y, shapes_of(a))",
    tangent={"a": "np.asanyarray(t_a, dtype, order)"},
)
rule(
    np.ascontiguousarray,
    "y = ascontiguousarray(a, dtype=None)",
    samples=normal() & calls("x[2, 3]", "x[3]", "x[()]", "x[0]"),
    result_alias="may alias a",
    a="np.reshape(d_y, np.shape(a))",
    tangent={"a": "np.ascontiguousarray(t_a, dtype)"},
)
rule(
    np.asfortranarray,
    "y = asfortranarray(a, dtype=None)",
    samples=normal() & calls("x[2, 3]", "x[3]", "x[()]", "x[0]"),
    result_alias="may alias a",
    a="np.reshape(d_y, np.shape(a))",
    tangent={"a": "np.asfortranarray(t_a, dtype)"},
)
rule(
    np.asarray_chkfinite,
    "y = asarray_chkfinite(a, dtype=None, order=None)",
    samples=normal() & _VALUES,
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="d_y")],
    sequences="a",
    a="array_adjoint(d_y, shapes_of(a))",
    tangent={"a": "np.asarray(t_a, dtype, order)"},
)
rule(
    np.require,
    "y = require(a, dtype=None, requirements=None)",
    samples=normal() & calls("x[2, 3]", "x[3], float, 'C'", "x[()]", "x[2, 2], None, ['F', 'W']", "[x[2], x[2]]"),
    result_alias="may alias a",
    variants=[variant(when="is_scalar(a) or ndim(a) >= 1", a="np.reshape(d_y, np.shape(a))")],
    sequences="a",
    a="array_adjoint(np.reshape(d_y, np.shape(a)), shapes_of(a))",
    tangent={"a": "np.require(t_a, dtype)"},
)

# ---- copies ----

rule(np.copy, "y = copy(a, order='K', subok=False)", a="d_y", elementwise=True, samples=normal())
rule(np.ndarray.copy, "y = copy(x, order='C')", x="d_y", elementwise=True, samples=normal())
rule(
    np.ndarray.astype,
    "y = astype(x, dtype, order='K', casting='unsafe', subok=True, copy=True)",
    x="d_y",
    elementwise=True,
    result_alias="may alias x",
    copies=_NEW,
    samples=normal() & only("x[2, 3], float", "x[3], np.float64, copy=False", "x[()], 'f8'", "x[0], np.float32"),
)
rule(
    getattr(np, "astype", None),
    "y = astype(x, dtype, *, copy=True, device=None)",
    x="d_y",
    elementwise=True,
    result_alias="may alias x",
    copies=_NEW,
    samples=normal() & only("x[2, 3], float", "x[3], np.float64, copy=False", "x[0], np.float32"),
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
    "y = full(shape, fill_value, dtype=None, order='C', *, device=None)",
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
    "y = full_like(a, fill_value, dtype=None, order='K', subok=True, shape=None, *, device=None)",
    a=no_adjoint,
    variants=[variant(when="is_scalar(fill_value)", fill_value="np.sum(d_y)")],
    fill_value="unbroadcast_to(d_y, np.shape(fill_value), np.result_type(d_y))",
    tangent={"fill_value": "np.full_like(a, t_fill_value, dtype, shape=shape)"},
    samples=normal()
    & calls(
        "a[2, 3], float(x[()])",
        "a[2, 3], x[3]",
        "a[0], x[()]",
        "a[()], fill_value=float(x[()])",
        "a[3], x[2], shape=(3, 2)",
    ),
)
_FIRST = "linspace_adjoint({}, np.shape(start), 1, 0, num, endpoint, axis)"
_LAST = "linspace_adjoint({}, np.shape(stop), 0, 1, num, endpoint, axis)"
_PLAIN = "is_scalar(start) and is_scalar(stop) and (absent(axis) or value(axis) == 0)"
_ENDS = {
    "start": "np.linspace(t_start, 0 * np.asarray(stop), num, endpoint, axis=axis)",
    "stop": "np.linspace(0 * np.asarray(start), t_stop, num, endpoint, axis=axis)",
}
_STEP = "unbroadcast_to(d_step, np.shape({}), np.result_type(d_y)) / max(num - bool(endpoint), 1)"
rule(
    np.linspace,
    "y = linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None)",
    variants=[
        variant(
            results="y, step",
            when="value(retstep) == True",
            start=f"{_FIRST.format('d_y')} - {_STEP.format('start')}",
            stop=f"{_LAST.format('d_y')} + {_STEP.format('stop')}",
            tangent={
                "start": f"({_ENDS['start']}, -t_start / max(num - bool(endpoint), 1) + zero_like(step))",
                "stop": f"({_ENDS['stop']}, t_stop / max(num - bool(endpoint), 1) + zero_like(step))",
            },
        ),
        variant(
            when=_PLAIN,
            start="np.linspace(1, 0, num, endpoint, dtype=d_y.dtype) @ d_y",
            stop="np.linspace(0, 1, num, endpoint, dtype=d_y.dtype) @ d_y",
        ),
    ],
    start=_FIRST.format("d_y"),
    stop=_LAST.format("d_y"),
    tangent=_ENDS,
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
        "x[2], x[2], 3, axis=-1",
        "float(x[()]), float(x[()]), 4, dtype=np.float64",
        "float(x[()]), x[()], 4, retstep=True",
        "x[2], x[2, 1], 4, False, True",
    ),
)
_LOG = "(np.log(np.expand_dims(base, axis)) if np.ndim(base) else math.log(base))"
_RAISED = "(np.expand_dims(base, axis) if np.ndim(base) else base)"
rule(
    np.logspace,
    "y = logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0)",
    start=_FIRST.format(f"d_y * y * {_LOG}"),
    stop=_LAST.format(f"d_y * y * {_LOG}"),
    base=f"unbroadcast_to(np.sum(d_y * y * np.linspace(start, stop, num, endpoint, axis=axis) / {_RAISED}, axis=axis if np.ndim(base) else None), np.shape(base), d_y.dtype)",
    tangent={
        "start": f"{_ENDS['start']} * y * {_LOG}",
        "stop": f"{_ENDS['stop']} * y * {_LOG}",
        "base": f"y * np.linspace(start, stop, num, endpoint, axis=axis) / {_RAISED} * (np.expand_dims(t_base, axis) if np.ndim(base) else t_base)",
    },
    samples=normal("x", "start", "stop")
    & positive("base")
    & calls(
        *("float(x[()]), float(x[()]), 4", "x[()], float(x[()]), 5, False, float(base[()])", "x[2], x[2], 3"),
        *(
            "x[2], 1.5, 3, base=base[()], axis=-1",
            "x[2], x[2], 3, base=base[2]",
            "x[2], x[()], 3, True, base[2], axis=1",
        ),
    ),
)
rule(
    np.geomspace,
    "y = geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0)",
    start=f"{_FIRST.format('d_y * y')} / start",
    stop=f"{_LAST.format('d_y * y')} / stop",
    tangent={
        "start": "np.linspace(t_start / start, 0 * np.asarray(stop), num, endpoint, axis=axis) * y",
        "stop": "np.linspace(0 * np.asarray(start), t_stop / stop, num, endpoint, axis=axis) * y",
    },
    samples=positive()
    & calls(
        *(
            "float(x[()]), float(x[()])",
            "float(x[()]), float(x[()]), 4",
            "x[()], float(x[()]), 5, False",
            "x[2], x[2], 3",
        ),
        *("x[2], 1.5, 3, axis=-1", "-x[2], -x[2], 3", "float(x[()]), float(x[()]), 1"),
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
rule(np.tri, "y = tri(N, M=None, k=0, dtype=float, *, like=None)", every=no_adjoint)
