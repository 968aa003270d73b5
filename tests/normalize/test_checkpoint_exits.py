"""Exits from checkpointed loops, as numbers that a step returns."""

import gast
import pytest

from cladpy.ir.expressions import constant
from cladpy.normalize.checkpoint_exits import behind, has_exits, names_returned, returned_by, with_exits


def loop(text):
    return gast.parse(text).body[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for i in x:\n    y = i", False),
        ("for i in x:\n    continue", False),
        ("for i in x:\n    for j in i:\n        break", False),
        ("for i in x:\n    for j in i:\n        y = j\n    else:\n        break", True),
        ("for i in x:\n    for j in i:\n        return j", True),
        ("for i in x:\n    f = lambda: 1\n    def g():\n        return 1", False),
        ("for i in x:\n    try:\n        y = i\n    finally:\n        break", True),
        ("for i in x:\n    y = i\nelse:\n    y = 2", True),
        ("while x:\n    y = 2", True),
    ],
)
def test_has_exits(text, expected):
    """A break counts for its own loop, a return for every loop."""
    assert has_exits(loop(text)) is expected


def test_exits_become_numbers():
    """Those of inner loops stay; each return has a number of its own, and is carried out behind the loop."""
    body = loop(
        """
while True:
    if a:
        break
    for j in b:
        if j:
            continue
        break
    else:
        continue
    if c:
        return c + d
    while e:
        return
"""
    ).body
    returned = returned_by(body)
    made = [with_exits(each, constant, returned, None) for each in body]
    text = gast.unparse(gast.Module(made, []))
    assert [line.strip() for line in text.splitlines() if "return" in line] == [
        "return 2",
        "return 0",
        "return 3",
        "return 4",
    ]
    assert text.count("break") == text.count("continue") == 1
    assert names_returned(returned) == {"c", "d"}
    after = behind("ended", returned, [], body[0])
    assert gast.unparse(gast.Module(after, [])).split("\n") == [
        "if ended == 3:", "    return c + d", "if ended == 4:", "    return",
    ]  # fmt: skip


def test_what_follows_the_end_of_a_loop():
    """Its else, unless it was left."""
    orelse = gast.parse("x = 1").body
    assert gast.unparse(gast.Module(behind("ended", [], orelse, orelse[0]), [])) == "if ended < 2:\n    x = 1"
