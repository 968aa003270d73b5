"""Calls, selections and the requests that a check makes."""

import numpy as np
import pytest

from cladpy import gradient
from cladpy.testing.subject import Call, asked, derive_alone, derive_by_pullback, derive_scalar, given


def product(x, y=3.0, *rest, scale=1.0):
    return x * y * scale + sum(rest)


def test_call_knows_its_arguments():
    """Defaults and star arguments are found by name."""
    call = Call.of(product, (2.0, 5.0, 1.0, 4.0), {})
    assert [call.argument(name) for name in ("x", "y", "rest[1]", "scale")] == [2.0, 5.0, 4.0, 1.0]
    assert call.run() == 15.0


def test_other_argument_leaves_the_call_as_it_is():
    """A call with another argument is another call."""
    call = Call.of(product, (2.0, 5.0, 1.0, 4.0), {})
    assert call.with_argument("rest[1]", 9.0).run() == 20.0
    assert call.with_argument("scale", 2.0).run() == 25.0
    assert call.run() == 15.0


def test_copy_owns_its_arguments():
    """What the primal overwrites in a copy stays whole in the original."""
    call = Call.of(product, (np.ones(2),), {})
    call.copy().argument("x")[:] = 7.0
    assert call.argument("x").tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("wrt", "expected"),
    [
        (None, (("x", "y", "rest", "scale"), False)),
        ("y", (("y",), True)),
        (("y",), (("y",), False)),
        ("scale, x", (("scale", "x"), False)),
        ((0, 2), (("x", "rest[0]"), False)),
    ],
)
def test_selection(wrt, expected):
    """Names, positions and nothing, as for a request."""
    assert asked(product, wrt) == expected


@pytest.mark.parametrize("derive", [derive_scalar, derive_alone, derive_by_pullback])
@pytest.mark.parametrize(("wrt", "bare"), [("y", True), (("y",), False)])
def test_ways_to_the_same_adjoint(derive, wrt, bare):
    """Each gives a tuple of adjoints, and the value if it has it."""

    def square(x, y):
        return x * y * y

    call = Call.of(square, (2.0, 3.0), {})
    value, adjoints = derive(square, wrt, bare=bare)(call, 1.0)
    assert value in {None, 18.0}
    assert adjoints == (12.0,)


def test_derivative_of_somebody_else():
    """A gradient function is taken as it is."""
    call = Call.of(lambda x, y: x * y, (2.0, 3.0), {})
    assert given(gradient(call.function), bare=False)(call, None) == (None, (3.0, 2.0))
    assert given(lambda x, y: y, bare=True)(call, None) == (None, (3.0,))
