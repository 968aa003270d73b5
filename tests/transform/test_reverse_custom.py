"""Calls of custom pullbacks in generated code."""

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, check_gradient, gradient, no_adjoint, pullback

X = np.array([0.5, 2.0, 3.0])
TEXT = """
    # h = product(x, w)
    _, d_w = check_slots(
        product_pullback(x, d_h), "product_pullback", data=None, weight=(w.shape, np.float64)
    )
"""


def product(data, weight):
    return data @ weight


@cladpy.custom_pullback(product, wrt="weight")
def product_pullback(data, d_out):
    return no_adjoint, data.T @ d_out


def loss(x, w):
    h = product(x, w)
    return np.sum(h * h)


def test_the_text_calls_the_rule_by_its_name():
    """With the operands that it names, and the shapes and dtypes that its slots must have."""
    d_loss = gradient(loss, "w")
    d_loss(np.ones((3, 2)), np.ones((2, 4)))
    assert TEXT in d_loss.source


def softplus(x):
    return np.log1p(np.exp(x))


@cladpy.custom_pullback(softplus)
def softplus_pullback(result, d_out):
    return (d_out * (1 - np.exp(-result)),)


def in_a_loop(x, steps):
    total = x
    for _ in range(steps):
        total = softplus(total) * x
    return np.sum(total)


def in_a_branch(x, steps):
    y = x * x
    if steps > 2:
        y = softplus(x)
    return np.sum(y * x)


def rebound(x, steps):
    y = softplus(x)
    y = softplus(y)
    y = y * steps
    return np.sum(softplus(y))


def updated_in_place(x, steps):
    y = softplus(x * 1)
    y *= 3.0
    y[0] = steps
    return np.sum(y * softplus(y))


def stored_into(x, steps):
    out = np.zeros((steps, 3))
    for k in range(steps):
        out[k] = softplus(x * k)
    return np.sum(out * out)


def through_a_helper(x, steps):
    return np.sum(helper(helper(x)) * steps)


def helper(x):
    return softplus(x) * x


def recursive(x, steps):
    return np.sum(x) if steps == 0 else recursive(softplus(x), steps - 1)


@pytest.mark.parametrize(
    ("f", "steps"),
    [
        (in_a_loop, 3),
        (in_a_branch, 1),
        (in_a_branch, 3),
        (rebound, 3),
        (updated_in_place, 3),
        (stored_into, 3),
        (through_a_helper, 3),
        (recursive, 2),
    ],
)
def test_control_flow_and_storage_around_a_rule(f, steps):
    """What it reads is recorded like the operands of any other operation."""
    check_gradient(f, (X, steps), "x")


def test_one_argument_for_two_parameters():
    """Both slots go to it."""

    def times(a, b):
        return a * b

    with cladpy.override(times, lambda a, b, d_out: (2 * b * d_out, 3 * a * d_out)):
        assert gradient(lambda x: times(x, x), "x")(7.0) == 35.0


def test_a_constant_argument_has_no_slot():
    """What the rule gives for it is dropped."""

    def times(a, b):
        return a * b

    with cladpy.override(times, lambda a, b, d_out: (2 * b * d_out, 3 * a * d_out)):
        assert gradient(lambda x: times(x, 5.0), "x")(7.0) == 10.0


def test_the_state_of_a_forward_function_survives_later_stores():
    """It is kept from what the caller stores into the arguments and the result."""

    def square(x):
        return x * x

    def square_forward(x):
        return x * x, x

    def square_pullback(state, d_out):
        return (2 * state * d_out,)

    def f(x):
        y = x * 1
        z = square(y)
        y[0] = 100.0
        z *= y
        return np.sum(z)

    with cladpy.override(square, square_pullback, forward=square_forward):
        found = gradient(f, "x")(X)
    assert np.allclose(found, [100.0 * 2 * X[0], 3 * X[1] ** 2, 3 * X[2] ** 2], rtol=1e-15)


def test_a_seed_of_the_user_s_reaches_the_rule():
    """Through a pullback whose result is no scalar."""
    seed = np.array([1.0, 10.0, 100.0])
    assert np.allclose(pullback(softplus, "x")(X, seed), seed / (1 + np.exp(-X)), rtol=1e-14)


def test_an_object_whose_adjoint_is_wanted_is_refused():
    """What a rule gives for it could not be checked."""

    class Box:
        def __init__(self, value):
            self.value = value

    def opened(box):
        return box.value * 2

    with (
        cladpy.override(opened, lambda d_out: (d_out,)),
        pytest.raises(CladpyError, match="the argument 'box' of opened is a container of unknown structure") as raised,
    ):
        gradient(lambda box: opened(box) * 1.0, "box")(Box(3.0))
    assert raised.value.code == "C205"


def test_effects_of_the_primal_happen_once():
    """It is called in the forward sweep and not again."""
    calls = []

    def noted(x):
        calls.append(1)
        return x

    with cladpy.override(noted, lambda d_out: (3 * d_out,)):
        assert gradient(lambda x: noted(x) * 2.0, "x")(1.0) == 6.0
    assert calls == [1]
