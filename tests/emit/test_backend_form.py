"""Tests of the form in which a backend takes a function."""

import gast
import numpy as np
import pytest

from cladpy.emit.backend_form import backend_form
from cladpy.emit.capabilities import NUMBA, PYTHON
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import to_gast
from cladpy.ir import statements as ir
from cladpy.ir.expressions import name, parse, store_name
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.optimize.context import Context

LINE = array(np.dtype(float), (Dim("n", one=False),))
FACTS = {"u": LINE, "v": LINE, "x": FLOAT, "n": INT, "k": INT}


def infer(node):
    """Return the fact of a name, and of an element or part of a line."""
    if isinstance(node, gast.Name):
        return FACTS.get(node.id, UNKNOWN)
    if isinstance(node, gast.Subscript):
        return LINE if isinstance(node.slice, gast.Slice) else FLOAT
    return UNKNOWN


def form(*statements, capabilities=NUMBA):
    """Return the text of a function's body in the form of numba."""
    context = Context(FACTS, bool, lambda call: getattr(call.func, "attr", "") == "copy", True, infer)
    done = backend_form(ir.Function("f", (), statements), context, capabilities)
    return [line.strip() for line in print_tree(gast.Module([to_gast(done, {})], [])).strip().splitlines()[1:]]


def update(target, value):
    """Return ``target += value``."""
    node = parse(target)
    made = store_name(target) if isinstance(node, gast.Name) else gast.Subscript(node.value, node.slice, gast.Store())
    return ir.Update(made, gast.Add(), parse(value))


@pytest.mark.parametrize(
    ("target", "value", "expected"),
    [
        ("u[1:]", "u[:-1]", "u[1:] = u[1:] + u[:-1]"),
        ("u[1:]", "v", "u[1:] = u[1:] + v"),
        ("u[1:]", "2 * u[:-1]", "u[1:] += 2 * u[:-1]"),
        ("u[1:]", "v.copy()", "u[1:] += v.copy()"),
        ("u[0]", "v[1]", "u[0] += v[1]"),
        ("u", "v", "u[...] = u + v"),
        ("u", "x", "u += x"),
        ("u", "-v", "u += -v"),
        ("u[...]", "v * x", "u[...] = u + v * x"),
        ("x", "z", "x += z"),
        ("z", "v", "z += detached(v)"),
    ],
)
def test_an_update_reads_before_it_writes(target, value, expected):
    """What may share storage with the target is read into a new array first."""
    assert form(update(target, value)) == [expected]


def test_releases_and_markers_are_left_out():
    """There is no ``del``, and None stands for what has no adjoint."""
    assert form(ir.Delete(("u",)), ir.Return(parse("(no_adjoint, x)"))) == ["return None, x"]


def test_loops_run_backwards_over_ranges():
    """A loop whose variable is not read counts alone."""
    update_x = update("x", "1.0")
    assert (
        form(ir.For(store_name("i"), parse("reversed(range(n))"), (update_x,)))[0] == "for i in range(n - 1, -1, -1):"
    )
    assert (
        form(ir.For(store_name("_"), parse("reversed(range(t.pop()))"), (update_x,)))[0] == "for _ in range(t.pop()):"
    )
    assert form(ir.For(store_name("i"), parse("reversed(range(f(), n, 2))"), (update_x,)))[0] == "bound_1 = f()"
    assert form(ir.For(store_name("i"), parse("reversed(u)"), (update_x,)))[0] == "for i in reversed(u):"


def test_integer_powers_are_asked_for_their_sign():
    """Of floats, and by numbers that are written and not negative, they are left."""
    powers = ir.Assign(store_name("y"), parse("(n**k, n**2, x**k, n**-1, n**0.5)"))
    assert form(powers) == ["y = integer_power(n, k), n**2, x**k, integer_power(n, -1), n**0.5"]


def test_all_of_an_array_is_the_array():
    """``u[...]`` is not written where the backend has no such view."""
    assert form(ir.Return(parse("u[...] * 2"))) == ["return u * 2"]
    assert form(ir.Return(parse("(np.result_type(u), np.result_type(x))"))) == ["return u.dtype, float"]


def test_inner_blocks_are_written_too():
    """Branches, loops and contexts hold updates as well."""
    inner = (update("u[1:]", "v"),)
    nested = ir.If(name("n"), (ir.While(name("k"), inner),), (ir.With(parse("c()"), inner),))
    assert form(nested).count("u[1:] = u[1:] + v") == 2


def test_plain_python_gets_the_function_itself():
    """Nothing is done where nothing is lacking."""
    statement = update("u[1:]", "u[:-1]")
    assert form(statement, capabilities=PYTHON) == ["u[1:] += u[:-1]"]
