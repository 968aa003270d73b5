"""Sequences of arrays: the adjoint of a list is a list of the same structure, views of one cotangent."""

import numpy as np
import pytest

from cladpy.runtime import (
    array_adjoint,
    column_stack_adjoint,
    dstack_adjoint,
    hstack_adjoint,
    join_adjoint,
    list_adjoint,
    shapes_of,
    split_adjoint,
    vstack_adjoint,
)

JOINED = [
    (np.vstack, vstack_adjoint, [(2,), (2,)]),
    (np.vstack, vstack_adjoint, [(2, 3), (3,)]),
    (np.vstack, vstack_adjoint, [(), (1,)]),
    (np.vstack, vstack_adjoint, [(2, 1, 2), (1, 1, 2)]),
    (np.vstack, vstack_adjoint, [(0, 3), (3,)]),
    (np.hstack, hstack_adjoint, [(2,), (3,)]),
    (np.hstack, hstack_adjoint, [(), (2,), ()]),
    (np.hstack, hstack_adjoint, [(2, 3), (2, 1)]),
    (np.hstack, hstack_adjoint, [(2, 1, 2), (2, 2, 2)]),
    (np.dstack, dstack_adjoint, [(2,), (2,)]),
    (np.dstack, dstack_adjoint, [(2, 3), (2, 3)]),
    (np.dstack, dstack_adjoint, [(2, 1, 2), (2, 1, 1)]),
    (np.dstack, dstack_adjoint, [(), ()]),
    (np.column_stack, column_stack_adjoint, [(2,), (2,)]),
    (np.column_stack, column_stack_adjoint, [(2, 3), (2,)]),
    (np.column_stack, column_stack_adjoint, [(), (1,)]),
    (np.concatenate, split_adjoint, [(2,), (0,), (3,)]),
]


@pytest.mark.parametrize(("join", "adjoint", "shapes"), JOINED)
def test_joining_is_undone(join, adjoint, shapes, rng):
    """What joins arrays only moves elements: applied to its own result, the adjoint gives the arrays back."""
    arrays = [rng.standard_normal(shape) for shape in shapes]
    parts = adjoint(join(arrays), shapes_of(arrays))
    assert [part.shape for part in parts] == shapes
    assert all(np.array_equal(part, array) for part, array in zip(parts, arrays, strict=True))


@pytest.mark.parametrize(
    ("join", "adjoint", "operands"),
    [
        (np.concatenate, split_adjoint, ([1.0], np.array([2.0, 3.0]), (), [4.0, 5.0])),
        (np.hstack, hstack_adjoint, ([1.0, 2.0], np.array([3.0]), 4.0)),
        (np.hstack, hstack_adjoint, ([[1.0], [2.0]], np.array([[3.0], [4.0]]))),
        (np.vstack, vstack_adjoint, ([[1.0, 2.0], (3.0, 4.0)], np.array([5.0, 6.0]))),
        (np.column_stack, column_stack_adjoint, ((1.0, 2.0), np.array([3.0, 4.0]))),
    ],
)
def test_the_part_of_a_list_is_a_list(join, adjoint, operands):
    """It is nested as the list is that stands for an array."""
    parts = adjoint(join(operands), shapes_of(operands))
    assert all(np.array_equal(part, each) for part, each in zip(parts, operands, strict=True))
    assert isinstance(parts[0], type(operands[0]))


@pytest.mark.parametrize(("shapes", "axis"), [([(2, 3), (2, 1)], 1), ([(2, 3), (2, 0)], -1), ([(2,), (2, 2)], None)])
def test_concatenation_along_an_axis_is_undone(shapes, axis, rng):
    """A negative axis, and None, which flattens."""
    arrays = [rng.standard_normal(shape) for shape in shapes]
    parts = split_adjoint(np.concatenate(arrays, axis), shapes_of(arrays), axis)
    assert all(np.array_equal(part, array) for part, array in zip(parts, arrays, strict=True))


def test_parts_are_views():
    """Splitting a cotangent copies nothing; the caller has to know that the parts share its storage."""
    d = np.ones(5, np.float32)
    assert all(np.shares_memory(part, d) for part in split_adjoint(d, [(2,), (3,)]))


def test_shapes_of_keeps_the_structure():
    """Lists stay lists, tuples stay tuples, numbers have the shape ()."""
    assert shapes_of([np.zeros((2, 3)), (1.0, [np.float32(2)])]) == [(2, 3), ((), [()])]


@pytest.mark.parametrize(
    "value",
    [
        [1.0, 2.0],
        [[1.0, 2.0], [3.0, 4.0]],
        ([1.0, 2.0], (3.0, 4.0)),
        [np.array([1.0, 2.0]), [3.0, 4.0]],
        [(1.0,), (2.0,)],
        np.ones((2, 3)),
        3.0,
        [],
        [[], []],
    ],
)
def test_array_adjoint_has_the_structure_of_the_value(value):
    """The nested value of an array is the adjoint of that array, and nested in the same way."""
    adjoint = array_adjoint(np.array(value), shapes_of(value))
    assert type(adjoint) is type(value) or not isinstance(value, list | tuple)
    assert shapes_of(adjoint) == shapes_of(value)
    assert np.array_equal(np.array(adjoint), np.array(value))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0,), (2, 0)])
def test_list_adjoint_undoes_tolist(shape, rng):
    """Numbers in nested lists go back to their places."""
    x = rng.standard_normal(shape)
    assert np.array_equal(list_adjoint(x.tolist(), shape, x.dtype), x)


def test_list_adjoint_of_what_nothing_read():
    """A scalar 0 stands for a number or for a whole row."""
    assert list_adjoint([0.0, [1.0, 0.0]], (2, 2), np.float32).tolist() == [[0.0, 0.0], [1.0, 0.0]]


@pytest.mark.parametrize(("sections", "axis"), [(2, 0), ([1, 3], 0), (3, 1), ((2,), -1), ([0, 9], 0)])
def test_join_adjoint_undoes_split(sections, axis, rng):
    """The parts of an array, joined, are the array."""
    x = rng.standard_normal((4, 3)).astype(np.float32)
    joined = join_adjoint(np.array_split(x, sections, axis), x.shape, sections, axis)
    assert np.array_equal(joined, x)
    assert joined.dtype == np.float32


def test_join_adjoint_of_parts_that_nothing_read():
    """A scalar 0 leaves its part at zero and does not widen the dtype."""
    joined = join_adjoint([0.0, np.ones(2, np.float32)], (4,), 2)
    assert joined.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert joined.dtype == np.float32
