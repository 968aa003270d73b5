"""What numba does not take is refused with the primal's line, whatever numba raised."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient

pytest.importorskip("numba")


def transformed(x):
    return np.sum(np.abs(np.fft.fft(x)) ** 2)


def changing(x, n):
    y = 0.0
    if n > 2:
        y = y + x
    return np.sum(y)


def powers(x, n):
    return x * n**-2


def kept(x, table):
    return x * table["a"]


def weighed(x, counts):
    return x * np.sum(counts * 2)


LINE = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("function", "args", "told", "line"),
    [
        (transformed, (LINE,), "numba does not take this", "np.fft"),
        (changing, (LINE, 3), "numba does not take this", None),
        (powers, (2.0, 2), "integer to a negative power", None),
        (kept, (2.0, {"a": 1.0}), "numba takes no dict, and the argument 'table' is one", None),
        (weighed, (2.0, np.array([1, 200], np.uint8)), "the uint8 of 'counts' in 64 bits", None),
    ],
)
def test_refused_in_one_line(function, args, told, line):
    """The code, the reason, and what to do."""
    with pytest.raises(CladpyError, match=told) as caught:
        gradient(function, "x", jit="numba")(*args)
    assert caught.value.code == "C410"
    text = str(caught.value)
    assert len(text.splitlines()) <= 10
    assert line is None or line in text
    assert caught.value.__cause__ is None or caught.value.code == "C410"


def test_an_index_outside_is_an_error():
    """Nothing is read or written beside an array."""
    with pytest.raises(IndexError):
        gradient(lambda x, i: x[i] ** 2, "x", jit="numba")(LINE, 3)
