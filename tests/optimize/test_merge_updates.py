"""Updates of one element wait for the next one, unless something between them would see it."""

import gast
import numpy as np
import pytest

from cladpy.emit.printer import print_tree
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.optimize import merge_updates
from cladpy.optimize.context import Context
from cladpy.optimize.sweeps import REVERSE

LINE = array(np.dtype(float), (Dim("n"),))
FACTS = {"x": LINE, "d_x": LINE, "d_y": LINE, "i": INT, "j": INT, "k": FLOAT}


def merged(text, mark=REVERSE):
    """Return the updates of a text, merged; `d_x` is made in it."""
    body = []
    for node in gast.parse(text).body:
        made = ir.Update(node.target, node.op, node.value) if isinstance(node, gast.AugAssign) else None
        body.append(made or ir.Assign(node.targets[0], node.value))
    made = [ir.Assign(store_name(each), parse("x * 2")) for each in ("d_x", "d_y")]
    loop = ir.For(store_name("i"), parse("range(9)"), tuple(body))
    context = Context(FACTS, lambda call: True, lambda call: False, True, lambda node: LINE, element_lists=True)
    function = merge_updates.run(ir.Function("f", ("x", "k"), (*made, ir.Comment(mark), loop)), context)
    return [print_tree(each.value) for each in function.body[-1].body if isinstance(each, ir.Update)]


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
        ("d_x[i] += k * x[i]\nd_x[i] += k * x[i]", ["2 * k * x[i]"]),
        ("d_x[i] -= k\nd_x[i] -= k\nd_x[i] += k", ["2 * k - k"]),
    ],
)
def test_merged(text, values):
    """Only what nothing between reads, binds or writes is moved."""
    assert values == merged(text)


def test_the_loops_of_the_primal_are_left():
    """Its sums are added up in the order in which its author wrote them."""
    assert ["k", "x[i]"] == merged("d_x[i] += k\nd_x[i] += x[i]", "---- forward sweep ----")


def test_other_functions_are_left():
    """Without an update of an element nothing is looked at."""
    function = ir.Function("f", ("x",), (ir.Return(parse("x")),))
    context = Context({}, bool, bool, True, lambda node: UNKNOWN, element_lists=True)
    assert merge_updates.run(function, context) is function
