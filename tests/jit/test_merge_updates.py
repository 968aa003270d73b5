"""Updates of one element wait for the next one, unless something between them would see it."""

import gast
import numpy as np
import pytest

from cladpy.emit.printer import print_tree
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.jit.merge_updates import merge_updates
from cladpy.optimize.context import Context

LINE = array(np.dtype(float), (Dim("n"),))
FACTS = {"x": LINE, "d_x": LINE, "d_y": LINE, "i": INT, "j": INT, "k": FLOAT}


def merged(text):
    """Return the updates of a text, merged; `d_x` is made in it."""
    body = [ir.Assign(store_name("d_x"), parse("x * 2")), ir.Assign(store_name("d_y"), parse("x * 3"))]
    for node in gast.parse(text).body:
        made = ir.Update(node.target, node.op, node.value) if isinstance(node, gast.AugAssign) else None
        body.append(made or ir.Assign(node.targets[0], node.value))
    context = Context(FACTS, lambda call: True, lambda call: False, True, lambda node: LINE)
    function = merge_updates(ir.Function("f", ("x", "k"), tuple(body)), context)
    return [print_tree(each.value) for each in function.body[2:] if isinstance(each, ir.Update)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("d_x[i] += k\nd_x[i] += x[i]", ["k + x[i]"]),
        ("d_x[i] -= k\nd_y[i] += k\nd_x[i] += x[i]", ["k", "k - x[i]"]),
        ("d_x[i] += k\nk = 2.0\nd_x[i] += x[i]", ["k", "x[i]"]),
        ("d_x[i] += k\ni = 2\nd_x[i] += x[i]", ["k", "x[i]"]),
        ("d_x[i] += k\nd_x[j] += k\nd_x[i] += k", ["k", "k", "k"]),
        ("d_x[i] += x[i]\nx[j] = 2.0\nd_x[i] += k", ["x[i]", "k"]),
        ("d_x[i] += k\nk = d_x[j]\nd_x[i] += k", ["k", "k"]),
        ("d_x[i] += k\nk = g(d_x)\nd_x[i] += k", ["k", "k"]),
        ("d_x[i] *= k\nd_x[i] += k", ["k", "k"]),
    ],
)
def test_merged(text, values):
    """Only what nothing between reads, binds or writes is moved."""
    assert values == merged(text)


def test_other_functions_are_left():
    """Without an update of an element nothing is looked at."""
    function = ir.Function("f", ("x",), (ir.Return(parse("x")),))
    context = Context({}, bool, bool, True, lambda node: UNKNOWN)
    assert merge_updates(function, context) is function
