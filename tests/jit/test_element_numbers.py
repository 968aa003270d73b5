"""Elements are kept in numbers only where nothing else in the loop can be the same memory."""

import math
from textwrap import dedent

import gast
import numpy as np
import pytest

from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import to_gast
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.jit.element_numbers import element_numbers
from cladpy.optimize.context import Context
from tests.jit.interpreted import run

TABLE = array(np.dtype(float), (Dim("n"), Dim("m")))
SINGLE = array(np.dtype(np.float32), (Dim("n"), Dim("m")))
FACTS = {"d": TABLE, "e": TABLE, "x": TABLE, "view": TABLE, "single": SINGLE, "n": INT, "k": INT, "m": INT, "s": FLOAT}


def statements(nodes):
    """Return parsed statements as those of the compiler."""
    out = []
    for node in nodes:
        match node:
            case gast.For():
                out.append(ir.For(node.target, node.iter, statements(node.body)))
            case gast.If():
                out.append(ir.If(node.test, statements(node.body), statements(node.orelse)))
            case gast.AugAssign():
                out.append(ir.Update(node.target, node.op, node.value))
            case gast.Assign():
                out.append(ir.Assign(node.targets[0], node.value))
            case gast.Expr():
                out.append(ir.Effect(node.value))
            case gast.Return():
                out.append(ir.Return(node.value))
            case _:
                out.append(ir.Break() if isinstance(node, gast.Break) else ir.Continue())
    return tuple(out)


def infer(node):
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        has_slice = any(isinstance(part, gast.Slice) for part in gast.walk(node.slice))
        return TABLE if has_slice else FLOAT
    return FACTS.get(getattr(node, "id", ""), UNKNOWN)


def written(text):
    """Return a text with numbers for elements; `d` and `e` are made in it, `x` is an argument, `view` one of `d`."""
    body = (
        ir.Assign(store_name("d"), parse("x * 2")),
        ir.Assign(store_name("e"), parse("x * 3")),
        ir.Assign(store_name("view"), parse("d[::-1]")) if "view" in text else ir.Pass(),
        *statements(gast.parse(dedent(text)).body),
    )
    context = Context(FACTS, lambda call: True, lambda call: False, True, infer)
    function = element_numbers(ir.Function("f", ("x", "n", "k", "s"), body), context, set())
    made = ir.Function("f", (), function.body[3:])
    return print_tree(to_gast(made, {})).partition(":\n")[2]


def indented(text):
    return "".join(f"    {line}\n" if line else "\n" for line in dedent(text).strip().splitlines())


KEPT = [
    (
        "for j in range(n):\n    d[k, 0] += s",
        "if n > 0:\n    sum_1 = d[k, 0]\n    for j in range(n):\n        sum_1 += s\n    d[k, 0] = sum_1",
    ),
    (
        "d[k, 0] = 1.0\nfor j in range(n):\n    d[k, 0] += s",
        "d[k, 0] = 1.0\nsum_1 = d[k, 0]\nfor j in range(n):\n    sum_1 += s\nd[k, 0] = sum_1",
    ),
    (
        "for j in range(9, n, -2):\n    d[k, 0] -= e[k, 0] * d.shape[0]\ns = d[k, 0]",
        """
        sum_1 = d[k, 0]
        for j in range(9, n, -2):
            sum_1 -= e[k, 0] * d.shape[0]
        d[k, 0] = sum_1
        s = d[k, 0]
        """,
    ),
    (
        """
        for i in range(n):
            for j in range(i + 1, n):
                d[i, j] += s
                d[i, i] -= d[i, j]
        """,
        """
        for i in range(n):
            if i + 1 < n:
                sum_1 = d[i, i]
                for j in range(i + 1, n):
                    d[i, j] += s
                    sum_1 -= d[i, j]
                d[i, i] = sum_1
        """,
    ),
    (
        """
        for j in range(n):
            d[0, 0] += s
            if s > 1.0:
                break
            d[1, 0] += s
        """,
        """
        if n > 0:
            sum_1 = d[0, 0]
            for j in range(n):
                sum_1 += s
                if s > 1.0:
                    break
                d[1, 0] += s
            d[0, 0] = sum_1
        """,
    ),
    (
        """
        for i in range(n):
            for j in range(i):
                d[j, 0] -= d[i, 0]
        """,
        """
        for i in range(n):
            if i > 0:
                number_1 = d[i, 0]
                for j in range(i):
                    d[j, 0] -= number_1
        """,
    ),
]


@pytest.mark.parametrize(("text", "expected"), KEPT)
def test_kept(text, expected):
    """A number is read before the loop, and stored behind it where the loop stores into the element."""
    assert indented(expected).split() == written(text).split()


