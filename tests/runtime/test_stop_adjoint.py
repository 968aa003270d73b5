"""The identity through which no derivative flows."""

import numpy as np
import pytest

from cladpy import gradient, stop_adjoint


@pytest.mark.parametrize("value", [np.ones(3), 1.5, [np.ones(2)], {"a": 1.0}, None, "text"])
def test_value_itself_is_returned(value):
    """Nothing is copied."""
    assert stop_adjoint(value) is value


def test_result_counts_as_constant():
    """Of a product with itself only the open factor is differentiated."""
    x = np.array([1.0, -2.0, 3.0])
    assert np.array_equal(gradient(lambda x: np.sum(stop_adjoint(x) * x), "x")(x), x)


def test_what_lies_upstream_is_not_differentiated():
    """A function without rule may stand behind it."""

    def loss(angles):
        turns = np.unwrap(stop_adjoint(angles)) - stop_adjoint(angles)
        return np.sum((angles + turns) ** 2)

    assert np.array_equal(gradient(loss, "angles")(np.array([0.5, 1.0])), [1.0, 2.0])


def test_lists_of_arrays_are_stopped_too():
    """The items of a stopped list are constants."""

    def loss(layers, x):
        fixed = stop_adjoint(layers)
        return np.sum(fixed[0] * layers[1] * x)

    x = np.array([2.0, 3.0])
    d_first, d_second = gradient(loss, "layers")([np.array([5.0, 7.0]), np.ones(2)], x)
    assert np.array_equal(d_first, [0.0, 0.0])
    assert np.array_equal(d_second, [10.0, 21.0])


def test_a_store_into_the_result_reaches_no_adjoint_of_the_argument():
    """What is stored there is differentiated, the stopped array is not, nor is it changed."""

    def loss(x, w):
        fixed = stop_adjoint(x)
        fixed[0] = w
        return np.sum(fixed * fixed)

    x = np.array([1.0, 2.0])
    d_x, d_w = gradient(loss, "x,w")(x, 3.0)
    assert np.array_equal(d_x, [0.0, 0.0])
    assert (d_w, x.tolist()) == (6.0, [1.0, 2.0])
