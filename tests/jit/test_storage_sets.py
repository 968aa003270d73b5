"""Names that may share memory."""

import numpy as np
import pytest

from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse, store_name
from cladpy.ir.fact import FLOAT, UNKNOWN, Dim, array
from cladpy.jit.regions import region_of
from cladpy.jit.storage_sets import StorageSets
from cladpy.optimize.context import Context

LINE = array(np.dtype(float), (Dim("n"),))


def fact(identifier):
    return {"k": FLOAT, "held": UNKNOWN}.get(identifier, LINE)


def sets(*lines):
    """Return the partition of a function ``f(x, y)`` of assignments and calls."""
    body = []
    for line in lines:
        target, equals, value = line.partition(" = ")
        body.append(ir.Assign(store_name(target), parse(value)) if equals else ir.Effect(parse(line)))
    context = Context({}, lambda call: True, lambda call: "copy" in str(call.func.__dict__), True, lambda node: LINE)
    return StorageSets(ir.Function("f", ("x", "y"), tuple(body)), context, fact)


@pytest.mark.parametrize(
    ("lines", "left", "right", "shared"),
    [
        ((), "x", "y", True),  # the caller's arrays may overlap
        (("u = x * 2",), "u", "x", False),
        (("u = x.copy()",), "u", "x", False),
        (("u = x[1:]",), "u", "x", True),
        (("u = x.T",), "u", "x", True),
        (("u = x if k else y * 2",), "u", "x", True),
        (("u = x * 2", "held.append(u)", "v = held.pop()"), "u", "v", True),
        (("u = x * 2", "v = g(u.shape)"), "u", "v", False),
        (("u = x * 2", "v = u[0] * k"), "u", "v", False),
    ],
)
def test_may_share(lines, left, right, shared):
    """Views and what is handed through do; what is computed does not."""
    assert sets(*lines).may_share(left, right) == shared


@pytest.mark.parametrize(
    ("written", "read", "conflict"),
    [
        ("u[1:]", "u[1:]", False),
        ("u[1:]", "u[:-1]", True),
        ("u[0]", "u[1]", False),
        ("u[0]", "u[-1]", True),
        ("u", "x", False),
        ("v", "u[1:]", True),
    ],
)
def test_conflict(written, read, conflict):
    """An element may be written before it is read only where both are the same."""
    found = sets("u = x * 2", "v = u[1:]")
    assert found.conflict(region_of(parse(written), fact), region_of(parse(read), fact)) == conflict
