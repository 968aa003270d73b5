"""Reductions: sums, means, products, extrema and deviations over axes."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive
from cladpy.runtime import no_adjoint

# The argument lists that every reduction is tested with: each form of the axis, kept or not, and small shapes.
_AXES = calls(
    "x[3, 4]",
    "x[5]",
    "x[()]",
    "float(x[()])",
    "x[1]",
    "x[3, 4], keepdims=True",
    "x[3, 4], axis=0",
    "x[3, 4], axis=1",
    "x[3, 4], axis=-1",
    "x[5], axis=0",
    "x[5], axis=-1",
    "x[3, 4], axis=-2, keepdims=True",
    "x[3, 4], 1, keepdims=True",
    "x[2, 3, 4], axis=1",
    "x[2, 3, 4], axis=-1",
    "x[2, 3, 4], axis=(0, 1)",
    "x[2, 3, 4], axis=(0, -1)",
    "x[2, 3, 4], axis=(2, 0), keepdims=True",
    "x[2, 3], axis=(0, 1)",
    "x[2, 3], axis=()",
)
_EMPTY = calls("x[0, 3]", "x[0]", "x[0, 3], axis=0", "x[3, 0], axis=1, keepdims=True")
_WITHOUT_LANES = calls("x[0, 3], axis=1", "x[3, 0], axis=0, keepdims=True")
_WHERE = calls(
    "x[3], where=np.array([True, False, True])",
    "x[3, 4], axis=0, where=np.array([[True], [False], [True]])",
    "x[3, 4], axis=1, keepdims=True, where=np.array([True, False, True, True])",
    "x[3, 4], axis=-1, where=np.eye(3, 4, dtype=bool)",
    "x[2, 3, 4], axis=(0, 2), where=np.arange(4) > 1",
    "x[3, 4], where=True",
)
_NOWHERE = calls("x[3, 4], axis=1, where=False", "x[3, 4], 0, where=np.array([True, False, True, True])")
_DTYPE = calls("x[3, 4], 0, np.float64", "x[3, 4], axis=1, dtype='f8'")
_DDOF = calls(
    "x[3, 4], ddof=1",
    "x[3, 4], axis=0, ddof=1",
    "x[3, 4], axis=1, ddof=1.5, keepdims=True",
    "x[2, 3, 4], axis=(0, 2), ddof=2",
)

# Conditions that several rules share.
_COLUMN = "ndim(a) == 2 and value(axis) in (1, -1) and (absent(keepdims) or value(keepdims) == False)"
_LAST = "ndim(a) >= 3 and value(axis) == -1 and (absent(keepdims) or value(keepdims) == False)"
_EVERY = "value(where) == True"  # of the elements counts
_WHOLE = f"{_EVERY} and absent(axis) and absent(mean) and absent(correction) and (absent(ddof) or value(ddof) == 0)"

# ---- sums ----

rule(
    np.sum,
    "y = sum(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=True)",
    samples=normal()
    & _AXES
    & _EMPTY
    & _WITHOUT_LANES
    & _WHERE
    & _NOWHERE
    & _DTYPE
    & calls(
        "x[3, 4], axis=0, initial=float(initial[()])",
        "x[3], initial=initial[()], where=np.array([True, False, True])",
    ),
    variants=[
        variant(when=f"{_EVERY} and is_scalar(a)", a="d_y"),
        variant(
            when=f"{_EVERY} and (absent(axis) or value(axis) in (0, (0, 1), (0, 1, 2)) or value(keepdims) == True)",
            a="np.broadcast_to(d_y, a.shape)",
        ),
        variant(when=f"{_EVERY} and ndim(a) == 1 and value(axis) == -1", a="np.broadcast_to(d_y, a.shape)"),
        variant(when=f"{_EVERY} and {_COLUMN}", a="np.broadcast_to(d_y[:, None], a.shape)"),
        variant(when=f"{_EVERY} and {_LAST}", a="np.broadcast_to(d_y[..., None], a.shape)"),
        variant(when=_EVERY, a="unreduce(d_y, np.shape(a), axis, keepdims)"),
    ],
    a="masked(unreduce(d_y, np.shape(a), axis, keepdims), where)",
    initial="np.sum(d_y)",
    tangent={
        "a": "np.sum(t_a, axis=axis, dtype=dtype, keepdims=keepdims, where=where)",
        "initial": "np.full(np.shape(y), t_initial)",
    },
)

rule(
    np.mean,
    "y = mean(a, axis=None, dtype=None, *, keepdims=False, where=True)",
    samples=normal() & _AXES & _WITHOUT_LANES & _WHERE & _DTYPE,
    variants=[
        variant(when=f"{_EVERY} and is_scalar(a)", a="d_y"),
        variant(when=f"{_EVERY} and absent(axis)", a="np.broadcast_to(d_y / a.size, a.shape)"),
        variant(when=f"{_EVERY} and value(axis) == 0", a="np.broadcast_to(d_y / a.shape[0], a.shape)"),
        variant(
            when=f"{_EVERY} and value(keepdims) == True",
            a="np.broadcast_to(d_y / reduced_size(a.shape, axis), a.shape)",
        ),
        variant(when=f"{_EVERY} and ndim(a) == 1 and value(axis) == -1", a="np.broadcast_to(d_y / a.size, a.shape)"),
        variant(when=f"{_EVERY} and {_COLUMN}", a="np.broadcast_to(d_y[:, None] / a.shape[1], a.shape)"),
        variant(when=f"{_EVERY} and {_LAST}", a="np.broadcast_to(d_y[..., None] / a.shape[-1], a.shape)"),
        variant(when=_EVERY, a="unreduce(d_y / reduced_size(np.shape(a), axis), np.shape(a), axis, keepdims)"),
    ],
    a="mean_adjoint(d_y, np.shape(a), axis, keepdims, where)",
    tangent={"a": "mean_tangent(t_a, axis, keepdims, where)"},
)

_TOTAL = "weights_total(weights, np.shape(a), axis, keepdims)"
_WEIGHTS = f"gather_weights(restore_axes(d_y / {_TOTAL}, axis, keepdims) * (a - restore_axes(y, axis, keepdims)), np.shape(weights), axis)"
_MEAN_ADJOINT = "unreduce(d_y / reduced_size(np.shape(a), axis), np.shape(a), axis, keepdims)"
rule(
    np.average,
    "y = average(a, axis=None, weights=None, returned=False, *, keepdims=False)",
    samples=normal("a", "x")
    & positive("weights")
    & calls(
        *(
            "x[3, 4]",
            "x[3, 4], 1",
            "x[3, 4], axis=(0, 1), keepdims=True",
            "a[3, 4], weights=weights[3, 4]",
            "a[5], 0, weights[5]",
        ),
        *(
            "a[3, 4], 1, weights[4]",
            "a[2, 3, 4], (2, 0), weights[4, 2], keepdims=True",
            "a[3], weights=[1.0, 2.0, 0.5]",
        ),
        *("x[3, 4], 0, returned=True", "a[3, 4], 1, weights[4], True", "a[2, 3], weights=weights[2, 3], returned=True"),
    ),
    variants=[
        variant(
            results="y, s",
            when="value(returned) == True and absent(weights)",
            a=_MEAN_ADJOINT,
            tangent={"a": "(np.mean(t_a, axis=axis, keepdims=keepdims), zero_like(s))"},
        ),
        variant(
            results="y, s",
            when="value(returned) == True",
            a=f"np.broadcast_to(spread_weights(weights, np.shape(a), axis), np.shape(a)) * restore_axes(d_y / {_TOTAL}, axis, keepdims)",
            weights=f"{_WEIGHTS} + gather_weights(unreduce(d_s, np.shape(a), axis, keepdims), np.shape(weights), axis)",
            tangent={
                "a": "(np.average(t_a, axis, weights, keepdims=keepdims), zero_like(s))",
                "weights": f"(np.sum(spread_weights(t_weights, np.shape(a), axis) * (a - restore_axes(y, axis, keepdims)), axis=axis, keepdims=keepdims) / {_TOTAL}, weights_total(t_weights, np.shape(a), axis, keepdims))",
            },
        ),
        variant(when="absent(weights)", a=_MEAN_ADJOINT),
    ],
    a=f"np.broadcast_to(spread_weights(weights, np.shape(a), axis), np.shape(a)) * restore_axes(d_y / {_TOTAL}, axis, keepdims)",
    weights=_WEIGHTS,
    tangent={
        "a": "np.average(t_a, axis, weights, keepdims=keepdims)",
        "weights": f"np.sum(spread_weights(t_weights, np.shape(a), axis) * (a - restore_axes(y, axis, keepdims)), axis=axis, keepdims=keepdims) / {_TOTAL}",
    },
)

# ---- products ----

rule(
    np.prod,
    "y = prod(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=True)",
    samples=normal()
    & _AXES
    & _EMPTY
    & _WITHOUT_LANES
    & _WHERE
    & _NOWHERE
    & _DTYPE
    & calls(
        "x[3, 4], axis=0, initial=float(initial[()])",
        "x[3], initial=initial[()], where=np.array([True, False, True])",
        "x[3], initial=0.0",
    ),
    variants=[
        variant(when=f"{_EVERY} and absent(initial) and is_scalar(a)", a="d_y", tangent={"a": "t_a"}),
        variant(when=f"{_EVERY} and absent(initial) and absent(axis)", a="prod_adjoint(d_y, a)"),
        variant(when=f"{_EVERY} and absent(initial)", a="prod_adjoint(d_y, a, axis, keepdims)"),
    ],
    a="prod_adjoint(d_y, a, axis, keepdims, initial, where)",
    initial="np.sum(d_y * np.prod(a, axis=axis, keepdims=keepdims, where=where))",
    tangent={
        "a": "np.sum(prod_adjoint(1.0, a, axis, False, initial, where) * t_a, axis=axis, keepdims=keepdims)",
        "initial": "t_initial * np.prod(a, axis=axis, keepdims=keepdims, where=where)",
    },
)

# ---- extrema: ties share evenly, but for a number in the source ----

_EXTREMUM = [
    variant(when=f"{_EVERY} and absent(initial) and is_scalar(a)", a="d_y"),
    variant(when=f"{_EVERY} and absent(initial) and absent(axis)", a="extremum_adjoint(d_y, a, y)"),
    variant(when=f"{_EVERY} and absent(initial)", a="extremum_adjoint(d_y, a, y, axis, keepdims)"),
    variant(
        when="literal(initial)",
        a="extremum_adjoint(masked(d_y, y != initial), a, y, axis, keepdims, None, where)",
        tangent={"a": "masked(extremum_tangent(t_a, a, y, axis, keepdims, None, where), y != initial)"},
    ),
]
_INITIAL = "x[3, 4], axis=0, initial={}, where=np.array([[True], [False], [True]])"

rule(
    np.max,
    "y = max(a, axis=None, *, keepdims=False, initial=None, where=True)",
    aliases=(np.amax,),
    cuts=True,
    samples=normal()
    & _AXES
    & _WITHOUT_LANES
    & calls("x[3, 4], axis=1, initial=float(initial[()])", _INITIAL.format("-10.0"), _INITIAL.format("initial[()]")),
    variants=_EXTREMUM,
    a="extremum_adjoint(d_y, a, y, axis, keepdims, initial, where)",
    initial="np.sum(initial_share(d_y, a, y, initial, axis, keepdims, where))",
    tangent={
        "a": "extremum_tangent(t_a, a, y, axis, keepdims, initial, where)",
        "initial": "initial_share(t_initial, a, y, initial, axis, keepdims, where)",
    },
)

rule(
    np.min,
    "y = min(a, axis=None, *, keepdims=False, initial=None, where=True)",
    aliases=(np.amin,),
    cuts=True,
    samples=normal()
    & _AXES
    & _WITHOUT_LANES
    & calls("x[3, 4], axis=1, initial=float(initial[()])", _INITIAL.format("10.0"), _INITIAL.format("initial[()]")),
    variants=_EXTREMUM,
    a="extremum_adjoint(d_y, a, y, axis, keepdims, initial, where)",
    initial="np.sum(initial_share(d_y, a, y, initial, axis, keepdims, where))",
    tangent={
        "a": "extremum_tangent(t_a, a, y, axis, keepdims, initial, where)",
        "initial": "initial_share(t_initial, a, y, initial, axis, keepdims, where)",
    },
)

rule(
    np.ptp,
    "y = ptp(a, axis=None, *, keepdims=False)",
    cuts=True,
    samples=normal() & _AXES & _WITHOUT_LANES,
    a="ptp_adjoint(d_y, a, axis, keepdims)",
    tangent={"a": "ptp_tangent(t_a, a, axis, keepdims)"},
)

# ---- deviations ----

_MEAN = calls(
    "x[3, 4], axis=1, mean=mean[3, 1], ddof=1",
    "x[3, 4], mean=mean[1, 1], keepdims=True",
    "x[3, 4], axis=0, mean=mean[1, 4], where=np.arange(3)[:, None] > 0",
    "x[3, 4], 1, correction=1.5",
)
rule(
    np.var,
    "y = var(a, axis=None, dtype=None, *, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    samples=normal() & _AXES & _DDOF & _WITHOUT_LANES & _WHERE & _DTYPE & _MEAN,
    variants=[
        variant(when=f"ndim(a) >= 1 and {_WHOLE}", a="2 * d_y / a.size * (a - a.mean())"),
        variant(when=_WHOLE, a="var_adjoint(d_y, a)"),
        variant(
            when=f"{_EVERY} and absent(mean) and absent(correction)", a="var_adjoint(d_y, a, axis, ddof, keepdims)"
        ),
    ],
    a="var_adjoint(d_y, a, axis, ddof, keepdims, where, mean, correction)",
    mean="unbroadcast_to(-var_adjoint(d_y, a, axis, ddof, keepdims, where, mean, correction), np.shape(mean), a.dtype)",
    tangent={
        "a": "np.sum(var_adjoint(1.0, a, axis, ddof, False, where, mean, correction) * t_a, axis=axis, keepdims=keepdims)",
        "mean": "np.sum(-var_adjoint(1.0, a, axis, ddof, False, where, mean, correction) * t_mean, axis=axis, keepdims=keepdims)",
    },
)

# The slope is infinite near 0, where all elements are equal, and by convention 0 there.
rule(
    np.std,
    "y = std(a, axis=None, dtype=None, *, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    samples=normal() & _AXES & _DDOF & _WITHOUT_LANES & _WHERE & _DTYPE & _MEAN,
    variants=[
        variant(when=_WHOLE, a="std_adjoint(d_y, a, y)"),
        variant(
            when=f"{_EVERY} and absent(mean) and absent(correction)", a="std_adjoint(d_y, a, y, axis, ddof, keepdims)"
        ),
    ],
    a="std_adjoint(d_y, a, y, axis, ddof, keepdims, where, mean, correction)",
    mean="unbroadcast_to(-std_adjoint(d_y, a, y, axis, ddof, keepdims, where, mean, correction), np.shape(mean), a.dtype)",
    tangent={
        "a": "np.sum(std_adjoint(1.0, a, y, axis, ddof, keepdims, where, mean, correction) * t_a, axis=axis, keepdims=keepdims)",
        "mean": "np.sum(-std_adjoint(1.0, a, y, axis, ddof, keepdims, where, mean, correction) * t_mean, axis=axis, keepdims=keepdims)",
    },
)

# ---- integers and booleans ----

rule(np.all, "y = all(a, axis=None, out=None, keepdims=False, *, where=True)", every=no_adjoint)
rule(np.any, "y = any(a, axis=None, out=None, keepdims=False, *, where=True)", every=no_adjoint)
rule(np.argmax, "y = argmax(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.argmin, "y = argmin(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.count_nonzero, "y = count_nonzero(a, axis=None, *, keepdims=False)", every=no_adjoint)
rule(np.nanargmax, "y = nanargmax(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.nanargmin, "y = nanargmin(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
