"""The fast walk over expressions."""

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.ir.expressions import parse


def test_names_come_in_the_order_of_the_text():
    """Keywords, indices and repeats are among them."""
    assert ("f", "a", "b", "c", "a", "i") == names_in(parse("f(a, *b, key=c) + a[i:]"))


def test_nodes_are_those_of_gasts_walk_without_contexts_and_operators():
    """What is left out can hold no expression."""
    expression = parse("[g(x) if x < 1 else -y for x in {'k': (z, *w)}] + f'{u!r:>{n}}'")
    left_out = (gast.expr_context, gast.operator, gast.unaryop, gast.cmpop)
    expected = [node for node in gast.walk(expression) if not isinstance(node, left_out)]
    assert {id(node) for node in expected} == {id(node) for node in nodes_in(expression)}
