"""Adjoints on their way to the caller's function: in the form of their arguments, under the names asked for."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.execute.handing import Handing
from cladpy.execute.slots import Slots

NAMES = ("w", "args", "n")


def receiver(asked, values, users=()):
    got = []
    slots = Slots.of(asked, NAMES, bare=False, named=True)
    handing = Handing(lambda *pair: got.append(pair), slots, NAMES)
    return handing.receiver(values, dict(users)), got


def test_final_adjoints_go_straight_to_the_function():
    """Nothing stands between."""
    slots = Slots.of(("w",), NAMES, bare=False, named=True)
    assert Handing(print, slots, NAMES).receiver((np.ones(2), (), 3), {}) is print


def test_an_adjoint_gets_the_form_of_its_argument():
    """A dict again; elements of star arguments one by one."""
    receive, got = receiver(("w", "args[1]", "args[0]"), ({"a": np.float32(1.0)}, (2.0, 3.0), 3))
    receive("args", (5.0, 6.0))
    receive("w", (7.0,))
    assert got == [("args[1]", 6.0), ("args[0]", 5.0), ("w", {"a": np.float32(7.0)})]


SHARED = np.arange(4.0)


@pytest.mark.parametrize(
    ("values", "users", "others"),
    [
        ((SHARED, (SHARED[1:],), 3), {}, "w and args"),
        ((SHARED, (), 3), {"TABLE": [SHARED[::2]]}, "w and TABLE"),
        (([1.0, 2.0], (), 3), {}, None),
        ((SHARED[::2], (SHARED[1::2],), 3), {"TABLE": SHARED.copy()}, None),
    ],
)
def test_what_is_given_shares_memory_with_nothing_that_is_read(values, users, others):
    """Other arguments and globals; views without a common element are apart."""
    if others is None:
        receiver(("w",), values, users)
        return
    with pytest.raises(CladpyError, match=others) as caught:
        receiver(("w",), values, users)
    assert caught.value.code == "C403"
