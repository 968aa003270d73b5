"""Functions of cladpy.runtime that belong to products and scans: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal

_THIRD = not_implemented("the third derivative of a product over an axis is not written")

# ---- products: the Hessian is symmetric, so that its adjoint is its tangent ----

rule(
    runtime.prod_adjoint,
    "z = prod_adjoint(d, x, axis=None, keepdims=False, initial=None, where=True)",
    d="unbroadcast_to(np.sum(prod_adjoint(1.0, x, axis, False, initial, where) * d_z, axis=axis, keepdims=keepdims), np.shape(d), d_z.dtype)",
    x="restore_axes(d if initial is None else d * initial, axis, keepdims) * prod_curvature(d_z, x, axis, where)",
    initial="np.sum(prod_adjoint(d, x, axis, keepdims, None, where) * d_z)",
    tangent={
        "d": "prod_adjoint(t_d, x, axis, keepdims, initial, where)",
        "x": "restore_axes(d if initial is None else d * initial, axis, keepdims) * prod_curvature(t_x, x, axis, where)",
        "initial": "t_initial * prod_adjoint(d, x, axis, keepdims, None, where)",
    },
    samples=normal()
    & calls(
        "d[()], x[3]",
        "d[2], x[2, 3], 1",
        "d[1, 3], x[2, 3], 0, True, float(initial[()])",
        "d[()], np.array([2.0, 0.0])",
        "d[2], x[2, 3], -1, where=np.array([[True, False, True], [False, True, True]])",
        "d[3], x[2, 3, 2], (0, 2)",
        "d[3], x[0, 3], 0",
    ),
)
rule(
    runtime.prod_curvature,
    "z = prod_curvature(t, x, axis=None, where=True)",
    t="prod_curvature(d_z, x, axis, where)",
    x=_THIRD,
    tangent={"t": "prod_curvature(t_t, x, axis, where)"},
    samples=normal()
    & calls(
        "t[3], np.array([2.0, 0.0, 3.0])",
        "t[2, 3], np.array([[2.0, 0.0, 0.0], [1.0, 3.0, 5.0]]), 1",
        "t[2], np.array([2.0, 3.0]), None, np.array([True, False])",
    ),
)
rule(
    runtime.cumprod_adjoint,
    "z = cumprod_adjoint(d, x, axis=None)",
    d="cumprod_tangent(d_z, x, axis)",
    x="cumprod_curvature(d, d_z, x, axis)",
    tangent={"d": "cumprod_adjoint(t_d, x, axis)", "x": "cumprod_curvature(d, t_x, x, axis)"},
    samples=normal()
    & calls(
        "d[3], x[3]",
        "d[2, 3], x[2, 3], 0",
        "d[2, 3], x[2, 3], axis=-1",
        "d[6], x[2, 3]",
        "d[0], x[0]",
        "d[3], np.array([2.0, 0.0, 4.0])",
    ),
)
rule(
    runtime.cumprod_tangent,
    "y = cumprod_tangent(t, x, axis=None)",
    t="cumprod_adjoint(d_y, x, axis)",
    x="cumprod_curvature(d_y, t, x, axis)",
    tangent={"t": "cumprod_tangent(t_t, x, axis)"},
    samples=normal() & calls("t[3], np.array([2.0, 0.0, 4.0])", "t[2, 2], np.array([[2.0, 3.0], [4.0, 5.0]]), 1"),
)
rule(
    runtime.cumprod_curvature,
    "z = cumprod_curvature(d, t, x, axis=None)",
    d=_THIRD,
    t="cumprod_curvature(d, d_z, x, axis)",
    x=_THIRD,
    tangent={"d": "cumprod_curvature(t_d, t, x, axis)", "t": "cumprod_curvature(d, t_t, x, axis)"},
    samples=normal() & calls("np.ones(3), t[3], np.array([2.0, 0.0, 4.0])", "np.ones((2, 2)), t[2, 2], np.eye(2), 1"),
)

# ---- running sums and differences ----

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
