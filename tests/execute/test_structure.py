"""Structures: values without their storage."""

import collections
import dataclasses
import types
from typing import NamedTuple

import numpy as np
import pytest

from cladpy.execute.structure import (
    COMPLEX,
    NOTHING,
    REAL,
    ArrayLeaf,
    Branch,
    NumberLeaf,
    holds_floating,
    is_empty,
    rebuild,
    structure_of,
)


class Pair(NamedTuple):
    a: object
    b: object


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    a: object
    b: object

    def __post_init__(self):
        if self.a is None:
            raise ValueError("the constructor is not for adjoints")


class Plain:
    def __init__(self, a, b):
        self.a, self.b = a, b


class Demanding:
    """A class that is made with an argument only."""

    def __new__(cls, a, b):
        made = super().__new__(cls)
        made.a, made.b = a, b
        return made


class Words(dict):
    """A dict of the user's own."""


class Strict(dict):
    """A dict that cannot be made without an argument."""

    def __init__(self, content):
        super().__init__(content)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.5, REAL),
        (1j, COMPLEX),
        (np.float64(1.0), NumberLeaf(np.float64, is_complex=False)),
        (np.complex64(1.0), NumberLeaf(np.complex64, is_complex=True)),
        (np.ones((2, 3), np.float32), ArrayLeaf((2, 3), np.dtype(np.float32))),
        (np.ones(()), ArrayLeaf((), np.dtype(float))),
        (3, NOTHING),
        (True, NOTHING),
        (None, NOTHING),
        ("a", NOTHING),
        (np.int64(1), NOTHING),
        (np.arange(3), NOTHING),
        (len, NOTHING),
        (np, NOTHING),
        (object(), NOTHING),
        ({1, 2}, NOTHING),
        (lambda x: x, NOTHING),
        (types.SimpleNamespace(), NOTHING),
    ],
)
def test_leaves(value, expected):
    """Floating numbers and arrays by type and shape; anything else holds nothing."""
    assert structure_of(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        (1.0, 2.0),
        [1.0, 2.0],
        Pair(1.0, 2.0),
        {"a": 1.0, "b": 2.0},
        collections.OrderedDict(a=1.0, b=2.0),
        Words(a=1.0, b=2.0),
        Checked(1.0, 2.0),
        Plain(1.0, 2.0),
        Demanding(1.0, 2.0),
        types.SimpleNamespace(a=1.0, b=2.0),
    ],
)
def test_a_container_is_built_again(value):
    """It is of the same class, with other items, made without its constructor."""
    made = rebuild(structure_of(value), [None, 7.0])
    assert type(made) is type(value)
    if isinstance(value, dict):
        assert dict(made) == {"a": None, "b": 7.0}
    elif isinstance(value, tuple | list):
        assert list(made) == [None, 7.0]
    else:
        assert (made.a, made.b) == (None, 7.0)


def test_a_dict_that_cannot_be_made_empty():
    """Its adjoint is a plain dict."""
    assert type(rebuild(structure_of(Strict({"a": 1.0})), [2.0])) is dict


def test_a_value_that_holds_itself():
    """Where it comes round, it holds nothing more."""
    ring = [1.0]
    ring.append(ring)
    assert structure_of(ring).items == (REAL, NOTHING)


@pytest.mark.parametrize(
    ("value", "floating", "empty"),
    [
        (1.0, True, False),
        (1, False, False),
        ([], False, True),
        ([[], ()], False, True),
        ([1, [2.0]], True, False),
        ([1, [2]], False, False),
        ({}, False, True),
    ],
)
def test_what_a_structure_holds(value, floating, empty):
    """Something floating, something at all."""
    structure = structure_of(value)
    assert holds_floating(structure) is floating
    assert is_empty(structure) is empty


def test_keys_of_branches():
    """Positions, keys or names of fields."""
    assert structure_of((1.0, 2)).keys == (0, 1)
    assert structure_of({"x": 1.0, 5: 2.0}).keys == ("x", 5)
    assert structure_of(Plain(1.0, 2)) == Branch("object", Plain, ("a", "b"), (REAL, NOTHING))
