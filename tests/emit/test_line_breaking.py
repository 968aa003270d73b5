"""Where the lines of a document are broken."""

import pytest

from cladpy.emit.document import SOFT, SPACE, BestFit, Choice, Group, IfBroken, Indent, Relaxed
from cladpy.emit.line_breaking import break_lines, columns


@pytest.mark.parametrize(("text", "expected"), [("", 0), ("abc", 3), ("重み", 4), ("e\u0301", 1), ("Ä", 1)])
def test_columns(text, expected):
    """Wide characters take two columns, combining ones none."""
    assert expected == columns(text)


def brackets(*items):
    """Return a call of `f` with arguments."""
    content = [part for item in items for part in (",", SPACE, item)][2:]
    return ("f(", Group((Indent((SOFT, *content, IfBroken(","))), SOFT)), ")")


def test_a_group_breaks_where_it_does_not_fit():
    """The last column of the line may be used."""
    document = brackets("first", "second")
    assert break_lines(document, indent=0, width=16) == "f(first, second)"
    assert break_lines(document, indent=0, width=15) == "f(\n    first,\n    second,\n)"


def test_the_indentation_counts():
    """Columns in front of the line are columns of the line."""
    document = brackets("first", "second")
    assert break_lines(document, indent=4, width=20) == "    f(first, second)"
    assert break_lines(document, indent=4, width=19) == "    f(\n        first,\n        second,\n    )"


def test_what_follows_a_group_counts():
    """Text behind a group has to fit on its line too."""
    document = (brackets("first"), "[index]")
    assert break_lines(document, indent=0, width=15) == "f(first)[index]"
    assert break_lines(document, indent=0, width=14) == "f(\n    first,\n)[index]"


def test_what_follows_the_next_break_does_not_count():
    """A group is measured up to the next line break only."""
    document = (brackets("first"), brackets("second", "third"))
    assert break_lines(document, indent=0, width=18) == "f(first)f(\n    second,\n    third,\n)"


def test_inner_groups_stay_whole_if_they_can():
    """The outermost group is broken first."""
    document = brackets(brackets("a", "b"), "second")
    assert break_lines(document, indent=0, width=16) == "f(\n    f(a, b),\n    second,\n)"


def in_parentheses_if_needed(content):
    """Return content with parentheses that appear if breaking the brackets in it is not enough."""
    return Group((IfBroken("("), Indent((SOFT, content), when=1), SOFT, IfBroken(")")), key=1)


def test_relaxed_content_breaks_without_its_group():
    """The brackets of a call are opened, and no parentheses are put around the call."""
    call = ("f(", Relaxed(Group((Indent((SOFT, "argument")), SOFT)), 1), ")")
    document = ("x = ", in_parentheses_if_needed(call))
    assert break_lines(document, indent=0, width=14) == "x = f(\n    argument\n)"


def test_relaxed_content_that_is_too_long_anyway():
    """A word that fits nowhere is no reason for parentheses around the call."""
    call = ("f(", Relaxed(Group((Indent((SOFT, "a" * 30)), SOFT)), 1), ")")
    document = ("x = ", in_parentheses_if_needed(call))
    assert break_lines(document, indent=0, width=14) == f"x = f(\n    {'a' * 30}\n)"


def test_the_opening_bracket_has_to_fit():
    """Where the bracket itself is beyond the margin, the group around it is broken."""
    call = ("function(", Relaxed(Group((Indent((SOFT, "argument")), SOFT)), 1), ")")
    document = ("result = ", in_parentheses_if_needed(call))
    assert break_lines(document, indent=0, width=17) == ("result = (\n    function(\n        argument\n    )\n)")


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (15, "value = a_name\n"),
        (12, "value = (\n    a_name\n)\n"),
        (8, "value = a_name\n"),
    ],
)
def test_best_fit(width, expected):
    """A name gets parentheses if, and only if, it fits then."""
    assert expected == break_lines(("value = ", BestFit("a_name", 1)), indent=0, width=width) + "\n"


def test_the_first_variant_that_fits_is_taken():
    """The last variant is taken where none fits."""
    choice = Choice(("a" * 12, ("a" * 6, Group(SPACE, broken=True), "b"), ("a", SPACE, "c")))
    assert break_lines(choice, indent=0, width=12) == "a" * 12
    assert break_lines(choice, indent=0, width=8) == "aaaaaa\nb"
    assert break_lines(choice, indent=0, width=4) == "a\nc"


def test_a_conditional_group():
    """A group that depends on another is none where the other is flat."""
    outer = Group(("[", SOFT, Group(("a", SPACE, "b"), when=1), SOFT, "]"), key=1)
    assert break_lines(outer, indent=0, width=5) == "[a b]"
    assert break_lines(outer, indent=0, width=4) == "[\na b\n]"
