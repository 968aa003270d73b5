"""What calls become in generated code."""

from cladpy.planning.callee_plan import CalleePlan, CustomPlan
from cladpy.rules.custom_signature import read_signature


def test_a_generated_pair_has_the_parameters_of_its_primal():
    """One slot for each; some hold no adjoint."""
    plan = CalleePlan("f_forward_x", "f_pullback_x", ("x", "n"), frozenset({"x"}))
    assert (plan.parameters, plan.active) == (("x", "n"), {"x"})


def test_a_custom_pullback_has_the_parameters_of_its_primal():
    """Whatever it reads itself."""
    rule = read_signature(lambda d_out: (d_out, None), lambda data, weight: data, "data", None)
    assert CustomPlan(rule, "rule", None).parameters == ("data", "weight")
