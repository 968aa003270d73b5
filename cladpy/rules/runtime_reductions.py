"""Functions of cladpy.runtime that belong to reductions and scans: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import away_from, calls, normal
from cladpy.runtime import no_adjoint

_PRODUCT = not_implemented("the second derivative of a product over an axis is not written")
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
    samples=normal() & away_from(0, "denominator"),
)
rule(
    runtime.var_adjoint,
    "z = var_adjoint(d, x, axis=None, ddof=0, keepdims=False)",
    d="unbroadcast_to(np.sum(var_adjoint(1.0, x, axis, ddof, keepdims) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x="var_adjoint(d, d_z, axis, ddof, keepdims)",
    tangent={"d": "var_adjoint(t_d, x, axis, ddof, keepdims)", "x": "var_adjoint(d, t_x, axis, ddof, keepdims)"},
    samples=normal()
    & calls(
        "d[()], x[2, 3]",
        "float(d[()]), x[5], ddof=1",
        "d[3], x[2, 3], 0",
        "d[2, 1], x[2, 3], axis=-1, keepdims=True",
        "d[3], x[2, 3, 4], (0, 2), 2",
    ),
)
rule(
    runtime.std_adjoint,
    "z = std_adjoint(d, x, y, axis=None, ddof=0, keepdims=False)",
    d="unbroadcast_to(np.sum(std_adjoint(1.0, x, y, axis, ddof, keepdims) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x="std_adjoint(d, d_z, y, axis, ddof, keepdims)",
    y="ratio_or_zero(-np.sum(d_z * z, axis=axis, keepdims=keepdims), y)",
    tangent={
        "d": "std_adjoint(t_d, x, y, axis, ddof, keepdims)",
        "x": "std_adjoint(d, t_x, y, axis, ddof, keepdims)",
        "y": "restore_axes(ratio_or_zero(-t_y, y), axis, keepdims) * z",
    },
    samples=normal()
    & away_from(0, "y")
    & calls(
        "d[()], x[2, 3], y[()]",
        "float(d[()]), x[5], float(y[()]), ddof=1",
        "d[3], x[2, 3], y[3], 0",
        "d[2, 1], x[2, 3], y[2, 1], axis=-1, keepdims=True",
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

_CHOSEN = calls(
    "d[2], np.array([[1.0, 3.0], [2.0, 2.0]]), np.array([3.0, 2.0]), 1",
    "d[1, 1], np.array([[1.0, 3.0]]), np.array([[3.0]]), None, True",
    "float(d[()]), np.array([1.0, 3.0, 3.0]), 3.0",
)
rule(
    runtime.extremum_adjoint,
    "z = extremum_adjoint(d, x, y, axis=None, keepdims=False)",
    cuts=True,
    samples=normal() & _CHOSEN,
    d="extremum_tangent(d_z, x, y, axis, keepdims)",
    x=zero,
    y=zero,
    tangent={"d": "extremum_adjoint(t_d, x, y, axis, keepdims)"},
)
rule(
    runtime.extremum_tangent,
    "z = extremum_tangent(t, x, y, axis=None, keepdims=False)",
    cuts=True,
    t="extremum_adjoint(d_z, x, y, axis, keepdims)",
    x=zero,
    y=zero,
    tangent={"t": "extremum_tangent(t_t, x, y, axis, keepdims)"},
    samples=normal()
    & calls(
        "t[2, 2], np.array([[1.0, 3.0], [2.0, 2.0]]), np.array([3.0, 2.0]), 1", "t[3], np.array([1.0, 3.0, 3.0]), 3.0"
    ),
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

# ---- products over an axis and running sums ----

rule(
    runtime.prod_adjoint,
    "z = prod_adjoint(d, x, y, axis=None, keepdims=False)",
    d="unbroadcast_to(np.sum(prod_adjoint(1.0, x, y, axis, keepdims) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x=_PRODUCT,
    y=_PRODUCT,
    tangent={"d": "prod_adjoint(t_d, x, y, axis, keepdims)"},
    samples=normal() & calls("d[()], x[3], y[()]", "d[2], x[2, 3], y[2], 1", "d[()], np.array([2.0, 0.0]), 0.0"),
)
rule(
    runtime.cumprod_adjoint,
    "z = cumprod_adjoint(d, x, y, axis=None)",
    d="cumprod_tangent(d_z, x, y, axis)",
    x=_PRODUCT,
    y=_PRODUCT,
    tangent={"d": "cumprod_adjoint(t_d, x, y, axis)"},
    samples=normal()
    & calls(
        "d[3], np.array([2.0, 3.0, 4.0]), np.array([2.0, 6.0, 24.0])",
        "d[3], np.array([2.0, 0.0, 4.0]), np.array([2.0, 0.0, 0.0])",
    ),
)
rule(
    runtime.cumsum_adjoint,
    "z = cumsum_adjoint(d, shape, axis=None)",
    d="np.cumsum(d_z, axis)",
    tangent={"d": "cumsum_adjoint(t_d, shape, axis)"},
    samples=normal() & calls("d[4], (4,)", "d[6], (2, 3)", "d[2, 3], (2, 3), 0", "d[2, 3], (2, 3), axis=-1"),
)
rule(
    runtime.diff_adjoint,
    "z = diff_adjoint(d, shape, n=1, axis=-1)",
    d="np.diff(d_z, n, axis)",
    result_alias="may alias d",
    tangent={"d": "diff_adjoint(t_d, shape, n, axis)"},
    samples=normal() & calls("d[3], (4,)", "d[1, 3], (3, 3), 2, 0", "d[0], (1,)"),
)
