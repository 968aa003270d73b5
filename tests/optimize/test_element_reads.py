"""Elements are read once where loops of the reverse sweep read them several times, as long as they stay."""

import gast
import numpy as np
import pytest

from cladpy import gradient
from cladpy.emit.printer import print_tree
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, INT, Dim, array
from cladpy.optimize import element_reads
from cladpy.optimize.context import Context
from cladpy.optimize.sweeps import REVERSE

LINE = array(np.dtype(float), (Dim("n"),))
FACTS = {"x": LINE, "y": LINE, "i": INT, "j": INT, "k": FLOAT}


def infer(expression):
    """Know elements from slices, and names."""
    if isinstance(expression, gast.Subscript):
        return LINE if isinstance(expression.slice, gast.Slice) else FLOAT
    return FACTS.get(expression.id, FLOAT) if isinstance(expression, gast.Name) else FLOAT


def statement_of(node):
    """Return a statement of the intermediate representation."""
    if isinstance(node, gast.AugAssign):
        return ir.Update(node.target, node.op, node.value)
    if isinstance(node, gast.If):
        return ir.If(node.test, tuple(map(statement_of, node.body)), tuple(map(statement_of, node.orelse)))
    if isinstance(node, gast.While):
        return ir.While(node.test, tuple(map(statement_of, node.body)))
    return ir.Assign(node.targets[0], node.value) if isinstance(node, gast.Assign) else ir.Effect(node.value)


def first_reads(text, mark=REVERSE):
    """Return what is read into variables at the beginning of each statement of a loop."""
    body = tuple(map(statement_of, gast.parse(text).body))
    loop = ir.For(store_name("i"), parse("range(9)"), body)
    context = Context(FACTS, lambda call: call.func.id != "g", lambda call: True, True, infer, element_lists=True)
    function = ir.Function("f", ("x", "k"), (ir.Assign(store_name("y"), parse("x * 2")), ir.Comment(mark), loop))
    written = [each for each in element_reads.run(function, context).body[-1].body if isinstance(each, ir.Assign)]
    return [print_tree(each.value) for each in written if getattr(each.target, "id", "").startswith("v@")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = x[i] * x[i]", ["x[i]"]),
        ("a = x[i]\nb = x[i + 1] * x[i]\nc = x[i + 1]", ["x[i]", "x[i + 1]"]),
        ("a = x[i]\ny[i] = a\nb = x[i]", ["x[i]"]),
        ("a = x[i]\nx[j] = a\nb = x[i]", []),
        ("a = x[i]\ni = 2\nb = x[i]", []),
        ("a = x[i]\nx = k\nb = x[i]", []),
        ("a = x[i]\ng(x)\nb = x[i]", []),
        ("a = x[i]\nif k > 0:\n    b = x[i]", []),
        ("if x[i] > 0:\n    b = k\na = x[i]", ["x[i]"]),
        ("a = x[i]\nif k > 0:\n    x[j] = k\nb = x[i]", []),
        ("a = x[i]\nwhile x[i] > 0:\n    i += 1", []),
        ("a = k if k > 0 else x[i]\nb = x[i]", []),
        ("a = k > 0 and x[i] > 0\nb = x[i]", []),
        ("a = 0 < x[i] < x[i + 1]\nb = x[i] + x[i + 1]", ["x[i]"]),
        ("a = (lambda: x[i])\nb = x[i]", []),
        ("a = x[1:] * x[1:]", []),
        ("y[i] += x[i] * x[i]", ["x[i]"]),
        ("y[i] += y[i] * y[i]\na = y[i]", ["y[i]"]),
    ],
)
def test_what_is_read_once(text, expected):
    """What a block reads whatever its branches do, until something may have changed it."""
    assert expected == first_reads(text)


def test_the_loops_of_the_primal_are_left():
    """Its lines stay as their author wrote them."""
    assert [] == first_reads("a = x[i] * x[i]", "---- forward sweep ----")


def valley(x):
    total = 0.0
    for i in range(len(x) - 1):
        a = x[i + 1] - x[i] * x[i]
        b = 1.0 - x[i]
        total += 100.0 * a * a + b * b
    return total


def branching(x):
    total = 0.0
    for i in range(1, len(x)):
        if x[i] > x[i - 1]:
            total += x[i] * x[i] * x[i - 1]
        else:
            total -= x[i] / x[i - 1]
    return total


def stored(x):
    y = x.copy()
    for i in range(1, len(y)):
        y[i] = y[i] * y[i] + y[i - 1] * x[i] * x[i]
    return np.sum(y)


def matrix(x):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            total += x[i] * x[i] * x[j] / (1.0 + x[j] * x[j])
    return total


@pytest.mark.parametrize(
    ("program", "dtype"), [(branching, np.float64), (stored, np.float64), (matrix, np.float64), (valley, np.float32)]
)
def test_gradients(program, dtype):
    """They are what they were, of arrays that go through lists and of those that do not."""
    x = np.random.default_rng(4).uniform(0.5, 1.5, 6)
    adjoint = gradient(program, "x")(x.astype(dtype))
    steps = 1e-6 * np.eye(len(x))
    slopes = [(program(x + step) - program(x - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(adjoint, slopes, rtol=1e-5 if dtype is np.float64 else 1e-4)  # of differences; float32
    assert adjoint.dtype == dtype


def test_the_text_of_a_loop():
    """An element that two statements read is read in front of them."""
    source = gradient(valley, "x").source_for(np.ones(3))
    assert "v_1 = x_list[i]\n        b = 1.0 - v_1\n" in source
    assert "d_x_list[i] -= d_b + 2.0 * d_a * v_1" in source
