"""Functions of cladpy.runtime for polynomials, windows and covariances: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, positive
from cladpy.runtime import no_adjoint

_FIT = not_implemented("the second derivative of a fit is not written")
_CORRELATION = not_implemented("the second derivative of correlations is not written")

# ---- windows and powers ----

rule(
    runtime.bessel_i1,
    "y = bessel_i1(x)",
    x="d_y * (np.i0(x) - np.where(np.equal(x, 0), 0.5, y / np.where(np.equal(x, 0), 1, x)))",
    elementwise=True,
    samples=normal(scale=3.0),
)
rule(
    runtime.vander_slopes,
    "y = vander_slopes(x, n, increasing=False, order=1)",
    x="np.sum(d_y * vander_slopes(x, n, increasing, order + 1), axis=1)",
    tangent={"x": "np.asarray(t_x)[:, None] * vander_slopes(x, n, increasing, order + 1)"},
    samples=normal() & calls("x[3], 4", "x[3], 3, True", "x[2], 4, False, 2", "x[2], 1"),
)

# ---- coefficients ----

rule(
    runtime.polymul_adjoint,
    "z = polymul_adjoint(d, a, other)",
    d="np.polymul(d_z, other)",
    a=no_adjoint,
    other="polymul_adjoint(d, other, d_z)",
    tangent={"d": "polymul_adjoint(t_d, a, other)", "other": "polymul_adjoint(d, a, t_other)"},
    samples=normal("d", "other") & calls("d[4], np.array([2.0, 3.0]), other[3]"),
)
rule(
    runtime.poly_adjoint,
    "z = poly_adjoint(d, zeros)",
    d="poly_tangent(d_z, zeros)",
    zeros=_FIT,
    tangent={"d": "poly_adjoint(t_d, zeros)"},
    samples=normal() & calls("d[4], np.array([2.0, 3.0, 5.0])"),
)
rule(
    runtime.poly_tangent,
    "y = poly_tangent(t, zeros)",
    t="poly_adjoint(d_y, zeros)",
    zeros=_FIT,
    tangent={"t": "poly_tangent(t_t, zeros)"},
    samples=normal() & calls("t[3], np.array([2.0, 3.0, 5.0])"),
)
_GIVEN = "np.array([0.0, 1.0, 3.0, 4.0]), np.array([1.0, 2.0, 2.5, 5.0]), np.array([1.0, 0.5])"
rule(
    runtime.polyfit_adjoint,
    "z_x, z_y, z_w = polyfit_adjoint(d, x, y, c, w=None)",
    d="polyfit_tangent(d_z_x, d_z_y, d_z_w, x, y, c, w)",
    x=_FIT,
    y=_FIT,
    c=_FIT,
    w=_FIT,
    tangent={"d": "polyfit_adjoint(t_d, x, y, c, w)"},
    samples=normal() & calls(f"d[2], {_GIVEN}, np.array([1.0, 2.0, 1.0, 0.5])"),
)
rule(
    runtime.polyfit_tangent,
    "t = polyfit_tangent(moved_x, moved_y, moved_w, x, y, c, w=None)",
    moved_x="polyfit_adjoint(d_t, x, y, c, w)[0]",
    moved_y="np.reshape(polyfit_adjoint(d_t, x, y, c, w)[1], np.shape(y))",
    moved_w="polyfit_adjoint(d_t, x, y, c, w)[2]",
    x=_FIT,
    y=_FIT,
    c=_FIT,
    w=_FIT,
    tangent={
        "moved_x": "polyfit_tangent(t_moved_x, 0.0, 0.0, x, y, c, w)",
        "moved_y": "polyfit_tangent(0.0, t_moved_y, 0.0, x, y, c, w)",
        "moved_w": "polyfit_tangent(0.0, 0.0, t_moved_w, x, y, c, w)",
    },
    samples=normal() & calls(f"moved_x[4], moved_y[4], moved_w[4], {_GIVEN}, np.array([1.0, 2.0, 1.0, 0.5])"),
)

# ---- covariances: linear in the cotangent and in the observations ----

_OPTIONS = "rowvar=True, bias=False, ddof=None, fweights=None, aweights=None"
_PASSED = "rowvar, bias, ddof, fweights, aweights"
rule(
    runtime.cov_adjoint,
    f"first, second = cov_adjoint(d, m, y=None, {_OPTIONS})",
    d=f"np.reshape(cov_tangent(d_first, d_second, m, y, {_PASSED}), np.shape(d))",
    m=f"cov_adjoint(d, d_first, None if y is None else d_second, {_PASSED})[0]",
    y=f"cov_adjoint(d, d_first, d_second, {_PASSED})[1]",
    tangent={
        "d": f"cov_adjoint(t_d, m, y, {_PASSED})",
        "m": f"cov_adjoint(d, t_m, None if y is None else 0 * np.asarray(y), {_PASSED})",
        "y": f"cov_adjoint(d, 0 * np.asarray(m), t_y, {_PASSED})",
    },
    samples=normal()
    & positive("aweights")
    & calls("d[4, 4], m[2, 5], y[2, 5]", "d[2, 2], m[5], y[5], ddof=0", "d[3, 3], m[5, 2], y[5, 1], rowvar=False"),
)
rule(
    runtime.cov_tangent,
    f"c = cov_tangent(moved, moved_y, m, y=None, {_OPTIONS})",
    moved=f"cov_adjoint(d_c, m, y, {_PASSED})[0]",
    moved_y=f"cov_adjoint(d_c, m, y, {_PASSED})[1]",
    m=f"cov_adjoint(d_c, moved, moved_y, {_PASSED})[0]",
    y=f"cov_adjoint(d_c, moved, moved_y, {_PASSED})[1]",
    tangent={
        "moved": f"cov_tangent(t_moved, 0 * np.asarray(moved_y), m, y, {_PASSED})",
        "moved_y": f"cov_tangent(0 * np.asarray(moved), t_moved_y, m, y, {_PASSED})",
        "m": f"cov_tangent(moved, moved_y, t_m, 0 * np.asarray(y), {_PASSED})",
        "y": f"cov_tangent(moved, moved_y, 0 * np.asarray(m), t_y, {_PASSED})",
    },
    samples=normal()
    & calls("moved[2, 5], moved_y[2, 5], m[2, 5], y[2, 5]", "moved[5], moved_y[5], m[5], y[5], True, True"),
)
_C = "np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([[2.0, 1.0], [1.0, 2.0]])"
rule(
    runtime.corrcoef_adjoint,
    "z = corrcoef_adjoint(d, c, covariance)",
    d="np.reshape(corrcoef_tangent(d_z, c, covariance), np.shape(d))",
    c=_CORRELATION,
    covariance=_CORRELATION,
    tangent={"d": "corrcoef_adjoint(t_d, c, covariance)"},
    samples=normal() & calls(f"d[2, 2], {_C}"),
)
rule(
    runtime.corrcoef_tangent,
    "c = corrcoef_tangent(t, r, covariance)",
    t="corrcoef_adjoint(d_c, r, covariance)",
    r=_CORRELATION,
    covariance=_CORRELATION,
    tangent={"t": "corrcoef_tangent(t_t, r, covariance)"},
    samples=normal() & calls(f"t[2, 2], {_C}"),
)
