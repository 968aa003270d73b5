"""Adding at an index: repeats count as often as they occur, the rest is plain assignment."""

import numpy as np
import pytest

from cladpy.runtime import add_at, flat_index, item_adjoint, scatter_add

MASK = np.array([[True, False, True], [False, True, False]])
INDICES = [
    0,
    -1,
    np.int64(1),
    np.array(1),
    (1, 2),
    (np.array(0), -1),
    slice(None, None, -2),
    (slice(1), slice(1, None)),
    Ellipsis,
    (Ellipsis, 1),
    None,
    (None, 1),
    (0, None, slice(2)),
    (),
    True,
    (True, 0),
    np.True_,
    MASK,
    [True, False],
    np.array([False, False]),
    (0, np.array([True, False, True])),
    [0, 0, 1],
    [],
    ([],),
    np.array([-1, 1, 1]),
    np.array([[0, 1], [1, 1]]),
    ([0, 0], [2, 2]),
    (slice(None), [2, 0, 2]),
    ([1, 1], slice(1, None)),
    (np.array([[0], [1]]), [1, 1, 2]),
    (Ellipsis, [0, 0]),
    (None, [0, 0]),
]


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_scatter_add_is_the_transpose_of_reading(index):
    """<x[index], d> equals <x, scatter_add(d)>, for basic and advanced indices, with and without repeats."""
    x = np.arange(1.0, 7.0).reshape(2, 3)
    read = x[index]
    d = np.cos(np.arange(np.size(read), dtype=float)).reshape(np.shape(read))
    adjoint = scatter_add(x.shape, x.dtype, index, d)
    assert adjoint.shape == x.shape
    assert np.sum(adjoint * x) == pytest.approx(np.sum(d * read), rel=1e-14)


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_add_at_adds_to_what_is_there(index):
    """In place, onto an adjoint that holds other contributions already."""
    x = np.arange(1.0, 7.0).reshape(2, 3)
    read = x[index]
    d = 1.0 + np.arange(np.size(read), dtype=float).reshape(np.shape(read))
    d_x = np.full((2, 3), 100.0)
    add_at(d_x, index, d)
    assert np.sum((d_x - 100.0) * x) == pytest.approx(np.sum(d * read), rel=1e-12)


def test_a_scalar_cotangent_spreads():
    """The cotangent of a broadcast may arrive as a scalar."""
    assert scatter_add((3,), float, [0, 0, 2], 1.0).tolist() == [2.0, 0.0, 1.0]
    assert scatter_add((3,), float, slice(2), 1.0).tolist() == [1.0, 1.0, 0.0]


def test_the_dtype_is_that_of_the_array():
    """A contribution in double precision to an adjoint in single precision."""
    assert scatter_add((3,), np.float32, [1, 1], np.ones(2)).dtype == np.float32
    assert scatter_add((3,), np.float32, 1, 1.0).dtype == np.float32


def test_zero_dimensional():
    """The only index of a 0-d array is the empty one."""
    assert scatter_add((), float, (), 2.0).shape == ()
    assert scatter_add((), float, Ellipsis, np.array(2.0)) == 2.0


@pytest.mark.parametrize("index", [(), (4,), (-1,), (1, 2), ((1, 2),)])
def test_item(index):
    """As x.item(*index) reads one element, its cotangent goes to one element."""
    x = np.arange(6.0).reshape(2, 3) if index else np.array([[5.0]])
    adjoint = item_adjoint(7.0, x.shape, x.dtype, *index)
    assert np.sum(adjoint * x) == 7.0 * x.item(*index)
    assert np.count_nonzero(adjoint) == 1


@pytest.mark.parametrize(
    "index",
    [0, -1, np.int64(7), slice(None), slice(8, 1, -3), [1, -2, 1], np.arange(12) % 5 == 0, np.array([[3], [11]])],
)
def test_elements_by_number(index):
    """Of any shape, as ``.flat`` counts them."""
    for x in (np.arange(12.0).reshape(3, 4).T, np.arange(12.0).reshape(2, 1, 3, 2)):
        assert np.array_equal(x[flat_index(index, x.shape)], x.flat[index])


@pytest.mark.parametrize("index", [12, -13])
def test_an_element_that_is_not_there(index):
    """As ``.flat`` says."""
    with pytest.raises(IndexError, match="out of bounds"):
        flat_index(index, (3, 4))
