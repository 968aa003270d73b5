"""What a function that calls itself keeps, and pullbacks that are no mirrors of it."""

import ast

import gast
import pytest

from cladpy.ir import statements as ir
from cladpy.jit.recursive_pairs import calls_itself, pair_of

FORWARD = """
def F(x, n):
    state = None
    if n > 0:
        v, state = F(x, n - 1)
        w, state_2 = F(v, n - 1)
    return w, (x, v, state, state_2)
"""
PULLBACK = """
def P(state, d):
    x, v, state, state_2 = state
    if x > 0:
        d_w, _ = P(state_2, d)
        d, _ = P(state, d_w)
    return d, x
"""


def function(text):
    """Return a function in the intermediate representation."""
    tree = gast.ast_to_gast(ast.parse(text)).body[0]
    return ir.Function(tree.name, tuple(each.id for each in tree.args.args), block(tree.body))


def block(body):
    return tuple(statement(each) for each in body)


def statement(node):
    match node:
        case gast.If():
            return ir.If(node.test, block(node.body), block(node.orelse))
        case gast.Return():
            return ir.Return(node.value)
    return ir.Assign(node.targets[0], node.value)


def test_places_of_states():
    """Names and places of what is the state of a call."""
    pair = pair_of(function(FORWARD), function(PULLBACK))
    assert pair.states == {2, 3}
    assert pair.names == {"state": 2, "state_2": 3}
    assert pair.taken == {"state": 2, "state_2": 3}
    assert pair.kinds == "F_kinds"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("P(state_2, d)", "P(state, d)"),  # the same state twice
        ("d, _ = P(state, d_w)", "d = d_w"),  # one call without a pullback
        ("if x > 0:", "if x > 0:\n        d, _ = P(state, d)\n    if x > 0:"),
        ("x, v, state, state_2 = state", "x, v, state = state"),
    ],
)
def test_pullbacks_that_are_no_mirrors(old, new):
    """Every call has its record taken once, in the opposite order."""
    assert pair_of(function(FORWARD), function(PULLBACK.replace(old, new))) is None


def test_calls_itself():
    """A call of which a state is taken."""
    assert calls_itself(function(FORWARD))
    assert not calls_itself(function(FORWARD.replace("F(x, n - 1)", "G(x, n)").replace("F(v, n - 1)", "G(v, n)")))
