"""Programs that call the distributions of scipy.stats and the convolutions of scipy.signal."""

import numpy as np
import pytest

pytest.importorskip("scipy.stats")

import scipy
import scipy.stats as st
from scipy import signal, stats
from scipy.stats import multivariate_normal, norm

from cladpy import CladpyError, check_gradient, gradient, hessian

RNG = np.random.default_rng(1)
POINTS, VALUES = RNG.normal(size=(6, 2)), RNG.normal(size=6)


def fit(mean, log_scale):
    return -np.sum(norm.logpdf(VALUES, mean, np.exp(log_scale)))


def fit_by_keywords(mean, log_scale):
    return -np.sum(st.norm.logpdf(VALUES, loc=mean, scale=np.exp(log_scale)))


def quantile(mean):
    return float(scipy.stats.norm.cdf(mean))


def student(df, x):
    return np.sum(stats.t.logpdf(x, df) + stats.t.cdf(x, df) * stats.t.logsf(x, df))


def gaussian(mean, factor):
    return np.sum(multivariate_normal.logpdf(POINTS, mean, factor @ factor.T))


def proportions(alpha, weights):
    return stats.dirichlet.logpdf(weights / np.sum(weights), alpha)


def counts(rate):
    return np.sum(stats.poisson.logpmf(np.array([1, 2, 3]), rate))


def outside_of_the_support(x):
    return np.sum(np.where(x > 0, stats.gamma.logpdf(x, 2.0), x))


def smoothed(kernel, x):
    return np.sum(signal.convolve(x, kernel, mode="same") ** 2)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (fit, (0.3, 0.2)),
        (fit_by_keywords, (0.3, 0.2)),
        (quantile, (0.3,)),
        (student, (3.0, VALUES)),
        (gaussian, (np.array([0.1, 0.2]), np.array([[1.0, 0.0], [0.5, 2.0]]))),
        (proportions, (np.array([1.0, 2.0, 3.0]), np.array([0.3, 0.2, 0.4]))),
        (counts, (2.5,)),
        (counts, (np.array([1.0, 2.0, 3.0]),)),
        (outside_of_the_support, (VALUES,)),
        (smoothed, (np.array([1.0, 2.0, -1.0]), VALUES)),
    ],
)
def test_program(function, args):
    """Right in every respect that can be checked from outside."""
    check_gradient(function, args)


def test_second_derivatives_of_a_fit():
    """Written with public functions, the rules of the normal distribution are differentiated again."""
    (a, b), (c, d) = hessian(fit)(0.3, 0.2)
    step = 1e-6
    grad = gradient(fit)
    assert (a, c) == pytest.approx(
        tuple((p - m) / (2 * step) for p, m in zip(grad(0.3 + step, 0.2), grad(0.3 - step, 0.2), strict=True)), rel=1e-6
    )
    assert (b, d) == pytest.approx(
        tuple((p - m) / (2 * step) for p, m in zip(grad(0.3, 0.2 + step), grad(0.3, 0.2 - step), strict=True)), rel=1e-6
    )


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sum(stats.gamma.logpdf(x, 2.0)),
        lambda x: np.sum(stats.gamma.logcdf(x, 2.0)),
        lambda x: np.sum(stats.beta.pdf(x, 2.0, 3.0)),
        lambda x: np.sum(stats.chi2.pdf(x, 4.0)),
    ],
)
def test_outside_of_the_support_the_slope_is_zero(function):
    """Without a warning."""
    assert gradient(function)(np.array([-2.0, -1.0]))[0].tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "function", [lambda x: norm.ppf(x), lambda x: norm(0, 1).logpdf(x), lambda x: x * norm.rvs(random_state=1)]
)
def test_what_has_no_rule_is_refused(function):
    """Quantile functions, frozen distributions, draws."""
    with pytest.raises(CladpyError, match="C201"):
        gradient(function)(0.5)
