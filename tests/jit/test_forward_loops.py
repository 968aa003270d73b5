"""Which loops of the reverse sweep may count upwards, and which may not."""

import gast
import numpy as np
import pytest

from cladpy import value_and_gradient
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import REVERSE, to_gast
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.jit.forward_loops import forward_loops, upwards
from cladpy.optimize.context import Context
from tests.jit.interpreted import run

FACTS = dict.fromkeys(("d_1", "d_2", "d_r", "r"), FLOAT) | dict.fromkeys("ijkn", INT)
MATRIX = array(np.dtype(float), (Dim("n"), Dim("m")))
FACTS |= {"d_q": MATRIX, "q": MATRIX, "e": MATRIX}


def infer(expression):
    """Return what is known of a name, or an element."""
    if isinstance(expression, gast.Name):
        return FACTS.get(expression.id, UNKNOWN)
    return FLOAT


def statement(node):
    """Return a statement in the intermediate representation."""
    match node:
        case gast.For():
            return ir.For(node.target, node.iter, tuple(map(statement, node.body)))
        case gast.AugAssign():
            return ir.Update(node.target, node.op, node.value)
        case gast.Return():
            return ir.Return(node.value)
    return ir.Assign(node.targets[0], node.value)


def turned(*body, behind="d_q"):
    """Tell whether the loop over a body is turned round."""
    text = "for i in range(n - 1, -1, -1):\n" + "\n".join(f"    {each}" for each in body) + f"\nx = {behind}"
    made = ("d_q = np.zeros((3, 3))", "d_r = 0.0", "d_2 = 0.0")
    statements = tuple(map(statement, gast.parse("\n".join((*made, text))).body))
    function = ir.Function("f", ("q", "r", "n", "j", "k"), (ir.Comment(REVERSE), *statements, ir.Return(parse("x"))))
    context = Context(FACTS, lambda node: True, lambda node: True, False, infer)
    return "for i in range(n):" in print_tree(to_gast(forward_loops(function, context), {}))


@pytest.mark.parametrize(
    "body",
    [
        ("d_q[j, i] += r * q[k, i]",),
        ("d_2 = -d_q[j, i]", "d_r += d_2 * q[k, i]", "d_q[k, i] += d_2 * r"),
        ("d_q[i, 0] = q[i - 1, i + 1] * d_q[i, 1]",),
        ("d_r -= q[n - i, i]",),
    ],
)
def test_iterations_that_need_no_order(body):
    """Each has elements of its own, or only adds to a sum."""
    assert turned(*body)


@pytest.mark.parametrize(
    ("body", "behind"),
    [
        (("d_q[j, i] += d_q[j, i - 1]",), "d_q"),  # another iteration's element
        (("d_q[j, i] += d_q[i, j]",), "d_q"),
        (("d_q[j, 0] += q[j, i]",), "d_q"),  # one element for all
        (("d_q[j, i] = d_q[None, i]",), "d_q"),
        (("d_r += q[j, i]", "d_q[j, i] = d_r"), "d_q"),  # a sum that is read on the way
        (("d_r += q[j, i]", "d_r = 0.0"), "d_r"),
        (("d_r *= q[j, i]",), "d_r"),
        (("d_2 = q[j, i]", "d_q[j, i] = d_2"), "d_2"),  # the last one counts
        (("d_q[j, i] = q[j, i]",), "i"),
        (("d_q[j, i] = np.sum(d_q)",), "d_q"),
        (("e = q[j]", "d_q[j, i] = e[i]"), "d_q"),
    ],
)
def test_iterations_that_need_their_order(body, behind):
    """They stay as they were."""
    assert not turned(*body, behind=behind)


def test_ranges():
    """Those that count down to 0 by one."""
    texts = {"range(n - 1, -1, -1)": "range(n)", "range(4, -1, -1)": "range(5)", "range(n - 3, -1, -1)": "range(n - 2)"}
    assert texts == {text: print_tree(upwards(parse(text))) for text in texts}
    assert all(
        upwards(parse(text)) is None for text in ("range(n)", "range(n - 1, 0, -1)", "range(n - 1, -1, -2)", "x")
    )


def rows(a):
    q, total = a.copy(), 0.0
    n, m = q.shape
    for j in range(n):
        for k in range(j):
            r = 0.0
            for i in range(m):
                r += q[k, i] * q[j, i]
            for i in range(m):
                q[j, i] -= r * q[k, i]
            total += r * r
    return total


def test_rows_of_tapes():
    """What the innermost loop records lies in a row, which is read upwards."""
    a = np.array([[1.0, 0.5, 0.2], [0.3, -1.0, 0.4], [0.2, 0.1, 0.9]])
    text, (value, (adjoint,)) = run(rows, (a,))
    expected, (d_a,) = value_and_gradient(rows)(a)
    assert value == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(adjoint, d_a, rtol=1e-12)
    assert "row_1[i] = q[j, i]" in text
    assert "end_1 += max(m, 0)" in text
    assert "range(m - 1, -1, -1)" not in text
