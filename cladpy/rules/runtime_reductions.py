"""Functions of cladpy.runtime that belong to reductions: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import away_from, calls, normal, only
from cladpy.runtime import no_adjoint

_NORM = not_implemented("the second derivative is written for the Euclidean norm only")

# ---- reductions ----

rule(runtime.reduced_size, "n = reduced_size(shape, axis=None)", every=no_adjoint)
rule(
    runtime.restore_axes,
    "y = restore_axes(reduced, axis=None, keepdims=False)",
    result_alias="may alias reduced",
    variants=[variant(when="is_scalar(reduced)", reduced="d_y")],
    reduced="np.reshape(d_y, np.shape(reduced))",
    tangent={"reduced": "restore_axes(t_reduced, axis, keepdims)"},
    samples=normal()
    & calls("reduced[3], 1", "reduced[3, 1], 1, True", "float(reduced[()]), 0", "reduced[2, 3], (0, -1)"),
)
rule(
    runtime.unreduce,
    "y = unreduce(d, shape, axis=None, keepdims=False)",
    result_alias="may alias d",
    d="unbroadcast_to(np.sum(d_y, axis=axis, keepdims=keepdims), np.shape(d), d_y.dtype)",
    tangent={"d": "unreduce(t_d, shape, axis, keepdims)"},
    samples=normal()
    & calls(
        "d[()], (2, 3)",
        "d[1, 1], (2, 3), None, True",
        "d[3], (2, 3), 0",
        "d[2], (2, 3), axis=-1",
        "d[2, 1], (2, 3), 1, True",
        "float(d[()]), (3,), 0",
        "d[3], (2, 3, 4), (0, 2)",
    ),
)
rule(
    runtime.ratio_or_zero,
    "z = ratio_or_zero(numerator, denominator)",
    elementwise=True,
    numerator="ratio_or_zero(d_z, denominator)",
    denominator="-ratio_or_zero(d_z * z, denominator)",
    limit="ratio_along(numerator, denominator, t_numerator, t_denominator)",
    samples=normal() & away_from(0, "denominator"),
)
rule(
    runtime.ratio_along,
    "z = ratio_along(numerator, denominator, t_numerator, t_denominator)",
    elementwise=True,
    numerator="ratio_or_zero(d_z, denominator)",
    denominator="-ratio_or_zero(d_z * z, denominator)",
    t_numerator=zero,
    t_denominator=zero,
    samples=normal()
    & away_from(0, "denominator")
    & only("numerator[3, 4], denominator[4], 1.0, 2.0", "float(numerator[()]), float(denominator[()]), 1.0, 2.0"),
)
rule(
    runtime.norm_along,
    "z = norm_along(t, x, y, ord=None, axis=None, keepdims=False)",
    variants=[
        variant(
            when="absent(ord)",
            x="norm_adjoint(d_z, t, y, None, axis, keepdims)",
            y="ratio_or_zero(-d_z * z, y)",
            tangent={
                "x": "np.real(np.sum(norm_adjoint(1.0, t, y, None, axis, keepdims) * t_x, axis=axis, keepdims=keepdims))",
                "y": "ratio_or_zero(-t_y * z, y)",
            },
        ),
    ],
    t="norm_adjoint(d_z, x, y, ord, axis, keepdims)",
    x=_NORM,
    y=_NORM,
    tangent={"t": "np.real(np.sum(norm_adjoint(1.0, x, y, ord, axis, keepdims) * t_t, axis=axis, keepdims=keepdims))"},
    samples=normal()
    & away_from(0, "y")
    & calls("t[2, 3], x[2, 3], y[()]", "t[2, 3], x[2, 3], y[3], axis=0", "t[3], x[3], y[()], 1"),
)
rule(runtime.reduced_count, "n = reduced_count(shape, axis=None, keepdims=False, where=True)", every=no_adjoint)
rule(
    runtime.mean_adjoint,
    "y = mean_adjoint(d, shape, axis=None, keepdims=False, where=True)",
    d="unbroadcast_to(mean_tangent(d_y, axis, keepdims, where), np.shape(d), d_y.dtype)",
    tangent={"d": "mean_adjoint(t_d, shape, axis, keepdims, where)"},
    samples=normal()
    & calls(
        "d[3], (2, 3), 0", "d[()], (2, 3)", "d[2, 1], (2, 3), 1, True, np.array([[True, False, True], [False] * 3])"
    ),
)
rule(
    runtime.mean_tangent,
    "y = mean_tangent(t, axis=None, keepdims=False, where=True)",
    t="mean_adjoint(d_y, np.shape(t), axis, keepdims, where)",
    tangent={"t": "mean_tangent(t_t, axis, keepdims, where)"},
    samples=normal()
    & calls("t[2, 3]", "t[2, 3], 0", "float(t[()])", "t[2, 3], 1, True, np.array([[True, False, True], [False] * 3])"),
)
# Both are linear in what lies around the mean: where a mean is given, that of the argument's adjoint is none.
_AROUND = "None if mean is None else 0.0"
rule(
    runtime.var_adjoint,
    "z = var_adjoint(d, x, axis=None, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    d="unbroadcast_to(np.sum(var_adjoint(1.0, x, axis, ddof, keepdims, where, mean, correction) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x=f"var_adjoint(d, d_z, axis, ddof, keepdims, where, {_AROUND}, correction)",
    mean=f"unbroadcast_to(-var_adjoint(d, d_z, axis, ddof, keepdims, where, {_AROUND}, correction), np.shape(mean), d_z.dtype)",
    tangent={
        "d": "var_adjoint(t_d, x, axis, ddof, keepdims, where, mean, correction)",
        "x": f"var_adjoint(d, t_x, axis, ddof, keepdims, where, {_AROUND}, correction)",
        "mean": "-var_adjoint(d, 0 * x, axis, ddof, keepdims, where, -t_mean, correction)",
    },
    samples=normal()
    & calls(
        "d[()], x[2, 3]",
        "float(d[()]), x[5], ddof=1",
        "d[3], x[2, 3], 0",
        "d[2, 1], x[2, 3], axis=-1, keepdims=True",
        "d[3], x[2, 3, 4], (0, 2), 2",
        "d[3], x[2, 3], 0, where=np.array([[True, False, True], [True, True, True]])",
        "d[2], x[2, 3], 1, mean=mean[2, 1]",
        "d[2], x[2, 3], 1, where=np.array([True, False, True]), mean=mean[2, 1], correction=0.5",
    ),
)
rule(
    runtime.std_adjoint,
    "z = std_adjoint(d, x, y, axis=None, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
    d="unbroadcast_to(np.sum(std_adjoint(1.0, x, y, axis, ddof, keepdims, where, mean, correction) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x=f"std_adjoint(d, d_z, y, axis, ddof, keepdims, where, {_AROUND}, correction)",
    y="ratio_or_zero(-np.sum(d_z * z, axis=axis, keepdims=keepdims), y)",
    mean=f"unbroadcast_to(-std_adjoint(d, d_z, y, axis, ddof, keepdims, where, {_AROUND}, correction), np.shape(mean), d_z.dtype)",
    tangent={
        "d": "std_adjoint(t_d, x, y, axis, ddof, keepdims, where, mean, correction)",
        "x": f"std_adjoint(d, t_x, y, axis, ddof, keepdims, where, {_AROUND}, correction)",
        "y": "restore_axes(ratio_or_zero(-t_y, y), axis, keepdims) * z",
        "mean": "-std_adjoint(d, 0 * x, y, axis, ddof, keepdims, where, -t_mean, correction)",
    },
    samples=normal()
    & away_from(0, "y")
    & calls(
        "d[()], x[2, 3], y[()]",
        "float(d[()]), x[5], float(y[()]), ddof=1",
        "d[3], x[2, 3], y[3], 0",
        "d[2, 1], x[2, 3], y[2, 1], axis=-1, keepdims=True",
        "d[3], x[2, 3], y[3], 0, where=np.array([[True, False, True], [True, True, True]])",
        "d[2], x[2, 3], y[2], 1, mean=mean[2, 1]",
    ),
)
rule(
    runtime.norm_adjoint,
    "z = norm_adjoint(d, x, y, ord=None, axis=None, keepdims=False)",
    variants=[
        variant(
            when="absent(ord)",
            x="norm_adjoint(d, d_z, y, None, axis, keepdims)",
            y="ratio_or_zero(-np.sum(d_z * z, axis=axis, keepdims=keepdims), y)",
            tangent={
                "x": "norm_adjoint(d, t_x, y, None, axis, keepdims)",
                "y": "restore_axes(ratio_or_zero(-t_y, y), axis, keepdims) * z",
            },
        ),
    ],
    d="unbroadcast_to(np.sum(norm_adjoint(1.0, x, y, ord, axis, keepdims) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x=_NORM,
    y=_NORM,
    tangent={"d": "norm_adjoint(t_d, x, y, ord, axis, keepdims)"},
    samples=normal()
    & away_from(0, "y")
    & calls(
        "d[()], x[2, 3], y[()]",
        "d[3], x[2, 3], y[3], axis=0",
        "d[2, 1], x[2, 3], y[2, 1], None, 1, True",
        "d[()], x[3], y[()], 1",
    ),
)

# ---- extrema: what is chosen does not change ----

_X, _Y = "np.array([[1.0, 3.0], [2.0, 2.0]])", "np.array([3.0, 2.0])"
rule(
    runtime.extremum_adjoint,
    "z = extremum_adjoint(d, x, y, axis=None, keepdims=False, initial=None, where=True)",
    cuts=True,
    samples=normal()
    & calls(
        f"d[2], {_X}, {_Y}, 1",
        "d[1, 1], np.array([[1.0, 3.0]]), np.array([[3.0]]), None, True",
        "float(d[()]), np.array([1.0, 3.0, 3.0]), 3.0",
        f"d[2], {_X}, {_Y}, 1, initial=2.0",
        f"d[2], {_X}, {_Y}, 1, where=np.array([[True, True], [True, False]])",
    ),
    d="unbroadcast_to(extremum_tangent(d_z, x, y, axis, keepdims, initial, where), np.shape(d), d_z.dtype)",
    x=zero,
    y=zero,
    initial=zero,
    tangent={"d": "extremum_adjoint(t_d, x, y, axis, keepdims, initial, where)"},
)
rule(
    runtime.extremum_tangent,
    "z = extremum_tangent(t, x, y, axis=None, keepdims=False, initial=None, where=True)",
    cuts=True,
    t="extremum_adjoint(d_z, x, y, axis, keepdims, initial, where)",
    x=zero,
    y=zero,
    initial=zero,
    tangent={"t": "extremum_tangent(t_t, x, y, axis, keepdims, initial, where)"},
    samples=normal()
    & calls(f"t[2, 2], {_X}, {_Y}, 1", "t[3], np.array([1.0, 3.0, 3.0]), 3.0", f"t[2, 2], {_X}, {_Y}, 1, initial=2.0"),
)
rule(
    runtime.initial_share,
    "z = initial_share(d, x, y, initial, axis=None, keepdims=False, where=True)",
    cuts=True,
    d="unbroadcast_to(initial_share(d_z, x, y, initial, axis, keepdims, where), np.shape(d), d_z.dtype)",
    x=zero,
    y=zero,
    initial=zero,
    tangent={"d": "initial_share(t_d, x, y, initial, axis, keepdims, where)"},
    samples=normal() & calls(f"d[2], {_X}, {_Y}, 2.0, 1", f"d[()], {_X}, {_Y}, 2.0, 1"),
)
rule(
    runtime.ptp_adjoint,
    "z = ptp_adjoint(d, x, axis=None, keepdims=False)",
    cuts=True,
    d="ptp_tangent(d_z, x, axis, keepdims)",
    x=zero,
    tangent={"d": "ptp_adjoint(t_d, x, axis, keepdims)"},
    samples=normal() & calls("d[()], x[4]", "d[2], x[2, 3], 1", "d[1, 3], x[2, 3], 0, True"),
)
rule(
    runtime.ptp_tangent,
    "z = ptp_tangent(t, x, axis=None, keepdims=False)",
    cuts=True,
    t="ptp_adjoint(d_z, x, axis, keepdims)",
    x=zero,
    tangent={"t": "ptp_tangent(t_t, x, axis, keepdims)"},
    samples=normal() & calls("t[4], x[4]", "t[2, 3], x[2, 3], 1"),
)
