"""Whether an operation would raise."""

import math

import numpy as np
import pytest

from cladpy.runtime.plain_collections import PlainDeque, PlainDict, PlainDictOfFloats
from cladpy.runtime.probes import accepts, can_divide, has_item


@pytest.mark.parametrize(
    ("owner", "key", "kind", "expected"),
    [
        ({"a": 1.0}, "a", "KeyError", True),
        ({"a": 1.0}, "b", "KeyError", False),
        ([1.0, 2.0], 2, "IndexError", False),
        ((1.0, 2.0), -2, "IndexError", True),
        (np.ones((2, 3)), (1, 3), "IndexError", False),
        ("ab", 1, "LookupError", True),
        ({}, 1, "LookupError", False),
    ],
)
def test_items(owner, key, kind, expected):
    """Of Python's containers and of arrays."""
    assert has_item(owner, key, kind) is expected


@pytest.mark.parametrize(
    ("owner", "key", "kind", "error"),
    [([1.0], 1, "KeyError", IndexError), ({}, 1, "IndexError", KeyError), ({}, [], "KeyError", TypeError)],
)
def test_other_exceptions_are_raised(owner, key, kind, error):
    """No handler was there for them."""
    with pytest.raises(error):
        has_item(owner, key, kind)


def test_containers_that_stand_for_those_of_collections():
    """One that makes its items lacks none."""
    assert [has_item(PlainDict({"a": 1.0}), key, "KeyError") for key in ("a", "b")] == [True, False]
    assert [has_item(PlainDeque([1.0]), place, "IndexError") for place in (0, 1)] == [True, False]
    assert has_item(PlainDictOfFloats(), "b", "KeyError")


def test_owners_whose_items_may_be_computed():
    """They are not asked twice."""
    assert has_item(math, 0, "KeyError")


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(1.0, 2.0, True), (1.0, 0, False), (1, 0.0, False), (np.float64(1.0), 0.0, True), (1.0, np.zeros(2), True)],
)
def test_divisions(x, y, expected):
    """Python's numbers raise, NumPy's do not."""
    assert can_divide(x, y) is expected


def test_conversions():
    """Functions that raise a ValueError."""
    assert [accepts(float, "1.5"), accepts(float, "one"), accepts(math.sqrt, -1.0)] == [True, False, False]
    with pytest.raises(TypeError):
        accepts(math.sqrt, None)
