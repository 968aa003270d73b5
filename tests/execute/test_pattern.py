"""Patterns of sparse Jacobians."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.execute.pattern import Pattern
from cladpy.execute.structure import structure_of

ARROW = np.eye(5, dtype=bool)
ARROW[0] = True


def test_the_cheaper_direction():
    """A full row costs a column each, but one row of a colour of its own."""
    pattern = Pattern.of(ARROW)
    assert (len(pattern.columns), len(pattern.rows)) == (5, 2)
    assert pattern.direction == "reverse"
    assert Pattern.of(ARROW.T).direction == "forward"


@pytest.mark.parametrize("direction", ["forward", "reverse"])
def test_expansion(direction):
    """The compressed form holds every entry once."""
    generator = np.random.default_rng(1)
    mask = generator.random((7, 9)) < 0.3
    matrix = np.where(mask, generator.standard_normal((7, 9)), 0.0)
    pattern = Pattern.of(mask)
    if direction == "forward":
        found = [matrix[:, group].sum(axis=1) for group in pattern.columns]
    else:
        found = [matrix[group].sum(axis=0) for group in pattern.rows]
    np.testing.assert_array_equal(pattern.expanded(found, direction), matrix)


def test_an_empty_pattern():
    """Needs no sweep."""
    pattern = Pattern.of(np.zeros((2, 3), bool))
    assert pattern.columns == []
    assert pattern.expanded([], "forward").tolist() == [[0.0] * 3] * 2


def test_the_check():
    """A product that the matrix does not explain is an entry left out."""
    pattern, made = Pattern.of(np.eye(2, dtype=bool)), np.eye(2)
    pattern.check(made, np.ones(2), np.ones(2), "f")
    with pytest.raises(CladpyError, match="row 1 of f") as caught:
        pattern.check(made, np.ones(2), np.array([1.0, 1.5]), "f")
    assert caught.value.code == "C406"


def test_what_a_pattern_is_for():
    """One array by one array of its size."""
    pattern = Pattern.of(np.ones((2, 3), bool))
    pattern.check_argument([structure_of(np.zeros(3))])
    pattern.check_result(structure_of(np.zeros((2, 1))))
    for arguments in ([structure_of(1.0)], [structure_of(np.zeros(3))] * 2):
        with pytest.raises(CladpyError):
            pattern.check_argument(arguments)
    with pytest.raises(CladpyError):
        pattern.check_result(structure_of((1.0, 2.0)))
