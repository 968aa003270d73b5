"""``cladpy plan``: requests with their places, and the graph."""

import pytest

from cladpy import pipeline
from cladpy.errors import CladpyError


def test_requests_and_graph_are_printed(write, given, run):
    """First where each is made, then what they need."""
    write(
        model="from cladpy import gradient\n@gradient('w')\ndef loss(w): return w\n"
        "gradient(loss.primal, ('w',))\ndef g(h): gradient(h)\n"
    )
    result = run("plan", "model.py")
    assert (result.status, result.err) == (0, "")
    assert result.out.splitlines() == [
        'model.py:2:2: gradient(loss, "w")',
        'model.py:4:1: gradient(loss, ("w",))',
        "model.py:5:11: skipped: which function h is can only be known when the file runs",
        "",
        "loss, gradient, wrt: w (planned)",
        "loss, gradient, wrt: w (planned)",
    ]


def test_failures_are_reported_after_the_rest(write, given, run, monkeypatch):
    """What can be planned is shown."""

    def fail(function, request, facts):
        raise CladpyError("C201", "no rule")

    monkeypatch.setattr(pipeline, "plan_static", fail)
    write(model="from cladpy import gradient\ndef f(x): return x\ngradient(f)\ngradient(f, 'y')\n")
    result = run("plan", "model.py")
    assert (result.status, result.out) == (1, "model.py:3:1: gradient(f)\n")
    assert "error[C301]" in result.err
    assert "error[C201]: no rule" in result.err


@pytest.mark.parametrize(("name", "code"), [("empty.py", "C305"), ("absent.py", "C304")])
def test_nothing_to_plan_is_an_error(write, given, run, name, code):
    """With the reason."""
    write(empty="")
    result = run("plan", name)
    assert (result.status, result.out) == (1, "")
    assert f"error[{code}]" in result.err
