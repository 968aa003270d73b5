"""Structures seen as their floating leaves."""

from typing import NamedTuple

import numpy as np

from cladpy.rules.structure import as_float32, as_float64, inner, is_floating, leaves, mapped, random_like, strided


class Pair(NamedTuple):
    """A named tuple of a number and a list."""

    left: float
    right: list


def test_leaves_are_floating():
    """Integers, masks and texts are no leaves."""
    assert list(leaves([1.5, (2, "a"), [np.float32(3)]])) == [1.5, np.float32(3)]
    assert not is_floating(np.array([True]))


def test_mapping_keeps_the_structure():
    """Named tuples too."""
    assert mapped(lambda x: 2 * x, Pair(1.5, [2, 3.0])) == Pair(3.0, [2, 6.0])


def test_inner_product_broadcasts_and_takes_the_real_part():
    """The sum, and the sum of sizes."""
    assert inner([np.array([1.0, -2.0])], [3.0 + 1j]) == (-3.0, 9.0)


def test_kinds_are_kept():
    """A random structure has the kinds of its model."""
    drawn = random_like((1.0, np.float32(1), np.zeros((2, 0), np.float32), 3), np.random.default_rng(1))
    assert [type(leaf) for leaf in drawn] == [float, np.float32, np.ndarray, int]
    assert (drawn[2].shape, drawn[2].dtype) == ((2, 0), np.float32)


def test_conversions():
    """Arrays and NumPy scalars change their dtype, Python floats do not."""
    single = as_float32([np.ones(2), 1.0])
    assert (single[0].dtype, type(single[1])) == (np.float32, float)
    assert as_float64(single)[0].dtype == np.float64


def test_strided_arrays_are_equal_and_not_contiguous():
    """Every element of the repeated array is skipped once."""
    x = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(strided(x), x)
    assert not strided(x).flags.c_contiguous
