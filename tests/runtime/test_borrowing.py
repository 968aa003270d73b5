"""What is called fresh is fresh: formulas at their samples, with the storage of every value compared."""

from operator import attrgetter

import gast
import numpy as np
import pytest

from cladpy import runtime
from cladpy.rules import default_registry
from cladpy.rules.application import apply, quietly
from cladpy.rules.check_rule import calls_of
from cladpy.rules.formula import Formula
from cladpy.rules.structure import leaves, random_like
from cladpy.runtime.borrowing import BORROWING

RULES = [
    rule
    for rule in default_registry.all_rules()
    if rule.samples and rule.every is None and rule.name.startswith(("numpy", "cladpy.runtime"))
]


def share(value, other):
    """Tell whether some arrays of the two structures share memory."""
    pairs = [(x, y) for x in leaves(value) for y in leaves(other)]
    return any(isinstance(x, np.ndarray) and isinstance(y, np.ndarray) and np.shares_memory(x, y) for x, y in pairs)


def applications(rule, rng):
    """Yield the rule at its samples, with its special formulas and with its general ones."""
    for text in calls_of(rule):
        for each in (rule, rule.without_special_variants):
            application = apply(each, text, lambda name, shape: np.asarray(rule.samples.draw(name, shape, rng)))
            if any(isinstance(application.variant.pullbacks.get(name), Formula) for name in application.passed):
                yield application


def outer_helper(formula):
    """Return the name of the helper that makes a formula's value, or None."""
    called = formula.expression.func if isinstance(formula.expression, gast.Call) else None
    return called.id if isinstance(called, gast.Name) and called.id in runtime.__all__ else None


def test_the_helpers_exist():
    """No name is a slip of the pen."""
    assert set(runtime.__all__) >= BORROWING


@pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
def test_a_helper_that_borrows_is_listed(rule, rng):
    """An adjoint made by a helper that is not listed shares memory with no cotangent and no operand."""
    for application in applications(rule, rng):
        results = quietly(application.call)
        d = random_like(results, rng)
        names = application.variant.results
        seeds = {f"d_{name}": part for name, part in zip(names, d if len(names) > 1 else [d], strict=True)}
        for name in application.passed:
            formula = application.variant.pullbacks.get(name)
            if isinstance(formula, Formula) and outer_helper(formula) not in (None, *BORROWING):
                adjoint = application.evaluate(formula, results, **seeds)
                assert not share(adjoint, [d, results, list(application.arguments.values())]), formula.text


@pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
def test_a_result_that_shares_memory_is_declared(rule, rng):
    """A function whose result is its argument, or a view of it, says so."""
    for application in applications(rule, rng):
        results = quietly(application.call)
        sharing = [name for name, value in application.arguments.items() if share(results, value)]
        assert all(rule.result_alias.endswith(f"alias {name}") for name in sharing)
