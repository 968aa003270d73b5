"""Slots: from names as asked to adjoints as given."""

import numpy as np
import pytest

from cladpy import CladpyError, no_adjoint
from cladpy.execute.slots import Slots

NAMES = ("w", "args", "b")


def slots_of(*asked, bare=False, named=True):
    return Slots.of(asked, NAMES, bare=bare, named=named)


def test_places_in_the_generated_result():
    """Each parameter comes once, in the order in which it is first asked for."""
    slots = slots_of("args[1]", "b", "args[0]")
    assert slots.generated == ("args", "b")
    assert [(slot.parameter, slot.place, slot.element) for slot in slots.slots] == [(1, 0, 1), (2, 1, None), (1, 0, 0)]
    assert not slots.is_whole
    assert slots_of("b", "w").is_whole


def test_elements_are_taken_out():
    """Of the adjoint of all star arguments."""
    slots = slots_of("args[1]", "b", "args[0]")
    values = (1.0, (2.0, np.ones(2)), 3.0)
    given = ((7.0, np.zeros(2)), 5.0)
    d_second, d_b, d_first = slots.finish(given, slots.structures(values))
    np.testing.assert_array_equal(d_second, np.zeros(2))
    assert (d_b, d_first) == (5.0, 7.0)


def test_bare_results():
    """One name gives the adjoint itself; generated code may give it without a tuple, too."""
    slots, values = slots_of("w", bare=True), (1.0, (), 3.0)
    assert slots.finish(7.0, slots.structures(values), is_single=True) == 7.0
    assert slots.finish((7.0,), slots.structures(values)) == 7.0


def test_unnamed_slots_without_adjoint():
    """Where all are asked for, what holds nothing floating is no_adjoint as a whole."""
    slots, values = slots_of(*NAMES, named=False), (1, (), [2, 3])
    slots.check(values)
    assert slots.finish((no_adjoint, (), no_adjoint), slots.structures(values)) == (no_adjoint,) * 3


def test_named_slots_that_are_empty():
    """An empty container has an empty adjoint."""
    slots, values = slots_of("args", bare=True), (1, (), 2)
    slots.check(values)
    assert slots.finish(no_adjoint, slots.structures(values), is_single=True) == ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1, r"of integer or boolean type \(int\)"),
        (np.int8(1), r"of integer or boolean type \(int8\)"),
        (np.ones(2, bool), r"of integer or boolean type \(bool array\)"),
        (np.array(["a"]), "an array of <U1"),
        (None, "is None"),
        ({"a": 1}, "of type dict and holds no floating number"),
    ],
)
def test_named_slots_without_adjoint(value, words):
    """C302, with what the argument is."""
    with pytest.raises(CladpyError, match=words) as caught:
        slots_of("w").check((value, (), 1.0))
    assert caught.value.code == "C302"
    with pytest.raises(CladpyError, match=rf"'args\[0\]' .*{words}"):
        slots_of("args[0]").check((1.0, (value,), 1.0))


def test_elements_that_are_not_there():
    """C301, with how many there are."""
    with pytest.raises(CladpyError, match="has 1 elements") as caught:
        slots_of("args[1]").check((1.0, (2.0,), 1.0))
    assert caught.value.code == "C301"


@pytest.mark.parametrize(
    ("values", "final"),
    [
        ((1.0, (), np.ones(2)), True),
        ((1, (), None), True),
        ((np.float64(1.0), (), 1.0), False),
        (([1.0], (), 1.0), False),
    ],
)
def test_what_generated_code_gives_in_its_final_form(values, final):
    """Arrays, Python floats, and what has no adjoint."""
    assert slots_of("w", "b", named=False).are_final(values) is final
    assert not slots_of("args[0]").are_final((1.0, (1.0,), 1.0))


def test_what_holds_itself_has_no_adjoint():
    """C404, whether it was named or every parameter is asked for; what was not asked for may."""
    ring = [1.0]
    ring.append(ring)
    for slots in (slots_of("w", "b"), slots_of("b", named=False)):
        with pytest.raises(CladpyError, match="'b' holds itself") as caught:
            slots.check((1.0, (), ring))
        assert caught.value.code == "C404"
    slots_of("w").check((1.0, (), ring))
