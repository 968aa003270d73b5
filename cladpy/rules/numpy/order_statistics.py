"""Medians, quantiles, sorted and partitioned arrays, distinct values: what depends on the order of the elements.

Equal values keep their order, as in a stable sort.
"""

import numpy as np

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, positive, uniform, with_nan

_AXES = calls(
    *("a[5]", "a[4]", "a[1]", "a[3, 4]", "a[3, 4], axis=0", "a[3, 5], 1", "a[3, 4], axis=-1, keepdims=True"),
    *("a[2, 3, 4], axis=(0, 2)", "a[2, 3, 4], axis=(-1, 0), keepdims=True", "a[2, 3], keepdims=True", "a[0, 4], 1"),
)

rule(
    np.median,
    "y = median(a, axis=None, *, keepdims=False)",
    a="quantile_adjoint(d_y, a, 'median', None, axis, keepdims)",
    tangent={"a": "quantile_tangent(t_a, a, 'median', None, axis, keepdims)"},
    cuts=True,
    samples=normal() & _AXES,
)
rule(
    np.nanmedian,
    "y = nanmedian(a, axis=None, *, keepdims=False)",
    a="quantile_adjoint(d_y, a, 'nanmedian', None, axis, keepdims)",
    tangent={"a": "quantile_tangent(t_a, a, 'nanmedian', None, axis, keepdims)"},
    cuts=True,
    samples=with_nan() & _AXES,
)

_METHODS = (
    *(
        "linear",
        "weibull",
        "hazen",
        "median_unbiased",
        "normal_unbiased",
        "interpolated_inverted_cdf",
        "lower",
        "higher",
    ),
    *("nearest", "midpoint", "inverted_cdf", "averaged_inverted_cdf", "closest_observation"),
)
_FRACTIONS = calls(
    *("a[5], 0.3", "a[5], q[()]", "a[5], float(q[()])", "a[4], q[3]", "a[3, 4], q[2], axis=0", "a[3, 4], 0.0, 1"),
    *("a[3, 4], q[2, 2], axis=-1, keepdims=True", "a[2, 3, 4], q[()], (0, 2)", "a[2, 3], 1.0", "a[1], q[2]"),
    *(f"a[7], q[4], method={method!r}" for method in _METHODS),
    "a[3, 4], [0.2, 0.7], method='inverted_cdf', weights=weights[3, 4]",
)
_PERCENT = calls(
    *("a[5], 30", "a[5], q[()]", "a[4], q[3]", "a[3, 4], q[2], axis=0", "a[3, 4], [20, 60], axis=-1, keepdims=True"),
    *("a[5], float(q[()]), method='hazen'", "a[5], 30.0, method='nearest'"),
)
_SLOPE = "quantile_slope(a, {}, q, axis, keepdims, method, weights)"
_Q = f"np.sum(d_y * {_SLOPE}, axis=tuple(range(np.ndim(q), np.ndim(d_y))))"
_T_Q = f"{_SLOPE} * np.reshape(t_q, np.shape(q) + (1,) * (np.ndim(y) - np.ndim(q)))"
_WEIGHED = calls("a[3, 4], 0.4, axis=1, method='inverted_cdf', weights=weights[4]")
_DRAWN = normal("a") & positive("weights")

rule(
    np.quantile,
    "y = quantile(a, q, axis=None, *, method='linear', keepdims=False, weights=None)",
    a="quantile_adjoint(d_y, a, 'quantile', q, axis, keepdims, method, weights)",
    q=_Q.format("'quantile'"),
    weights=zero,
    tangent={
        "a": "quantile_tangent(t_a, a, 'quantile', q, axis, keepdims, method, weights)",
        "q": _T_Q.format("'quantile'"),
    },
    cuts=True,
    samples=_DRAWN & uniform(0.02, 0.98, "q") & _FRACTIONS & _WEIGHED,
)
rule(
    np.percentile,
    "y = percentile(a, q, axis=None, *, method='linear', keepdims=False, weights=None)",
    a="quantile_adjoint(d_y, a, 'percentile', q, axis, keepdims, method, weights)",
    q=_Q.format("'percentile'"),
    weights=zero,
    tangent={
        "a": "quantile_tangent(t_a, a, 'percentile', q, axis, keepdims, method, weights)",
        "q": _T_Q.format("'percentile'"),
    },
    cuts=True,
    samples=_DRAWN & uniform(2, 98, "q") & _PERCENT,
)
rule(
    np.nanquantile,
    "y = nanquantile(a, q, axis=None, *, method='linear', keepdims=False, weights=None)",
    a="quantile_adjoint(d_y, a, 'nanquantile', q, axis, keepdims, method, weights)",
    q=_Q.format("'nanquantile'"),
    weights=zero,
    tangent={
        "a": "quantile_tangent(t_a, a, 'nanquantile', q, axis, keepdims, method, weights)",
        "q": _T_Q.format("'nanquantile'"),
    },
    cuts=True,
    samples=with_nan("a") & positive("weights") & uniform(0.02, 0.98, "q") & _FRACTIONS,
)
rule(
    np.nanpercentile,
    "y = nanpercentile(a, q, axis=None, *, method='linear', keepdims=False, weights=None)",
    a="quantile_adjoint(d_y, a, 'nanpercentile', q, axis, keepdims, method, weights)",
    q=_Q.format("'nanpercentile'"),
    weights=zero,
    tangent={
        "a": "quantile_tangent(t_a, a, 'nanpercentile', q, axis, keepdims, method, weights)",
        "q": _T_Q.format("'nanpercentile'"),
    },
    cuts=True,
    samples=with_nan("a") & uniform(2, 98, "q") & _PERCENT,
)

# ---- sorted and partitioned arrays ----

_SORTED = calls(
    *("a[5]", "a[3, 4]", "a[3, 4], 0", "a[3, 4], axis=None", "a[2, 3, 4], axis=1", "a[1]", "a[0]"),
    *("a[5], kind='stable'", "a[5], stable=True"),
)
rule(
    np.sort,
    "y = sort(a, axis=-1, kind=None, *, stable=None)",
    a="sort_adjoint(d_y, a, axis)",
    tangent={"a": "sort_tangent(t_a, a, axis)"},
    cuts=True,
    samples=normal() & _SORTED,
)
rule(
    np.partition,
    "y = partition(a, kth, axis=-1, kind='introselect')",
    a="partition_adjoint(d_y, a, y, axis)",
    tangent={"a": "partition_tangent(t_a, a, y, axis)"},
    cuts=True,
    samples=normal()
    & calls("a[7], 3", "a[7], (2, -1)", "a[3, 6], 2", "a[6, 3], 2, 0", "a[3, 4], 5, axis=None", "a[1], 0"),
)
