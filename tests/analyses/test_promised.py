"""Which versions certainly lie in storage that is promised to stay inactive."""

import gast
import pytest

from cladpy.analyses.operations import Copy, Item, Member, Opaque
from cladpy.analyses.promised import Promised, is_certain_view
from cladpy.analyses.versions import Version, Versions
from cladpy.ir.expressions import name, parse
from cladpy.ir.fact import INT, ONE, UNKNOWN, Dim, Fact, array

VECTOR = array(None, (Dim("n"),))
PARAMETERS = ("x", "w")


def promised(versions, operations, unselected=("x",)):
    """Return what is promised, given other versions as kind and sources, and operations by version."""
    table = {f"{p}.0": Version(p, "parameter", (0,), (), 0) for p in PARAMETERS}
    for position, (version, (kind, *sources)) in enumerate(versions.items(), 1):
        table[version] = Version(version.partition(".")[0], kind, (0,), (), position, tuple(sources))
    found = Promised(Versions(("x.0", "w.0"), (), table), operations, lambda item: item.index is not None)
    return sorted(found.run(set(unselected)))


def test_unselected_parameters_and_what_is_left_of_them_behind_stores():
    """A store keeps the storage, whatever is stored."""
    assert promised({"x.1": ("store", "x.0"), "w.1": ("store", "w.0")}, {}) == ["x.0", "x.1"]


@pytest.mark.parametrize(
    "operation",
    [Copy(name("x.0")), Item(name("x.0"), parse("0")), Member(name("x.0"), "cache")],
    ids=["name", "item", "attribute"],
)
def test_other_names_and_parts_of_promised_storage(operation):
    """And what is left of them behind a store."""
    made = {"y.1": ("assign",), "y.2": ("store", "y.1")}
    assert promised(made, {"y.1": operation}) == ["x.0", "y.1", "y.2"]


@pytest.mark.parametrize(
    "operation",
    [
        Copy(name("w.0")),
        Copy(parse("1.0")),
        Item(name("x.0"), None),
        Item(name("w.0"), parse("0")),
        Opaque(parse("f(x)"), inactive=False),
    ],
    ids=["selected", "number", "copy", "part of selected", "unknown"],
)
def test_what_may_lie_elsewhere_is_not_promised(operation):
    """A selection from an array is new storage, and of a call nothing is known."""
    assert promised({"y.1": ("assign",)}, {"y.1": operation}) == ["x.0"]


def test_joins_are_promised_where_all_sources_are():
    """After a branch on which the name was bound to something else, it is not."""
    versions = {
        "x.1": ("store", "x.0"),
        "y.1": ("assign",),
        "x.2": ("join", "x.1", "x.0"),
        "x.3": ("join", "x.2", "y.1"),
    }
    assert promised(versions, {"y.1": Copy(name("w.0"))}) == ["x.0", "x.1", "x.2"]


def test_loops_are_promised_if_nothing_else_comes_round():
    """A cycle of versions holds if what enters it does: the greatest fixed point."""
    loop = {"x.1": ("head", "x.0", "x.2"), "x.2": ("store", "x.1"), "x.3": ("exit", "x.1")}
    assert promised(loop, {}) == ["x.0", "x.1", "x.2", "x.3"]
    assert promised(loop, {}, unselected=()) == []


@pytest.mark.parametrize(
    ("owner", "index", "expected"),
    [
        (VECTOR, "1:", True),
        (VECTOR, "i", True),
        (VECTOR, "i, None, ...", True),
        (VECTOR, "where", False),
        (VECTOR, "unknown", False),
        (Fact("number"), "i", False),
        (Fact("dict"), "unknown", True),
        (Fact("list"), "i", True),
        (Fact("list"), "1:", False),
        (UNKNOWN, "i", False),
    ],
)
def test_certain_views(owner, index, expected):
    """Basic indices of arrays, and single items of containers: a slice of a list is a new list."""
    facts = {"i": INT, "where": array(None, (ONE,))}

    def infer(node):
        if isinstance(node, gast.Constant):
            return Fact("none" if node.value is None else "ellipsis")
        return facts.get(node.id, UNKNOWN)

    slice_node = gast.parse(f"a[{index}]", mode="eval").body.slice
    assert is_certain_view(owner, slice_node, infer) is expected
