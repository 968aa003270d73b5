"""Which stores are checked for an overlap that NumPy leaves open."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

R = np.linspace(0.5, 1.3, 9)


def function(store):
    lines = ["a = x * x", "v = a[::2]", store, "return np.sum(a * a)"]
    return module("import numpy as np\n\n\ndef f(x):\n" + "".join(f"    {line}\n" for line in lines)).f


@pytest.mark.parametrize(
    "store",
    [
        "a[::2] = a[:5]",
        "v[...] = a[:5]",
        "np.copyto(v, a[1:6])",
        "v[1:4] = a[2:5]",
        "np.concatenate([a[1:], v[:1]], out=a)",
        "a[a > 0] = a[::-1]",
        "v[v > 0] = a[:5]",
        "a[a > 0], v = a[::-1], a",
    ],
)
def test_another_step_is_refused(store):
    """What NumPy gives there depends on the order of its loop."""
    with pytest.raises(CladpyError) as caught:
        gradient(function(store))(R)
    assert caught.value.code == "C408"


@pytest.mark.parametrize(
    "store",
    [
        "a[1:] = a[:-1]",
        "a[:5] = a[4::-1]",
        "a[::2] = a[:5].copy()",
        "a[:5] = v * 1.0",
        "a[:2] = v[3:]",
        "a[a > 0] = a[::-1].copy()",
        "a[a > 0.7] = a[0]",
        "a[[0, 2, 1]] = a[:3]",
    ],
)
def test_what_numpy_buffers_is_exact(store):
    """And so is what shares nothing."""
    check_gradient(function(store), (R,), variants=("pushforward",))


@pytest.mark.parametrize(
    "store", ["a[1:] = a[:-1]", "a[2:] = 0.5", "a[::2] = np.sin(v)", "a[a > 0.7] = 0.5", "a[a > 0] = np.sin(a)"]
)
def test_no_check_where_none_is_needed(store):
    """One array with one step, and values that are computed."""
    derivative = gradient(function(store))
    derivative(R)
    assert "overlap(" not in derivative.source


def test_an_empty_index_is_all_of_the_array():
    """No part of it can be a mask."""

    def f(x):
        a = x * 1.0
        a[()] = a[-2]
        return np.sum(a * x)

    check_gradient(f, (R.reshape(3, 3),), variants=())
