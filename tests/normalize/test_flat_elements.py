"""``.flat`` as places in the array; programs with it are in tests/programs/views_read."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from tests.stages import module

X = np.array([[0.7, 1.2], [0.4, 1.1]])


def source(*lines):
    body = "".join(f"    {line}\n" for line in lines)
    text = f"import numpy as np\n\n\ndef f(x):\n    a = x * x\n{body}    return np.sum(a * a)\n"
    derivative = gradient(module(text).f)
    derivative(X)
    return derivative.source


def test_an_element_is_read_and_stored_at_its_place():
    """Of one element the place is whole numbers."""
    text = source("for k in range(4):", "    a.flat[k] *= x.flat[-1]")
    assert "place = flat_index(k, " in text
    assert "a[place] *= " in text


def test_all_elements_are_the_array():
    """No index is made."""
    text = source("a.flat[:] = x[0]", "a.flat = x")
    assert "flat_index" not in text
    assert "np.resize(x[0], a.shape)" in text
    assert "np.resize(x, a.shape)" in text
    assert "a[...] = " in text


def test_a_loop_that_updates_nothing_runs_over_an_array():
    """Else over places, for a copy would not see the update."""
    assert "np.ravel(x)" in source("for v in x.flat:", "    a = a + v")
    assert "np.ravel" not in source("for v in x.flat:", "    a[0] = v")


@pytest.mark.parametrize("lines", [["it = a.flat", "it[0] = x[0, 0]"], ["for v in reversed(a.flat):", "    a[0] = v"]])
def test_an_iterator_that_is_kept_is_refused(lines):
    """Later reads through it would see later stores."""
    with pytest.raises(CladpyError) as caught:
        source(*lines)
    assert caught.value.code in {"C120", "C206"}
