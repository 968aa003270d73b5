"""What is made again rather than recorded: scalars, views, shapes, slices, small indices; and what is not."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.transform.test_needs import needs

V, M = np.array([0.5, -1.25, 2.0]), np.array([[1.0, 2.0, -0.5], [0.3, 0.7, 1.1], [0.2, -0.4, 0.9]])


@pytest.mark.parametrize(
    ("read", "version"),
    [
        ("a = x[i, :i]", "a.1"),
        ("a = x[:, i]", "a.1"),
        ("p = slice(0, i)\n    a = x[i, p]", "a.1"),
        ("p = slice(0, i)\n    a = x[i, p]", "p.1"),
        ("r = x[i]\n    a = r[:, None]", "a.1"),
        ("a = x[i] * y**2", "v@2.1"),
        ("a = y * x[i]", "a.1"),
    ],
)
def test_made_again(read, version):
    """From an array that nothing stores into, or numbers that are at hand."""
    body = f"s = 0.0\nfor i in range(3):\n    {read}\n    s = s + np.sum(a * a)\nreturn s"
    assert needs(body, (M, 2.0))[version] == "recomputed"


@pytest.mark.parametrize(
    ("read", "version"),
    [
        ("a = x[[i, 0]]", "a.1"),
        ("a = x[x[i] > 0]", "a.1"),
        ("a = np.exp(x[i])", "a.1"),
        ("a = np.exp(y * x[i])", "a.1"),
        ("z = np.exp(x)\n    a = z[i]", "z.1"),
    ],
)
def test_recorded(read, version):
    """A gather, and an array that is computed in more than a step or two."""
    body = f"s = 0.0\nfor i in range(3):\n    {read}\n    s = s + np.sum(a * a)\nreturn s"
    assert needs(body, (M, 2.0))[version] == "recorded"


def test_a_view_of_what_is_recorded_is_taken_again():
    """Off the popped array."""
    loop = "for i in range(3):\n    z = np.exp(x * i)\n    a = z[1:]\n    s = s + np.sum(a * a) + np.sum(z)"
    body = f"s = 0.0\n{loop}\nreturn s"
    found = needs(body)
    assert (found["z.1"], found["a.1"]) == ("recorded", "recomputed")


def test_a_view_of_an_array_that_is_stored_into_later_is_not():
    """What it shows may have changed."""
    body = "u = np.exp(x)\nv = u[1:]\ns = np.sum(v * v)\nu[1] = y\nreturn s * np.sum(u)"
    assert needs(body)["v.0"] == "reread"


def rows_of_a_triangle(x, y):
    s = 0.0
    for i in range(len(x)):
        a = x[i, :i]
        s = s + np.sum(np.sin(a) * a) * y
    return s


def blocks(x, y):
    s = 0.0
    for i in range(2):
        for j in range(x.shape[1]):
            s = s + np.sum(x[i : i + 2, j] ** 2) * y
    return s


def slices_in_variables(x, y):
    s = 0.0
    for i in range(3):
        part = slice(i, i + 2)
        s = s + np.sum(x[part, i] * x[i, part]) * y**3
    return s


def shapes_as_bounds(x, y):
    z = np.zeros(x.shape)
    for i in range(x.shape[0]):
        for j in range(z.shape[1]):
            z[i, j] = x[i, j] * y
    return np.sum(z * z)


def places_in_a_list(x, y):
    s = 0.0
    for i in range(2):
        place = [i, 2]
        s = s + np.sum(x[place] * x[place]) * y
    return s


@pytest.mark.parametrize(
    "function", [rows_of_a_triangle, blocks, slices_in_variables, shapes_as_bounds, places_in_a_list]
)
def test_gradients(function):
    """With and without the analysis."""
    check_gradient(function, (M, 0.7), variants=("gradient", "tbr"))
