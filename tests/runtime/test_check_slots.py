"""The check of what custom pullbacks return."""

import re

import numpy as np
import pytest

from cladpy.runtime import check_slots, no_adjoint

WEIGHT = ((2, 3), np.float32)


def test_wanted_slots_are_handed_on():
    """An adjoint that fits is the very array that the rule gave."""
    d_weight = np.ones((2, 3), np.float32)
    assert check_slots((no_adjoint, d_weight), "rule", data=None, weight=WEIGHT)[1] is d_weight


def test_slots_that_are_not_wanted_hold_no_adjoint():
    """What a rule gives beyond what was asked for is dropped."""
    assert check_slots((1.0, 2.0), "rule", data=None, weight=((), float)) == (no_adjoint, 2.0)


@pytest.mark.parametrize("slot", [np.float64(2.0), 2.0, 2, np.float32(2.0), np.array(2.0)])
def test_adjoint_of_a_python_float_is_one(slot):
    """Any real number will do, and becomes a Python float."""
    (found,) = check_slots((slot,), "rule", x=((), float))
    assert (type(found), found) == (float, 2.0)


@pytest.mark.parametrize("slot", [2.0, np.float64(2.0), np.array(2.0)])
def test_adjoint_of_a_numpy_number_has_its_dtype(slot):
    """A NumPy scalar of float32 gets a scalar of float32."""
    (found,) = check_slots((slot,), "rule", x=((), np.float32))
    assert (type(found), found) == (np.float32, 2.0)


def test_structures_are_checked_leaf_by_leaf():
    """Lists and dicts of adjoints keep their structure, with lists for sequences."""
    form = {"w": ((2,), np.float64), "rest": [((), float), None]}
    given = {"w": np.ones(2), "rest": (3.0, no_adjoint)}
    (found,) = check_slots((given,), "rule", params=form)
    assert (list(found), found["rest"]) == (["w", "rest"], [3.0, no_adjoint])


@pytest.mark.parametrize(
    ("slots", "expected", "text"),
    [
        (np.ones(2), {"a": ((), float)}, "rule returns a ndarray, and not a slot for each of: a"),
        ((1.0, 2.0), {"a": ((), float)}, "rule returns 2 slots, and not a slot for each of: a"),
        ((no_adjoint,), {"a": ((), float)}, "rule: the adjoint of 'a' is no_adjoint, and it is wanted"),
        ((None,), {"a": ((), float)}, "rule: the adjoint of 'a' is None, and it is wanted"),
        ((np.ones(3),), {"a": ((2,), np.float64)}, "rule: the adjoint of 'a' has shape (3,), and 'a' has shape (2,)"),
        ((np.ones(3),), {"a": ((), float)}, "rule: the adjoint of 'a' has shape (3,), and 'a' has shape ()"),
        ((1.0,), {"a": ((2,), np.float64)}, "rule: the adjoint of 'a' has shape (), and 'a' has shape (2,)"),
        (([1.0, 2.0],), {"a": ((2,), np.float64)}, "rule: the adjoint of 'a' is a list, and 'a' is an array"),
        (
            (np.ones(2),),
            {"a": ((2,), np.float32)},
            "rule: the adjoint of 'a' has dtype float64, and 'a' has dtype float32",
        ),
        (([0, 1],), {"a": [((), float), ((), float), None]}, "rule: the adjoint of 'a' is no sequence of 3 items"),
        ((1.0 + 0j,), {"a": ((), float)}, "rule: the adjoint of 'a' is (1+0j), and 'a' is a number of dtype float64"),
        ((True,), {"a": ((), float)}, "rule: the adjoint of 'a' is True, and 'a' is a number of dtype float64"),
        (([1.0],), {"a": [None, None]}, "rule: the adjoint of 'a' is no sequence of 2 items"),
        (({"v": 1.0},), {"a": {"w": None}}, "rule: the adjoint of 'a' is no dict with the keys 'w'"),
        (([1.0],), {"a": [((3,), np.float64)]}, "rule: the adjoint of 'a[0]' has shape (), and 'a[0]' has shape (3,)"),
    ],
)
def test_what_does_not_fit_is_named(slots, expected, text):
    """The error says which rule, which parameter, what it gave and what was expected."""
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape('[C402] ' + text)}$"):
        check_slots(slots, "rule", **expected)
