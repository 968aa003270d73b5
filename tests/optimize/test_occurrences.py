"""Positions of definitions and reads."""

from cladpy.optimize.occurrences import Occurrences
from tests.optimize.program import read

TEXT = """
def f(x):
    y = x
    for i in y:
        x = i + y
        z = x
    w = z
    del w
"""


def _occurrences():
    function = read(TEXT)
    return Occurrences(function), function.body


def test_positions_follow_the_text():
    """Parameters are defined before everything; a compound statement ends with its last nested one."""
    found, body = _occurrences()
    assert [-1, 2] == found.definitions["x"]
    assert [0, 3] == found.reads["x"]
    assert found.end[id(body[1])] == 3


def test_single_definitions():
    """Bound once, not a parameter that is bound again, not deleted by the user."""
    found, _ = _occurrences()
    assert found.is_single("y")
    assert not found.is_single("x")
    assert not found.is_single("w")
    assert not found.is_single("unknown")


def test_a_read_in_a_loop_is_over_at_its_end():
    """The loop may come back to it."""
    found, body = _occurrences()
    assert found.reach(body, 0, "y") == 4


def test_a_read_in_a_simple_statement_is_over_there():
    """The statement may bind again what it reads."""
    found, body = _occurrences()
    assert found.reach(body, 2, "w") == 5
    inner = body[1].body
    assert found.reach(inner, 0, "x") is None  # also read before the loop
    assert found.reach(inner, 1, "z") is None  # and this one behind it
    assert found.reach(inner, 0, "unread") == 3


def test_definitions_between():
    """Both ends are left out; versions of one name are found by their base."""
    found, _ = _occurrences()
    assert found.defined_between("x", 1, 3)
    assert not found.defined_between("x", 2, 3)
    assert found.version_defined_between("x@7", 1, 3)
    assert found.base_mentioned_between("x@7", 2, 4)
    assert not found.base_mentioned_between("x@7", 3, 9)
