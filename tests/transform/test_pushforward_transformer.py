"""A pushforward put together: parameters, entry, result."""

import numpy as np

from cladpy.planning.pushforward_scheduler import PushforwardScheduler
from cladpy.transform.pushforward_transformer import PushforwardTransformer
from tests.forward_texts import pushed
from tests.stages import define, scheduled_forward

V = np.array([0.5, -1.25, 2.0])


def test_a_whole_text():
    """As a reader gets it."""
    program = """
def loss(w, b, x):
    h = np.maximum(x @ w + b, 0)
    return np.sum(h * h) / len(x)
"""
    assert pushed(program, (np.ones((3, 2)), np.ones(2), np.ones((4, 3))), "w, b") == (
        "def loss_pushforward_w_b(w, b, x, t_w, t_b):\n"
        "    h = np.maximum(x @ w + b, 0)\n"
        "    t_h = (x @ t_w + t_b) * (h > 0)\n"
        "    v_1 = len(x)\n"
        "    result = np.sum(h * h) / v_1\n"
        "    t_result = np.sum(2 * t_h * h) / v_1\n"
        "    return result, t_result\n"
    )


def test_updates_in_place():
    """Of value and tangent at the same places."""
    program = """
def heat(u, k, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u ** 2)
"""
    assert pushed(program, (np.ones(8), 0.1, 3), "u, k") == (
        "def heat_pushforward_u_k(u, k, steps, t_u, t_k):\n"
        "    t_u = t_u.copy()\n"
        "    u = u.copy()\n"
        "    for _ in range(steps):\n"
        "        v_1 = u[2:] - 2 * u[1:-1] + u[:-2]\n"
        "        u[1:-1] += k * v_1\n"
        "        t_u[1:-1] += t_k * v_1 + k * (t_u[2:] - 2 * t_u[1:-1] + t_u[:-2])\n"
        "        del v_1\n"
        "    result = np.sum(u**2)\n"
        "    t_result = np.sum(2 * t_u * u)\n"
        "    return result, t_result\n"
    )


def test_entry():
    """What is stored into is copied, with its tangent; what becomes active has a zero tangent from the start."""
    text = pushed(
        "def f(u, b, x):\n    u[0] = x\n    if x > 0:\n        b = b * u\n    return b\n", (V, V, 1.5), "u, x"
    )
    assert "    u = u.copy()\n    t_u = t_u.copy()\n    t_b = np.zeros_like(b)\n" in text


def test_the_docstring_says_what_it_gives():
    """And which parameters have no tangent."""
    planned = scheduled_forward(define("def f(x, n):\n    return x * n\n"), (2.0, 3), "x")
    made = PushforwardTransformer(
        planned.analysis,
        planned.scheduler.callee(planned.analysis, planned.request),
        planned.scheduler.branches(planned.analysis),
    )
    drafted = made.pushforward("f_pushforward_x", ("x",), is_root=True)
    assert drafted.function.docstring == "Value and tangent of f for tangents of x; without tangent: n."
    assert isinstance(planned.scheduler, PushforwardScheduler)
    assert drafted.function.parameters == ("x", "n", "t:x")


def test_a_constant_result_has_a_zero_tangent():
    """Of a literal, of an inactive value."""
    assert "return 3.0, 0.0\n" in pushed("def f(x):\n    return 3.0\n", (2.0,))
    assert "return b, np.zeros_like(b)\n" in pushed("def f(x, b):\n    return b\n", (2.0, V))
