"""Covariances, correlations and counts with weights."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, positive
from cladpy.runtime import no_adjoint

# ---- covariances: (d + d.T) times the centred observations, scaled as they are ----

_WEIGHTS = not_implemented("the derivative of a covariance with respect to its weights is not written")
rule(
    np.cov,
    "c = cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None)",
    m="cov_adjoint(d_c, m, y, rowvar, bias, ddof, fweights, aweights)[0]",
    y="cov_adjoint(d_c, m, y, rowvar, bias, ddof, fweights, aweights)[1]",
    fweights=no_adjoint,
    aweights=_WEIGHTS,
    tangent={
        "m": "cov_tangent(t_m, None if y is None else 0 * np.asarray(y), m, y, rowvar, bias, ddof, fweights, aweights)",
        "y": "cov_tangent(0 * np.asarray(m), t_y, m, y, rowvar, bias, ddof, fweights, aweights)",
    },
    samples=normal("m", "y")
    & calls(
        *(
            "m[3, 5]",
            "m[5]",
            "m[5], y[5]",
            "m[5, 3], rowvar=False",
            "m[2, 5], y[1, 5]",
            "m[5, 2], y[5, 2], False",
            "m[1, 4]",
        ),
        *("m[3, 5], ddof=0", "m[3, 5], None, True, True", "m[2, 4], fweights=np.array([1, 2, 1, 3])"),
        *(
            "m[2, 4], aweights=np.array([1.0, 0.5, 2.0, 1.5])",
            "m[2, 4], bias=True, aweights=np.array([1.0, 0.5, 2.0, 1.5])",
        ),
        "m[2, 4], ddof=2, fweights=np.array([1, 2, 1, 3]), aweights=np.array([1.0, 0.5, 2.0, 1.5])",
    ),
)
# The correlations are the covariances of rows divided by their deviations; on the diagonal they are 1 whatever the rows.
rule(
    np.corrcoef,
    "c = corrcoef(x, y=None, rowvar=True, *, dtype=None)",
    x="cov_adjoint(corrcoef_adjoint(d_c, c, np.cov(x, y, rowvar)), x, y, rowvar)[0]",
    y="cov_adjoint(corrcoef_adjoint(d_c, c, np.cov(x, y, rowvar)), x, y, rowvar)[1]",
    tangent={
        "x": "corrcoef_tangent(cov_tangent(t_x, None if y is None else 0 * np.asarray(y), x, y, rowvar), c, np.cov(x, y, rowvar))",
        "y": "corrcoef_tangent(cov_tangent(0 * np.asarray(x), t_y, x, y, rowvar), c, np.cov(x, y, rowvar))",
    },
    samples=normal() & calls("x[3, 5]", "x[5], y[5]", "x[5, 3], rowvar=False", "x[2, 5], y[1, 5]", "x[5]"),
)

# ---- counts ----

rule(
    np.bincount,
    "y = bincount(x, weights=None, minlength=0)",
    x=no_adjoint,
    weights="np.take(d_y, x)",
    tangent={"weights": "np.bincount(x, t_weights, minlength)"},
    cuts=True,
    samples=positive("weights")
    & calls("np.array([0, 2, 2, 1]), weights[4]", "np.array([0, 3]), weights[2], 6", "[1, 1], weights=weights[2]"),
)
