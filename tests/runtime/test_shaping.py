"""Rearranged and repeated elements."""

import itertools

import numpy as np
import pytest

from cladpy.runtime import inverse_axes, pad_adjoint, repeat_adjoint, rollaxis_adjoint, tile_adjoint


@pytest.mark.parametrize("axes", list(itertools.permutations((0, 1, -1))))
def test_inverse_axes_undo_the_transposition(axes):
    """Negative axes count from the end."""
    x = np.empty((2, 3, 4))
    assert x.transpose(axes).transpose(inverse_axes(axes)).shape == x.shape
    assert inverse_axes(*axes) == inverse_axes(list(axes)) == inverse_axes(axes)


def test_reversal_is_its_own_inverse():
    """Without axes, transpose reverses them."""
    assert inverse_axes() is None
    assert inverse_axes(None) is None
    assert inverse_axes(()) == ()


@pytest.mark.parametrize(
    ("shape", "repeats", "axis"),
    [
        ((), 3, None),
        ((3,), 2, None),
        ((3,), [2], None),
        ((3,), [1, 0, 2], None),
        ((3,), [1, 0, 2], -1),
        ((2, 3), 2, None),
        ((2, 3), 2, 0),
        ((2, 3), np.int64(2), -1),
        ((2, 3), [0, 4], 0),
        ((2, 3), (1, 2, 3), 1),
        ((2, 3), [1, 2, 3, 0, 1, 1], None),
        ((2, 3), 0, 1),
        ((0,), 2, None),
        ((0, 3), 2, 1),
    ],
)
def test_repeat_adjoint_sums_the_copies(shape, repeats, axis, rng):
    """<repeat(t), d> equals <t, adjoint(d)>."""
    t = rng.standard_normal(shape)
    y = np.repeat(t, repeats, axis)
    d = rng.standard_normal(y.shape)
    adjoint = repeat_adjoint(d, shape, repeats, axis)
    assert adjoint.shape == shape
    assert np.sum(adjoint * t) == pytest.approx(np.sum(d * y), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("shape", "reps"),
    [
        ((), 3),
        ((3,), 2),
        ((3,), (2, 2)),
        ((2, 3), 2),
        ((2, 3), (2, 1)),
        ((2, 3), (2, 1, 3)),
        ((3,), 0),
        ((0,), 2),
        ((2, 3), ()),
        ((1, 3), [4, 1]),
    ],
)
def test_tile_adjoint_sums_the_copies(shape, reps, rng):
    """<tile(t), d> equals <t, adjoint(d)>."""
    t = rng.standard_normal(shape)
    y = np.tile(t, reps)
    d = rng.standard_normal(y.shape)
    adjoint = tile_adjoint(d, shape, reps)
    assert adjoint.shape == shape
    assert np.sum(adjoint * t) == pytest.approx(np.sum(d * y), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("pad_width", [1, (1, 2), [(0, 1), (2, 0)], ((3, 0),), [1]])
def test_pad_adjoint_cuts_the_frame_off(pad_width, rng):
    """What was put around the array has no adjoint."""
    x = rng.standard_normal((2, 3))
    assert np.array_equal(pad_adjoint(np.pad(x, pad_width), x.shape, pad_width), x)


@pytest.mark.parametrize(("axis", "start"), list(itertools.product(range(-3, 3), range(-3, 4))))
def test_rollaxis_is_undone(axis, start, rng):
    """Every axis to every place."""
    x = rng.standard_normal((2, 3, 4))
    assert np.array_equal(rollaxis_adjoint(np.rollaxis(x, axis, start), axis, start), x)
