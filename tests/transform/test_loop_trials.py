"""What is found out about a loop on trial is found out once."""

import pytest

from cladpy import gradient
from cladpy.ir.expressions import constant
from cladpy.ir.fact import FLOAT
from cladpy.ir.statements import While
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.loop_trials import LoopTrials
from cladpy.transform.loops import LoopReverser
from tests.stages import define

LOOP, OTHER = While(constant(True), ()), While(constant(True), ())


def asked(trials, loop, state, question="carried"):
    """Return whether an answer had to be found."""
    found = []
    trials.of(loop, state, question, lambda: found.append(1) or "answer")
    return bool(found)


def test_an_answer_is_found_once():
    """For the same loop, state and question."""
    trials = LoopTrials()
    born = {"d_x": AdjointState(FLOAT)}
    assert asked(trials, LOOP, born)
    assert not asked(trials, LOOP, dict(born))
    assert asked(trials, OTHER, born)
    assert asked(trials, LOOP, born, "copied")
    assert asked(trials, LOOP, {"d_x": AdjointState(FLOAT, zero=True)})
    assert asked(trials, LOOP, {})


def test_a_state_that_is_changed_later_does_not_change_what_is_known():
    """The sweep goes on with its own."""
    trials, state = LoopTrials(), {}
    assert asked(trials, LOOP, state)
    state["d_x"] = AdjointState(FLOAT)
    assert not asked(trials, LOOP, {})


def nested(depth):
    """Return a function with so many loops, one in the other."""
    lines = [f"{'    ' * (level + 1)}for i{level} in range(2):" for level in range(depth)]
    body = f"{'    ' * (depth + 1)}s = s + x * s * 0.1 + x"
    return define("\n".join(["def f(x):", "    s = 0.0", *lines, body, "    return s", ""]))


@pytest.mark.parametrize("depth", [3, 6, 9])
def test_the_work_does_not_double_with_each_level(depth, monkeypatch):
    """The bodies of a level are written once more for each trial of a level around it: that is quadratic."""
    bodies = []
    body = LoopReverser.body
    monkeypatch.setattr(LoopReverser, "body", lambda self, carried: bodies.append(1) or body(self, carried))
    gradient(nested(depth))(0.5)
    assert len(bodies) <= 3 * depth**2
