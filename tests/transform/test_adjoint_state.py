"""What is known of an adjoint at a point of the reverse sweep."""

import itertools

import numpy as np
import pytest

from cladpy.ir.fact import FLOAT, INT, STR, Dim, Fact, array, of_constant, scalar
from cladpy.transform.adjoint_state import ZERO, AdjointState, as_adjoint, join_adjoint_facts, join_states

M, N = Dim("m", one=False), Dim("n", one=False)
SINGLE, DOUBLE = np.dtype("f4"), np.dtype("f8")
VECTOR = array(DOUBLE, (M,))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (VECTOR, VECTOR, VECTOR),
        (VECTOR, FLOAT, Fact("number", DOUBLE, None)),
        (scalar(SINGLE), FLOAT, Fact("number", SINGLE, ())),
        (FLOAT, scalar(SINGLE), Fact("number", SINGLE, ())),
        (VECTOR, array(SINGLE, (M,)), array(None, (M,))),
        (VECTOR, array(DOUBLE, (N,)), array(DOUBLE, None)),
        (VECTOR, array(None, (M,)), array(None, (M,))),
        (Fact("tuple"), Fact("tuple", items=()), Fact("tuple")),
        (Fact("tuple"), STR, Fact("unknown")),
    ],
)
def test_facts_of_one_adjoint_from_two_paths(left, right, expected):
    """A Python float is a zero or a seed, and takes the dtype of the other."""
    assert join_adjoint_facts(left, right) == expected


@pytest.mark.parametrize("name", ["zero", "cut", "infinite"])
@pytest.mark.parametrize(("left", "right"), list(itertools.product([False, True], repeat=2)))
def test_what_may_be_on_one_path_may_be_behind_the_join(name, left, right):
    """Zero, cut off, infinite."""
    joined = join_states(AdjointState(VECTOR, **{name: left}), AdjointState(VECTOR, **{name: right}))
    assert getattr(joined, name) is (left or right)


@pytest.mark.parametrize("name", ["owned", "full"])
@pytest.mark.parametrize(("left", "right"), list(itertools.product([False, True], repeat=2)))
def test_what_is_certain_must_hold_on_both_paths(name, left, right):
    """Storage of its own, the primal's shape."""
    joined = join_states(AdjointState(VECTOR, **{name: left}), AdjointState(VECTOR, **{name: right}))
    assert getattr(joined, name) is (left and right)


def test_the_literal_zero_is_cut_off():
    """A slope that it meets must not count, were it infinite; it owns nothing and is no array."""
    assert (ZERO.zero, ZERO.cut, ZERO.infinite, ZERO.owned, ZERO.full) == (True, True, False, False, False)
    assert join_states(ZERO, AdjointState(VECTOR, owned=True, full=True)) == AdjointState(
        Fact("number", DOUBLE, None), zero=True, cut=True
    )


def test_adjoints_from_elsewhere():
    """That of a Python number may be a NumPy scalar; its value is not the parameter's."""
    assert as_adjoint(FLOAT) == Fact("number", DOUBLE, ())
    assert as_adjoint(of_constant(2.0)) == Fact("number", DOUBLE, ())
    assert as_adjoint(VECTOR) == VECTOR
    assert as_adjoint(INT).kind == "number"
