"""Functions of cladpy.runtime for the methods of ufuncs: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal

_SCAN = not_implemented("the second derivative of np.logaddexp.accumulate is not written")

rule(
    runtime.softmax_share,
    "s = softmax_share(x, y, axis=0, keepdims=False, where=True)",
    x="d_s * s",
    y="unbroadcast_to(-d_s * s if keepdims or axis is None else -np.sum(d_s * s, axis=axis), np.shape(y), d_s.dtype)",
    tangent={"x": "t_x * s", "y": "-restore_axes(t_y, axis, keepdims) * s"},
    samples=normal()
    & calls("x[3, 4], y[4]", "x[3, 4], y[3, 1], 1, True", "x[5], y[()]", "x[2, 3], float(y[()]), None"),
)
rule(
    runtime.extremum_scan_adjoint,
    "z = extremum_scan_adjoint(d, x, y, axis=0)",
    d="extremum_scan_tangent(d_z, x, y, axis)",
    x=zero,
    y=zero,
    tangent={"d": "extremum_scan_adjoint(t_d, x, y, axis)"},
    cuts=True,
    samples=normal() & calls("d[4], np.array([1.0, 3.0, 2.0, 3.0]), np.array([1.0, 3.0, 3.0, 3.0])"),
)
rule(
    runtime.extremum_scan_tangent,
    "z = extremum_scan_tangent(t, x, y, axis=0)",
    t="extremum_scan_adjoint(d_z, x, y, axis)",
    x=zero,
    y=zero,
    tangent={"t": "extremum_scan_tangent(t_t, x, y, axis)"},
    cuts=True,
    samples=normal() & calls("t[4], np.array([1.0, 3.0, 2.0, 3.0]), np.array([1.0, 3.0, 3.0, 3.0])"),
)
rule(
    runtime.logaddexp_scan_adjoint,
    "z = logaddexp_scan_adjoint(d, x, y, axis=0)",
    d="logaddexp_scan_tangent(d_z, x, y, axis)",
    x=_SCAN,
    y=_SCAN,
    tangent={"d": "logaddexp_scan_adjoint(t_d, x, y, axis)"},
    samples=normal() & calls("d[3], np.zeros(3), np.log(np.array([1.0, 2.0, 3.0]))"),
)
rule(
    runtime.logaddexp_scan_tangent,
    "z = logaddexp_scan_tangent(t, x, y, axis=0)",
    t="logaddexp_scan_adjoint(d_z, x, y, axis)",
    x=_SCAN,
    y=_SCAN,
    tangent={"t": "logaddexp_scan_tangent(t_t, x, y, axis)"},
    samples=normal() & calls("t[3], np.zeros(3), np.log(np.array([1.0, 2.0, 3.0]))"),
)
rule(
    runtime.reduceat_adjoint,
    "y = reduceat_adjoint(d, shape, indices, axis=0)",
    d="np.add.reduceat(d_y, indices, axis)",
    tangent={"d": "reduceat_adjoint(t_d, shape, indices, axis)"},
    samples=normal() & calls("d[3], (5,), [0, 2, 4]", "d[2, 3], (4, 3), [1, 0]"),
)
