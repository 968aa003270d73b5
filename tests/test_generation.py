"""A module from a request."""

import dataclasses

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.generation import Generation
from cladpy.optimize import passes
from cladpy.request import DiffRequest, FunctionReference, Options


def helper(x, n):
    """Return a power by recursion."""
    return x if n == 0 else x * helper(x, n - 1)


def power(x):
    """Return a power without calling anything."""
    return x**3


def loss(x):
    """Call the helper twice."""
    return helper(x, 2) + helper(x, 3)


def generated(function, *arguments, **options):
    """Return the module of a gradient."""
    request = DiffRequest(FunctionReference.of(function), "gradient", None, bare=False, options=Options(**options))
    generation = Generation(request)
    names = generation.parameters(function)
    return generation.run(function, {name: fact_of(value, name) for name, value in zip(names, arguments, strict=True)})


def test_a_dependent_is_written_once_and_before_its_caller():
    """Two calls of one signature share a pair of functions."""
    text = generated(loss, 1.1).text
    assert text.count("def helper_forward_x(") == 1
    assert text.index("def helper_forward_x(") < text.index("def loss_grad_x(")


def test_the_plan_tells_of_root_and_dependents():
    """The graph names both, the recursion included."""
    plan = generated(loss, 1.1).plan.to_text()
    assert "loss, gradient" in plan
    assert "helper, pullback" in plan
    assert "recursive" in plan


@pytest.mark.parametrize("switched", ["varied", "useful", "tbr", "early_release"])
def test_analyses_can_be_switched_off(switched):
    """The number stays the same: d(x**3 + x**4) = 3 x**2 + 4 x**3."""
    x = 1.1
    assert gradient(loss, "x", **{switched: False})(x) == pytest.approx(3 * x**2 + 4 * x**3, rel=1e-12)


def test_what_is_refused_is_refused_with_analyses_off_too():
    """The switches do not decide on what is accepted."""

    def stops(x):
        return np.packbits(x).sum()

    for options in ({}, {"varied": False}):
        with pytest.raises(CladpyError) as caught:
            generated(stops, np.ones(3), **options)
        assert caught.value.code == "C201"


def breaking(function, context):
    """Stand for a pass that puts one statement object at two places."""
    return dataclasses.replace(function, body=(*function.body[:1], *function.body))


@pytest.mark.parametrize("switch", ["1", ""])
def test_each_pass_is_verified_where_that_is_asked_for(monkeypatch, switch):
    """The fault names the function and the pass that made it; without the switch nothing looks."""
    monkeypatch.setenv("CLADPY_VERIFY", switch)
    monkeypatch.setattr(passes, "FINISH", (("breaking", breaking, "a test"), *passes.FINISH))
    if not switch:
        assert "def power_grad_x" in generated(power, 1.1).text
        return
    with pytest.raises(CladpyError, match="'power_grad_x': one Comment object stands at two places") as caught:
        generated(power, 1.1)
    assert caught.value.code == "C901"
    assert "behind the pass breaking" in caught.value.notes
