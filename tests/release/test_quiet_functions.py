"""Generated functions that write nothing that they are given, and items of results that are new."""

import pytest

from cladpy.release.quiet_functions import quiet_functions
from tests.optimize.program import context, read


def found(*texts):
    return quiet_functions([(read(text), context()) for text in texts])


@pytest.mark.parametrize(
    ("text", "is_quiet"),
    [
        ("def f(x):\n    y = x.copy()\n    y[0] = 1\n    return y", True),
        ("def f(x):\n    x[0] = 1\n    return x", False),
        ("def f(state):\n    a, b = state\n    a += b\n    return a", False),
        ("def f(state):\n    a, b = state\n    for i in range(3):\n        b[i] = 0\n    return a", False),
        ("def f(x):\n    unknown(x)\n    return 1", False),
        ("def f(x):\n    return f(x[1:])", True),
    ],
)
def test_quiet_is_what_writes_only_memory_of_its_own(text, is_quiet):
    """Also in a loop, and by way of a tuple; a call of unknown effect may write anything."""
    assert (found(text).quiet == {"f"}) is is_quiet


def test_a_caller_is_as_quiet_as_its_callees():
    """Through any number of calls."""
    loud = "def g(x):\n    x[0] = 1\n    return x"
    assert found("def f(x):\n    return g(x)", loud, "def h(x):\n    return f(x)").quiet == set()


def test_items_that_may_be_what_was_given():
    """One by one where a tuple is returned; the marker of a slot without adjoint is nobody's."""
    text = "def f(x, y):\n    d = np.sin(y)\n    return no_adjoint, d, y[1:], (d, x)"
    assert found(text).old == {"f": {2, 3}}
    assert found("def f(x, y):\n    return np.sin(x @ y)").old == {}
