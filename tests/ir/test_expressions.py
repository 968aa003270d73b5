"""Expressions are built, compared and rewritten; none is edited."""

import gast
import pytest

from cladpy.emit.printer import print_tree
from cladpy.ir import expressions as e


def shown(node):
    """Return an expression as text."""
    return print_tree(node)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (e.name("x"), "x"),
        (e.store_name("x"), "x"),
        (e.constant(-1.5), "-1.5"),
        (e.call("np.linalg.norm", e.name("x"), axis=e.constant(0)), "np.linalg.norm(x, axis=0)"),
        (e.call(e.attribute(e.name("x"), "sum")), "x.sum()"),
        (e.attribute(e.name("x"), "T", "shape"), "x.T.shape"),
        (e.attribute(e.name("x")), "x"),
        (e.subscript(e.name("x"), e.constant(0)), "x[0]"),
        (e.binary(e.name("a"), gast.MatMult(), e.name("b")), "a @ b"),
        (e.negative(e.name("a")), "-a"),
        (e.negative(e.negative(e.name("a"))), "a"),
        (e.tuple_of([e.name("a")]), "(a,)"),
    ],
)
def test_what_is_built(node, expected):
    """Each builder gives the expression that its name says."""
    assert shown(node) == expected


def test_names_are_listed_in_source_order():
    """Repeats included; attributes and keywords are no names."""
    assert list(e.names_in(e.parse("f(b, a.c, k=b) + a"))) == ["f", "b", "a", "b", "a"]
    assert e.mentions(e.parse("f(b)"), "b")
    assert not e.mentions(e.parse("f(b).a"), "a")


def test_substitution_replaces_names():
    """In one step: what is put in is not looked into again."""
    assert (
        shown(e.substitute(e.parse("a * b + a"), {"a": e.parse("b + 1"), "b": e.parse("c")})) == "(b + 1) * c + (b + 1)"
    )


def test_what_is_not_changed_is_shared():
    """A rewrite that changes nothing gives the tree that it was given; no tree is edited."""
    tree = e.parse("f(a + 1, b * c)")
    assert e.substitute(tree, {"z": e.name("y")}) is tree
    changed = e.substitute(tree, {"c": e.name("d")})
    assert shown(changed) == "f(a + 1, b * d)"
    assert changed.args[0] is tree.args[0]
    assert shown(tree) == "f(a + 1, b * c)"


def test_rewriting_goes_from_the_root_down():
    """The first replacement on a path is taken."""

    def change(node):
        return e.name("whole") if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add) else None

    assert shown(e.rebuild(e.parse("(a + (b + c)) * (d - e)"), change)) == "whole * (d - e)"


def test_rewritten_nodes_keep_their_place():
    """A copy stands where the original stood."""
    tree = e.parse("f(a)")
    assert e.substitute(tree, {"a": e.name("b")}).col_offset == tree.col_offset


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("a + b", "a+b", True),
        ("a + b", "b + a", False),
        ("1", "1.0", False),
        ("True", "1", False),
        ("x[1:]", "x[1:None]", False),
        ("f(x, axis=0)", "f(x, axis=0)", True),
        ("f(x, axis=0)", "f(x, 0)", False),
        ("'a'", "'a'", True),
    ],
)
def test_expressions_that_are_written_alike(left, right, expected):
    """Number types are told apart, spacing is not."""
    assert e.same(e.parse(left), e.parse(right)) is expected


def test_context_does_not_matter():
    """A target and a read of the same place are written alike."""
    target = gast.parse("x[i] = 1").body[0].targets[0]
    assert e.same(target, e.parse("x[i]"))
    assert e.same(None, None)
    assert not e.same(None, e.parse("x"))


@pytest.mark.parametrize(
    ("text", "path", "root"),
    [("np.linalg.norm", "np.linalg.norm", "np"), ("x", "x", "x"), ("f(x).T", None, None), ("x[0].T", None, None)],
)
def test_dotted_names(text, path, root):
    """A chain of attributes on a name, and the name."""
    assert e.dotted(e.parse(text)) == path
    assert e.root_of(e.parse(text)) == root


@pytest.mark.parametrize(("text", "expected"), [("x", True), ("1", True), ("x.y", False), ("-x", False)])
def test_atoms(text, expected):
    """Names and literals."""
    assert e.is_atom(e.parse(text)) is expected
