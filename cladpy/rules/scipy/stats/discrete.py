"""The Poisson distribution: differentiable in its mean."""

from scipy import stats

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import only, positive

_SAMPLES = positive() & only("np.array([0, 2, 5]), mu[3]", "3, float(mu[()])", "np.array([2, 3]), mu[4, 1], 1")
_INSIDE = "masked(d_y, np.isfinite(y))"
_CALL = "scipy.stats.poisson.{}({}, mu, loc)"
_SLOPES = {
    "pmf": "d_y * y * ((k - loc) / mu - 1)",
    "logpmf": f"{_INSIDE} * ((k - loc) / mu - 1)",
    "cdf": f"-d_y * {_CALL.format('pmf', 'np.floor(k)')}",
    "sf": f"d_y * {_CALL.format('pmf', 'np.floor(k)')}",
    "logcdf": f"-{_INSIDE} * np.exp({_CALL.format('logpmf', 'np.floor(k)')} - finite_or_zero(y))",
    "logsf": f"{_INSIDE} * np.exp({_CALL.format('logpmf', 'np.floor(k)')} - finite_or_zero(y))",
}
for _method, _slope in _SLOPES.items():
    rule(
        getattr(stats.poisson, _method),
        f"y = {_method}(k, mu, loc=0)",
        name=f"scipy.stats.poisson.{_method}",
        k=zero,
        mu=_slope,
        loc=zero,
        elementwise=True,
        saturates=not _method.startswith("log"),
        samples=_SAMPLES,
    )
