"""Printing whole trees: what a tree may be, what generated code looks like, how long it takes."""

import ast
import copy
import sys
import time

import astunparse
import gast
import pytest

from cladpy.emit.comment import Comment
from cladpy.emit.printer import Printer, print_tree

SPECIMENS = {
    "a straight function": '''\
def loss_grad_w1_b1_w2_b2(w1, b1, w2, b2, images, targets):
    """Gradient of loss with respect to w1, b1, w2, b2; no_adjoint: images, targets."""
    # ---- forward sweep ----
    hidden = np.maximum(images @ w1 + b1, 0)
    residual = hidden @ w2 + b2 - targets
    # ---- reverse sweep ----
    # return np.sum(residual * residual) / (2 * len(images))
    d_residual = 2 * (1.0 / (2 * len(images))) * residual
    del residual
    # hidden = np.maximum(images @ w1 + b1, 0)
    d_hidden *= hidden > 0
    return d_w1, d_b1, d_w2, d_b2
''',
    "a loop with a tape": '''\
def heat_grad_u_k(u, k, steps):
    """Gradient of heat with respect to u, k; no_adjoint: steps."""
    # ---- forward sweep ----
    tape_1 = []
    for _ in range(steps):
        v_1 = u[2:] - 2 * u[1:-1] + u[:-2]
        tape_1.append(v_1)
        u[1:-1] += k * v_1
        del v_1
    # ---- reverse sweep ----
    # return np.sum(u ** 2)
    d_u = 2 * u
    for _ in reversed(range(steps)):
        # u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
        d_k += np.sum(d_u[1:-1] * tape_1.pop())
    return d_u, float(d_k)
''',
    "branches": """\
def root_grad_a(a, tol):
    while True:
        tape_x.append(x)
        if abs(step) < tol:
            # far enough
            break
        elif x is None or not (x > 0 and -(x**2) < 1):
            x = x**-0.5
        else:
            x[i + 1 :, ..., np.newaxis], y = -x[:n, ::-1], (y,)
            # nothing else
    return d_a
""",
    "a module": '''\
"""Gradient of loss, generated."""

import numpy as np
from numpy import linalg

# a remark on the scale
SCALE = 1e-05


def unbroadcast(d_y, shape):
    """Sum a cotangent over the axes along which a value was broadcast."""

    def extra(axis):
        return axis < 0

    return d_y.sum(axis=tuple(axis for axis in range(d_y.ndim) if extra(axis)), keepdims=True)


# the derivative
def pullback(seed):
    # nothing to do
    pass
''',
}


@pytest.mark.parametrize("text", SPECIMENS.values(), ids=SPECIMENS)
def test_well_formed_text_is_printed_as_it_was(text, parse_with_comments):
    """A tree of generated code, comments among it, gives back the text of which it was made."""
    assert text == print_tree(parse_with_comments(text))


@pytest.mark.parametrize("text", SPECIMENS.values(), ids=SPECIMENS)
def test_well_formed_text_is_what_ruff_writes(text, ruff_format):
    """The specimens themselves are what ruff's formatter leaves alone."""
    assert [text] == ruff_format([text])


@pytest.mark.parametrize("text", SPECIMENS.values(), ids=SPECIMENS)
def test_gast_and_ast_give_the_same_text(text):
    """Trees of both kinds are printed alike."""
    assert print_tree(gast.parse(text)) == print_tree(ast.parse(text))


def test_a_statement_ends_its_line():
    """The text of a statement is a line, or several."""
    assert print_tree(gast.parse("x=1").body[0]) == "x = 1\n"
    assert print_tree(gast.parse("if x: y()").body[0]) == "if x:\n    y()\n"


def test_an_expression_is_one_line_without_end():
    """The text of an expression has no line break, however long it is."""
    text = " + ".join(f"operand_{number}" for number in range(40))
    assert print_tree(gast.parse(text, mode="eval").body) == text
    assert print_tree(gast.parse(text, mode="eval")) == text


def test_width():
    """Lines are broken at the width that is asked for, by default at 100 columns."""
    chain = " + ".join(["operand"] * 9)
    tree = gast.parse(f"total = {chain}")
    assert print_tree(tree) == f"total = {chain}\n"
    assert print_tree(tree, width=94) == f"total = (\n    {chain}\n)\n"
    assert print_tree(tree, width=90) == "total = (\n    operand\n" + "    + operand\n" * 8 + ")\n"
    longer = gast.parse(f"total_of_all = {chain}")
    assert print_tree(longer) == f"total_of_all = (\n    {chain}\n)\n"
    assert print_tree(longer, width=None) == f"total_of_all = {chain}\n"


def test_the_tree_is_left_alone():
    """Printing changes nothing in the tree, and can be repeated."""
    tree = gast.parse(SPECIMENS["a module"])
    before = gast.dump(tree)
    assert print_tree(tree) == print_tree(tree)
    assert gast.dump(tree) == before


def test_trees_with_comments_can_be_copied():
    """A copy of a tree with comments is printed like the original."""
    tree = gast.Module([Comment("one"), Comment("two")], [])
    assert print_tree(copy.deepcopy(tree)) == "# one\n# two\n"


def test_the_printer_is_an_unparser():
    """The class derives from astunparse's, whose methods it takes over where they are right."""
    assert issubclass(Printer, astunparse.Unparser)
    assert Printer._Pass is astunparse.Unparser._Pass


def test_only_the_printer_knows_an_unparser():
    """No other module of the layer has loaded one under its own name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("cladpy.")]
    assert {module.__name__ for module in modules if hasattr(module, "astunparse")} == {"cladpy.emit.printer"}


def test_two_thousand_lines_take_less_than_a_second():
    """Printing is fast enough for the longest functions; measured are 0.2 s of processor time."""
    line = "u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])"
    long = "x = np.where(first_name_of_an_array > 0, second_name_of_an_array / first_name_of_an_array, other(0))"
    body = "\n    ".join([*[line] * 1700, *[long] * 100])
    tree = gast.parse(f"def f(u):\n    {body}")
    elapsed = []
    for _ in range(2):  # the better of two: other processes may hold the processor's caches
        begin = time.process_time()
        text = print_tree(tree)
        elapsed.append(time.process_time() - begin)
    assert len(text.splitlines()) > 2000
    assert min(elapsed) < 1.0  # five times what it takes, for slow machines
