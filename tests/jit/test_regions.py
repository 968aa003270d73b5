"""Regions are read from names and subscripts; what is written in another way is none."""

import numpy as np
import pytest

from cladpy.emit.printer import print_tree
from cladpy.ir.expressions import name, parse
from cladpy.ir.fact import FLOAT, INT, Dim, array
from cladpy.jit.regions import index_names, region_of

TABLE = array(np.dtype(float), (Dim("n", one=False), Dim("m", one=True)))


def fact(identifier):
    """Return what is known of the names of the tests."""
    return {"u": TABLE, "t": INT, "f": FLOAT, "s": array(np.dtype(np.complex64), (Dim("n"),))}[identifier]


@pytest.mark.parametrize(
    ("text", "element"),
    [
        ("u", "u[i, j]"),
        ("u[...]", "u[i, j]"),
        ("u[t]", "u[t, i]"),
        ("u[1:-1, t - 1]", "u[i + 1, t - 1]"),
        ("u[:, 2:]", "u[i, j + 2]"),
        ("u[-1, 0]", "u[-1, 0]"),
    ],
)
def test_the_element_at_a_place(text, element):
    """Indices are counted from the first element of the region."""
    region = region_of(parse(text), fact)
    assert element == print_tree(region.element((name("i"), name("j"))))


@pytest.mark.parametrize("text", ["u[::2]", "u[t:]", "u[-3:]", "u[:3]", "u[f]", "s", "f", "t", "u + u", "u[t, t, t]"])
def test_no_regions(text):
    """Steps, bounds from the other end or without a number, indices that are no integers, other dtypes."""
    assert region_of(parse(text), fact) is None


def test_what_is_known_of_a_region():
    """Its lengths, whether they are one, and the names in its indices."""
    region = region_of(parse("u[:-1]"), fact)
    assert [region.one(span) for span in region.spans] == [None, True]
    assert print_tree(region.length(region.spans[0])) == "u.shape[0] - 1"
    assert not region.is_whole
    assert index_names(region_of(parse("u[t]"), fact)) == {"t"}
