"""The forward sweep: the primal's statements over variables, with what they record."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, forward_of, text

V = np.array([0.5, -1.25, 2.0])


def forward(body, args=(V, 0.5), wrt="x", parameters="x, y"):
    """Return the forward sweep of a function as text."""
    program = "\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n"
    return forward_of(program, args, wrt)


def test_statements_stay_as_they_are():
    """Versions of a name that are connected share its variable, others have one of their own."""
    body = """
    a = x * y
    if y > 0:
        a = a + 1.0
    else:
        pass
    while y > 1:
        y = y - 1.0
    assert y < 2, 'small'
    print(a)
    a = a * 2.0
    with np.errstate(all='ignore'):
        b = a / y
    if y < -5:
        raise ValueError(y) from None
    return np.sum(b)
    """
    found = forward(body)
    for line in (
        "a = x * y",
        "    a = a + 1.0",
        "while y > 1:",
        "    y = y - 1.0",
        'assert y < 2, "small"',
        "print(a)",
        "a@w1 = a * 2.0",
        'with np.errstate(all="ignore"):',
        "    b = a@w1 / y",
        "    raise ValueError(y) from None",
        "result@ret = np.sum(b)",
    ):
        assert f"{line}\n" in found


def test_the_result_is_not_returned_here():
    """The forward sweep ends where the reverse one begins."""
    assert "return" not in forward("return np.sum(x)")


def test_a_name_that_may_be_unbound_is_bound_on_the_same_path():
    """So that Python raises where it did."""
    assert forward("if y > 1:\n    z = x\nif y > 0:\n    w = z\nelse:\n    w = x\nreturn np.sum(w)") == text(
        """
        if y > 1:
            z@w1 = x
        if y > 0:
            w = z@w1
        else:
            w = x
        result@ret = np.sum(w)
        """
    )


def test_updates_stay_updates():
    """A number that is read again is kept first."""
    assert "s += y\n" in forward("s = np.sum(x)\nfor i in range(2):\n    s += y\nreturn s")
    assert "s@s1 = s\nt = s * s\ns += y\n" in forward("s = np.sum(x)\nt = s * s\ns += y\nreturn s * t")


def test_arrays_are_updated_in_place():
    """By operators, stores, and unbuffered where an index may repeat."""
    found = forward("a = x * 2.0\na += y\na[0] = y\na[1:] -= y\nnp.add.at(a, [0, 0], y)\nreturn np.sum(a)")
    assert "a += y\na[0] = y\na[1:] -= y\n" in found
    assert "np.add.at(a, v@1, y)\n" in found


def test_slices_that_are_passed_on_are_spelt_out():
    """As np.add.at takes them."""
    found = forward("a = np.outer(x, x)\nnp.subtract.at(a, (slice(1, None), 0), y)\nreturn np.sum(a)")
    assert "np.subtract.at(a, (v@1, 0), y)\n" in found


def test_active_calls_run_their_forward_function():
    """With every argument by position; the state is kept."""
    program = "def g(a, k, b=2.0):\n    return a * b * k\n\ndef f(x, y):\n    return np.sum(g(x, k=y))\n"
    assert "v@1, state@v@1_0 = g_forward_a(x, y, 2.0)\n" in forward_of(program, (V, 0.5), "x")


def test_inactive_calls_stay_calls():
    """Nothing of theirs is reversed."""
    program = "def g(a):\n    return len(a)\n\ndef f(x, y):\n    return np.sum(x) * g(x)\n"
    assert "v@2 = g(x)\n" in forward_of(program, (V, 0.5), "x")


def test_an_argument_that_is_stored_into_later_is_copied_for_the_state():
    """The pullback reads what was passed."""
    program = """
    def g(a):
        return np.sin(a)

    def f(x, y):
        a = x * 2.0
        b = g(a)
        a[0] = y
        return np.sum(b * a)
    """
    assert "b, state@b_0 = g_forward_a(detached(a))\n" in forward_of(program, (V, 0.5), "x")
    check_gradient(define(program), (V, 0.5), variants=())


def test_a_result_that_is_stored_into_later_is_copied_from_the_state():
    """What the caller stores must not reach it."""
    program = "def g(a):\n    return np.tanh(a)\n\ndef f(x, y):\n    b = g(x)\n    b[0] = y\n    return np.sum(b * b)\n"
    assert "b = detached(b)\n" in forward_of(program, (V, 0.5), "x")
    check_gradient(define(program), (V, 0.5), variants=())


@pytest.mark.parametrize(
    ("loop", "counter"),
    [
        ("for v in x:\n    s = s + v * v", True),
        ("for i in range(3):\n    s = s + x[i] * x[i]", False),
        ("for i in range(3):\n    if s > 5.0:\n        break\n    s = s + x[i]", True),
        ("while s < 2.0:\n    s = s + np.sum(x * x)", True),
    ],
)
def test_trips_are_counted_where_nothing_else_tells_them(loop, counter):
    """Started before the loop, counted at the top of each iteration."""
    found = forward(f"s = np.sum(x)\n{loop}\nreturn s")
    assert ("trip@1 = 0\n" in found) is counter
    assert ("    trip@1 += 1\n" in found) is counter


def test_parameters_that_are_stored_into_are_copied_first():
    """The caller's arrays stay as they are; a parameter that is only rebound needs no copy."""
    assert forward("x[0] = y\nreturn np.sum(x * x)").startswith("x = x.copy()\n")
    assert "copy" not in forward("x = x * y\nreturn np.sum(x)")
