"""Custom rules: registration, the choice among several, overriding; the manual."""

import re
import runpy
import threading
from pathlib import Path

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, no_adjoint
from cladpy.rules.custom import CustomRegistry, CustomRules, RulesReliedOn, custom_registry
from cladpy.rules.custom_signature import read_signature

X = np.array([0.5, 2.0, 3.0])


def three(a, b, c):
    return a * b * c


def rules_of(*wrt):
    """Return rules of `three` in the order of registration, each named after what it covers."""
    rules = CustomRules()
    for covered in wrt:

        def rule(d_out):
            return d_out

        rule.__name__ = covered.replace(",", "") or "all"
        rules = rules.with_pullback(read_signature(rule, three, covered or None, None))
    return rules


# ---- the choice ----


@pytest.mark.parametrize(
    ("registered", "wanted", "chosen"),
    [
        (["a", "a,b", ""], "a", "a"),
        (["", "a,b", "a"], "a", "a"),
        (["a", "a,b", ""], "b", "ab"),
        (["a", "a,b", ""], "ab", "ab"),
        (["a", "a,b", ""], "c", "all"),
        (["a", "a,b", ""], "ac", "all"),
        (["a,b", "b,c"], "b", "bc"),
        (["b,c", "a,b"], "b", "ab"),
        (["a", "b"], "ab", None),
        (["a", "b"], "c", None),
        ([], "a", None),
    ],
)
def test_the_rule_with_the_fewest_others_is_chosen(registered, wanted, chosen):
    """Of the rules that cover what is wanted the smallest, and of equals the one registered last."""
    found = rules_of(*registered).choose(set(wanted))
    assert (found and found.name) == chosen


def test_a_rule_for_the_same_parameters_replaces_the_older_one():
    """It would never be chosen: a notebook cell may be run again."""
    assert [each.name for each in rules_of("a,b", "c", "b,a").pullbacks] == ["c", "ba"]


# ---- storage ----


def test_a_function_without_rules_has_none():
    """Nothing is registered for it, and what cannot be hashed has no rules."""
    assert (custom_registry.lookup(three), custom_registry.lookup([])) == (None, None)


def test_pushforwards_are_kept_for_forward_mode():
    """They do not matter in reverse mode."""

    def primal(x):
        return x * x

    @cladpy.custom_pushforward(primal)
    def primal_pushforward(x, t_x):
        return 2 * x * t_x

    assert custom_registry.lookup(primal).pushforward.function is primal_pushforward
    assert gradient(primal)(3.0) == (6.0,)


def test_decorators_return_the_function():
    """A rule, and a function without derivative, can be called as before."""

    def primal(x):
        return x

    def rule(d_out):
        return (d_out,)

    assert cladpy.custom_pullback(primal)(rule) is rule
    assert cladpy.non_differentiable(primal) is primal


@pytest.mark.parametrize("register", [cladpy.non_differentiable, cladpy.custom_pushforward])
def test_rules_are_for_functions(register):
    """Anything else is refused where it is registered."""
    with pytest.raises(CladpyError, match="which is no function") as raised:
        register(3.0)
    assert raised.value.code == "C204"


def test_overrides_hold_within_their_context():
    """They end with it, also by an exception, and nest."""
    registry = CustomRegistry()
    first, second = rules_of("a"), rules_of("b")

    def fail():
        with registry.overridden(three, second):
            assert registry.lookup(three) is second
            raise ZeroDivisionError

    with registry.overridden(three, first):
        with pytest.raises(ZeroDivisionError):
            fail()
        assert registry.lookup(three) is first
    assert registry.lookup(three) is None


def test_reliance_ends_when_a_rule_is_registered():
    """A plan relied on there being none."""

    def primal(x):
        return x

    def other(x):
        return x

    relied = RulesReliedOn.of([primal])
    assert relied.hold()
    cladpy.non_differentiable(other)
    assert relied.hold()
    cladpy.non_differentiable(primal)
    assert not relied.hold()


# ---- override ----


def product(data, weight):
    return data @ weight


@cladpy.custom_pullback(product, wrt="weight")
def product_pullback(data, d_out):
    return no_adjoint, data.T @ d_out


def test_an_overridden_rule_plans_anew_and_ends():
    """The derivative was planned before, and is the old one again afterwards."""

    def loss(x, w):
        return np.sum(product(x, w))

    x, w = np.ones((2, 2)), np.ones((2, 1))
    d_loss = gradient(loss, "w")
    before = d_loss(x, w)
    with cladpy.override(product, lambda data, d_out: (no_adjoint, 5.0 * data.T @ d_out), wrt="weight"):
        assert np.array_equal(d_loss(x, w), 5 * before)
        with cladpy.override(product, None):
            assert np.array_equal(d_loss(x, w), before)
            assert "product_pullback_weight" in d_loss.source
        with cladpy.override(product, cladpy.non_differentiable):
            assert np.array_equal(d_loss(x, w), 0 * before)
    assert np.array_equal(d_loss(x, w), before)
    assert "product_pullback(x" in d_loss.source


def test_an_override_may_name_a_registered_rule():
    """Then what it covers is known."""
    with cladpy.override(product, product_pullback):
        assert custom_registry.lookup(product).choose({"data"}) is None
        assert custom_registry.lookup(product).choose({"weight"}).function is product_pullback


def test_an_override_is_checked_when_it_is_entered():
    """As a registration is."""
    with pytest.raises(CladpyError, match="takes no cotangent"), cladpy.override(product, lambda data: 0):
        pass


def test_an_override_holds_in_its_own_thread():
    """Other threads that call the same derivative keep the rule that was registered."""
    d_loss = gradient(lambda w: np.sum(product(np.ones((2, 2)), w)), "w")
    w = np.ones((2, 1))
    found = []
    with cladpy.override(product, cladpy.non_differentiable):
        inside = d_loss(w)
        thread = threading.Thread(target=lambda: found.append(d_loss(w)))
        thread.start()
        thread.join()
    assert (inside.tolist(), found[0].tolist()) == ([[0.0], [0.0]], [[2.0], [2.0]])


# ---- the manual ----


def test_the_manual_s_program_runs(tmp_path):
    """What the page on rules shows is what happens."""
    manual = (Path(cladpy.rules.custom.__file__).parent / "README.md").read_text()
    (program,) = re.findall(r"^```python\n(import numpy.*?)^```$", manual, re.DOTALL | re.MULTILINE)
    file = tmp_path / "manual.py"
    file.write_text(program)
    namespace = runpy.run_path(str(file))
    assert "product_pullback" in namespace
