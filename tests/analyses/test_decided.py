"""Conditions that hold, or fail, in every call with the same signature."""

import collections.abc
import numbers
from dataclasses import dataclass
from typing import NamedTuple

import gast
import numpy as np
import pytest

from cladpy.analyses.decided import Decided, class_of_value
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer import Inference
from cladpy.analyses.runtime_names import runtime_value
from cladpy.ir.fact import BOTTOM, UNKNOWN, Fact


class Pair(NamedTuple):
    left: object
    right: object


@dataclass
class Point:
    x: float


class Plain:
    def __init__(self):
        self.a = 1.0

    @property
    def b(self):
        return 2.0

    def method(self):
        return 3.0

    def __call__(self):
        return 4.0


class Empty:
    def __len__(self):
        return 0


class Open:
    def __getattr__(self, name):
        return 1.0


VALUES = {
    "f": 1.5, "i": 3, "yes": True, "no": False, "text": "sine", "none": None, "array": np.ones(3),
    "scalar": np.float64(1.0),
    "pair": Pair(1.0, None), "point": Point(1.0), "plain": Plain(), "empty": Empty(), "open": Open(), "items": [1.0, 2],
    "names": ("a", "b"), "nothing": (), "table": {"a": 1.0, 2: 3.0}, "sin": np.sin, "Point": Point, "Plain": Plain,

}  # fmt: skip
FACTS = {name: fact_of(value, name) for name, value in VALUES.items()}
FACTS |= {"unknown": UNKNOWN, "bottom": BOTTOM, "number": Fact("number", None, None)}


def truth(text):
    """Return what is decided of a condition over ``VALUES``."""
    modules = {"numbers.Real": numbers.Real, "abc.Sequence": collections.abc.Sequence}
    decided = Decided(Inference(FACTS, lambda path: modules.get(path, runtime_value(path))))
    return decided.truth(gast.parse(text, mode="eval").body)


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(f, float)", "isinstance(f, (int, float))", "isinstance(f, int)", "isinstance(i, int | str)",
        "isinstance(yes, int)", "isinstance(scalar, float)", "isinstance(point, Point)", "isinstance(pair, tuple)",
        "isinstance(pair, list)", "isinstance(items, (list, tuple))", "isinstance(none, float)",
        "isinstance(table, dict)", "isinstance(f, numbers.Real)", "isinstance(items, abc.Sequence)",
        "isinstance(plain, Point)", "none is None", "f is None", "point is not None", "none is not None", "yes is True",
        "text is None", "text == 'sine'", "text != 'sine'", "text in ('sine', 'cosine')", "'a' in table", "3 in table",
        "2 not in table", "'a' in names", "len(items) == 2", "len(nothing) > 0", "len(table) >= 3", "type(f) is float",
        "type(point) == Point", "type(point) is Plain", "type(plain).__name__ == 'Plain'", "1 < 2 < 2", "not none",
        "yes", "no", "nothing", "items", "plain", "sin", "hasattr(plain, 'a')", "hasattr(plain, 'z')",
        "hasattr(plain, 'method')", "hasattr(f, 'real')", "hasattr(f, 'shape')", "callable(sin)", "callable(Point)",
        "callable(f)", "callable(plain)", "callable(point)", "bool(none)", "yes and not no", "no or none is None",
        "no and unknown", "yes or unknown", "array.ndim == 1", "issubclass(Point, (Plain, Point))", "array is None",
    ],
)  # fmt: skip
def test_decisions_are_those_of_python(text):
    """For the values at hand, of which only the signature is known."""
    expected = bool(eval(text, {}, {**VALUES, "unknown": None, "numbers": numbers, "abc": collections.abc}))
    assert truth(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "f > 0", "i == 3", "f", "i", "array", "array > 0", "unknown", "unknown is None", "isinstance(unknown, float)",
        "bottom", "bottom is None", "isinstance(number, float)", "empty", "hasattr(open, 'a')", "hasattr(plain, 'b')",
        "hasattr(point, 'z')", "f in items", "unknown and no", "unknown or yes", "text < 1", "yes is unknown",
        "items == [1.0, 2]", "1.0 in items", "array.shape[0] == 3", "len(unknown) == 1", "isinstance(f, unknown)",
        "scalar is True",
    ],
)  # fmt: skip
def test_values_are_not_part_of_a_signature(text):
    """What depends on them, or may raise, is not decided."""
    assert truth(text) is None


@pytest.mark.parametrize(
    ("name", "cls"),
    [("f", float), ("i", int), ("yes", bool), ("scalar", np.float64), ("array", np.ndarray), ("pair", Pair),
     ("nothing", tuple), ("point", Point), ("none", type(None)), ("unknown", None), ("number", None), ("Point", None)],
)  # fmt: skip
def test_classes_of_values(name, cls):
    """The very class, no base."""
    assert class_of_value(FACTS[name]) is cls
