"""``cladpy plan``: requests with their places, and the graph."""

import pytest

from cladpy.cli import plan
from cladpy.errors import CladpyError
from cladpy.planning.request_graph import RequestGraph


def test_requests_and_graph_are_printed(write, run, monkeypatch):
    """First where each is made, then what they need."""
    monkeypatch.setattr(plan, "planned", lambda ready: RequestGraph().with_root(ready.request))
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


def test_failures_are_reported_after_the_rest(write, run, monkeypatch):
    """What can be planned is shown."""

    def fail(ready):
        raise CladpyError("C201", "no rule")

    monkeypatch.setattr(plan, "planned", fail)
    write(model="from cladpy import gradient\ndef f(x): return x\ngradient(f)\ngradient(f, 'y')\n")
    result = run("plan", "model.py")
    assert (result.status, result.out) == (1, "model.py:3:1: gradient(f)\n")
    assert "error[C301]" in result.err
    assert "error[C201]: no rule" in result.err


@pytest.mark.parametrize(("name", "code"), [("empty.py", "C305"), ("absent.py", "C304")])
def test_nothing_to_plan_is_an_error(write, run, name, code):
    """With the reason."""
    write(empty="")
    result = run("plan", name)
    assert (result.status, result.out) == (1, "")
    assert f"error[{code}]" in result.err


def test_dependents_are_in_the_graph(write, run):
    """Callees first; every request is done."""
    write(
        model="""
        import numpy as np
        from cladpy import gradient
        def layer(w, x): return np.tanh(x @ w)
        @gradient("w")
        def loss(w, x): return np.sum(layer(w, x))
        """
    )
    result = run("plan", "model.py")
    assert (result.status, result.err) == (0, "")
    assert result.out.splitlines()[-3:] == [
        "layer, pullback, wrt: w (done)",
        "loss, gradient, wrt: w (done)",
        "    calls layer",
    ]


def test_a_pullback_that_is_asked_for_is_one_request(write, run):
    """Its two halves are generated as those of a dependent are."""
    write(model="from cladpy import pullback\ndef layer(x): return x * x\npullback(layer, 'x')\n")
    assert run("plan", "model.py").out.splitlines() == [
        'model.py:3:1: pullback(layer, "x")', "", "layer, pullback, wrt: x (done)",
    ]  # fmt: skip
