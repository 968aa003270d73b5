"""What an index gives: a view, new storage, or what cannot be told; and whether it may name an element twice."""

import gast
import numpy as np
import pytest

from cladpy.analyses.index_kind import index_facts, is_gather_index, is_view_index, names_once
from cladpy.ir.expressions import parse
from cladpy.ir.fact import BOOL, INT, NONE, UNKNOWN, Dim, Fact, array, of_constant, scalar

WHOLE, MASK = np.dtype("i8"), np.dtype("?")
FACTS = {
    "i": INT,
    "k": scalar(WHOLE),
    "places": array(WHOLE, (Dim("p"),)),
    "place": array(WHOLE, ()),
    "number": Fact("number", WHOLE, ()),
    "mask": array(MASK, (Dim("m"),)),
    "flag": BOOL,
    "part": Fact("slice"),
    "nothing": NONE,
    "pair": Fact("tuple", items=(INT, Fact("slice"))),
    "rows": Fact("tuple", items=(array(WHOLE, (Dim("p"),)), Fact("slice"))),
    "some": Fact("tuple", element=INT),
    "listed": Fact("list", items=(INT, INT)),
    "unknown": UNKNOWN,
}


def infer(node):
    """Return the facts of a name or a constant."""
    return FACTS[node.id] if isinstance(node, gast.Name) else of_constant(node.value)


@pytest.mark.parametrize(
    ("index", "view", "gather", "once"),
    [
        ("2", True, False, True),
        ("i", True, False, True),
        ("k", True, False, True),
        ("1:3", True, False, True),
        ("..., None, i", True, False, True),
        ("part", True, False, True),
        ("nothing", True, False, True),
        ("pair", True, False, True),
        ("place", False, True, True),
        ("number", False, False, True),
        ("mask", False, True, True),
        ("flag", False, True, True),
        ("i, mask", False, True, True),
        ("places", False, True, False),
        ("listed", False, True, False),
        ("i, places", False, True, False),
        ("rows", False, True, False),
        ("i, pair", False, True, False),
        ("some", False, False, False),
        ("unknown", False, False, False),
        ("i, unknown", False, False, False),
        ("places, unknown", False, True, False),
    ],
)
def test_what_an_index_gives(index, view, gather, once):
    """A view, a gather, each element once; where too little is known, nothing is certain."""
    node = parse(f"x[{index}]").slice
    assert (view, gather, once) == tuple(ask(node, infer) for ask in (is_view_index, is_gather_index, names_once))


@pytest.mark.parametrize("index", ["2", "1:3", "..., None, 1", "np.array(1)", "[1, 1]", "True", "x > 0", "((0, 1), 2)"])
def test_numpy_agrees(index):
    """What is said of an index is what NumPy does."""
    x = np.arange(12.0).reshape(3, 4)
    item = eval(f"x[{index}]", {"np": np, "x": x})
    shares = isinstance(item, np.ndarray) and np.shares_memory(item, x)
    parts = {"np.array(1)": "place", "[1, 1]": "listed", "x > 0": "mask", "((0, 1), 2)": "pair, i"}
    node = parse(f"x[{parts.get(index, index)}]").slice
    assert shares == (is_view_index(node, infer) and isinstance(item, np.ndarray))


def test_facts_of_parts():
    """Those of a tuple in a variable are its items; a tuple inside an index is a sequence of places."""
    assert [fact.kind for fact in index_facts(parse("x[pair]").slice, infer)] == ["python", "slice"]
    assert [fact.kind for fact in index_facts(parse("x[i, pair]").slice, infer)] == ["python", "tuple"]
    assert index_facts(parse("x[some]").slice, infer) == [UNKNOWN]
