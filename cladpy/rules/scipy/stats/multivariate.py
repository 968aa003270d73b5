"""The multivariate normal and the Dirichlet distribution. Of a covariance SciPy reads the lower triangle."""

from scipy import stats

from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, only, positive, uniform

_COV = "cov[3, 3] + 9 * np.eye(3)"
for _method, _d, _t in (("logpdf", "d_y", "{}"), ("pdf", "d_y * y", "y * {}")):
    rule(
        getattr(stats.multivariate_normal, _method),
        f"y = {_method}(x, mean=None, cov=1)",
        name=f"scipy.stats.multivariate_normal.{_method}",
        tangent={
            each: _t.format(f"density_tangent(t_{each}, x, mean, cov, '{each}')") for each in ("x", "mean", "cov")
        },
        samples=normal()
        & calls(
            f"x[3], mean[3], {_COV}",
            f"x[4, 3], mean[3], {_COV}",
            f"x[2, 1, 3], mean[3], {_COV}",
            f"x[3], cov={_COV}",
            "x[4], float(mean[()]), np.float64(cov[()]) ** 2 + 1",
            "x[4, 3], mean[3], cov[3] ** 2 + 1",
            "x[4]",
            "float(x[()])",
        ),
        **{each: f"density_adjoint({_d}, x, mean, cov, '{each}')" for each in ("x", "mean", "cov")},
    )
    rule(
        getattr(stats.dirichlet, _method),
        f"y = {_method}(x, alpha)",
        name=f"scipy.stats.dirichlet.{_method}",
        tangent={each: _t.format(f"simplex_tangent(t_{each}, x, alpha, '{each}')") for each in ("x", "alpha")},
        samples=uniform(0.1, 0.3, "x")
        & positive("alpha")
        & only(
            "x[2], alpha[3]",
            "x[2, 4], alpha[3]",
            "np.array([0.25, 0.25, 0.5]), alpha[3]",
            "np.array([[0.25], [0.25], [0.5]]), alpha[3]",
        ),
        **{each: f"simplex_adjoint({_d}, x, alpha, '{each}')" for each in ("x", "alpha")},
    )
