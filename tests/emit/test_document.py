"""The elements of a document."""

import dataclasses

import pytest

from cladpy.emit.document import SOFT, SPACE, Choice, Group, IfBroken, Indent, Line, Relaxed
from cladpy.emit.line_breaking import break_lines


def test_soft_breaks_differ_in_what_they_leave():
    """A break that is not taken leaves nothing or a space."""
    assert (SOFT.flat, SPACE.flat) == ("", " ")


def test_elements_are_frozen():
    """A document can be laid out repeatedly."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        SOFT.flat = "x"


def test_elements_are_told_apart_by_identity():
    """Two groups with the same content are two groups."""
    assert Group("x") != Group("x")


@pytest.mark.parametrize(
    ("document", "flat", "broken"),
    [
        (Group(("a", SPACE, "b")), "a b", "a\nb"),
        (Group(("a", SOFT, "b")), "ab", "a\nb"),
        (Group(("(", Indent((SOFT, "x")), SOFT, ")")), "(x)", "(\n    x\n)"),
        (Group(("a", SPACE, IfBroken("b", otherwise="c"))), "a c", "a\nb"),
        (Group(("a", SPACE, Group(("b", SPACE, "c")))), "a b c", "a\nb c"),
        ((Group(("a", SOFT), key=1), Indent(("b", Line(""), "c"), when=1)), "ab\nc", "a\nb\n    c"),
        ((Group(("a", SOFT), key=1), IfBroken("b", otherwise="c", key=1)), "ac", "a\nb"),
        (Group("a", broken=True), "a", "a"),
        (Choice(("aaaa", ("a", Line(""), "b"))), "aaaa", "a\nb"),
        (Group(("x", Relaxed(Group(("(", SOFT, "y)"))))), "x(y)", "x(\ny)"),
    ],
)
def test_each_element_flat_and_broken(document, flat, broken):
    """What an element looks like where there is room, and where there is none."""
    assert flat == break_lines(document, indent=0, width=80)
    narrow = min(len(flat.split("\n", maxsplit=1)[0]) - 1, 3)
    assert broken == break_lines(document, indent=0, width=narrow)
