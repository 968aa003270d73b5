"""Differences and sums of neighbours: edges, axes, broadcasting."""

import numpy as np
import pytest

from cladpy.runtime import (
    edged,
    edged_diff_adjoint,
    steps_along,
    steps_along_adjoint,
    sum_neighbours,
    sum_neighbours_adjoint,
)


@pytest.mark.parametrize(
    ("before", "after", "axis"), [((), None, -1), ((2, 1), (), 1), (None, (1, 3), 0), ((2, 3), (3,), -2)]
)
def test_edges_get_their_part(before, after, axis, rng):
    """<diff(edged), d> is the sum of the products of the three parts with their adjoints."""
    if after == (3,):
        after = (1, 3)
    a = rng.standard_normal((2, 3))
    prepend, append = (None if shape is None else rng.standard_normal(shape) for shape in (before, after))
    y = np.diff(edged(a, prepend, append, axis), axis=axis)
    d = rng.standard_normal(y.shape)
    found = edged_diff_adjoint(d, a.shape, before, after, 1, axis)
    products = [
        np.sum(part * value) for part, value in zip(found, (prepend, a, append), strict=True) if value is not None
    ]
    assert sum(products) == pytest.approx(np.sum(d * y), rel=1e-13)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_sums_of_neighbours(axis, rng):
    """The adjoint is the transpose, also of a cotangent that broadcasts."""
    y = rng.standard_normal((3, 4))
    z = sum_neighbours(y, axis)
    d = rng.standard_normal(z.shape)
    assert np.sum(y * sum_neighbours_adjoint(d, y.shape, axis)) == pytest.approx(np.sum(z * d), rel=1e-13)
    assert np.array_equal(
        sum_neighbours_adjoint(1.0, y.shape, axis), sum_neighbours_adjoint(np.ones(z.shape), y.shape, axis)
    )
    assert sum_neighbours_adjoint(1.0, (1,)).tolist() == [0.0]


@pytest.mark.parametrize(("shape", "axis"), [((4,), 1), ((3,), 0), ((3, 4), 0), ((3, 4), -1)])
def test_steps_along_an_axis(shape, axis, rng):
    """The adjoint takes what has the shape of the array that the steps multiply."""
    x, sizes = rng.standard_normal(shape), [3, 4]
    sizes[axis] -= 1
    d = rng.standard_normal(sizes)
    steps = np.broadcast_to(steps_along(x, 2, axis), sizes)
    assert np.sum(x * steps_along_adjoint(d, shape, axis)) == pytest.approx(np.sum(steps * d), rel=1e-13)
