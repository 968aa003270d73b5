"""Arrays put together from parts: each adjoint is the transpose of the function on what it moves."""

import numpy as np
import pytest

from cladpy.runtime import (
    block_adjoint,
    broadcast_adjoint,
    delete_adjoint,
    insert_adjoint,
    meshgrid_adjoint,
    resize_adjoint,
    shapes_of,
    sliding_window_adjoint,
    trimmed,
)

X = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "arrays",
    [
        [np.ones(2), np.zeros(3)],
        [[X, X[:, :2]], [X[:1, :3], X[:1, :3]]],
        [[1.0, np.ones(2)], [np.ones(2), 5.0]],
        [[[X], [X]], [[X], [X]]],
        X,
    ],
)
def test_blocks_are_given_back(arrays):
    """Taken apart again, with the shapes that they had."""
    found = block_adjoint(np.block(arrays), shapes_of(arrays))

    def same(part, value):
        if isinstance(value, list):
            return all(map(same, part, value))
        return np.shape(part) == np.shape(value) and np.array_equal(part, value)

    assert same(found, arrays)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("sizes", [(3,), (3, 2), (3, 2, 4)])
def test_grids_sum_back(sizes, indexing, sparse, rng):
    """<grids, d> is the sum of the products of coordinates and adjoints."""
    xi = [rng.standard_normal(size) for size in sizes]
    grids = np.meshgrid(*xi, indexing=indexing, sparse=sparse)
    d = [rng.standard_normal(grid.shape) for grid in grids]
    found = meshgrid_adjoint(d, shapes_of(xi), indexing)
    expected = sum(np.sum(part * grid) for part, grid in zip(d, grids, strict=True))
    assert sum(x @ part for x, part in zip(xi, found, strict=True)) == pytest.approx(expected, rel=1e-12)


def test_what_nothing_read_gives_zeros():
    """A cotangent of 0.0 stands for it."""
    assert meshgrid_adjoint([0.0, np.ones((2, 3))], [(3,), (2,)])[0].tolist() == [0.0, 0.0, 0.0]
    assert broadcast_adjoint([0.0, np.ones((2, 3))], [(3,), (2, 1)])[1].tolist() == [[3.0], [3.0]]


@pytest.mark.parametrize(
    ("obj", "values", "axis"),
    [
        (1, np.arange(4.0), 0),
        (1, np.arange(3.0), 1),
        (1, np.ones((2, 3)), 1),
        ([0, 2], np.ones((3, 2)), 1),
        ([2, 0, 0], np.arange(3.0), None),
        ([1], np.ones((3, 2)), 1),
        (slice(0, 2), np.arange(2.0), None),
        (np.array([True, False, True, False]), 5.0, 1),
        (-1, 3.0, None),
    ],
)
def test_insertions(obj, values, axis, rng):
    """<insert(x, v), d> is <x, d_x> + <v, d_v>."""
    y = np.insert(X, obj, values, axis)
    d = rng.standard_normal(y.shape)
    d_arr, d_values = insert_adjoint(d, X.shape, obj, np.shape(values), axis)
    assert np.sum(X * d_arr) + np.sum(values * d_values) == pytest.approx(np.sum(y * d), rel=1e-12)


@pytest.mark.parametrize(("obj", "axis"), [(1, 0), ([0, -1], 1), (slice(None, None, 2), 1), ([3, 5], None), ([], 0)])
def test_deletions(obj, axis, rng):
    """What is left out receives 0."""
    y = np.delete(X, obj, axis)
    d = rng.standard_normal(y.shape)
    assert np.sum(X * delete_adjoint(d, X.shape, obj, axis)) == pytest.approx(np.sum(y * d), rel=1e-12)


@pytest.mark.parametrize("shape", [(20,), (2, 2), (5, 5), ()])
def test_resized(shape, rng):
    """Elements that are repeated receive every part."""
    y = np.resize(X, shape)
    d = rng.standard_normal(y.shape)
    assert np.sum(X * resize_adjoint(d, X.shape)) == pytest.approx(np.sum(y * d), rel=1e-12)
    assert resize_adjoint(np.zeros(0), (0, 3)).shape == (0, 3)


@pytest.mark.parametrize(("window", "axis"), [((2, 3), None), (2, 1), ((2, 2), (0, 0)), ((3,), -2)])
def test_windows(window, axis, rng):
    """An element is in as many windows as it has places."""
    y = np.lib.stride_tricks.sliding_window_view(X, window, axis)
    d = rng.standard_normal(y.shape)
    assert np.sum(X * sliding_window_adjoint(d, X.shape, window, axis)) == pytest.approx(np.sum(y * d), rel=1e-12)


@pytest.mark.parametrize("trim", ["fb", "f", "b", "FB"])
@pytest.mark.parametrize("filt", [[0.0, 0.0, 1.0, 0.0, 2.0, 0.0], [1.0, 2.0], [0.0, 0.0], []])
def test_what_is_trimmed(filt, trim):
    """The index gives what NumPy leaves."""
    filt = np.array(filt)
    assert np.array_equal(filt[trimmed(filt, trim)], np.trim_zeros(filt, trim))
