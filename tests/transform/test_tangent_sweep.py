"""Statements with those of their tangents beside them."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, pushforward
from tests.forward_texts import body
from tests.stages import define

V = np.array([0.5, -1.25, 2.0])


def test_a_copy_of_what_is_updated_later_has_a_tangent_of_its_own():
    """That of the array is updated in place with it."""
    check_gradient(define("def f(x):\n    u = x * 1.0\n    d = u.copy()\n    u *= x\n    return np.sum(u * d)\n"), (V,))


def test_a_tangent_follows_its_value():
    """And reads it, where that is cheaper than to compute it again."""
    text = body("def f(x, w):\n    h = np.tanh(x * w)\n    return np.sum(h)\n", (V, 2.0), "x, w")
    assert "h = np.tanh(x * w)\nt_h = (w * t_x + t_w * x) * (1.0 - h * h)\n" in text


def test_a_tangent_stands_before_what_it_reads_is_overwritten():
    """In a loop one variable holds all versions."""
    text = body("def f(x):\n    for _ in range(3):\n        x = np.sin(x)\n    return x\n", (2.0,))
    assert "    t_x = t_x * np.cos(x)\n    x = np.sin(x)\n" in text


def test_a_result_that_is_read_beside_what_it_overwrites():
    """It gets a name of its own in between."""
    program = "def f(x, y):\n    for _ in range(2):\n        x = x ** y\n    return x\n"
    text = body(program, (V * V, V), "x, y")
    assert "    v_1 = x**y\n" in text
    assert "    x = v_1\n" in text
    check_gradient(_powers, (V * V, V * V))


def _powers(x, y):
    for _ in range(2):
        x = x**y
    return np.sum(x)


def test_branches():
    """The side on which nothing active is assigned has a zero tangent."""
    program = "def f(x, n):\n    y = 0.0\n    if n > 1:\n        y = x * x\n    return y\n"
    assert body(program, (2.0, 3)) == (
        "y = 0.0\nt_y = 0.0\nif n > 1:\n    t_y = 2 * t_x * x\n    y = x * x\nreturn y, t_y\n"
    )


def test_a_while_loop():
    """Exits stay as they are."""
    lines = ["def f(a):", "    x = a", "    while True:", "        x = x - (x * x - a) / (2 * x)"]
    program = "\n".join([*lines, "        if x * x - a < 1e-9:", "            break", "    return x\n"])
    text = body(program, (2.0,), "a")
    assert "while True:\n" in text
    assert text.count("break") == 1
    assert pushforward(_root, "a")(2.0, 1.0)[1] == pytest.approx(0.5 / np.sqrt(2.0), rel=1e-9)


def _root(a):
    x = a
    while True:
        x = x - (x * x - a) / (2 * x)
        if x * x - a < 1e-9:
            break
    return x


def test_containers():
    """The tangent of a container is a container of tangents."""
    program = "def f(x, w):\n    p = {'a': x, 'b': [w, 3]}\n    return p['a'] * p['b'][0]\n"
    text = body(program, (2.0, 3.0), "x, w")
    assert 't_p = {"a": t_x, "b": [t_w, 0.0]}\n' in text


def test_assertions_and_output_happen_once():
    """They belong to the primal alone."""
    text = body("def f(x):\n    assert x > 0, x\n    print(x)\n    return x * x\n", (2.0,))
    assert text.startswith("assert x > 0, x\nprint(x)\n")
    assert text.count("print") == 1


def test_what_has_no_rule_is_refused():
    """With the user's line."""
    with pytest.raises(CladpyError, match="has no derivative rule") as caught:
        pushforward(lambda x: np.packbits(2.0 * x), "x")(V, V)
    assert caught.value.code == "C201"
