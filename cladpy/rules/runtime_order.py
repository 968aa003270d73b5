"""Functions of cladpy.runtime that follow the order of elements, or weights: generated code can be differentiated again.

What is chosen does not change, so that each adjoint is the transpose of its tangent.
"""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

# ---- quantiles ----

_OPTIONS = "axis=None, keepdims=False, method='linear', weights=None"
_MIXED = not_implemented("the second derivative of a quantile, in its place and in the elements, is not written")
rule(
    runtime.quantile_adjoint,
    f"z = quantile_adjoint(d, a, of, q=None, {_OPTIONS})",
    d="unbroadcast_to(quantile_tangent(d_z, a, of, q, axis, keepdims, method, weights), np.shape(d), d_z.dtype)",
    a=zero,
    q=_MIXED,
    weights=zero,
    tangent={"d": "quantile_adjoint(t_d, a, of, q, axis, keepdims, method, weights)"},
    cuts=True,
    samples=normal()
    & calls(
        "d[()], a[5], 'median'",
        "d[2, 3], a[3, 4], 'quantile', [0.2, 0.6], 1",
        "d[3, 1], a[3, 4], 'percentile', 30, 1, True, method='hazen'",
        "d[2], np.array([[1.0, np.nan, 3.0], [np.nan] * 3]), 'nanmedian', None, 1",
    ),
)
rule(
    runtime.quantile_tangent,
    f"z = quantile_tangent(t, a, of, q=None, {_OPTIONS})",
    t="quantile_adjoint(d_z, a, of, q, axis, keepdims, method, weights)",
    a=zero,
    q=_MIXED,
    weights=zero,
    tangent={"t": "quantile_tangent(t_t, a, of, q, axis, keepdims, method, weights)"},
    cuts=True,
    samples=normal() & calls("t[5], a[5], 'median'", "t[3, 4], a[3, 4], 'quantile', [0.2, 0.6], 1, True"),
)
rule(
    runtime.quantile_slope,
    f"z = quantile_slope(a, of, q, {_OPTIONS})",
    a=_MIXED,
    q=zero,
    weights=zero,
    cuts=True,
    samples=normal() & calls("np.array([5.0, 1.0, 3.0]), 'quantile', float(q[()]) * 0 + 0.3"),
)

# ---- elements in another order ----

rule(
    runtime.partition_adjoint,
    "z = partition_adjoint(d, a, y, axis=-1)",
    d="partition_tangent(d_z, a, y, axis)",
    a=zero,
    y=zero,
    tangent={"d": "partition_adjoint(t_d, a, y, axis)"},
    cuts=True,
    samples=normal() & calls("d[3], np.array([5.0, 4.0, 6.0]), np.array([4.0, 6.0, 5.0])"),
)
rule(
    runtime.partition_tangent,
    "z = partition_tangent(t, a, y, axis=-1)",
    t="partition_adjoint(d_z, a, y, axis)",
    a=zero,
    y=zero,
    tangent={"t": "partition_tangent(t_t, a, y, axis)"},
    cuts=True,
    samples=normal()
    & calls("t[3], np.array([5.0, 4.0, 6.0]), np.array([4.0, 6.0, 5.0])", "t[2, 2], np.eye(2), np.eye(2), 0"),
)

# ---- weights ----

rule(
    runtime.spread_weights,
    "y = spread_weights(weights, shape, axis=None)",
    weights="gather_weights(d_y, np.shape(weights), axis)",
    shape=no_adjoint,
    result_alias="may alias weights",
    tangent={"weights": "spread_weights(t_weights, shape, axis)"},
    samples=normal()
    & calls(
        "weights[2], (2, 3), 0", "weights[2, 3], (2, 3)", "weights[4, 2], (2, 3, 4), (2, 0)", "weights[3], (3,), 0"
    ),
)
rule(
    runtime.gather_weights,
    "y = gather_weights(d, shape, axis=None)",
    d="np.broadcast_to(spread_weights(d_y, d.shape, axis), d.shape)",
    shape=no_adjoint,
    result_alias="may alias d",
    tangent={"d": "gather_weights(t_d, shape, axis)"},
    samples=normal() & calls("d[2, 3], (2,), 0", "d[2, 3], (2, 3)", "d[2, 3, 4], (4, 2), (2, 0)", "d[3, 1], (3,), 0"),
)
rule(
    runtime.weights_total,
    "y = weights_total(weights, shape, axis=None, keepdims=False)",
    weights="gather_weights(unreduce(d_y, shape, axis, keepdims), np.shape(weights), axis)",
    shape=no_adjoint,
    tangent={"weights": "weights_total(t_weights, shape, axis, keepdims)"},
    samples=normal() & calls("weights[2], (2, 3), 0", "weights[2, 3], (2, 3)", "weights[3], (2, 3), 1, True"),
)
