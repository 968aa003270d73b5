"""The check of rules finds what is wrong with a rule."""

import numpy as np
import pytest

from cladpy.rules.absences import zero
from cladpy.rules.check_rule import calls_of, check_rule
from cladpy.rules.declaration import rule, variant
from cladpy.rules.registry import RuleRegistry
from cladpy.rules.samples import calls, normal, only


def declared(function=np.square, text="y = square(x)", **properties):
    """Declare a rule in a registry of its own."""
    options = {"elementwise": True, "samples": normal()} | properties
    return rule(function, text, registry=RuleRegistry(), **options)


def test_right_rule_passes():
    """Formula and derived tangent agree with differences."""
    check_rule(declared(x="2 * d_y * x"))


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({"x": "d_y * x"}, "difference quotient"),
        ({"x": zero}, "declared zero"),
        ({}, "no formula"),
        ({"x": "2 * d_y * x", "samples": None}, "no samples"),
        ({"x": "2 * d_y * x", "tangent": {"x": "t_x * x"}}, "the tangent"),
        ({"x": "2 * d_y * x", "guarded": {"x": "3 * d_y * x"}}, "3 \\* d_y"),
        ({"x": "2 * d_y * x", "guarded": {"x": "2 * d_y * x + 1e-12"}}, "not 0 under 0"),
        ({"x": "np.float64(2) * d_y * x"}, "leaves float32"),
        ({"x": "2 * d_y * x", "variants": [variant(when="literal(x)")]}, "no sample chooses"),
    ],
    ids=["slope", "zero", "nothing", "samples", "tangent", "guard", "guard at zero", "dtype", "variant"],
)
def test_wrong_rule_fails(properties, message):
    """Each check can fail."""
    with pytest.raises(AssertionError, match=message):
        check_rule(declared(**properties))


def test_wrong_shape_fails():
    """A rule that is not elementwise gives the shape of its parameter."""
    with pytest.raises(AssertionError, match="shape"):
        check_rule(declared(np.sum, "y = sum(x)", x="d_y", elementwise=False, samples=normal() & calls("x[3]")))


def test_failure_names_the_call_and_the_parameter():
    """A rule's author sees where to look."""
    with pytest.raises(AssertionError) as caught:
        check_rule(declared(x="d_y * x"))
    assert caught.value.__notes__ == ["as drawn, parameter x", "in numpy.square(x[3, 4])"]


def test_standard_calls_of_elementwise_rules():
    """Broadcast, empty, zero-dimensional and Python operands come by themselves."""
    assert "float(x[()])" in calls_of(declared(x="2 * d_y * x"))
    assert calls_of(declared(x="2 * d_y * x", samples=normal() & only("x[3]"))) == ("x[3]",)
    assert "x[3, 1], y[1, 4]" in calls_of(declared(np.add, "z = add(x, y)", x="d_z", y="d_z"))
