"""Differences, sums and means of neighbours: derivatives and integrals of sampled functions, interpolation, convolution."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive, uniform

# ---- differences ----

_EDGED = "edged_diff_adjoint(d_y, np.shape(a), None if prepend is None else np.shape(prepend), None if append is None else np.shape(append), n, axis)"
# Of order 0 the result is the array itself: what is not known to be new is not differentiated.
_KNOWN = "(absent(n) or value(n) >= 1)"
_ORDER = not_implemented("the order of the differences must be written as a number, 1 or more")
_ZEROS_BEFORE = "None if prepend is None else 0 * np.asarray(prepend)"
_ZEROS_BEHIND = "None if append is None else 0 * np.asarray(append)"
rule(
    np.diff,
    "y = diff(a, n=1, axis=-1, prepend=None, append=None)",
    variants=[
        variant(
            when=f"{_KNOWN} and absent(prepend) and absent(append)",
            a="diff_adjoint(d_y, a.shape, n, axis)",
            tangent={"a": "np.diff(t_a, n, axis)"},
        ),
        variant(
            when=_KNOWN,
            a=f"{_EDGED}[1]",
            prepend=f"{_EDGED}[0]",
            append=f"{_EDGED}[2]",
            tangent={
                "a": f"np.diff(edged(t_a, {_ZEROS_BEFORE}, {_ZEROS_BEHIND}, axis), n, axis)",
                "prepend": f"np.diff(edged(0 * np.asarray(a), t_prepend, {_ZEROS_BEHIND}, axis), n, axis)",
                "append": f"np.diff(edged(0 * np.asarray(a), {_ZEROS_BEFORE}, t_append, axis), n, axis)",
            },
        ),
    ],
    a=_ORDER,
    prepend=_ORDER,
    append=_ORDER,
    result_alias="may alias a",
    copies="value(n) != 0",
    samples=normal()
    & calls(
        *("a[5]", "a[1]", "a[0]", "a[5], 2", "a[2], 3", "a[3, 4]", "a[3, 4], axis=0", "a[3, 4], 1, 0", "a[0, 3]"),
        *("a[2, 3, 4], n=2, axis=1", "a[3], prepend=float(prepend[()])", "a[3], append=append[2]"),
        *(
            "a[3, 4], 2, 0, prepend[2, 4], append[1, 4]",
            "a[3, 4], prepend=prepend[()], append=0.0",
            "a[3], 2 + 0 * int(n[()])",
        ),
    ),
)
rule(
    np.ediff1d,
    "y = ediff1d(ary, to_end=None, to_begin=None)",
    ary="np.reshape(diff_adjoint(d_y[0 if to_begin is None else np.size(to_begin) : len(d_y) - (0 if to_end is None else np.size(to_end))], (np.size(ary),)), np.shape(ary))",
    to_end="np.reshape(d_y[len(d_y) - np.size(to_end) :], np.shape(to_end))",
    to_begin="np.reshape(d_y[: np.size(to_begin)], np.shape(to_begin))",
    tangent={
        "ary": "np.ediff1d(t_ary, None if to_end is None else 0 * np.asarray(to_end), None if to_begin is None else 0 * np.asarray(to_begin))",
        "to_end": "np.ediff1d(0 * np.asarray(ary), t_to_end, None if to_begin is None else 0 * np.asarray(to_begin))",
        "to_begin": "np.ediff1d(0 * np.asarray(ary), None if to_end is None else 0 * np.asarray(to_end), t_to_begin)",
    },
    samples=normal()
    & calls(
        *("ary[5]", "ary[2, 3]", "ary[1]", "ary[0]", "ary[4], to_end[2]", "ary[4], to_begin=to_begin[()]"),
        *("ary[3], float(to_end[()]), to_begin[2, 2]", "ary[2], to_end=1.5"),
    ),
)
rule(
    np.gradient,
    "y = gradient(f, *varargs, axis=None, edge_order=1)",
    gives="unknown",
    f="gradient_adjoint(d_y, np.shape(f), varargs, axis, edge_order)",
    varargs="gradient_spacing_adjoint(d_y, f, varargs, axis, edge_order)",
    tangent={
        "f": "np.gradient(t_f, *varargs, axis=axis, edge_order=edge_order)",
        "varargs": "gradient_spacing_tangent(t_varargs, f, varargs, axis, edge_order)",
    },
    samples=normal("f")
    & positive("h")
    & calls(
        *("f[5]", "f[2]", "f[4, 3]", "f[4, 3], axis=0", "f[4, 3], axis=(-1, 0)", "f[5], edge_order=2"),
        *("f[5], float(h[()])", "f[5], np.array([0.0, 0.5, 1.5, 1.75, 3.0])", "f[4, 3], 2.0, float(h[()])"),
        *("f[4, 3], h[()], axis=1", "f[4, 3], 0.5, edge_order=2", "f[4, 3], np.array([0.0, 1.0, 3.0, 3.5]), 2.0"),
        *("f[5], np.array([0.0, 0.5, 1.5, 1.75, 3.0]), edge_order=2", "f[2, 4, 3], 0.5, axis=(1, 2), edge_order=2"),
    ),
)

# ---- integrals ----

_STEPS = "(dx if x is None else steps_along(x, np.ndim(y), axis))"
rule(
    np.trapezoid,
    "z = trapezoid(y, x=None, dx=1.0, axis=-1)",
    variants=[
        variant(
            when="absent(x)",
            y="sum_neighbours_adjoint(restore_axes(d_z * dx / 2, axis), np.shape(y), axis)",
        )
    ],
    y=f"sum_neighbours_adjoint(restore_axes(d_z, axis) * {_STEPS} / 2, np.shape(y), axis)",
    x="steps_along_adjoint(restore_axes(d_z, axis) * sum_neighbours(y, axis) / 2, np.shape(x), axis)",
    dx="np.sum(restore_axes(d_z, axis) * sum_neighbours(y, axis)) / 2",
    tangent={
        "y": "np.trapezoid(t_y, x, dx, axis)",
        "x": "np.trapezoid(y, t_x, dx, axis)",
        "dx": "np.trapezoid(y, None, t_dx, axis)",
    },
    samples=normal()
    & calls(
        *(
            "y[4]",
            "y[4], x[4]",
            "y[3, 4], x[4]",
            "y[3, 4], x[3], axis=0",
            "y[3, 4], x[3, 4]",
            "y[1], x[1]",
            "y[4], dx=0.5",
        ),
        *("y[3, 4], dx=float(dx[()]), axis=0", "y[2, 3, 4], x[3], axis=-2", "y[4], dx=dx[()]", "y[2, 3], x[1, 3]"),
    ),
)
rule(
    np.unwrap,
    "y = unwrap(p, discont=None, axis=-1, *, period=6.283185307179586)",
    p="d_y",
    period="np.sum(d_y * (y - p)) / period",
    tangent={"p": "t_p", "period": "t_period * (y - p) / period"},
    samples=normal(scale=4.0)
    & calls("p[5]", "p[3, 4], axis=0", "p[6], 4.0", "p[5], period=3.0", "p[7], period=2.0 + abs(float(period[()]))"),
)

# ---- interpolation ----

# A place beyond the knots has the value there, or that of `left` and `right`; with a period there is no beyond.
_XP = "np.array([-1.0, 0.0, 0.5, 2.0]) + 0.1 * xp[4]"
rule(
    np.interp,
    "y = interp(x, xp, fp, left=None, right=None, period=None)",
    x="d_y * interp_slope(x, xp, fp, period)",
    xp="-interp_adjoint(d_y * interp_slope(x, xp, fp, period), x, xp, None, None, period)",
    fp="interp_adjoint(d_y, x, xp, left, right, period)",
    left="np.sum(masked(d_y, np.less(x, xp[0])))",
    right="np.sum(masked(d_y, np.greater(x, xp[-1])))",
    period=not_implemented("the derivative of an interpolation with respect to its period is not written"),
    tangent={
        "x": "t_x * interp_slope(x, xp, fp, period)",
        "xp": "-interp_slope(x, xp, fp, period) * np.interp(x, xp, t_xp, None, None, period)",
        "fp": "np.interp(x, xp, t_fp, None if left is None else 0, None if right is None else 0, period)",
        "left": "np.where(np.less(x, xp[0]), t_left, 0)[()]",
        "right": "np.where(np.greater(x, xp[-1]), t_right, 0)[()]",
    },
    cuts=True,
    samples=uniform(-1.4, 2.4, "x")
    & uniform(-1, 1, "xp")
    & normal("fp", "left", "right")
    & calls(
        *(f"x[7], {_XP}, fp[4]", f"x[2, 3], {_XP}, fp[4]", f"x[()], {_XP}, fp[4]", f"float(x[()]), {_XP}, fp[4]"),
        *(
            f"x[9], {_XP}, fp[4], left[()], float(right[()])",
            f"x[9], {_XP}, fp[4], -2.0",
            f"x[9], {_XP}, fp[4], right=0",
        ),
        *("x[9], np.array([0.1, 1.2, 0.5]) + 0.1 * xp[3], fp[3], period=1.5", "x[3], np.array([0.25]), fp[1]"),
        *("x[5], xp[1], fp[1]", f"x[0], {_XP}, fp[4]", f"x[5], {_XP}, [1.0, 2.0, 0.5, 3.0]"),
    ),
)

# ---- convolution ----

_MODES = ("full", "same", "valid")
_LENGTHS = ("{0}[5], v[3]", "{0}[3], v[5]", "{0}[4], v[4]", "{0}[2], v[4]", "{0}[1], v[3]")
rule(
    np.convolve,
    "y = convolve(a, v, mode='full')",
    a="np.reshape(convolve_adjoint(d_y, v, np.size(a), mode), np.shape(a))",
    v="np.reshape(convolve_adjoint(d_y, a, np.size(v), mode), np.shape(v))",
    tangent={"a": "np.convolve(t_a, v, mode)", "v": "np.convolve(a, t_v, mode)"},
    samples=normal()
    & calls(*(f"{text.format('a')}, {mode!r}" for text in _LENGTHS for mode in _MODES))
    & calls("a[4], v[2]", "a[4], v[3], mode='same'", "float(a[()]), v[3]", "a[3], v[2], 1"),
)
rule(
    np.correlate,
    "y = correlate(a, v, mode='valid')",
    a="np.reshape(correlate_adjoint_left(d_y, v, np.size(a), mode), np.shape(a))",
    v="np.reshape(correlate_adjoint_right(d_y, a, np.size(v), mode), np.shape(v))",
    tangent={"a": "np.correlate(t_a, v, mode)", "v": "np.correlate(a, t_v, mode)"},
    samples=normal()
    & calls(*(f"{text.format('a')}, {mode!r}" for text in _LENGTHS for mode in _MODES))
    & calls("a[4], v[2]", "a[4], v[3], mode='same'", "a[3], v[2], 2"),
)
