"""A call as one function: it gives what the general way gives, and leaves other arguments to it."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient, value_and_gradient
from cladpy.execute.caller import MISSED

X = np.array([0.5, 1.5, 2.0])
SCALE = 2.0


def loss(x, k):
    return np.sum(x * x) * k


def updated(x, y):
    x[0] = y[0] * x[1]
    return np.sum(x)


def scaled(x):
    return np.sum(x) * SCALE


def with_rest(x):
    return np.sum(x * x), "rest"


def nothing(x):
    return x


def entry_of(derivative):
    """Return the code used last."""
    return derivative._plans.latest


@pytest.mark.parametrize("made", [gradient, value_and_gradient])
@pytest.mark.parametrize("wrt", ["x", "x, k", "k, x", None])
def test_the_same_as_at_the_first_call(made, wrt):
    """The second call goes through the one function."""
    derivative = made(loss, wrt)
    first, second = derivative(X, 3.0), derivative(X, 3.0)
    assert repr(first) == repr(second)
    assert repr(entry_of(derivative).call(X, 3.0)) == repr(first)


def test_other_arguments_are_missed():
    """The signature is compared; so are globals, which are read again."""
    derivative = gradient(loss, "x")
    derivative(X, 3.0)
    call = entry_of(derivative).call
    assert call(X, 3) is call(X[:1], 3.0) is call(1.0, 3.0) is MISSED
    np.testing.assert_allclose(derivative(X[:1], 3), 6 * X[:1])
    np.testing.assert_allclose(derivative(X, k=3.0), 6 * X)


def test_globals(monkeypatch):
    """What a global means now counts."""
    derivative = gradient(scaled, "x")
    derivative(X)
    derivative(X)
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    np.testing.assert_array_equal(derivative(X), np.full(3, 5.0))


def test_what_comes_with_the_value():
    """The second part is handed on."""
    derivative = value_and_gradient(with_rest, "x", aux=True)
    derivative(X)
    (value, rest), adjoint = derivative(X)
    assert (value, rest) == (np.sum(X * X), "rest")
    np.testing.assert_array_equal(adjoint, 2 * X)


def test_overlaps_are_looked_for_at_each_call():
    """An argument that is stored into must share no memory with another."""
    derivative = gradient(updated, "x")
    derivative(X, X.copy())
    derivative(X, X.copy())
    with pytest.raises(CladpyError, match="share memory"):
        derivative(X, X)


def test_errors_are_explained_at_each_call():
    """With the primal's line; a value that is no scalar is refused."""
    derivative = gradient(updated, "x")
    derivative(X, X.copy())
    with pytest.raises(IndexError) as raised:
        derivative(np.zeros(0), X.copy())
    assert "x[0] = y[0] * x[1]" in raised.value.__notes__[0]
    with pytest.raises(CladpyError, match="C303"):
        value_and_gradient(nothing, "x")(X)
