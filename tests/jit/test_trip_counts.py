"""How often the innermost statement of a nest runs."""

import gast
import pytest

from cladpy.emit.printer import print_tree
from cladpy.ir import statements as ir
from cladpy.ir.fact import FLOAT, INT
from cladpy.jit.trip_counts import TripCounts
from cladpy.stages import function_text

DONE = ir.Effect(gast.Name("done", gast.Load(), None, None))


def built(nodes):
    """Return the statements of a text."""
    made = []
    for node in nodes:
        if isinstance(node, gast.For):
            made.append(ir.For(node.target, node.iter, built(node.body)))
        elif isinstance(node, gast.If):
            made.append(ir.If(node.test, built(node.body)))
        elif isinstance(node, gast.Assign):
            made.append(ir.Assign(node.targets[0], node.value))
        else:
            made.append(ir.Break() if isinstance(node, gast.Break) else DONE)
    return tuple(made)


def before(text):
    """Return what counts the innermost statement of a text."""
    (outer,) = built(gast.parse(text).body)
    nest = [outer]
    while True:
        inner = [each for each in nest[-1].body if isinstance(each, ir.For | ir.If)]
        if not inner:
            break
        nest += inner[-1:]
    found = TripCounts(nest, lambda name: FLOAT if name == "x" else INT).before("size")
    if found is None:
        return None
    return function_text(ir.Function("f", (), tuple(found)), {}).splitlines()[1:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for i in range(n): done", ["size = max(n, 0)"]),
        ("for i in range(1, n): done", ["size = len(range(1, n))"]),
        ("for i in range(len(u)):\n for j in range(u.shape[1]): done", ["size = len(u) * u.shape[1]"]),
        ("for i in range(n):\n if i > k:\n  for j in range(3): done", ["size = max(n, 0) * 3"]),
        ("for i in range(n):\n m = k + 1\n for j in range(m): done", ["size = max(n, 0) * max(k + 1, 0)"]),
        (
            "for i in range(n):\n for j in range(i): done",
            ["size = 0", "for i in range(n):", "    size += max(i, 0)"],
        ),
        (
            "for i in range(n):\n m = i + 1\n for j in range(m):\n  for k in range(2): done",
            ["size = 0", "for i in range(n):", "    size += max(i + 1, 0) * 2"],
        ),
        (
            "for i in range(n):\n for j in range(i):\n  for k in range(j): done",
            ["size = 0", "for i in range(n):", "    for j in range(i):", "        size += max(j, 0)"],
        ),
    ],
)
def test_known_on_entry(text, expected):
    """As a product, or counted by the loops on which another one's range depends."""
    assert [line.strip("\n") for line in before(text)] == ["    " + line for line in expected] or before(
        text
    ) == expected


@pytest.mark.parametrize(
    "text",
    [
        "for i in u: done",
        "for i, j in range(n): done",
        "for i in range(x): done",
        "for i in range(k[0]): done",
        "for i in range(n):\n n = f(n)\n for j in range(n): done",
        "for i in range(n):\n m = i\n m = i + 1\n for j in range(m): done",
        "for i in range(n):\n i = 2\n for j in range(i): done",
        "for i in range(n):\n for j in range(i):\n  break",
        "for i in range(n):\n if k:\n  for j in range(i): done",
    ],
)
def test_not_known_on_entry(text):
    """Other iterables, bounds that the nest computes or that are no integers, early exits."""
    assert before(text) is None


def test_print():
    """The text of a count is an expression."""
    assert print_tree(gast.parse("len(range(1, n))").body[0].value) == "len(range(1, n))"
