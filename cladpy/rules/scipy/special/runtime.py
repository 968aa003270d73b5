"""Functions of cladpy.runtime.scipy: generated code can be differentiated again, where the second derivative is written."""

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, only, positive, uniform
from cladpy.runtime import no_adjoint
from cladpy.runtime import scipy as runtime

_SECOND = not_implemented("the second derivative is not written")

rule(
    runtime.gammainc_slope,
    "y = gammainc_slope(a, x)",
    a=_SECOND,
    x="d_y * (np.log(x) - scipy.special.psi(a)) * np.exp(scipy.special.xlogy(a - 1, x) - x - scipy.special.gammaln(a))",
    elementwise=True,
    samples=positive(),
)
rule(
    runtime.betainc_slope,
    "y = betainc_slope(a, b, x, *, first)",
    a=_SECOND,
    b=_SECOND,
    x=_SECOND,
    first=no_adjoint,
    elementwise=True,
    samples=positive() & uniform(0.1, 0.9, "x") & calls("a[3], b[3], x[3], first=True"),
)
rule(
    runtime.stdtr_slope,
    "y = stdtr_slope(df, t)",
    df=_SECOND,
    t=_SECOND,
    elementwise=True,
    samples=positive("df") & normal("t"),
)
rule(
    runtime.exprel_slope,
    "y = exprel_slope(x)",
    x=_SECOND,
    elementwise=True,
    samples=normal(),
)
rule(runtime.rgamma_slope, "y = rgamma_slope(x)", x=_SECOND, elementwise=True, samples=normal())
rule(runtime.spence_slope, "y = spence_slope(x)", x=_SECOND, elementwise=True, samples=positive())
rule(
    runtime.elliptic_slope,
    "y = elliptic_slope(m, rest)",
    m=_SECOND,
    rest=_SECOND,
    elementwise=True,
    samples=uniform(0.1, 0.9),
)
rule(
    runtime.logsumexp_adjoint,
    "z = logsumexp_adjoint(d, a, y, axis=None, b=None, keepdims=False)",
    d=_SECOND,
    a=_SECOND,
    y=_SECOND,
    b=_SECOND,
    samples=normal() & only("d[()], a[3], y[()]"),
)
rule(
    runtime.logsumexp_weight_adjoint,
    "z = logsumexp_weight_adjoint(d, a, y, axis=None, b=None, keepdims=False)",
    d=_SECOND,
    a=_SECOND,
    y=_SECOND,
    b=_SECOND,
    samples=normal() & only("d[()], a[3], y[()], b=b[3]"),
)
rule(
    runtime.logsumexp_tangent,
    "z = logsumexp_tangent(t_a, t_b, a, y, axis=None, b=None, keepdims=False)",
    t_a=_SECOND,
    t_b=_SECOND,
    a=_SECOND,
    y=_SECOND,
    b=_SECOND,
    samples=normal() & only("t_a[3], 0.0, a[3], y[()]"),
)
