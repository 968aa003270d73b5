"""Sums of exponentials where their terms are infinite; the rest is in the tests of the rules."""

import numpy as np
import pytest

pytest.importorskip("scipy.special")

from scipy import special

from cladpy.runtime.scipy import logsumexp_adjoint, logsumexp_tangent, logsumexp_weight_adjoint


@pytest.mark.parametrize(
    ("terms", "shares"),
    [
        ([-np.inf, -np.inf], [0.5, 0.5]),
        ([np.inf, 1.0, np.inf], [0.5, 0.0, 0.5]),
        ([-np.inf, 0.0], [0.0, 1.0]),
        ([1000.0, 1000.0], [0.5, 0.5]),
    ],
)
def test_infinite_terms_share(terms, shares):
    """As for np.logaddexp; nothing overflows."""
    a = np.array(terms)
    y = special.logsumexp(a)
    assert logsumexp_adjoint(1.0, a, y) == pytest.approx(shares, rel=1e-12)
    assert logsumexp_adjoint(0.0, a, y).tolist() == [0.0] * len(terms)
    assert logsumexp_tangent(np.ones(len(terms)), 0.0, a, y) == pytest.approx(1.0, rel=1e-12)


def test_rows_are_apart():
    """An infinite row leaves the others alone."""
    a = np.array([[-np.inf, -np.inf], [0.0, 0.0]])
    y = special.logsumexp(a, axis=1)
    assert logsumexp_adjoint(np.ones(2), a, y, 1).tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_weights():
    """A weight of 0 takes its term out; its own slope is that of the term."""
    a, b = np.array([0.0, 0.0, 5.0]), np.array([1.0, 1.0, 0.0])
    y = special.logsumexp(a, b=b)
    assert logsumexp_adjoint(1.0, a, y, b=b) == pytest.approx([0.5, 0.5, 0.0])
    assert logsumexp_weight_adjoint(1.0, a, y, b=b) == pytest.approx([0.5, 0.5, np.exp(5) / 2])
