"""Programs that call scipy.special, under the names by which users import it."""

import numpy as np
import pytest

pytest.importorskip("scipy.special")

import scipy
import scipy.special as sp
from scipy.special import gammaln, logsumexp

from cladpy import CladpyError, check_gradient, gradient, stop_adjoint

RNG = np.random.default_rng(4)
DATA = RNG.normal(size=(20, 2))


def weighted_logarithms(x, y):
    return np.sum(sp.xlogy(x, y))


def logistic_loss(w, b):
    return -np.mean(scipy.special.log_expit((DATA @ w + b) * np.sign(DATA[:, 0])))


def gamma_likelihood(shape, rate, x):
    return np.sum(shape * np.log(rate) - gammaln(shape) + sp.xlogy(shape - 1, x) - rate * x)


def mixture(means, logits):
    squares = np.sum((DATA[:, None, :] - means) ** 2, axis=-1)
    return np.sum(logsumexp(sp.log_softmax(logits) - squares / 2, axis=1))


def survival(a, b, x):
    total = 0.0
    for each in x:
        total = total + np.log(sp.gammaincc(a, each)) + sp.betaincc(a, b, each / 9)
    return total


def divergence(p):
    q = sp.softmax(p)
    return np.sum(sp.rel_entr(q, np.full(3, 1 / 3))) + np.sum(sp.entr(q))


def erf_times_gamma(x):
    return sp.erf(x) * sp.gamma(x)


def slope(x):
    return gradient(erf_times_gamma, "x")(x)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (weighted_logarithms, (np.array([0.5, 2.0]), np.array([3.0, 0.5]))),
        (weighted_logarithms, (np.array([0.5, 2.0], np.float32), np.array([3.0, 0.5], np.float32))),
        (logistic_loss, (np.array([0.3, -0.2]), 0.1)),
        (gamma_likelihood, (1.5, 0.7, np.array([0.3, 1.4, 2.2]))),
        (mixture, (np.array([[1.0, 0.0], [-1.0, 0.5]]), np.array([0.2, -0.1]))),
        (survival, (1.5, 2.5, np.array([0.3, 1.4, 2.2]))),
        (divergence, (np.array([0.3, -0.4, 1.0]),)),
        (lambda x: sp.erf(x) * sp.j0(x) + sp.expit(x), (0.7,)),
    ],
)
def test_program(function, args):
    """Right in every respect that can be checked from outside."""
    check_gradient(function, args)


def test_a_weight_of_zero_counts():
    """The slope of x log y in x is log y also at x = 0, and in y it is 0 there."""
    d_x, d_y = gradient(weighted_logarithms)(np.array([0.0, 2.0]), np.array([3.0, 0.5]))
    assert d_x == pytest.approx([np.log(3), np.log(0.5)])
    assert d_y.tolist() == [0.0, 4.0]


def test_generated_text_imports_what_it_names():
    """The user's own names for SciPy's functions stay; those of formulas are SciPy's."""
    derivative = gradient(logistic_loss)
    derivative(np.array([0.3, -0.2]), 0.1)
    assert "import scipy.special\n" in derivative.source
    assert "scipy.special.expit(" in derivative.source


def test_derivative_of_a_derivative():
    """What formulas call has rules."""
    check_gradient(slope, (0.7,))


def test_what_has_no_rule_is_refused_where_it_matters():
    """The order of a Bessel function has no derivative here; a fixed one needs none."""
    check_gradient(lambda v, x: sp.jv(stop_adjoint(v), x), (1.5, 0.7), "x")
    with pytest.raises(CladpyError, match="C202"):
        gradient(lambda v, x: sp.jv(v, x), "v")(1.5, 0.7)