LEFT = [
    "for j in range(n):\n    d[k, 0] += d[j, 0]",  # j may be k
    "for j in range(n):\n    d[k, 0] += view[j, 0]",  # the same memory under another name
    "for j in range(n):\n    d[k, 0] += s\n    view[0, 0] = s",
    "for j in range(n):\n    d[j, 0] += s",
    "for j in range(n):\n    d[k, 0] += s\n    k += 1",
    "for j in range(n):\n    d[k, 0] += s\n    d = e",
    "for j in range(n):\n    d[k, 0] += g(d)",
    "for j in range(n):\n    d[k, 0] += s\n    g(d)",
    "for j in range(n):\n    d[k, 0] += (lambda: d[k, 0])()",
    "for j in range(n):\n    if s > j:\n        d[k, 0] += s",  # perhaps never named
    "for j in range(n):\n    if s > j:\n        continue\n    d[k, 0] += s",
    "for j in range(n):\n    d[k, 0] = g(s)",  # of unknown kind
    "for j in range(n):\n    d[k, 0], s = g(s)",
    "for j in range(n):\n    d[k] += s",  # a row
    "for j in range(n):\n    d[k, :] += s",
    "for j in range(n):\n    d[s, 0] += s",
    "for j in range(n):\n    d[k, 0] += s\n    return s",
    "for j in range(n):\n    x[k, 0] += s",  # the caller's
    "for j in range(n):\n    single[k, 0] += s",  # would not be rounded each time
    "for j in range(0, n, m):\n    d[k, 0] += s",  # may not run, and nothing says when
    "k = 1\nfor j in range(0, n, m):\n    d[k, 0] += s\nk = 2\ns = d[k, 0]",
    "s = d[k, 0] if n else 0.0\nfor j in range(0, n, m):\n    d[k, 0] += s",
    "for j in range(tape.pop()):\n    d[k, 0] += s",  # would be taken twice
    "d[k, 0] = 1.0\nfor j in range(g(d)):\n    d[k, 0] += s",
    "d[k, 0] += s",
]


@pytest.mark.parametrize("text", LEFT)
def test_left(text):
    """What may be the same memory, may not be an element, or may not be named, stays as it is."""
    expected = print_tree(to_gast(ir.Function("f", (), statements(gast.parse(text).body)), {})).partition(":\n")[2]
    assert expected == written(text).replace("    view = d[::-1]\n", "")


# ---- whole programs, as the Python that they are ----


def rows_of_sums(x, y, pairs):
    """Store into elements that are equal by chance."""
    u = x.copy()
    for i, j in pairs:
        for k in range(len(y)):
            u[i] += u[j] * y[k]
    return np.sum(u * u)


def lower_triangle(x, n):
    u = x.copy()
    for i in range(n):
        for k in range(i):
            u[i] -= u[k] * x[i]
        u[i] *= u[0]
    return np.sum(u)


def left_early(x, n):
    total = np.zeros(2)
    for i in range(n):
        for k in range(i + 1, n):
            total[1] += x[i] * x[k]
            if total[1] > 1.0:
                break
            if k == 2:
                continue
            total[0] += total[1] * x[k]
    return total[0] + total[1]


def two_names(x):
    u = x * 1.0
    v = u[::-1]
    for k in range(len(x)):
        u[0] += v[k] * x[k]
    return u[0] * v[0]


def beyond_the_end(x, n):
    u = np.ones(2)
    for i in range(5):
        for k in range(n):
            u[i] += x[k]
    return np.sum(u * x[0])


def elimination(a):
    c, total = a.copy(), 0.0
    for k in range(len(a)):
        total += math.log(abs(c[k, k]))
        for i in range(k + 1, len(a)):
            c[i, k] /= c[k, k]
            for j in range(k + 1, len(a)):
                c[i, j] -= c[i, k] * c[k, j]
    return total


LINE = np.array([0.5, -0.75, 1.25, 0.3])
PROGRAMS = [
    (rows_of_sums, (LINE, np.array([0.5, -0.25]), [(0, 1), (2, 2), (1, 0)])),
    (lower_triangle, (LINE, 4)),
    (lower_triangle, (LINE, 0)),
    (left_early, (LINE, 4)),
    (left_early, (4 * LINE, 4)),
    (two_names, (LINE,)),
    (beyond_the_end, (LINE, 0)),  # no element is named
    (elimination, (np.array([[3.0, 1.0, 0.5], [0.2, -2.0, 1.0], [1.0, 0.3, 4.0]]),)),
]


@pytest.mark.parametrize(("function", "args"), PROGRAMS, ids=[each[0].__name__ for each in PROGRAMS])
def test_gradient(function, args, rng):
    """The compiled text gives the primal's value, and the slope of differences."""
    _, (value, gradient) = run(function, args, function.__code__.co_varnames[0])
    assert value == pytest.approx(float(function(*args)), rel=1e-14)
    direction, size = rng.normal(size=args[0].shape), 1e-6
    wide = [args[0] + sign * size * direction for sign in (1, -1)]
    slope = (function(wide[0], *args[1:]) - function(wide[1], *args[1:])) / (2 * size)
    # Differences of 1e-6 in double precision are good for about eight digits.
    assert np.sum(gradient * direction) == pytest.approx(slope, rel=1e-6, abs=1e-8)
