"""The kind and the ownership of adjoints."""

from typing import NamedTuple

import numpy as np
import pytest

from cladpy import no_adjoint
from cladpy.testing.form import check_form, check_ownership
from cladpy.testing.mismatch import GradientMismatch


class Pair(NamedTuple):
    left: float
    right: float


@pytest.mark.parametrize(
    ("argument", "adjoint"),
    [
        (1.0, 2.0),
        (np.float32(1), np.float32(2)),
        (np.ones(()), np.zeros(())),
        (3, no_adjoint),
        (None, no_adjoint),
        ({"a": [1.0, "name"]}, {"a": [0.0, no_adjoint]}),
        (Pair(1.0, 2.0), Pair(0.0, 0.0)),
        (np.arange(3), no_adjoint),
    ],
)
def test_right_forms_pass(argument, adjoint):
    """An adjoint is of the kind of its argument."""
    check_form("x", argument, adjoint)


@pytest.mark.parametrize(
    ("argument", "adjoint"),
    [
        (1.0, np.float64(2.0)),
        (np.float64(1.0), 2.0),
        (np.ones(()), np.float64(0.0)),
        (np.ones(1), np.ones(())),
        (np.ones(2, np.float32), np.ones(2)),
        (3, 0.0),
        (1.0, no_adjoint),
        ([1.0], (1.0,)),
        ([1.0], [1.0, 2.0]),
        ({"a": 1.0}, {"b": 1.0}),
        (Pair(1.0, 2.0), (1.0, 2.0)),
        ([1.0], no_adjoint),
    ],
)
def test_other_forms_fail(argument, adjoint):
    """Whatever differs in type, structure, shape or dtype is reported."""
    with pytest.raises(GradientMismatch, match="x") as caught:
        check_form("x", argument, adjoint)
    assert caught.value.aspect == "form"


def read_only():
    array = np.ones(3)
    array.flags.writeable = False
    return array


def strided():
    return np.lib.stride_tricks.as_strided(np.ones(1), (3,), (0,))


SHARED = np.ones(6)


@pytest.mark.parametrize(
    ("adjoints", "others", "message"),
    [
        ({"x": read_only()}, {}, "read-only"),
        ({"x": strided()}, {}, "broadcast"),
        ({"x": SHARED[1:]}, {"the argument y": [SHARED]}, "memory with the argument y"),
        ({"x": SHARED, "y": SHARED[::2]}, {}, "y shares memory with the adjoint of x"),
        ({"x": [SHARED, SHARED]}, {}, "memory"),
    ],
)
def test_borrowed_storage_fails(adjoints, others, message):
    """An adjoint owns what it holds."""
    with pytest.raises(GradientMismatch, match=message) as caught:
        check_ownership(adjoints, others)
    assert caught.value.aspect == "ownership"


def test_disjoint_views_pass():
    """Two halves of one array share no element."""
    check_ownership({"x": SHARED[:3], "y": SHARED[3:]}, {"the argument x": np.ones(3), "the value": 1.0})


def test_a_parameter_that_holds_nothing_floating():
    """It has `no_adjoint` as a whole, whatever it is; one that holds something has not."""
    for argument in ((), [1, "a"], {"k": None}, 3):
        check_form("x", argument, no_adjoint)
    with pytest.raises(GradientMismatch):
        check_form("x", [1.0, 2], no_adjoint)
