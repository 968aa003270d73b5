"""How tightly expressions bind."""

import ast
import itertools

import gast
import pytest

from cladpy.emit import precedence
from cladpy.emit.precedence import OPERATORS, SIGNS, kind, level, open_children
from cladpy.emit.printer import print_tree

# One expression of each level, loosest first.
LADDER = [
    "(yield)",
    "(x := 1)",
    "lambda: x",
    "a or b",
    "a and b",
    "not a",
    "a < b",
    "a | b",
    "a ^ b",
    "a & b",
    "a << b",
    "a + b",
    "a * b",
    "-a",
    "a**b",
    "await a",
    "a",
]


def expression(text):
    """Return the tree of an expression."""
    return gast.parse(f"({text})", mode="eval").body


def test_levels_follow_the_grammar():
    """Each expression of the ladder binds tighter than the one before it."""
    levels = [level(expression(text)) for text in LADDER]
    assert levels == sorted(set(levels))
    assert levels[-1] == precedence.ATOM


def test_every_operator_of_python_is_known():
    """No operator class of the grammar is missing."""
    kinds = (ast.operator, ast.cmpop, ast.boolop)
    assert set(OPERATORS) == {operator.__name__ for kind in kinds for operator in kind.__subclasses__()} - {"cmpop"}
    assert set(SIGNS) == {operator.__name__ for operator in ast.unaryop.__subclasses__()}


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(LADDER[2:-1], repeat=2)))
def test_each_expression_inside_of_each_other(outer, inner):
    """Replacing each operand by each other expression keeps the structure, with as few parentheses as possible."""
    for place in range(outer.count("a") + outer.count("b")):
        template = gast.parse(f"({outer})", mode="eval").body
        names = [node for node in gast.walk(template) if isinstance(node, gast.Name) and node.id in {"a", "b"}]
        if place >= len(names):
            continue
        tree = _replaced(template, names[place], expression(inner))
        dump = gast.dump(tree)
        text = print_tree(tree)
        assert dump == gast.dump(gast.parse(f"({text})", mode="eval").body)
        bare = text.replace(f"({inner})", inner, 1)
        if bare != text and not inner.endswith("a**b"):
            assert dump != _dump_or_nothing(bare)


def _replaced(tree, old, new):
    """Return the tree with one node replaced."""

    class Replace(gast.NodeTransformer):
        def visit_Name(self, node):
            return new if node is old else node

    return Replace().visit(tree)


def _dump_or_nothing(text):
    try:
        return gast.dump(gast.parse(f"({text})", mode="eval").body)
    except SyntaxError:
        return None


@pytest.mark.parametrize(
    ("text", "children"),
    [
        ("a + b", ["a", "b"]),
        ("a and b and c", ["a", "b", "c"]),
        ("a < b < c", ["a", "b", "c"]),
        ("not a", ["a"]),
        ("a if b else c", ["a", "b", "c"]),
        ("lambda x=a, *, y=b: c", ["a", "b", "c"]),
        ("f(a)", ["f"]),
        ("a.b", ["a"]),
        ("a[b]", ["a"]),
        ("await a", ["a"]),
        ("(a := b)", ["a", "b"]),
        ("(yield a)", ["a"]),
        ("(yield)", []),
        ("[a, b]", []),
        ("a", []),
    ],
)
def test_children_outside_of_brackets(text, children):
    """What stands in an expression's own brackets is not among them."""
    assert children == [print_tree(child) for child, _ in open_children(expression(text))]


def test_kinds():
    """Both trees name their nodes alike."""
    assert kind(ast.parse("x").body[0]) == kind(gast.parse("x").body[0]) == "Expr"
