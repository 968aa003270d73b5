"""Functions that call themselves get one list for what they keep; the text is run as Python."""

import math

import numpy as np
import pytest

from cladpy import value_and_gradient
from tests.jit.interpreted import generated, run


def tree(x, n):
    if n <= 1:
        return x
    return tree(x, n - 1) * x + tree(x * 0.5, n - 2)


def of_tree(x):
    return tree(x, 4)


def looped(x, n):
    total = x
    for k in range(n):
        total = total * x + looped(x * 0.5 + k, n - 1 - k)
    return total


def of_looped(x):
    return looped(x, 3) ** 2


def halves(x, low, high):
    if high - low == 1:
        return x[low] * x[low]
    middle = (low + high) // 2
    left = halves(x, low, middle)
    right = halves(x, middle, high)
    return left * 0.5 + math.sin(right) * left


def of_halves(x):
    total = 0.0
    for k in range(2):
        total = total * x[k] + halves(x, 0, len(x))
    return total


def branching(x, n):
    if n == 0:
        return x
    y = branching(x * 0.9, n - 1)
    if y > 0.5:
        return y * branching(x * 0.3, n - 1)
    z = branching(y, n - 1)
    return z + y


def of_branching(x):
    return branching(x, 3)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (of_tree, (1.5,)),
        (of_looped, (0.7,)),
        (of_halves, (np.array([0.3, 0.5, 0.9, -0.2, 1.1]),)),
        (of_branching, (0.8,)),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_records_of_calls(function, args):
    """The numbers are those of nested states, and no state is in a state."""
    text, (value, (adjoint,)) = run(function, args)
    expected, (of_states,) = value_and_gradient(function)(*args)
    assert value == pytest.approx(float(expected), rel=1e-12)
    np.testing.assert_allclose(adjoint, of_states, rtol=1e-12)
    assert "records.append((" in text
    assert "state.pop()" in text
    assert "_kinds(" in text


def shared(x, n):
    if n == 0:
        return x * x
    before = shared(x, n - 1)
    return before + x


def test_the_text_says_what_is_kept():
    """One record a call, without the state of the inner one."""
    text = generated(lambda x: shared(x, 3), (0.5,)).text
    assert "before = shared_forward_x(x, n - 1, records)" in text
    assert "records.append((x, n))" in text
    assert "x, n = state.pop()" in text


def test_a_function_that_users_call_takes_what_the_primal_takes():
    """The list is made where the function is entered first, and its items are of known kinds."""
    text = generated(shared, (0.5, 2), "x", "pullback").text
    assert "def shared_forward_x(x, n):" in text
    assert "state = []" in text
    assert "if state:\n            state.append(shared_2_forward_x_kinds(x, n - 1)[1])" in text
