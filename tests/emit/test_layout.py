"""The means of writing: flat as text, else as a document."""

import gast
import pytest

from cladpy.emit.document import Group
from cladpy.emit.layout import IN_BRACKETS, Layout
from cladpy.emit.line_breaking import break_lines


class Writer(Layout):
    """Writes names only."""

    def _Name(self, tree):
        self.write(tree.id)


def items(writer):
    """Write two items in brackets."""
    writer.bracketed("[", lambda: writer.separated(["first", "second"], writer.write), "]")


def broken(body, *, width=8):
    """Return what `body` writes with a writer, laid out as a document."""
    writer = Writer(width)
    return break_lines(writer.captured(lambda: body(writer), flat=False), indent=0, width=width)


def flat(body):
    """Return what `body` writes with a writer as plain text."""
    writer = Writer(80)
    return "".join(writer.captured(lambda: body(writer)))


@pytest.mark.parametrize(
    ("body", "line", "lines"),
    [
        (items, "[first, second]", "[\n    first,\n    second,\n]"),
        (lambda writer: writer.group(lambda: items(writer)), "[first, second]", "[\n    first,\n    second,\n]"),
        (lambda writer: writer.parentheses_if_broken(lambda: writer.write("x" * 9)), "x" * 9, f"(\n    {'x' * 9}\n)"),
        (lambda writer: writer.optional_parentheses(lambda: writer.write("x" * 9)), "x" * 9, f"(\n    {'x' * 9}\n)"),
        (
            lambda writer: writer.optional_parentheses(lambda: items(writer)),
            "[first, second]",
            "[\n    first,\n    second,\n]",
        ),
        (lambda writer: writer.continued("del", ["a", "b"]), "del \\a, \\b", "del \\\n    a, \\\n    b"),
    ],
)
def test_flat_and_broken(body, line, lines):
    """The same calls give a line, or lines."""
    if "\\" not in line:
        assert line == flat(body)
    assert lines == broken(body)


def test_capturing_leaves_the_line_alone():
    """What is captured is not written."""
    writer = Writer(80)
    writer.write("kept ")
    assert writer.captured(lambda: writer.write("taken")) == ("taken",)
    writer.write("too")
    assert writer.captured(lambda: None) == ()
    assert "".join(writer._parts) == "kept too"


def test_dispatch():
    """A node goes to the method that bears its class's name, a list item by item."""
    name = gast.Name("x", gast.Load(), None, None)
    assert flat(lambda writer: writer.dispatch([name, name])) == "xx"


def test_breaks_outside_of_brackets_are_spaces():
    """A chain of operators is broken inside of brackets only."""
    writer = Writer(80)
    outside = writer.captured(lambda: writer.chain_group(lambda: writer.chain_break(" ")), flat=False)
    assert outside == (" ",)
    (inside,) = writer.captured(
        lambda: writer.chain_group(lambda: writer.chain_break(" ")), flat=False, place=IN_BRACKETS
    )
    assert isinstance(inside, Group)
