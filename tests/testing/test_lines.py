"""Lines through the arguments of a call."""

import numpy as np
import pytest

from cladpy.testing.lines import Direction, Line, directions, elements, inner, moved, wide
from cladpy.testing.subject import Call


def line(function, argument, parts=None, cotangent=None):
    parts = parts or (np.ones(()),)
    return Line(Call.of(function, (argument,), {}), "x", Direction("x", parts), cotangent)


def test_few_numbers_are_moved_one_by_one():
    """Each has a direction of its own, in units of its size."""
    found = list(directions("p", {"w": np.array([[1.0, -20.0]]), "b": 0.5}, np.random.default_rng(1)))
    assert [(d.text, d.scale) for d in found] == [("p['w'][0, 0]", 1.0), ("p['w'][0, 1]", 20.0), ("p['b']", 1.0)]
    assert [np.sum(part) for part in found[1].parts] == [20.0, 0.0]


def test_many_numbers_are_moved_together():
    """Random directions reach every number, in units of its size."""
    found = list(directions("x", np.full((3, 4), 100.0), np.random.default_rng(1)))
    assert [d.text for d in found] == ["x along random direction 1", "x along random direction 2"]
    assert all((d.parts[0] != 0).all() for d in found)
    assert np.std(found[0].parts[0]) > 10


def test_complex_numbers_move_in_both_parts():
    """The imaginary part is a number of its own."""
    assert [d.text for d in elements("z", 1 + 2j)] == ["z", "the imaginary part of z"]


@pytest.mark.parametrize("argument", [1.0, np.float32(1), np.ones(3, np.float32), np.ones(()), np.ones(2)])
def test_moved_argument_keeps_its_kind(argument):
    """A step along the line changes no type and no dtype."""
    new = moved(argument, (np.ones(np.shape(argument)),), 0.5)
    assert type(new) is type(argument)
    assert np.result_type(new) == np.result_type(argument)
    assert np.all(np.asarray(new) == 1.5)


def test_single_precision_is_widened():
    """Differences are taken in double precision."""
    found = wide([np.float32(1), np.ones(2, np.float32), 3, 1.0])
    assert [getattr(leaf, "dtype", None) for leaf in found] == [np.float64, np.float64, None, None]


def test_weights_of_a_result():
    """The leaves of a structure are weighed by the cotangent; a complex one counts conjugated."""
    assert inner((1.0, np.array([2.0, 3.0])), (10.0, np.array([1.0, 2.0]))) == 18
    assert inner(1j, (1j,)) == 1
    assert inner(np.float64(3), None) == 3


def test_primal_runs_on_copies():
    """An argument that the primal overwrites is whole again for the next step."""

    def overwriting(x):
        x[0] *= 2.0
        return x[0] * x[1]

    x = np.array([1.0, 2.0])
    values = [line(overwriting, x, (np.ones(2),)).at(0.0) for _ in range(2)]
    assert values == [4.0, 4.0]
    assert x.tolist() == [1.0, 2.0]


def test_primal_that_raises_has_no_value():
    """Outside of its domain a function is NaN."""
    assert np.isnan(line(lambda x: (x + 1) ** 0.5 / 0.0, 1.0).at(0.0))


def test_discarded_imaginary_part_is_an_error():
    """The complex step does not take a lost derivative for zero."""

    def through_real_array(x):
        a = np.zeros(1)
        a[:] = np.array([x])
        return a[0]

    with pytest.raises((TypeError, np.exceptions.ComplexWarning)):
        line(through_real_array, 1.0).at_complex(1e-30j)


def test_line_knows_whether_it_is_real():
    """Complex steps are for real arguments and results."""
    assert line(abs, 1.0).is_real
    assert not line(abs, 1.0, (np.ones((), complex),)).is_real
    assert not line(abs, 1.0, cotangent=(1j,)).is_real
