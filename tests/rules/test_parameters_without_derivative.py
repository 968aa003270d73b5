"""Parameters that a rule says have no derivative: moved a little, they change the result not at all, or by a jump."""

from operator import attrgetter

import numpy as np
import pytest

from cladpy import CladpyError, gradient, pushforward
from cladpy.rules import default_registry
from cladpy.rules.absences import Zero
from cladpy.rules.application import quietly
from cladpy.rules.check_rule import application_of, calls_of
from cladpy.runtime import NoAdjoint

special = pytest.importorskip("scipy.special")
RULES = [rule for rule in default_registry.all_rules() if rule.samples is not None and rule.every is None]
PUBLIC = [rule for rule in RULES if not rule.name.startswith("cladpy")]
POINTS = (0.37, 1.7, 2.6)
STEP = 1e-6


def arrays(application, **changed):
    """Return the floating arrays of what a function gives, or None where it does not take the values."""
    try:
        results = quietly(application.with_arguments(**changed).call)
    except Exception:  # noqa: BLE001  whatever a function of a library raises for a number in the place of an option
        return None
    parts = results if isinstance(results, tuple) else (results,)
    return [np.asarray(part) for part in parts if isinstance(part, np.ndarray | float)]


def moves(application, name):
    """Tell whether a result moves with a parameter, in proportion."""
    for point in POINTS:
        found = [arrays(application, **{name: point + step}) for step in (0.0, STEP)]
        if None in found:
            continue
        for before, after in zip(*found, strict=False):
            if before.dtype.kind in "fc" and before.shape == after.shape and np.all(np.isfinite(before)):
                change = np.abs(after - before).max(initial=0.0)
                if STEP**2 < change < 1e3 * STEP:
                    return True
    return False


@pytest.mark.parametrize("rule", PUBLIC, ids=attrgetter("name"))
def test_they_have_none(rule):
    """A wrong declaration would be a gradient of zero that nobody sees."""
    for text in calls_of(rule):
        application = application_of(rule, text)
        entries = application.variant.pullbacks
        for name in sorted(application.passed & set(entries)):
            if isinstance(entries[name], NoAdjoint | Zero) and type(application.arguments[name]) in (int, float):
                assert not moves(application, name), f"{name} in {text}"


SAMPLE = np.array([1.0, 2.0, 4.0])


def order_of_a_norm(p):
    return np.linalg.norm(SAMPLE, p)


def correction_of_a_variance(p):
    return np.var(SAMPLE, ddof=p)


def correction_of_a_method(p):
    return SAMPLE.std(ddof=p)


def degree(p):
    return special.eval_legendre(p, 0.3)


@pytest.mark.parametrize("program", [order_of_a_norm, correction_of_a_variance, correction_of_a_method, degree])
def test_a_rule_that_says_nothing_of_a_parameter_is_refused(program):
    """Also where nothing else of the call is differentiated."""
    with pytest.raises(CladpyError) as caught:
        gradient(program)(1.5)
    assert caught.value.code in {"C202", "C203"}
    with pytest.raises(CladpyError) as caught:
        pushforward(program)(1.5, 1.0)
    assert caught.value.code in {"C202", "C203"}
