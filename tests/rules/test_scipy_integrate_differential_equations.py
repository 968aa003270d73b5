"""The rules of solutions of differential equations: what is not written out says why."""

import pytest

pytest.importorskip("scipy.integrate")

from scipy import integrate

from cladpy.rules import default_registry
from cladpy.rules.absences import NotImplementedRule


@pytest.mark.parametrize("function", [integrate.solve_ivp, integrate.odeint])
def test_what_is_not_written_out_says_why(function):
    """Each operand that may have a derivative."""
    absences = default_registry.lookup(function).variants[-1].pullbacks.values()
    assert all(isinstance(absence, NotImplementedRule) and absence.why for absence in absences)
