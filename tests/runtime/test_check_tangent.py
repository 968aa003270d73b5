"""The check of tangents that users' rules give."""

from typing import NamedTuple

import numpy as np
import pytest

from cladpy.runtime import check_tangent, no_adjoint


class Pair(NamedTuple):
    left: object
    right: object


def test_what_fits_is_handed_on():
    """An array itself, numbers in the type of the result, structures in their class."""
    tangent = np.ones(2)
    assert check_tangent(tangent, "rule", np.zeros(2)) is tangent
    assert type(check_tangent(np.float32(1.5), "rule", 2.0)) is float
    assert check_tangent((1.0, [2.0]), "rule", Pair(3.0, [4.0])) == Pair(1.0, [2.0])
    assert check_tangent({"a": 1.0}, "rule", {"a": 2.0}) == {"a": 1.0}


def test_what_holds_nothing_floating_is_not_looked_at():
    """It stands for itself."""
    assert check_tangent((1.0, None), "rule", (2.0, 3)) == (1.0, 3)


@pytest.mark.parametrize(
    ("tangent", "value", "text"),
    [
        (1.0, np.zeros(2), r"\[C402\] rule: the tangent has shape \(\), and the result has shape \(2,\)"),
        ([1.0, 2.0], np.zeros(2), "is a list, and the result is an array"),
        (np.ones(2, np.float32), np.zeros(2), "has dtype float32"),
        (no_adjoint, 1.0, "is no_adjoint"),
        ("text", 1.0, "is 'text'"),
        (1j, 1.0, "is 1j"),
        (1.0, (1.0, 2.0), "is no sequence of 2 items"),
        ((1.0,), (1.0, 2.0), "is no sequence of 2 items"),
        ({"b": 1.0}, {"a": 1.0}, "is no dict with the keys 'a'"),
        ((1.0, np.ones(3)), (1.0, np.ones(2)), r"the tangent\[1\] has shape \(3,\)"),
    ],
)
def test_what_does_not_fit(tangent, value, text):
    """Is said with the rule's name and the place."""
    with pytest.raises((TypeError, ValueError), match=text):
        check_tangent(tangent, "rule", value)
