"""Adjoints in the form of their arguments, with storage of their own."""

import numpy as np
import pytest

from cladpy import CladpyError, no_adjoint
from cladpy.execute.finish import finish, number
from cladpy.execute.structure import NumberLeaf, structure_of


def finished(adjoint, argument, taken=None, **options):
    return finish(adjoint, structure_of(argument), taken, **options)


@pytest.mark.parametrize(
    ("adjoint", "argument", "expected"),
    [
        (np.float64(2.0), 1.0, 2.0),
        (2, 1.0, 2.0),
        (np.array(2.0), 1.0, 2.0),
        (2.0, np.float32(1.0), np.float32(2.0)),
        (np.float64(2.0), np.float64(1.0), np.float64(2.0)),
        (2.0, np.ones(()), np.array(2.0)),
        (2.0, np.ones(3, np.float32), np.full(3, 2.0, np.float32)),
        (np.float64(2.0), np.ones((2, 1)), np.full((2, 1), 2.0)),
        (np.ones(3), np.ones((2, 3)), np.ones((2, 3))),
        (2 + 0j, 1j, 2 + 0j),
    ],
)
def test_leaves_get_type_shape_and_dtype(adjoint, argument, expected):
    """Of their argument, whatever generated code made."""
    result = finished(adjoint, argument)
    assert type(result) is type(expected)
    assert np.asarray(result).dtype == np.asarray(expected).dtype
    np.testing.assert_array_equal(result, expected)


def test_what_fits_is_handed_on():
    """Without a set of what is taken, generated code vouches for the storage."""
    adjoint = np.ones(3)[:]
    assert finished(adjoint, np.ones(3)) is adjoint


def test_what_belongs_to_others_is_copied():
    """An array that is taken, a view, one that may not be written, and one given out before."""
    own, seed, base, fixed = np.ones(3), np.ones(3), np.ones(6), np.ones(3)
    fixed.flags.writeable = False
    taken = {id(seed)}
    results = [finished(each, np.ones(3), taken) for each in (own, seed, base[:3], fixed, own)]
    assert results[0] is own
    for number_, result in enumerate(results):
        assert result.flags.writeable
        assert result.base is None
        for other in (seed, base, fixed, *results[:number_]):
            assert not np.shares_memory(result, other)


def test_structures():
    """Tuples and lists as generated code has them become what the argument is."""
    argument = {"w": [1.0, np.ones(2)], "steps": 3, "names": ("a",)}
    adjoint = {"w": (2.0, np.zeros(2)), "steps": no_adjoint, "names": no_adjoint}
    result = finished(adjoint, argument)
    assert list(result) == ["w", "steps", "names"]
    assert result["w"][0] == 2.0
    assert (result["steps"], result["names"]) == (no_adjoint, (no_adjoint,))
    assert finished([2.0, no_adjoint], {"rate": 1.0, "steps": 3}) == {"rate": 2.0, "steps": no_adjoint}
    assert finished(0.0, [1.0, (2.0, 3)]) == [0.0, (0.0, no_adjoint)]


def test_an_absent_adjoint():
    """Of something floating it is a fault, or zero where generated code says so."""
    assert finished(no_adjoint, 3) is no_adjoint
    assert finished(no_adjoint, 1.5, absent_is_zero=True) == 0.0
    np.testing.assert_array_equal(finished(no_adjoint, [np.ones(2)], absent_is_zero=True), [[0.0, 0.0]])
    with pytest.raises(CladpyError) as caught:
        finished(no_adjoint, [1.5])
    assert caught.value.code == "C901"


@pytest.mark.parametrize("adjoint", [(1.0,), (1.0, 2.0, 3.0), 5.0, "ab"])
def test_another_structure_is_a_fault(adjoint):
    """Generated code and argument disagree."""
    with pytest.raises(CladpyError) as caught:
        finished(adjoint, [1.0, 2.0])
    assert caught.value.code == "C901"


def test_numbers():
    """The type is what counts."""
    value = np.float64(2.0)
    assert number(value, NumberLeaf(np.float64, is_complex=False)) is value
    assert type(number(value, NumberLeaf(float, is_complex=False))) is float
