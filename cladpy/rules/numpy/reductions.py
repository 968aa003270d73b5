"""Reductions and scans: sums, means, products, extrema and deviations over axes."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
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
_DDOF = calls(
    "x[3, 4], ddof=1",
    "x[3, 4], axis=0, ddof=1",
    "x[3, 4], axis=1, ddof=1.5, keepdims=True",
    "x[2, 3, 4], axis=(0, 2), ddof=2",
)

# Conditions that several rules share.
_COLUMN = "ndim(a) == 2 and value(axis) in (1, -1) and (absent(keepdims) or value(keepdims) == False)"
_LAST = "ndim(a) >= 3 and value(axis) == -1 and (absent(keepdims) or value(keepdims) == False)"
_WHOLE = "absent(axis) and (absent(ddof) or value(ddof) == 0)"

# ---- sums ----

rule(
    np.sum,
    "y = sum(a, axis=None, *, keepdims=False)",
    linear=True,
    samples=normal() & _AXES & _EMPTY & _WITHOUT_LANES,
    variants=[
        variant(when="is_scalar(a)", a="d_y"),
        variant(
            when="absent(axis) or value(axis) in (0, (0, 1), (0, 1, 2)) or value(keepdims) == True",
            a="np.broadcast_to(d_y, a.shape)",
        ),
        variant(when="ndim(a) == 1 and value(axis) == -1", a="np.broadcast_to(d_y, a.shape)"),
        variant(when=_COLUMN, a="np.broadcast_to(d_y[:, None], a.shape)"),
        variant(when=_LAST, a="np.broadcast_to(d_y[..., None], a.shape)"),
    ],
    a="unreduce(d_y, np.shape(a), axis, keepdims)",
)

rule(
    np.mean,
    "y = mean(a, axis=None, *, keepdims=False)",
    linear=True,
    samples=normal() & _AXES & _WITHOUT_LANES,
    variants=[
        variant(when="is_scalar(a)", a="d_y"),
        variant(when="absent(axis)", a="np.broadcast_to(d_y / a.size, a.shape)"),
        variant(when="value(axis) == 0", a="np.broadcast_to(d_y / a.shape[0], a.shape)"),
        variant(when="value(keepdims) == True", a="np.broadcast_to(d_y / reduced_size(a.shape, axis), a.shape)"),
        variant(when="ndim(a) == 1 and value(axis) == -1", a="np.broadcast_to(d_y / a.size, a.shape)"),
        variant(when=_COLUMN, a="np.broadcast_to(d_y[:, None] / a.shape[1], a.shape)"),
        variant(when=_LAST, a="np.broadcast_to(d_y[..., None] / a.shape[-1], a.shape)"),
    ],
    a="unreduce(d_y / reduced_size(np.shape(a), axis), np.shape(a), axis, keepdims)",
)

# ---- products ----

rule(
    np.prod,
    "y = prod(a, axis=None, *, keepdims=False)",
    samples=normal() & _AXES & _EMPTY & _WITHOUT_LANES,
    variants=[
        variant(when="is_scalar(a)", a="d_y", tangent={"a": "t_a"}),
        variant(when="absent(axis)", a="prod_adjoint(d_y, a, y)"),
    ],
    a="prod_adjoint(d_y, a, y, axis, keepdims)",
    tangent={"a": "np.sum(prod_adjoint(1.0, a, y, axis, keepdims) * t_a, axis=axis, keepdims=keepdims)"},
)

# ---- extrema: ties share evenly ----

rule(
    np.max,
    "y = max(a, axis=None, *, keepdims=False)",
    aliases=(np.amax,),
    cuts=True,
    samples=normal() & _AXES & _WITHOUT_LANES,
    variants=[variant(when="is_scalar(a)", a="d_y"), variant(when="absent(axis)", a="extremum_adjoint(d_y, a, y)")],
    a="extremum_adjoint(d_y, a, y, axis, keepdims)",
    tangent={"a": "extremum_tangent(t_a, a, y, axis, keepdims)"},
)

rule(
    np.min,
    "y = min(a, axis=None, *, keepdims=False)",
    aliases=(np.amin,),
    cuts=True,
    samples=normal() & _AXES & _WITHOUT_LANES,
    variants=[variant(when="is_scalar(a)", a="d_y"), variant(when="absent(axis)", a="extremum_adjoint(d_y, a, y)")],
    a="extremum_adjoint(d_y, a, y, axis, keepdims)",
    tangent={"a": "extremum_tangent(t_a, a, y, axis, keepdims)"},
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

rule(
    np.var,
    "y = var(a, axis=None, *, ddof=0, keepdims=False)",
    samples=normal() & _AXES & _DDOF & _WITHOUT_LANES,
    variants=[
        variant(
            when="ndim(a) >= 1 and absent(axis) and (absent(ddof) or value(ddof) == 0)",
            a="2 * d_y / a.size * (a - a.mean())",
        ),
        variant(when=_WHOLE, a="var_adjoint(d_y, a)"),
    ],
    a="var_adjoint(d_y, a, axis, ddof, keepdims)",
    tangent={"a": "np.sum(var_adjoint(1.0, a, axis, ddof, keepdims) * t_a, axis=axis, keepdims=keepdims)"},
)

# The slope is infinite near 0, where all elements are equal, and by convention 0 there.
rule(
    np.std,
    "y = std(a, axis=None, *, ddof=0, keepdims=False)",
    samples=normal() & _AXES & _DDOF & _WITHOUT_LANES,
    variants=[variant(when=_WHOLE, a="std_adjoint(d_y, a, y)")],
    a="std_adjoint(d_y, a, y, axis, ddof, keepdims)",
    tangent={"a": "np.sum(std_adjoint(1.0, a, y, axis, ddof, keepdims) * t_a, axis=axis, keepdims=keepdims)"},
)

# ---- scans ----

rule(
    np.cumsum,
    "y = cumsum(a, axis=None)",
    linear=True,
    samples=normal()
    & calls(
        "x[5]",
        "x[1]",
        "x[0]",
        "x[5], axis=0",
        "x[5], axis=-1",
        "x[3, 4]",
        "x[3, 4], axis=0",
        "x[3, 4], 1",
        "x[2, 3, 4], axis=-2",
        "x[0, 3], axis=0",
        "x[()]",
    ),
    variants=[variant(when="ndim(a) == 1", a="d_y[::-1].cumsum()[::-1]")],
    a="cumsum_adjoint(d_y, a.shape, axis)",
)

rule(
    np.cumprod,
    "y = cumprod(a, axis=None)",
    samples=normal()
    & calls(
        "x[5]",
        "x[1]",
        "x[0]",
        "x[5], axis=0",
        "x[5], axis=-1",
        "x[3, 4]",
        "x[3, 4], axis=0",
        "x[3, 4], 1",
        "x[2, 3, 4], axis=-2",
        "x[0, 3], axis=0",
        "x[()]",
    ),
    variants=[variant(when="absent(axis)", a="cumprod_adjoint(d_y, a, y)")],
    a="cumprod_adjoint(d_y, a, y, axis)",
    tangent={"a": "cumprod_tangent(t_a, a, y, axis)"},
)

rule(
    np.trace,
    "y = trace(a, offset=0, axis1=0, axis2=1)",
    linear=True,
    samples=normal()
    & calls(
        "x[3, 3]",
        "x[2, 4]",
        "x[4, 2]",
        "x[1, 1]",
        "x[0, 2]",
        "x[3, 4], 1",
        "x[3, 4], offset=-2",
        "x[2, 3, 3]",
        "x[2, 3, 4], axis1=1, axis2=2",
        "x[2, 3, 4], 1, -1, 0",
        "x[3, 3], 7",
    ),
    variants=[
        variant(
            when="ndim(a) == 2 and (absent(offset) or value(offset) == 0)", a="diagonal_adjoint(d_y, a.shape, a.dtype)"
        )
    ],
    a="diagonal_adjoint(np.expand_dims(d_y, -1), a.shape, a.dtype, offset, axis1, axis2)",
)

# ---- integers and booleans ----

rule(np.all, "y = all(a, axis=None, out=None, keepdims=False, *, where=True)", every=no_adjoint)
rule(np.any, "y = any(a, axis=None, out=None, keepdims=False, *, where=True)", every=no_adjoint)
rule(np.argmax, "y = argmax(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.argmin, "y = argmin(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.count_nonzero, "y = count_nonzero(a, axis=None, *, keepdims=False)", every=no_adjoint)
rule(np.nanargmax, "y = nanargmax(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
rule(np.nanargmin, "y = nanargmin(a, axis=None, out=None, *, keepdims=False)", every=no_adjoint)
