"""Which versions a function reads, and the joins that none of them needs."""

import pytest

from cladpy.analyses.version_reads import reads, used_versions, without_unused_joins
from cladpy.ir import statements as ir
from cladpy.ir.expressions import name, parse, store_name
from cladpy.ir.statements import Phi
from tests.stages import versions_of

STORE = parse("a")  # a place to store to; its context does not matter here


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (ir.Assign(store_name("a"), parse("b + c")), ["b", "c"]),
        (ir.Assign(parse("a[i]"), name("b")), ["b", "a", "i"]),
        (ir.Update(name("a"), None, name("b")), ["b", "a"]),
        (ir.If(name("a"), (ir.Return(name("b")),)), ["a"]),
        (ir.While(name("a"), (ir.Return(name("b")),)), ["a"]),
        (ir.For(store_name("i"), name("a"), (ir.Return(name("b")),)), ["a"]),
        (ir.With(name("a"), (ir.Return(name("b")),)), ["a"]),
        (ir.Effect(parse("f(a)")), ["f", "a"]),
        (ir.Return(name("a")), ["a"]),
        (ir.Assert(name("a"), name("b")), ["a", "b"]),
        (ir.Assert(name("a")), ["a"]),
        (ir.Raise(parse("E(a)"), name("b")), ["E", "a", "b"]),
        (ir.Raise(), []),
        (ir.Break(), []),
    ],
)
def test_what_a_statement_itself_reads(statement, expected):
    """A stored-into name is read; nested blocks are not its own."""
    assert reads(statement) == expected


def test_joins_are_read_through():
    """What a join that is read may hold is read; so is the version before a store."""
    sources = {"x.3": ("x.1", "x.2"), "x.2": ("x.0",), "x.1": (), "x.0": (), "z.1": ("z.0",), "z.0": ()}
    assert used_versions((ir.Return(name("x.3")),), sources) == {"x.3", "x.1", "x.2", "x.0"}


def test_cycles_of_joins_end():
    """A loop's head and what comes back to it read each other."""
    assert used_versions((ir.Return(name("x.2")),), {"x.1": ("x.0", "x.2"), "x.2": ("x.1",), "x.0": ()}) == {
        "x.0",
        "x.1",
        "x.2",
    }


def test_unused_joins_are_dropped_everywhere():
    """At branches, heads and exits, in nested blocks too."""
    phis = (Phi("x.1", ("x.0",)), Phi("z.1", ("z.0",)))
    kept = phis[:1]
    branch = ir.If(name("c"), (ir.With(name("w"), (ir.If(name("c"), (), (), 0, phis),)),), (), 0, phis)
    loop = ir.For(store_name("i"), name("x"), (branch,), 0, phis, phis)
    (found,) = without_unused_joins((ir.While(name("c"), (loop,), 0, phis, phis),), {"x.1"})
    assert (found.phis, found.exits) == (kept, kept)
    inner = found.body[0]
    assert (inner.phis, inner.exits) == (kept, kept)
    assert inner.body[0].phis == kept
    assert inner.body[0].body[0].body[0].phis == kept


def test_a_loop_that_only_counts_needs_no_join_of_what_it_overwrites():
    """A temporary of the iteration is not carried."""
    versions = versions_of("def f(x, n):\n    for i in range(n):\n        t = x * i\n        x = t + 1\n    return x\n")
    assert {version: info.kind for version, info in versions.table.items() if version[0] == "t"} == {"t.1": "assign"}
