"""Arguments that share memory with one that is written."""

from types import SimpleNamespace

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


def test_parts_of_one_argument():
    """The same array may be held twice; views of one may not, where arrays in the argument are stored into."""
    check_overlap(("p",), ([BASE, BASE, BASE[:0]],), (0,), {"p"})
    check_overlap(("p",), ([BASE, BASE[2:]],), (0,))
    check_overlap(("p",), ([BASE[::2], BASE[1::2]],), (0,), {"p"})
    with pytest.raises(CladpyError, match="p holds arrays that share memory") as caught:
        check_overlap(("p",), ([BASE[:3], np.ones(2), {"x": BASE[2:]}],), (0,), {"p"})
    assert caught.value.code == "C403"


@pytest.mark.parametrize("shared", [[1.0], {"x": 1.0}, SimpleNamespace(x=1.0)], ids=lambda each: type(each).__name__)
def test_one_container_in_two_arguments(shared):
    """What is stored into one is stored into the other; what holds no number does not count."""
    with pytest.raises(CladpyError, match="p and q share memory"):
        check_overlap(("p", "q"), ([shared], {"s": shared}), (0,))
    check_overlap(("p", "q"), ([1.0, ["a"]], [2.0, ["a"]]), (0,))
