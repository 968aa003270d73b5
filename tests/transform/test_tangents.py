"""Which versions have a tangent, what it is called, and its zeros."""

import gast
import numpy as np
import pytest

from cladpy.ir.expressions import name
from cladpy.transform.tangents import PREFIX, Tangents
from tests.stages import define, scheduled_forward

V = np.array([0.5, -1.25, 2.0])


def tangents_of(program, args, wrt="x"):
    """Return the tangents of a function."""
    return Tangents(scheduled_forward(define(program), args, wrt).analysis)


BRANCH = "def f(x, b, c):\n    y = 1.0\n    if c > 0:\n        y = b * x\n    return y\n"


def test_what_a_join_may_hold_is_carried():
    """The inactive side, too: its tangent is zero."""
    tangents = tangents_of(BRANCH, (2.0, 3.0, 1))
    assert {"y.0", "y.1", "y.2"} <= tangents.carried
    assert not tangents.is_active("y.0")
    assert "b.0" not in tangents.carried


def test_storage_that_is_updated_is_carried_from_its_creation():
    """With all names and views of it, whichever comes first."""
    program = "def f(x):\n    u = np.zeros(3)\n    v = u[1:]\n    w = np.ones(3)\n    u[:] = x * w\n    return v\n"
    carried = tangents_of(program, (V,)).carried
    assert {"u.0", "u.1", "v.0"} <= carried
    assert "w.0" not in carried


@pytest.mark.parametrize(
    ("program", "version", "variable"),
    [
        ("def f(x):\n    y = x * x\n    return y\n", "y.0", "t:y"),
        ("def f(x):\n    return x * x + 1\n", "v@1.0", "t:@1"),
        ("def f(x):\n    x = x * x\n    x = x * 2\n    return x\n", "x.2", "t:x@w2"),
    ],
)
def test_variables(program, version, variable):
    """A tangent is called after its variable, that of a temporary by number."""
    assert variable == tangents_of(program, (2.0,)).variable(version)


@pytest.mark.parametrize(
    ("argument", "zero"),
    [
        (2.0, "0.0"),
        (V, "np.zeros_like(b.0)"),
        (np.float32(2.0), "0.0"),
        (np.array(2.0), "np.zeros_like(b.0)"),
        ([1.0, 2.0], "zero_tangent(b.0)"),
    ],
)
def test_zeros(argument, zero):
    """A literal for a number, else zeros of the value's own form."""
    tangents = tangents_of("def f(x, b):\n    return x\n", (2.0, argument))
    assert zero == _text(tangents.read(name("b.0")))


def test_facts_of_a_tangent_are_those_of_its_version():
    """Its value apart."""
    tangents = tangents_of(BRANCH, (2.0, 3.0, 1))
    assert tangents.infer(name(f"{PREFIX}y.0")) == tangents.infer(name("y.0")).without_value()


def test_a_new_value_that_is_updated_has_a_new_tangent():
    """Else the update would change another tangent, too; what a helper returns may be updated by its caller."""
    program = "def f(x):\n    y = x + 1.0\n    y[0] = 2.0\n    z = x + 2.0\n    return y * z\n"
    analysis = scheduled_forward(define(program), (V,), "x").analysis
    assert Tangents(analysis).must_be_new("y.0")
    assert not Tangents(analysis).must_be_new("z.0")
    assert not Tangents(analysis).must_be_new("result@ret.0")
    assert Tangents(analysis, is_root=False).must_be_new("result@ret.0")


def _text(node):
    return gast.unparse(node).strip()
