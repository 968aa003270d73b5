"""Functions that update elements are the stores that they are."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import normal_form, text

M = np.array([[0.5, 1.5, 2.5], [3.5, 4.0, 5.0], [1.0, 2.0, -1.0]])
V = np.array([1.5, -2.0, 0.7])


def form(statement):
    """Return the normal form of a statement."""
    return normal_form(f"def f(a, i, v):\n    {statement}\n    return a\n").rpartition("return ")[0]


def test_a_mask_chooses_among_repeated_values():
    """The store is at a mask, whatever kind of array it was."""
    assert form("np.putmask(a, i, v)") == text(
        """
        v@1 = np.asarray(i, np.bool_)
        v@2 = a.shape
        v@3 = np.resize(v, v@2)
        v@4 = v@3[v@1]
        a[v@1] = v@4
        """
    )


def test_an_unbuffered_update_is_a_loop():
    """One element after the other, so that a repeated one is met twice."""
    assert "for k@1 in range(" in form("np.multiply.at(a, i, v)")


@pytest.mark.parametrize("statement", ["np.put(a, i, v, mode=i)", "np.fill_diagonal(a, v, i)", "np.put(a, v=v)"])
def test_other_forms_stay_calls(statement):
    """They are refused where it matters."""
    assert form(statement) == statement + "\n"


def by_names(x, v):
    """Return a sum behind each of the functions, with keywords and modes."""
    y = x * 2
    np.put(y, [0, -1, 10], v, mode="wrap")
    np.put(a=y, ind=[2, -5], v=x[0, 0], mode="clip")
    np.putmask(y, mask=x > 4.5, values=v)
    np.place(arr=y, mask=x < 0, vals=v[:1])
    np.put_along_axis(y, np.array([[0], [1], [1]]), values=v[:, None] * x[0, 0], axis=1)
    np.copyto(dst=y[1:], src=x[1:] * v, casting="unsafe", where=x[1:] > 3.7)
    tall = np.reshape(y, (9, 1)) * np.ones(2)
    np.fill_diagonal(tall, val=v, wrap=True)
    return np.sum(y * y * x) + np.sum(tall**2)


def put(x, v):
    y = x * 2
    np.put(y, [0, 5, -1, 2], v[:2])
    return np.sum(y * y * x)


def putmask(x, v):
    y = x * 2
    np.putmask(y, x > 1.2, v)
    return np.sum(y * y * x)


def place(x, v):
    y = x * 2
    np.place(y, x > 1.2, v)
    return np.sum(y * y * x)


def fill_diagonal(x, v):
    y = x * 2
    np.fill_diagonal(y, v)
    return np.sum(y * y * x)


def put_along_axis(x, v):
    y = x * 2
    np.put_along_axis(y, np.array([[0], [2], [1]]), v[:, None], 1)
    np.put_along_axis(y, np.array([1, 3]), v[:2], None)
    return np.sum(y * y * x)


def multiply_at(x, v):
    y = x[0] * 2
    np.multiply.at(y, [0, 0, 2], v)
    return np.sum(y * y * x[0])


@pytest.mark.parametrize("function", [by_names, put, putmask, place, fill_diagonal, put_along_axis, multiply_at])
def test_gradients(function):
    """Of the array and of the values; elements that are overwritten send nothing back."""
    check_gradient(function, (M, V), variants=())
