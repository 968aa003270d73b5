"""Statements that contain others."""

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "if x:\n    y\nelif z:\n    w\nelif v:\n    u\nelse:\n    t\n",
    "if x:\n    y\nelse:\n    if z:\n        w\n    v\n",
    "if x := f():\n    pass\n",
    "if (x, y):\n    pass\n",
    "while x:\n    break\nelse:\n    continue\n",
    "for x in y:\n    pass\nelse:\n    pass\n",
    "for x, (y, z) in w:\n    pass\n",
    "for (x,) in y:\n    pass\n",
    "for x.y in 1, 2, *z:\n    pass\n",
    "async for x in y:\n    pass\n",
    "try:\n    pass\nexcept A as a:\n    pass\nexcept (B, C):\n    pass\nexcept:\n    raise\n",
    "try:\n    pass\nexcept A:\n    pass\nelse:\n    pass\nfinally:\n    pass\n",
    "try:\n    pass\nexcept* A as a:\n    pass\nexcept* (B, C):\n    pass\n",
    "try:\n    pass\nfinally:\n    pass\n",
    "with x:\n    pass\n",
    "with x as y, z as (w, v):\n    pass\n",
    "with ((x, y)):\n    pass\n",
    "with (x, y) as z:\n    pass\n",
    "with ():\n    pass\n",
    "with (yield):\n    pass\n",
    "with (x := y):\n    pass\n",
    "async with x as y.z:\n    pass\n",
]
LONG = [
    """\
if isinstance(first_value, tuple) and not (
    second_value is None or third_value
):
    pass
""",
    """\
while (
    first_value < second_value
    and third_value(fourth_value) > tolerance
):
    pass
""",
    """\
for first_index, second_index in enumerate(
    zip(first_sequence, second_sequence)
):
    pass
""",
    """\
for (
    first_index_of_the_array,
    second_index_of_the_array,
) in indices:
    pass
""",
    """\
with (
    context_of_the_first(argument) as first,
    context_of_the_second(argument) as second,
):
    pass
""",
    """\
with context_of_the_first(
    first_argument, second_argument
) as first:
    pass
""",
    """\
try:
    pass
except (
    FirstKindOfException,
    SecondKindOfException,
) as exception:
    pass
""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_clauses_keep_their_form(text):
    """Each clause of a statement is printed in its place."""
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("text", LONG)
def test_long_headers_are_broken(text):
    """The lines of a header are indented further than its keyword, its end is not."""
    assert text == print_tree(gast.parse(text), width=52)


def test_a_comment_in_front_of_elif_makes_it_a_block():
    """An else clause that holds more than an if stays an else clause."""
    tree = gast.parse("if x:\n    y\nelif z:\n    w")
    tree.body[0].orelse.insert(0, gast.parse("v").body[0])
    assert print_tree(tree) == "if x:\n    y\nelse:\n    v\n    if z:\n        w\n"


def test_a_body_without_statements():
    """A body that a transformation has emptied is printed with `pass`."""
    tree = gast.parse("while x:\n    y")
    tree.body[0].body.clear()
    assert print_tree(tree) == "while x:\n    pass\n"
