"""Running sums and products, and sums along diagonals."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal

_SCANS = calls(
    *("x[5]", "x[1]", "x[0]", "x[5], axis=0", "x[5], axis=-1", "x[3, 4]", "x[3, 4], axis=0", "x[3, 4], 1"),
    *("x[2, 3, 4], axis=-2", "x[0, 3], axis=0", "x[()]", "x[3, 4], 0, np.float64"),
)
rule(
    np.cumsum,
    "y = cumsum(a, axis=None, dtype=None)",
    linear=True,
    samples=normal() & _SCANS,
    variants=[variant(when="ndim(a) == 1", a="d_y[::-1].cumsum()[::-1]")],
    a="cumsum_adjoint(d_y, np.shape(a), axis)",
)

rule(
    np.cumprod,
    "y = cumprod(a, axis=None, dtype=None)",
    samples=normal() & _SCANS,
    variants=[variant(when="absent(axis)", a="cumprod_adjoint(d_y, a)")],
    a="cumprod_adjoint(d_y, a, axis)",
    tangent={"a": "cumprod_tangent(t_a, a, axis)"},
)

_WITHOUT_INITIAL = "np.delete(d_y, 0, 0 if axis is None else axis)"
_CUMULATIVE = calls(
    *("x[5]", "x[0]", "x[3, 4], axis=0", "x[3, 4], axis=-1, dtype=np.float64", "x[5], include_initial=True"),
    *("x[3, 4], axis=1, include_initial=True", "x[0], axis=0, include_initial=True"),
)
rule(
    getattr(np, "cumulative_sum", None),
    "y = cumulative_sum(x, *, axis=None, dtype=None, include_initial=False)",
    linear=True,
    samples=normal() & _CUMULATIVE,
    variants=[variant(when="value(include_initial) == False", x="cumsum_adjoint(d_y, x.shape, axis)")],
    x=f"cumsum_adjoint({_WITHOUT_INITIAL} if include_initial else d_y, x.shape, axis)",
)
rule(
    getattr(np, "cumulative_prod", None),
    "y = cumulative_prod(x, *, axis=None, dtype=None, include_initial=False)",
    samples=normal() & _CUMULATIVE,
    variants=[
        variant(
            when="value(include_initial) == False",
            x="cumprod_adjoint(d_y, x, axis)",
            tangent={"x": "cumprod_tangent(t_x, x, axis)"},
        )
    ],
    x=f"cumprod_adjoint({_WITHOUT_INITIAL} if include_initial else d_y, x, axis)",
    tangent={
        "x": "np.insert(cumprod_tangent(t_x, x, axis), 0, 0, 0 if axis is None else axis) if include_initial else cumprod_tangent(t_x, x, axis)"
    },
)

rule(
    np.trace,
    "y = trace(a, offset=0, axis1=0, axis2=1, dtype=None)",
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
        "x[3, 3], dtype=np.float64",
    ),
    variants=[
        variant(
            when="ndim(a) == 2 and (absent(offset) or value(offset) == 0)", a="diagonal_adjoint(d_y, a.shape, a.dtype)"
        )
    ],
    a="diagonal_adjoint(np.expand_dims(d_y, -1), a.shape, a.dtype, offset, axis1, axis2)",
)
