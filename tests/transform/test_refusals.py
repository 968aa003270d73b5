"""What the reverse sweep cannot do is an error with the user's line and a way out."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.normalize.recorder import PrimalLine
from cladpy.transform.refusals import Refusals
from tests.stages import define, text

V = np.array([0.5, -1.25, 2.0])


def refused(program, *args, wrt="x"):
    """Return the error with which a program is refused."""
    with pytest.raises(CladpyError) as caught:
        gradient(define(text(program)), wrt)(*args)
    return caught.value


@pytest.mark.parametrize(
    ("body", "code", "hint"),
    [
        ("y = np.packbits(x * 2)\n    return y[0]", "C201",
         "register a rule with @cladpy.custom_pullback, or cut the dependency: cladpy.stop_adjoint(...)"),
        ("y = [x] - x\n    return y[0]", "C201", "write it with loops and arrays"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_write(body, code, hint):
    """With the line of the statement."""
    error = refused(f"def f(x):\n    {body}\n", 2.0)
    assert (error.code, error.hint) == (code, hint)
    assert error.location.line >= 2
    assert error.notes[0].startswith("needed to differentiate f with respect to x")


def test_a_function_without_a_rule_is_named():
    """And what reached it is said."""
    error = refused("def f(x):\n    y = np.fft.fft(x)\n    return np.sum(np.sort(y).real)\n", V)
    assert (error.code, error.message) == ("C208", "numpy.sort of complex values has no derivative rule")
    found = refused("def f(x):\n    return np.sum(np.packbits(x))\n", V)
    assert (found.code, found.message) == ("C201", "np.packbits has no derivative rule")
    assert found.label == "reached by a value that depends on what is differentiated"


def test_stores_into_globals_are_refused():
    """They would outlive the call."""
    error = refused("TABLE = np.zeros(3)\n\ndef f(x):\n    TABLE[0] = x\n    return x * 2.0\n", 2.0)
    assert (error.code, error.location.line) == ("C101", 4)


def test_a_call_that_may_update_its_argument_is_refused():
    """A method for its effect, on an object that is not known."""
    error = refused("def f(x, log):\n    log.add(x)\n    return x * 2\n", 2.0, {1})
    assert (error.code, error.hint) == ("C123", "let the function return the new value")


def test_printing_is_no_update():
    """Nor is a call on inactive values that hold nothing that could be updated."""
    assert gradient(define("def f(x):\n    print(x)\n    return x * 2\n"), "x")(2.0) == 2.0


def test_a_value_that_is_lost_in_an_array_of_integers_is_no_error():
    """NumPy truncates it, and its derivative is zero."""
    program = "def f(x):\n    k = np.zeros(2, int)\n    k[0] = x\n    return x * 2.0 + k[0]\n"
    assert gradient(define(program), "x")(2.5) == 2.0


def test_errors_of_one_function():
    """A place that is not known is left out."""
    refusals = Refusals({1: PrimalLine("y = x", None)}, "f with respect to x")
    error = refusals.error("C205", "no", 1, hint="so")
    assert (error.location, error.notes, error.hint) == (None, ("needed to differentiate f with respect to x",), "so")
    assert refusals.place(7) is None
