"""Plans of forward mode."""

import numpy as np

from cladpy import pushforward
from tests.stages import define, module, scheduled_forward

V = np.array([0.5, -1.25, 2.0])


def test_storage_that_is_updated_is_active_as_a_whole():
    """Each version that may share it, before the first active store too."""
    program = "def f(x):\n    u = np.zeros(3)\n    v = u[1:]\n    u[:] = x\n    return v\n"
    active = scheduled_forward(define(program), (V,), "x").analysis.active
    assert {"u.0", "v.0", "u.1"} <= active


def test_aliases_are_not_refused():
    """Lists of arrays, which have no mirror in reverse mode."""
    program = "def f(x):\n    u = x * 1.0\n    rows = [u, u[1:]]\n    u[1] = 0.0\n    return np.sum(rows[1])\n"
    assert pushforward(define(program), "x")(V, np.ones(3)) == (2.0, 1.0)


def test_dependents_by_active_parameters():
    """Each is planned once, and the graph says so."""
    made = module("def g(a, b):\n    return a * b\n\n\ndef f(x, w):\n    return g(x, w) + g(w, x) + g(x, x)\n")
    push = pushforward(made.f, "x")
    push(2.0, 3.0, 1.0)
    text = str(push.plan)
    assert "g, pushforward, wrt: a (done)" in text
    assert "g, pushforward, wrt: b (done)" in text
    assert "g, pushforward, wrt: a, b (done)" in text
