"""Functions that call one another, and what they hand on."""

import pytest

from cladpy.planning.specialization.recursive_groups import OtherwiseError, group_of
from tests.stages import define

PAIR = """
def odd(x, g, n):
    return x if n == 0 else even(g, x, n - 1)


def even(f, x, n):
    return f(x) if n == 0 else odd(x, f, n - 1)
"""


def found(program):
    """Return what each function of the group of the last one of a program is handed."""
    group = group_of(define(program), lambda _head: {"f": "f"}, is_method=False)
    return {member.tree.name: member.given for member in group.values()}


def test_the_functions_of_a_group_hand_on_by_other_names():
    """Each parameter is known by the one of the first function."""
    assert found(PAIR) == {"even": {"f": "f"}, "odd": {"g": "f"}}


@pytest.mark.parametrize(
    "program",
    [
        "def even(f, x): return f(x)",
        "def even(f, x): return even(lambda t: f(t), x)",
        "def even(f, x):\n    f = f or abs\n    return even(f, x)",
        "def even(f, g, x): return even(g, f, x)",
        "def even(f, *x): return even(f, *x)",
        "def even(f, x): return [even(f, v) for f in x]",
    ],
)
def test_no_group(program):
    """A function that does not call itself, hands on something else, or binds the parameter again."""
    with pytest.raises(OtherwiseError):
        found(program)
