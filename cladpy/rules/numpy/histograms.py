"""Histograms: counts have no derivative, edges and sums of weights have."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive
from cladpy.runtime import no_adjoint

_DENSITY = not_implemented("of counts and sums of weights, with bins that are edges or a number: leave out density=")
_RULE = not_implemented("the rules that choose the number of bins")
_BINS = "absent(density) or value(density) == False"
_ESTIMATED = "isinstance(value(bins), str)"
rule(
    np.histogram,
    "h, e = histogram(a, bins=10, range=None, density=None, weights=None)",
    result_alias="may alias bins",
    variants=[
        variant(when=_ESTIMATED, a=_RULE, weights=_RULE),
        variant(
            when=f"({_BINS}) and absent(range) and not absent(weights)",
            a="histogram_edges_adjoint(d_e, a, bins)",
            bins="d_e",
            weights="np.append(d_h, np.zeros(1, d_h.dtype))[histogram_bins(a, e)]",
            tangent={
                "a": "(zero_like(h), histogram_edges_tangent(t_a, a, bins))",
                "bins": "(zero_like(h), t_bins)",
                "weights": "(np.bincount(np.ravel(histogram_bins(a, e)), np.ravel(t_weights), len(h) + 1)[:-1], zero_like(e))",
            },
        ),
        variant(
            when=f"({_BINS}) and absent(range)",
            a="histogram_edges_adjoint(d_e, a, bins)",
            bins="d_e",
            tangent={"a": "(0 * h, histogram_edges_tangent(t_a, a, bins))", "bins": "(0 * h, t_bins)"},
        ),
        variant(
            when=_BINS,
            a=no_adjoint,
            weights="np.append(d_h, np.zeros(1, d_h.dtype))[histogram_bins(a, e)]",
            tangent={
                "weights": "(np.bincount(np.ravel(histogram_bins(a, e)), np.ravel(t_weights), len(h) + 1)[:-1], zero_like(e))"
            },
        ),
    ],
    a=_DENSITY,
    bins=_DENSITY,
    range=_DENSITY,
    weights=_DENSITY,
    cuts=True,
    samples=normal("a", "bins")
    & positive("weights")
    & calls(
        *(
            "a[7], 3",
            "a[7], np.array([-1.0, 0.1, 0.9]) + 0.1 * bins[3]",
            "a[7], 4, weights=weights[7]",
            "a[7], 4, (-1.0, 1.5), None, weights[7]",
        ),
        *("a[2, 3], 3, weights=weights[2, 3]", "a[7], 'auto'", "a[7], 3, density=True", "a[7], 3, (-1.0, 1.0)"),
    ),
)
rule(
    np.histogram_bin_edges,
    "e = histogram_bin_edges(a, bins=10, range=None, weights=None)",
    result_alias="may alias bins",
    variants=[
        variant(
            when="(absent(bins) or ndim(bins) in (0, 1)) and not isinstance(value(bins), str)",
            a="histogram_edges_adjoint(d_e if range is None else 0.0, a, bins)",
            bins="d_e",
            tangent={
                "a": "(1 if range is None else 0) * histogram_edges_tangent(t_a, a, bins)",
                "bins": "1 * t_bins",
            },
        )
    ],
    a=_RULE,
    bins=_RULE,
    weights=no_adjoint,
    cuts=True,
    samples=normal()
    & calls(
        *("a[7]", "a[7], 3", "a[7], np.array([-1.0, 0.0, 0.5, 2.0]) + 0.1 * bins[4]", "a[7], 3, (0.0, 1.0)"),
        "a[7], 'fd'",
    ),
)
_SEVERAL = not_implemented("count with np.add.at, or use np.histogram for each coordinate")
rule(
    np.histogram2d,
    "h, ex, ey = histogram2d(x, y, bins=10, range=None, density=None, weights=None)",
    x=_SEVERAL,
    y=_SEVERAL,
    bins=_SEVERAL,
    weights=_SEVERAL,
)
rule(
    np.histogramdd,
    "h, e = histogramdd(sample, bins=10, range=None, density=None, weights=None)",
    sample=_SEVERAL,
    bins=_SEVERAL,
    weights=_SEVERAL,
)
