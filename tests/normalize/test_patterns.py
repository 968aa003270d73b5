"""Conditions that patterns stand for."""

from dataclasses import dataclass

import pytest

from cladpy import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.ir.expressions import name
from cladpy.normalize.patterns import Patterns
from cladpy.normalize.recorder import Recorder
from tests.stages import define, print_tree


@dataclass
class Point:
    x: float
    y: float = 0.0


MEANT = {"Point": Point, "float": float, "dict": dict, "object": object}


def ways(pattern):
    """Return the ways in which a pattern matches a subject ``n``: the condition and what is captured, as text."""
    program = f"def f(n):\n    match n:\n        case {pattern}:\n            return n\n"
    source = find_source(define(program))
    patterns = Patterns(Recorder(source), lambda node: MEANT.get(getattr(node, "id", "")))
    found = patterns.alternatives(source.tree.body[0].cases[0].pattern, name("n"))
    return [
        (None if way.test is None else print_tree(way.test), {k: print_tree(value) for k, value in way.captures})
        for way in found
    ]


@pytest.mark.parametrize(
    ("pattern", "test", "captures"),
    [
        ("1", "n == 1", {}),
        ("-1.5", "n == -1.5", {}),
        ("np.pi", "n == np.pi", {}),
        ("True", "n is True", {}),
        ("None", "n is None", {}),
        ("1 | 'a' | None", 'n == 1 or n == "a" or n is None', {}),
        ("_", None, {}),
        ("k", None, {"k": "n"}),
        ("1 as k", "n == 1", {"k": "n"}),
        ("(1 | 2) as k", "n == 1 or n == 2", {"k": "n"}),
        ("[]", "matches_sequence(n) and len(n) == 0", {}),
        ("[a, 2]", "matches_sequence(n) and len(n) == 2 and n[1] == 2", {"a": "n[0]"}),
        ("[a, *_, b]", "matches_sequence(n) and len(n) >= 2", {"a": "n[0]", "b": "n[-1]"}),
        ("[*a, 3]", "matches_sequence(n) and len(n) >= 1 and n[-1] == 3", {"a": "list(n[0:-1])"}),
        ("{'k': 1, **r}", 'matches_mapping(n) and "k" in n and n["k"] == 1', {"r": 'without_keys(n, ("k",))'}),
        ("float()", "isinstance(n, float)", {}),
        ("float(v)", "isinstance(n, float)", {"v": "n"}),
        ("object(a=b)", 'isinstance(n, object) and hasattr(n, "a")', {"b": "n.a"}),
        (
            "Point(0.0, y=b)",
            'isinstance(n, Point) and hasattr(n, "x") and n.x == 0.0 and hasattr(n, "y")',
            {"b": "n.y"},
        ),
    ],
)
def test_conditions(pattern, test, captures):
    """Each relies on those before it; what is captured relies on all."""
    [(found, names)] = ways(pattern)
    assert (None if found is None else found.replace("(", "").replace(")", ""), names) == (
        None if test is None else test.replace("(", "").replace(")", ""),
        captures,
    )


def test_alternatives_that_capture_are_ways_of_their_own():
    """Which one matched decides what the names hold."""
    assert [captures for _, captures in ways("[a] | [_, a]")] == [{"a": "n[0]"}, {"a": "n[1]"}]
    assert len(ways("[[a] | (_, a), [b] | (_, b)]")) == 4


@pytest.mark.parametrize("pattern", ["object(a)", "Point(a, b, c)", "unknown(a)"])
def test_classes_without_names_for_their_attributes_are_refused(pattern):
    """With a way to write it."""
    with pytest.raises(CladpyError) as caught:
        ways(pattern)
    assert (caught.value.code, caught.value.hint) == ("C110", "name the attributes: case Point(x=a, y=b)")
