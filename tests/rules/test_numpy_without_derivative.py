"""Functions without a derivative say so; every function of NumPy has a rule."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.rules import default_registry
from cladpy.rules.absences import NotImplementedRule
from cladpy.rules.numpy import without_derivative
from cladpy.runtime import no_adjoint


@pytest.mark.parametrize("rule", default_registry.rules_of(without_derivative), ids=lambda rule: rule.name)
def test_rule(rule):
    """There can be no derivative, or the reason why none is written stands in the rule."""
    absences = rule.variants[-1].pullbacks.values()
    assert rule.every is no_adjoint or all(isinstance(each, NotImplementedRule) and each.why for each in absences)


def test_every_function_of_numpy_has_a_rule():
    """Those of the module's own list, classes and submodules left out, but for two that work on bits."""
    functions = {name for name in np.__all__ if callable(getattr(np, name)) and not isinstance(getattr(np, name), type)}
    without = {name for name in functions if default_registry.lookup(getattr(np, name)) is None}
    assert without == {"packbits", "unpackbits"}


def test_an_update_that_is_not_written_out_is_refused():
    """Its mode changes what is stored, and is not written in the call."""

    def update(x):
        y = x * 2
        np.put(y, [0, 5], x[:2], mode=str(len(x)))
        return np.sum(y)

    with pytest.raises(CladpyError) as caught:
        gradient(update, "x")(np.ones(3))
    assert caught.value.code in ("C123", "C202")
