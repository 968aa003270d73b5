"""Conjugates and real parts of adjoints of any structure."""

from typing import NamedTuple

import numpy as np

from cladpy.runtime import conjugated, no_adjoint, of_parts, real_part


class Pair(NamedTuple):
    """A named tuple."""

    first: object
    second: object


def test_leaves_are_conjugated_one_by_one():
    """Containers stay what they are, and what is real stays itself."""
    real = np.ones(2)
    found = conjugated({"a": [1j, 2.0], "b": (np.array([1 + 1j]), no_adjoint), "c": Pair(real, np.complex64(1j))})
    assert found["a"] == [-1j, 2.0]
    assert found["b"][0].tolist() == [1 - 1j]
    assert found["b"][1] is no_adjoint
    assert found["c"].first is real
    assert found["c"].second == np.complex64(-1j)
    assert type(found["c"]) is Pair
    assert type(found["c"].second) is np.complex64


def test_types_of_numbers_stay():
    """A Python number stays one."""
    assert type(conjugated(1j)) is complex
    assert type(conjugated(1.0)) is float


def test_a_conjugated_array_is_new():
    """Its owner may write it."""
    z = np.array([1j, 2.0])
    assert not np.shares_memory(conjugated(z), z)


def test_real_part():
    """Of what is complex; the rest stays itself."""
    x = np.ones(2)
    assert real_part(x) is x
    assert real_part(np.array([1 + 2j])).tolist() == [1.0]
    assert (real_part(1 + 2j), real_part(3.0)) == (1.0, 3.0)


def test_numbers_of_parts():
    """They broadcast, and keep their precision; a single one is a number."""
    made = of_parts(np.ones(2), np.zeros((3, 1)))
    assert (made.shape, made.dtype) == ((3, 2), np.complex128)
    assert of_parts(np.ones(2, np.float32), 2.0).dtype == np.complex64
    assert of_parts(1.0, np.inf) == complex(1.0, np.inf)
    assert of_parts(1.0, 3.0 + 2j) == 1.0 + 3.0j
