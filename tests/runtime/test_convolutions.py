"""Convolution and correlation in every mode and for every order of lengths, against matrices made column by column."""

import itertools

import numpy as np
import pytest

from cladpy.runtime import convolve_adjoint, correlate_adjoint_left, correlate_adjoint_right

LENGTHS = list(itertools.product([1, 2, 3, 4, 5], repeat=2))


def columns(function, size):
    """Return the matrix of a linear function of vectors."""
    return np.stack([function(row) for row in np.eye(size)], axis=1)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize(("n", "m"), LENGTHS)
def test_adjoints_are_transposes(n, m, mode, rng):
    """Of the first operand, and of the second."""
    a, v = rng.standard_normal(n), rng.standard_normal(m)
    left, right = columns(lambda x: np.convolve(x, v, mode), n), columns(lambda x: np.convolve(a, x, mode), m)
    d = rng.standard_normal(len(left))
    assert convolve_adjoint(d, v, n, mode) == pytest.approx(left.T @ d, abs=1e-13)
    assert convolve_adjoint(d, a, m, mode) == pytest.approx(right.T @ d, abs=1e-13)
    left, right = columns(lambda x: np.correlate(x, v, mode), n), columns(lambda x: np.correlate(a, x, mode), m)
    assert correlate_adjoint_left(d, v, n, mode) == pytest.approx(left.T @ d, abs=1e-13)
    assert correlate_adjoint_right(d, a, m, mode) == pytest.approx(right.T @ d, abs=1e-13)


def test_single_precision_and_numbers_for_modes():
    """NumPy takes both."""
    d, v = np.ones(4, np.float32), np.ones(2, np.float32)
    assert convolve_adjoint(d, v, 4, 1).dtype == np.float32
    assert correlate_adjoint_left(d, v, 4, 1).tolist() == correlate_adjoint_left(d, v, 4, "same").tolist()
