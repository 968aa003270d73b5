"""Keys: equal where generated code makes no difference, different where it may."""

import collections
import dataclasses
import functools
import math
import types

import numpy as np
import pytest

import cladpy.execute.selector
from cladpy.execute.signature_key import Same, Whole, fields_of, key_of, key_of_fields
from tests.execute.selecting import make_selector

Pair = collections.namedtuple("Pair", "a b")  # noqa: PYI024 - the untyped kind is in use, too


def double(x, *, k=2.0):
    return k * x


def twice(x):
    return 2.0 * x


@dataclasses.dataclass
class Settings:
    rate: object
    steps: object = 1


@dataclasses.dataclass(slots=True)
class Slotted:
    rate: object


class Model:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def method(self):
        return self


class Marked(Whole):
    def __init__(self):
        self.content = 1.0


class Tagged(np.ndarray):
    """A subclass of ndarray."""


MODEL = Model(w=1.0)
RING = [1.0]
RING.append(RING)
OTHER_RING = [2.0]
OTHER_RING.append(OTHER_RING)
MARKED = Marked()

# Within a group all keys are equal; between groups they differ.
GROUPS = [
    [1.0, 2.0, math.nan],
    [1, 2, 10**30],
    [1j, 2.0 + 0j],
    [True],
    [False],
    [None],
    ["a", "ab"[:1]],
    ["b"],
    [np.float64(1.0), np.float64(2.0)],
    [np.float32(1.0)],
    [np.int64(1)],
    [np.bool_(True), np.bool_(False)],
    [np.datetime64(1, "s"), np.datetime64(2, "s")],
    [np.datetime64(1, "ms")],
    [np.ones(2), np.zeros(5), np.ones(0), np.ones(4)[::2]],
    [np.ones(1)],
    [np.ones(())],
    [np.ones((2, 3)), np.ones((0, 5)), np.ones((3, 2)).T],
    [np.ones((2, 1)), np.ones((7, 1))],
    [np.ones((1, 2))],
    [np.ones((1, 1))],
    [np.ones(2, np.float32), np.ones(3, "=f4")],
    [np.ones(2, ">f8")],
    [np.ones(2, int)],
    [np.ones((2, 3, 4, 5, 6))],
    [np.ones(2).view(Tagged)],
    [(1.0, 2.0), (3.0, 4.0)],
    [(1.0, 2)],
    [(1.0,)],
    [()],
    [[1.0, 2.0], [0.0, 0.0]],
    [[1.0]],
    [[]],
    [Pair(1.0, 2.0), Pair(3.0, 4.0)],
    [{"a": 1.0, "b": np.ones(2)}, {"a": 2.0, "b": np.ones(3)}],
    [{"b": np.ones(2), "a": 1.0}],
    [{"a": 1.0, "c": np.ones(2)}],
    [{}],
    [collections.OrderedDict(a=1.0), collections.OrderedDict(a=2.0)],
    [[1.0] * 65, [2.0] * 65, ["any", "thing"] * 100],
    [([1.0] * 65, 1.0), ([2.0] * 80, 1.0)],
    [Settings(1.0), Settings(2.0, 5)],
    [Settings(1)],
    [Settings(np.ones(2)), Settings(np.ones(3))],
    [Slotted(1.0), Slotted(2.0)],
    [Model(w=1.0), Model(w=2.0)],
    [Model(w=1.0, b=1.0)],
    [Model()],
    [double],
    [twice],
    [len],
    [np.sum],
    [np.add],
    [np],
    [Model],
    [Model.method],
    [MODEL.method, MODEL.method],
    [Model(w=1.0).method],
    [MARKED],
    [Marked()],
    [RING, OTHER_RING],
    [range(3), range(5)],
    [slice(1, 2), slice(2)],
    [{1, 2}, set()],
    [functools.partial(double, 1.0)],
    [types.SimpleNamespace(a=1.0), types.SimpleNamespace(a=2.0)],
]
VALUES = [(group, value) for group, values in enumerate(GROUPS) for value in values]


@pytest.mark.parametrize(("group", "value"), VALUES)
def test_keys_are_equal_within_a_group_only(group, value):
    """A key can be hashed, and differs from those of all other kinds of values."""
    key = key_of(value)
    assert hash(key) == hash(key_of(value))
    equal = {other for other, candidate in VALUES if key_of(candidate) == key}
    assert equal == {group}


@pytest.mark.parametrize(("group", "value"), VALUES)
def test_selectors_say_what_keys_say(group, value):
    """The generated look-up accepts the values of the same key, and no others."""
    selects = make_selector((value,), (None,))
    accepted = {other for other, candidate in VALUES if selects(candidate)}
    assert accepted == {group}
    assert all(selects(candidate) for candidate in GROUPS[group])


def test_new_code_and_new_defaults_of_a_function():
    """The same function with another program is another key."""

    def make(default):
        def f(x, k=default, *, word="a"):
            return x

        return f

    function, other = make(1.0), make(2.0)
    key, selects = key_of(function), make_selector((function,), (None,))
    function.__kwdefaults__["word"] = "b"
    assert key_of(function) != key
    assert not selects(function)
    function.__kwdefaults__["word"] = other.__kwdefaults__["word"]
    function.__defaults__ = other.__defaults__
    assert key_of(function) != key
    key, selects = key_of(twice), make_selector((twice,), (None,))
    before = twice.__code__
    try:
        twice.__code__ = (lambda x: x).__code__
        assert key_of(twice) != key
        assert not selects(twice)
    finally:
        twice.__code__ = before
    assert selects(twice)


def test_what_is_compared_by_identity_is_held():
    """The key of a function keeps it, so that no other one comes to lie at its address."""
    keys = [key_of(lambda x: x) for _ in range(100)]
    assert len(set(keys)) == 100


def test_same_objects():
    """Same compares by identity whatever the object says of equality."""
    array = np.ones(2)
    assert Same(array) == Same(array)
    assert Same([]) != Same([])
    assert Same(1.0) != 1.0
    assert len({Same(array), Same(array)}) == 1
    assert repr(Same(1)) == "Same(1)"


def test_fields():
    """Of a dataclass its fields, of other objects what they hold, in order."""
    assert fields_of(Slotted(1.0)) == [("rate", 1.0)]
    assert fields_of(Settings(1.0)) == [("rate", 1.0), ("steps", 1)]
    assert fields_of(Model(b=1, a=2)) == [("b", 1), ("a", 2)]
    assert fields_of(3.0) == []


def test_some_fields_of_an_object():
    """What is not read does not count."""
    key = key_of_fields(Model(w=1.0, calls=[1]), ["w"])
    assert key == key_of_fields(Model(w=2.0, calls=[1, 2, 3]), ["w"])
    assert key != key_of_fields(Model(w=2), ["w"])
    assert key != key_of_fields(types.SimpleNamespace(w=2.0), ["w"])


def test_key_of_the_elements_limit_is_that_of_the_facts():
    """Lists are taken item by item up to the same length in keys, selectors and facts."""
    limit = cladpy.execute.selector.MAX_ITEMS
    assert key_of([1.0] * limit) != key_of([1.0] * (limit - 1))
    assert key_of([1.0] * (limit + 1)) == key_of([1.0] * (limit + 2))
