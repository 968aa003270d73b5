"""The match statement."""

import gast
import pytest

from cladpy.emit.printer import print_tree

PATTERNS = [
    "1",
    "-1.5",
    "1 + 2j",
    "-1 - 2j",
    '"a"',
    "None",
    "True",
    "a.b.c",
    "_",
    "x",
    "[]",
    "[x]",
    "[x, *y, _]",
    "[*_]",
    "{}",
    '{"a": x, 1: _, **rest}',
    "{**rest}",
    "A()",
    "A.B(x, y=1)",
    "1 | 2 | 3",
    "[1 | 2, x]",
    "x as y",
    "(1 | 2) as y".replace("(1 | 2)", "1 | 2"),
    "(x as y) | 2",
    "[x as y, _]",
    "A(x=1 | 2)",
    "x if x > 0",
    "x if y := z",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns(pattern):
    """Each kind of pattern, with no parentheses but the necessary."""
    text = f"match x:\n    case {pattern}:\n        pass\n"
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("subject", ["x", "x, y", "(x,)", "*x, y", "x := y", "f(x)", "-x"])
def test_subjects(subject):
    """The subject may be a tuple without parentheses."""
    text = f"match {subject}:\n    case _:\n        pass\n"
    assert text == print_tree(gast.parse(text))


def test_long_cases_are_broken():
    """Alternatives and guards get parentheses when they do not fit."""
    text = """\
match subject_of_the_match:
    case (
        first_module.first_alternative
        | second_module.second_alternative
    ):
        pass
    case [
        first_element_of_the_sequence,
        second_element_of_the_sequence,
    ]:
        pass
    case Point(
        first_one, second=coordinate
    ):
        pass
    case {
        "first key of the mapping": value,
        **remaining,
    }:
        pass
    case _ if (
        first_condition_of_it and second
    ):
        pass
"""
    assert text == print_tree(gast.parse(text), width=42)
