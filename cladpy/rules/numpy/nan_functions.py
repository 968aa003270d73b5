"""Reductions and scans that pass over NaN: where an element is NaN, its adjoint is exactly 0."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, with_nan

_AXES = calls(
    *("x[3, 4]", "x[5]", "x[1]", "x[3, 4], keepdims=True", "x[3, 4], axis=0", "x[3, 4], 1", "x[5], axis=-1"),
    *("x[3, 4], axis=-2, keepdims=True", "x[2, 3, 4], axis=1", "x[2, 3, 4], axis=(0, -1)", "x[2, 3], axis=(0, 1)"),
    *("x[2, 3, 4], axis=(2, 0), keepdims=True", "x[()]", "float(x[()])"),
)
_EMPTY = calls("x[0, 3]", "x[0, 3], axis=1")
_WHERE = calls(
    "x[5], where=np.array([True, False, True, True, True])",
    "x[3, 4], axis=0, where=np.array([[True], [False], [True]])",
)
_DTYPE = calls("x[3, 4], 0, np.float64")
_INITIAL = normal("initial") & calls("x[3, 4], axis=0, initial=float(initial[()])", "x[5], initial=initial[()]")

rule(
    np.nansum,
    "y = nansum(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=True)",
    a="masked(unreduce(d_y, np.shape(a), axis, keepdims), where & ~np.isnan(a))",
    initial="np.sum(d_y)",
    tangent={
        "a": "np.sum(t_a, axis=axis, dtype=dtype, keepdims=keepdims, where=where & ~np.isnan(a))",
        "initial": "np.full(np.shape(y), t_initial)",
    },
    cuts=True,
    samples=with_nan("x", "a") & _INITIAL & _AXES & _EMPTY & _WHERE & _DTYPE,
)
rule(
    np.nanmean,
    "y = nanmean(a, axis=None, dtype=None, *, keepdims=False, where=True)",
    a="mean_adjoint(d_y, np.shape(a), axis, keepdims, where & ~np.isnan(a))",
    tangent={"a": "mean_tangent(t_a, axis, keepdims, where & ~np.isnan(a))"},
    cuts=True,
    samples=with_nan() & _AXES & _WHERE & _DTYPE,
)
rule(
    np.nanprod,
    "y = nanprod(a, axis=None, dtype=None, *, keepdims=False, initial=None, where=True)",
    a="prod_adjoint(d_y, a, axis, keepdims, initial, where & ~np.isnan(a))",
    initial="np.sum(d_y * np.prod(a, axis=axis, keepdims=keepdims, where=where & ~np.isnan(a)))",
    tangent={
        "a": "np.sum(prod_adjoint(1.0, a, axis, False, initial, where & ~np.isnan(a)) * t_a, axis=axis, keepdims=keepdims)",
        "initial": "t_initial * np.prod(a, axis=axis, keepdims=keepdims, where=where & ~np.isnan(a))",
    },
    cuts=True,
    samples=with_nan("x", "a") & _INITIAL & _AXES & _EMPTY & _WHERE & _DTYPE,
)

_EXTREMUM = [
    variant(
        when="literal(initial)",
        a="extremum_adjoint(masked(d_y, y != initial), a, y, axis, keepdims, None, where & ~np.isnan(a))",
        tangent={"a": "masked(extremum_tangent(t_a, a, y, axis, keepdims, None, where & ~np.isnan(a)), y != initial)"},
    )
]
rule(
    np.nanmax,
    "y = nanmax(a, axis=None, *, keepdims=False, initial=None, where=True)",
    variants=_EXTREMUM,
    a="extremum_adjoint(d_y, a, y, axis, keepdims, initial, where & ~np.isnan(a))",
    initial="np.sum(initial_share(d_y, a, y, initial, axis, keepdims, where & ~np.isnan(a)))",
    tangent={
        "a": "extremum_tangent(t_a, a, y, axis, keepdims, initial, where & ~np.isnan(a))",
        "initial": "initial_share(t_initial, a, y, initial, axis, keepdims, where & ~np.isnan(a))",
    },
    cuts=True,
    samples=with_nan("x", "a")
    & _INITIAL
    & _AXES
    & calls("x[5], initial=-9.0, where=np.array([True, False, True, True, True])"),
)
rule(
    np.nanmin,
    "y = nanmin(a, axis=None, *, keepdims=False, initial=None, where=True)",
    variants=_EXTREMUM,
    a="extremum_adjoint(d_y, a, y, axis, keepdims, initial, where & ~np.isnan(a))",
    initial="np.sum(initial_share(d_y, a, y, initial, axis, keepdims, where & ~np.isnan(a)))",
    tangent={
        "a": "extremum_tangent(t_a, a, y, axis, keepdims, initial, where & ~np.isnan(a))",
        "initial": "initial_share(t_initial, a, y, initial, axis, keepdims, where & ~np.isnan(a))",
    },
    cuts=True,
    samples=with_nan("x", "a")
    & _INITIAL
    & _AXES
    & calls("x[5], initial=9.0, where=np.array([True, False, True, True, True])"),
)

_DEVIATIONS = calls(
    "x[3, 4], ddof=1",
    "x[3, 4], axis=1, ddof=1, keepdims=True",
    "x[3, 4], axis=1, mean=mean[3, 1]",
    "x[3, 4], 1, correction=0.5",
)
rule(
    np.nanvar,
    "y = nanvar(a, axis=None, dtype=None, *, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    a="var_adjoint(d_y, a, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction)",
    mean="unbroadcast_to(-var_adjoint(d_y, a, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction), np.shape(mean), a.dtype)",
    tangent={
        "a": "np.sum(var_adjoint(1.0, a, axis, ddof, False, where & ~np.isnan(a), mean, correction) * t_a, axis=axis, keepdims=keepdims)",
        "mean": "np.sum(-var_adjoint(1.0, a, axis, ddof, False, where & ~np.isnan(a), mean, correction) * t_mean, axis=axis, keepdims=keepdims)",
    },
    cuts=True,
    samples=with_nan("x", "a") & normal("mean") & _AXES & _WHERE & _DTYPE & _DEVIATIONS,
)
rule(
    np.nanstd,
    "y = nanstd(a, axis=None, dtype=None, *, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    a="std_adjoint(d_y, a, y, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction)",
    mean="unbroadcast_to(-std_adjoint(d_y, a, y, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction), np.shape(mean), a.dtype)",
    tangent={
        "a": "np.sum(std_adjoint(1.0, a, y, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction) * t_a, axis=axis, keepdims=keepdims)",
        "mean": "np.sum(-std_adjoint(1.0, a, y, axis, ddof, keepdims, where & ~np.isnan(a), mean, correction) * t_mean, axis=axis, keepdims=keepdims)",
    },
    cuts=True,
    samples=with_nan("x", "a") & normal("mean") & _AXES & _WHERE & _DTYPE & _DEVIATIONS,
)

_SCANS = calls(
    "x[5]", "x[1]", "x[0]", "x[5], axis=-1", "x[3, 4]", "x[3, 4], axis=0", "x[3, 4], 1", "x[3, 4], 0, np.float64"
)
rule(
    np.nancumsum,
    "y = nancumsum(a, axis=None, dtype=None)",
    a="masked(cumsum_adjoint(d_y, np.shape(a), axis), ~np.isnan(a))",
    tangent={"a": "np.cumsum(masked(t_a, ~np.isnan(a)), axis=axis, dtype=dtype)"},
    cuts=True,
    samples=with_nan() & _SCANS,
)
rule(
    np.nancumprod,
    "y = nancumprod(a, axis=None, dtype=None)",
    a="masked(cumprod_adjoint(d_y, np.where(np.isnan(a), 1, a), axis), ~np.isnan(a))",
    tangent={"a": "cumprod_tangent(masked(t_a, ~np.isnan(a)), np.where(np.isnan(a), 1, a), axis)"},
    cuts=True,
    samples=with_nan() & _SCANS,
)
