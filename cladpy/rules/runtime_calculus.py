"""Functions of cladpy.runtime for neighbours, interpolation and convolution: generated code can be differentiated again.

Most are linear in each operand, and transpose one another.
"""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, uniform

_SPACING = not_implemented("the second derivative of np.gradient in the spacing is not written")

# ---- differences and sums of neighbours ----

rule(
    runtime.edged,
    "y = edged(a, prepend, append, axis=-1)",
    a="edged_diff_adjoint(d_y, np.shape(a), None if prepend is None else np.shape(prepend), None if append is None else np.shape(append), 0, axis)[1]",
    prepend="edged_diff_adjoint(d_y, np.shape(a), np.shape(prepend), None if append is None else np.shape(append), 0, axis)[0]",
    append="edged_diff_adjoint(d_y, np.shape(a), None if prepend is None else np.shape(prepend), np.shape(append), 0, axis)[2]",
    tangent={
        "a": "edged(t_a, None if prepend is None else 0 * np.asarray(prepend), None if append is None else 0 * np.asarray(append), axis)",
        "prepend": "edged(0 * a, t_prepend, None if append is None else 0 * np.asarray(append), axis)",
        "append": "edged(0 * a, None if prepend is None else 0 * np.asarray(prepend), t_append, axis)",
    },
    samples=normal()
    & calls("a[3], float(prepend[()]), None", "a[2, 3], prepend[2, 2], append[()]", "a[2, 3], None, append[1, 3], 0"),
)
rule(
    runtime.edged_diff_adjoint,
    "first, middle, last = edged_diff_adjoint(d, shape, before, after, n=1, axis=-1)",
    d="np.diff(edged(d_middle, None if before is None else d_first, None if after is None else d_last, axis), n, axis)",
    result_alias="may alias d",
    tangent={"d": "edged_diff_adjoint(t_d, shape, before, after, n, axis)"},
    samples=normal() & calls("d[4], (3,), (2,), None", "d[2, 2], (3, 2), (1, 2), (), 3, 0", "d[2], (3,), None, None"),
)
rule(
    runtime.sum_neighbours,
    "z = sum_neighbours(y, axis=-1)",
    y="sum_neighbours_adjoint(d_z, np.shape(y), axis)",
    tangent={"y": "sum_neighbours(t_y, axis)"},
    samples=normal() & calls("y[4]", "y[3, 4], 0", "y[1]"),
)
rule(
    runtime.sum_neighbours_adjoint,
    "y = sum_neighbours_adjoint(d, shape, axis=-1)",
    d="unbroadcast_to(sum_neighbours(d_y, axis), np.shape(d), d_y.dtype)",
    tangent={"d": "sum_neighbours_adjoint(t_d, shape, axis)"},
    samples=normal() & calls("d[3], (4,)", "d[2, 4], (3, 4), 0", "d[2, 1], (3, 4), 0", "d[()], (4,)", "d[3], (2, 4)"),
)
rule(
    runtime.steps_along,
    "y = steps_along(x, ndim, axis=-1)",
    x="steps_along_adjoint(d_y, np.shape(x), axis)",
    tangent={"x": "steps_along(t_x, ndim, axis)"},
    samples=normal() & calls("x[4], 1", "x[3], 2, 0", "x[3, 4], 2, 0"),
)
rule(
    runtime.steps_along_adjoint,
    "x = steps_along_adjoint(d, shape, axis=-1)",
    d="np.broadcast_to(steps_along(d_x, np.ndim(d), axis), np.shape(d))",
    tangent={"d": "steps_along_adjoint(t_d, shape, axis)"},
    samples=normal() & calls("d[3], (4,)", "d[2, 5], (3,), 0", "d[2, 4], (3, 4), 0"),
)
rule(
    runtime.gradient_adjoint,
    "f = gradient_adjoint(d, shape, spacing, axis, edge_order)",
    sequences="d",
    d="np.gradient(d_f, *spacing, axis=axis, edge_order=edge_order)",
    spacing=_SPACING,
    tangent={"d": "gradient_adjoint(t_d, shape, spacing, axis, edge_order)"},
    samples=normal() & calls("d[5], (5,), (), None, 1", "[d[4, 3], d[4, 3]], (4, 3), (0.5,), None, 2"),
)
rule(
    runtime.gradient_spacing_adjoint,
    "s = gradient_spacing_adjoint(d, f, spacing, axis, edge_order)",
    gives="tuple",
    sequences="d",
    d="gradient_spacing_tangent(d_s, f, spacing, axis, edge_order)",
    f=_SPACING,
    spacing=_SPACING,
    tangent={"d": "gradient_spacing_adjoint(t_d, f, spacing, axis, edge_order)"},
    samples=normal() & calls("d[5], np.array([1.0, 2.0, 4.0, 3.0, 0.0]), (0.5,), None, 1"),
)
rule(
    runtime.gradient_spacing_tangent,
    "y = gradient_spacing_tangent(t, f, spacing, axis, edge_order)",
    gives="unknown",
    sequences="t",
    t="gradient_spacing_adjoint(d_y, f, spacing, axis, edge_order)",
    f=_SPACING,
    spacing=_SPACING,
    tangent={"t": "gradient_spacing_tangent(t_t, f, spacing, axis, edge_order)"},
    samples=normal() & calls("(float(t[()]),), np.array([1.0, 2.0, 4.0, 3.0, 0.0]), (0.5,), None, 2"),
)

