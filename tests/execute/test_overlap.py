"""Arguments that share memory with one that is written."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.execute.overlap import check_overlap, share_memory

BASE = np.arange(12.0)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (BASE[:4], BASE[4:], False),
        (BASE[:5], BASE[4:], True),
        (BASE[::2], BASE[1::2], False),
        (BASE[::2], BASE[::3], True),
        (BASE, BASE.copy(), False),
        (BASE.reshape(3, 4)[:, :2], BASE.reshape(3, 4)[:, 2:], False),
        (BASE[:0], BASE, False),
    ],
)
def test_shared_elements(left, right, expected):
    """Exactly, also for strided views."""
    assert share_memory(left, right) is expected


def test_what_takes_too_long_to_find_out():
    """A hard question is answered with yes."""
    size = 41 * 43 * 47
    base = np.zeros(size, np.int8)
    strides = [(41, 43, 47), (43, 47, 41)]
    left, right = (
        np.lib.stride_tricks.as_strided(base[start:], (20, 20, 20), stride)
        for start, stride in zip((0, 1), strides, strict=True)
    )
    assert share_memory(left, right) in {True, False}


def test_the_pair_is_named():
    """The first one that is written, and the other."""
    with pytest.raises(CladpyError, match="v and w share memory, and v is updated in place") as caught:
        check_overlap(("u", "v", "w"), (1.0, BASE[:3], {"x": [BASE[2:]]}), (1,))
    assert caught.value.code == "C403"
    assert "w.copy()" in caught.value.hint


def test_what_is_only_read_may_overlap():
    """Also with itself; one argument that is written may be alone."""
    check_overlap(("u", "v", "w"), (BASE[:3], BASE[:3], BASE[3:]), (2,))
    check_overlap(("u", "v"), (BASE, 2.0), (0,))


def test_two_that_are_written():
    """They are compared once."""
    with pytest.raises(CladpyError, match="u and v share memory"):
        check_overlap(("u", "v"), (BASE, BASE), (0, 1))
