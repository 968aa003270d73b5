"""Tests of what a backend would compile to something else."""

import gast
import numpy as np
import pytest

from cladpy.emit.capabilities import NUMBA, PYTHON
from cladpy.emit.other_meaning import check_meaning, check_width, is_narrow
from cladpy.errors import CladpyError
from cladpy.frontend.namespace import MISSING
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, UNKNOWN, array
from cladpy.optimize.context import Context

FACTS = {
    "p": array(np.dtype(int), ()),
    "m": array(np.dtype(bool), None),
    "s": array(np.dtype(np.uint8), None),
    "x": FLOAT,
}


def checked(text, capabilities=NUMBA):
    """Check a function that returns an expression."""
    context = Context(FACTS, bool, bool, True, lambda node: FACTS.get(getattr(node, "id", ""), UNKNOWN))
    known = {"np.random.rand": np.random.rand}
    check_meaning(
        ir.Function("f", (), (ir.Return(parse(text)),)), context, capabilities,
        resolve=lambda path: known.get(path, MISSING), lines={},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("m + m", "adds booleans"),
        ("s * 2", "uint8"),
        ("x * np.random.rand(3)", "a random generator"),
        ("m[p]", "makes a copy"),
        ("m[1, p]", "makes a copy"),
    ],
)
def test_another_meaning_is_refused(text, told):
    """Each is an error that says what numba would do."""
    with pytest.raises(CladpyError, match=told) as caught:
        checked(text)
    assert caught.value.code == "C410"


def test_the_same_meaning_passes():
    """Floats of 64 bits, and what only plain Python runs."""
    checked("x * 2 + x")
    checked("m * m")
    checked("m + m", PYTHON)


def test_arguments_are_looked_at():
    """Inside tuples and lists too."""
    check_width((1, np.ones(2), np.array([True])), "x")
    with pytest.raises(CladpyError, match="the uint8 of 'x' in 64 bits"):
        check_width([np.zeros(2, np.uint8)], "x")


def test_narrow_dtypes_are_those_of_numbers():
    """Booleans and text are of no width."""
    assert [is_narrow(np.dtype(each)) for each in ("f4", "f8", "i4", "i8", "c8", "?", "U3")] == [
        False, False, True, False, True, False, False,
    ]  # fmt: skip


def test_integers_updated_by_floats_are_refused():
    """NumPy raises, numba would cut."""
    facts = {"i": array(np.dtype(int), None), "x": FLOAT}
    context = Context(facts, bool, bool, True, lambda node: facts.get(getattr(node, "id", ""), UNKNOWN))
    update = ir.Update(store_name("i"), gast.Add(), parse("x"))
    with pytest.raises(CladpyError, match="cuts floats to integers"):
        check_meaning(ir.Function("f", (), (update,)), context, NUMBA, resolve=lambda path: MISSING, lines={})