# ---- interpolation: a weighted mean of two values ----

_XP = "np.array([-1.0, 0.0, 0.5, 2.0]) + 0.1 * xp[4]"
_DRAWN = uniform(-0.8, 1.8, "x") & uniform(-1, 1, "xp") & normal("fp", "d")
rule(
    runtime.interp_slope,
    "s = interp_slope(x, xp, fp, period=None)",
    x=zero,
    xp="-interp_slope_adjoint(d_s * s, x, xp, period)",
    fp="interp_slope_adjoint(d_s, x, xp, period)",
    tangent={"xp": "-s * interp_slope(x, xp, t_xp, period)", "fp": "interp_slope(x, xp, t_fp, period)"},
    cuts=True,
    samples=_DRAWN & calls(f"x[5], {_XP}, fp[4]", f"float(x[()]), {_XP}, fp[4]", f"x[5], {_XP}, fp[4], 4.0"),
)
rule(
    runtime.interp_slope_adjoint,
    "z = interp_slope_adjoint(d, x, xp, period=None)",
    d="interp_slope(x, xp, d_z, period)",
    x=zero,
    xp="-interp_slope_adjoint(d * interp_slope(x, xp, d_z, period), x, xp, period)",
    tangent={
        "d": "interp_slope_adjoint(t_d, x, xp, period)",
        "xp": "interp_slope_adjoint(-d * interp_slope(x, xp, t_xp, period), x, xp, period)",
    },
    cuts=True,
    samples=_DRAWN & calls(f"d[5], x[5], {_XP}", f"float(d[()]), float(x[()]), {_XP}"),
)
rule(
    runtime.interp_adjoint,
    "z = interp_adjoint(d, x, xp, left=None, right=None, period=None)",
    d="unbroadcast_to(np.interp(x, xp, d_z, None if left is None else 0, None if right is None else 0, period), np.shape(d), d_z.dtype)",
    x="d * interp_slope(x, xp, d_z, period)",
    xp="-interp_adjoint(d * interp_slope(x, xp, d_z, period), x, xp, None, None, period)",
    left=zero,
    right=zero,
    tangent={
        "d": "interp_adjoint(t_d, x, xp, left, right, period)",
        "x": "interp_slope_adjoint(d * t_x, x, xp, period)",
        "xp": "interp_slope_adjoint(-d * np.interp(x, xp, t_xp, None, None, period), x, xp, period)",
    },
    cuts=True,
    samples=_DRAWN
    & calls(
        f"d[5], x[5], {_XP}", f"d[3], np.array([-5.0, 0.2, 5.0]), {_XP}, 1.0, 2.0", f"float(d[()]), float(x[()]), {_XP}"
    ),
)

# ---- convolution ----

_SIZES = "d[7], {0}[3], 5", "d[5], {0}[3], 5, 'same'", "d[3], {0}[3], 5, 'valid'", "d[4], {0}[4], 2, 'same'"
rule(
    runtime.convolve_adjoint,
    "z = convolve_adjoint(d, other, size, mode='full')",
    d="np.convolve(d_z, other, mode)",
    other="np.reshape(convolve_adjoint(d, d_z, np.size(other), mode), np.shape(other))",
    tangent={"d": "convolve_adjoint(t_d, other, size, mode)", "other": "convolve_adjoint(d, t_other, size, mode)"},
    samples=normal() & calls(*(text.format("other") for text in _SIZES)),
)
rule(
    runtime.correlate_adjoint_left,
    "z = correlate_adjoint_left(d, v, size, mode='valid')",
    d="np.correlate(d_z, v, mode)",
    v="np.reshape(correlate_adjoint_right(d, d_z, np.size(v), mode), np.shape(v))",
    tangent={"d": "correlate_adjoint_left(t_d, v, size, mode)", "v": "correlate_adjoint_left(d, t_v, size, mode)"},
    samples=normal() & calls("d[7], v[3], 5, 'full'", "d[3], v[3], 5", "d[4], v[4], 2, 'same'"),
)
rule(
    runtime.correlate_adjoint_right,
    "z = correlate_adjoint_right(d, a, size, mode='valid')",
    d="np.correlate(a, d_z, mode)",
    a="np.reshape(correlate_adjoint_left(d, d_z, np.size(a), mode), np.shape(a))",
    tangent={"d": "correlate_adjoint_right(t_d, a, size, mode)", "a": "correlate_adjoint_right(d, t_a, size, mode)"},
    samples=normal() & calls("d[7], a[3], 5, 'full'", "d[3], a[5], 3", "d[4], a[2], 4, 'same'"),
)
