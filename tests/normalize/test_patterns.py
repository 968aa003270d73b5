"""Conditions that patterns stand for."""

import pytest

from cladpy import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.ir.expressions import name
from cladpy.normalize.patterns import pattern_test
from cladpy.normalize.recorder import Recorder
from tests.stages import define, print_tree


def read(pattern):
    """Return the condition of a pattern for a subject ``n``, and what it captures, as text."""
    program = f"def f(n):\n    match n:\n        case {pattern}:\n            return n\n"
    source = find_source(define(program))
    test, captures = pattern_test(source.tree.body[0].cases[0].pattern, name("n"), Recorder(source))
    return None if test is None else print_tree(test), {target: print_tree(value) for target, value in captures}


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
    ],
)
def test_conditions(pattern, test, captures):
    """Literals are compared with ==, True, False and None by identity; names capture the subject."""
    assert read(pattern) == (test, captures)


@pytest.mark.parametrize("pattern", ["[a, b]", "{'k': v}", "np.ndarray()", "(1 as k) | (2 as k)"])
def test_patterns_that_take_a_value_apart_are_refused(pattern):
    """With a way to write it."""
    with pytest.raises(CladpyError) as caught:
        read(pattern)
    assert (caught.value.code, caught.value.hint) == ("C110", "use if with isinstance, len and indices")
