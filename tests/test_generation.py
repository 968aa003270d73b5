"""A module from a request."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.generation import Generation
from cladpy.request import DiffRequest, FunctionReference, Options


def helper(x, n):
    """Return a power by recursion."""
    return x if n == 0 else x * helper(x, n - 1)


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
        return np.unwrap(x).sum()

    for options in ({}, {"varied": False}):
        with pytest.raises(CladpyError) as caught:
            generated(stops, np.ones(3), **options)
        assert caught.value.code == "C201"
