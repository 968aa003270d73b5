"""Two elements are different ones only where the ranges of their indices say so."""

import gast
import numpy as np
import pytest

from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Dim, array
from cladpy.jit.index_ranges import IndexRanges, ends_of, step_of

FACTS = {"n": INT, "m": INT, "s": FLOAT, "x": array(np.dtype(float), (Dim("n"),)), "mask": UNKNOWN}


def nest(*headers, body=()):
    """Return what is known inside of loops, the outermost first."""
    ranges = IndexRanges(lambda found: FACTS.get(found, UNKNOWN))
    loops, inner = [], tuple(body)
    for header in reversed(headers):
        target, _, iterable = header.partition(" in ")
        loops.insert(0, ir.For(store_name(target), parse(iterable), inner))
        inner = (loops[0],)
    for loop in loops:
        ranges = ranges.inside(loop)
    return ranges


def index(text):
    return parse(f"x[{text}]").slice


@pytest.mark.parametrize(
    ("headers", "left", "right"),
    [
        (("k in range(n)", "j in range(k + 1, n)"), "k", "j"),
        (("k in range(n - 1, -1, -1)", "i in range(n - 1, k, -1)", "j in range(n - 1, k, -1)"), "i, k", "i, j"),
        (("k in range(n - 1, -1, -1)", "i in range(n - 1, k, -1)"), "k, :", "i, :"),
        (("k in range(0, n, 3)", "j in range(k)"), "j", "k"),
        (("k in range(len(x))", "j in range(k, x.shape[0])"), "j + 1", "k"),
        ((), "0", "1"),
        (("j in range(n)",), "m, 0", "m, j + 1"),
    ],
)
def test_apart(headers, left, right):
    """A loop's variable is between the bounds of its range."""
    ranges = nest(*headers)
    assert ranges.are_apart(index(left), index(right))
    assert ranges.are_apart(index(right), index(left))


@pytest.mark.parametrize(
    ("headers", "left", "right"),
    [
        (("k in range(n)", "j in range(n)"), "k", "j"),
        (("k in range(n)", "j in range(k, n)"), "k", "j"),
        (("k in range(-1, n)", "j in range(k + 1, n)"), "k", "j"),  # -1 is the last element
        (("j in range(m + 1, n)",), "m", "j"),  # m may be negative
        (("k in range(n)", "j in range(k + 1, n, m)"), "k", "j"),  # may run down
        (("k in x", "j in range(n)"), "k", "j"),
        ((), "0", "-1"),
        (("k in range(n)", "j in range(k + 1, n)"), "mask, k", "mask, j"),
        (("k in range(n)", "j in range(k + 1, n)"), "..., k", "..., j"),
        (("k in range(n)", "j in range(k + 1, n)"), "None, k", "None, j"),
        (("k in range(n)", "j in range(k + 1, n)"), "s + k", "s + j"),
        (("k in range(n)", "j in range(k + 1, n)"), ":", "j"),
        (("k in range(n)", "j in range(k + 1, n)", "k in range(n)"), "k", "j"),
    ],
)
def test_not_proved(headers, left, right):
    """What the ranges do not say is not known."""
    assert not nest(*headers).are_apart(index(left), index(right))


@pytest.mark.parametrize("bound", ["k", "j"])
def test_what_the_loop_binds_has_no_range(bound):
    """A variable that the body binds may have any value."""
    body = (ir.Assign(store_name(bound), parse("n")),)
    assert not nest("k in range(n)", "j in range(k + 1, n)", body=body).are_apart(index("k"), index("j"))


def test_ends_and_steps():
    """Ends are those of ranges, steps are written numbers."""

    def loop(text):
        return ir.For(store_name("i"), parse(text), ())

    assert [step_of(loop(text)) for text in ("range(n)", "range(9, 0, -2)", "range(0, n, m)")] == [1, -2, None]
    assert ends_of(loop("reversed(n)")) is None
    assert ends_of(ir.For(gast.Tuple([store_name("i")], gast.Store()), parse("range(n)"), ())) is None
    assert ends_of(loop("x")) is None
