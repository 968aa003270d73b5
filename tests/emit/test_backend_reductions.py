"""Tests of reductions along axes, written with what a backend has."""

import gast
import numpy as np
import pytest

from cladpy.emit.backend_reductions import lowered
from cladpy.emit.printer import print_tree
from cladpy.ir.expressions import parse
from cladpy.ir.fact import UNKNOWN, Dim, array

FACTS = {"x": array(None, (Dim("n"), Dim("m"), Dim("k")))}


def infer(node):
    """Return the fact of a name."""
    return FACTS.get(node.id, UNKNOWN) if isinstance(node, gast.Name) else FACTS["x"]


def text(expression):
    """Return what stands for a reduction, as text."""
    found = lowered(parse(expression), infer)
    return None if found is None else print_tree(found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.sum(axis=(0, 1))", "x.sum(axis=1).sum(axis=0)"),
        ("np.sum(x, axis=-1, keepdims=True)", "np.expand_dims(x.sum(axis=2), 2)"),
        ("np.sum(x, (0, -1), keepdims=True)", "np.expand_dims(np.expand_dims(x.sum(axis=2).sum(axis=0), 0), 2)"),
        ("np.mean(x, axis=1)", "x.sum(axis=1) / x.shape[1]"),
        ("np.max(x, axis=0)", "max_along(x, 0)"),
        ("x.min(2)", "min_along(x, 2)"),
        ("np.max(x, axis=(0, 1))", None),
        ("np.sum(x)", None),
        ("np.sum(x, axis=axis)", None),
        ("np.sum(y, axis=0)", None),
        ("np.sum(x, axis=0, where=mask)", None),
        ("np.cumsum(x, axis=0)", None),
    ],
)
def test_reductions_are_written_anew(before, after):
    """What is not known is left as it stands."""
    assert text(before) == after


@pytest.mark.parametrize(
    "before",
    [
        "x.sum(axis=(0, 2))",
        "np.sum(x, axis=-1, keepdims=True)",
        "np.sum(x, (0, -1), keepdims=True)",
        "np.mean(x, axis=(0, 1))",
    ],
)
def test_the_numbers_are_the_same(before):
    """Up to the order of the sums."""
    names = {"x": np.arange(24.0).reshape(2, 3, 4), "np": np}
    np.testing.assert_allclose(eval(text(before), names), eval(before, names), rtol=1e-14)
