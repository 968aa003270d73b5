"""Functions of cladpy.runtime.scipy that the rules of scipy.stats call: their own derivatives are not written."""

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal, only, positive
from cladpy.runtime import scipy as runtime

_SECOND = not_implemented("the second derivative is not written")

rule(
    runtime.log_inside,
    "y = log_inside(z)",
    z="masked(d_y, z > 0) / np.where(z > 0, z, 1)",
    elementwise=True,
    samples=positive(),
)
rule(
    runtime.finite_or_zero,
    "z = finite_or_zero(y)",
    y="masked(d_z, np.isfinite(y))",
    elementwise=True,
    samples=normal(),
)
rule(
    runtime.density_adjoint,
    "z = density_adjoint(d, x, mean, cov, of)",
    d=_SECOND,
    x=_SECOND,
    mean=_SECOND,
    cov=_SECOND,
    samples=normal() & only("d[()], x[3], mean[3], cov[3, 3] + 9 * np.eye(3), 'x'"),
)
rule(
    runtime.density_tangent,
    "z = density_tangent(t, x, mean, cov, of)",
    t=_SECOND,
    x=_SECOND,
    mean=_SECOND,
    cov=_SECOND,
    samples=normal() & only("t[3], x[3], mean[3], cov[3, 3] + 9 * np.eye(3), 'x'"),
)
rule(
    runtime.simplex_adjoint,
    "z = simplex_adjoint(d, x, alpha, of)",
    d=_SECOND,
    x=_SECOND,
    alpha=_SECOND,
    samples=positive() & only("d[()], x[3], alpha[3], 'x'"),
)
rule(
    runtime.simplex_tangent,
    "z = simplex_tangent(t, x, alpha, of)",
    t=_SECOND,
    x=_SECOND,
    alpha=_SECOND,
    samples=positive() & only("t[3], x[3], alpha[3], 'x'"),
)
