"""The reverse of reads and stores of array elements."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, reverse_of, text

V, M = np.array([0.5, -1.25, 2.0]), np.array([[0.5, -1.25, 2.0], [1.5, 0.25, -0.75]])


def reverse(body, args=(V, 0.5), wrt=None):
    """Return the lines of the reverse sweep of a function that follow the adjoint of ``a``, without the return."""
    program = "\n    ".join(["def f(x, y):", *text(body).splitlines()]) + "\n"
    lines = reverse_of(program, args, wrt).splitlines()[:-1]
    start = max(position for position, line in enumerate(lines) if "* a" in line and line.startswith("d_a = "))
    return lines[start + 1 :]


def after(store, args=(V, 0.5), wrt=None):
    """Return the reverse of a store into ``a = x * 1.0``, of which the squares are summed."""
    return reverse(f"a = x * 1.0\n{store}\nreturn np.sum(a * a)", args, wrt)[:-1]


# ---- reads ----


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("x[0] * 2.0", "d_x[0] += d@1"),
        ("np.sum(x[1:] * 2.0)", "d_x[1:] += d@1"),
        ("np.sum(x[x > 0] * 2.0)", "d_x[v@1] += d@2"),
        ("np.sum(x[[0, 0, 1]] * 2.0)", "add_at(d_x, v@1, d@2)"),
        ("np.sum(x[None, 1:] * 2.0)", "d_x[None, 1:] += d@1"),
        ("np.sum(x[..., [0, 0]] * 2.0)", "add_at(d_x, (..., v@1), d@2)"),
    ],
)
def test_reads_add_to_their_place(read, expected):
    """In place; where an index may name an element twice, once for each."""
    assert expected in reverse_of(f"def f(x):\n    return {read}\n", (V,)).splitlines()


# ---- stores ----


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        ("a[0] = y", ["d@r1 = d_a[0]", "d_a[0] = 0", "d_y = d@r1"]),
        ("a[1:] = y", ["d@r1 = owned(d_a[1:])", "d_a[1:] = 0", "d_y = np.sum(d@r1)"]),
        ("a[0] = 3.0", ["d_a[0] = 0"]),
        ("a[0] += y", ["d_y = d_a[0]"]),
        ("a[0] -= y", ["d_y = -d_a[0]"]),
        ("a += 3.0", []),
        ("a[x > 0] = 3.0", ["d_a[v@1] = 0"]),
    ],
)
def test_stores(store, expected):
    """The value receives the adjoint of the region, which is then 0; an addition leaves it."""
    assert after(store, wrt="x, y" if "y" in store else "x") == expected


def test_of_a_repeated_element_the_last_write_counts():
    """Its cotangent goes to the value that stayed."""
    found = after("a[[0, 0]] = x[1:]", wrt="x")
    assert found[:2] == ["d@r1 = owned(take_last(d_a, v@2))", "d_a[v@2] = 0"]


# ---- numbers ----

STORES = {
    "element": "a[0] = y * a[1]",
    "shift": "a[1:] = a[:-1] * y",
    "shift back": "a[:-1] = a[1:]",
    "reversed": "a[:] = a[::-1] * y",
    "overlap added": "a[1:] += a[:-1] * a[1:]",
    "overlap multiplied": "a[:-1] *= a[1:] + y",
    "divided": "a[1:] /= y + a[:-1] ** 2",
    "power": "a[1:] **= 2",
    "whole": "a[...] = np.sin(a) * y",
    "rebound in place": "a *= y\na += x\na -= a[0]",
    "itself": "a *= a\na += a",
    "loop": "for i in range(len(a) - 1):\n    a[i + 1] = a[i] * a[i + 1] * y",
    "loop of updates": "for i in range(3):\n    a[i] *= a[i - 1]\n    a[i] += y",
    "mask": "a[a > 0] = y\na[a < 0] *= y",
    "mask of values": "b = a * 2.0\na[b > 0] = b[b > 0] * y",
    "integers": "a[[0, 2]] = a[[1, 0]] * y",
    "repeated": "a[[0, 0, 1]] = a[[1, 2, 2]] * y",
    "repeated added": "a[[0, 0, 1]] += y",
    "unbuffered": "np.add.at(a, [0, 0, 1], a[1:2] * y)",
    "branch": "if y > 0:\n    a[0] = a[1] * y\nelse:\n    a[1] = a[0]",
    "while": "k = 0\nwhile k < 2:\n    a[k] = a[k + 1] * y\n    k += 1",
    "fill": "b = a * a\na.fill(y)\na[0] = b[0]",
    "out": "np.multiply(a, y, out=a)\nnp.add(a, x, out=a)",
    "sorted twice": "a[0], a[1] = a[1], a[0] * y",
    "read between": "s = a[0] * a[1]\na[0] = s * y\na[1] = s * a[0]",
    "behind the last read": "s = np.sum(a * a)\nb = a\na = a * s\nb[0] = y",
    "row of old": "b = a.copy()\na[0] = y\nb[1:] = a[1:] * a[0]\na = b",
}


@pytest.mark.parametrize("name", STORES)
def test_gradients_of_stores_agree_with_differences(name):
    """Whatever is read before and behind the store, and the caller's array is left alone."""
    body = f"a = x * 1.0\n{STORES[name]}\nreturn np.sum(a * a * a) + np.sum(np.sin(a))"
    function = define("\n    ".join(["def f(x, y):", *body.splitlines()]) + "\n")
    check_gradient(function, (V, 0.75), variants=("tbr",))


@pytest.mark.parametrize(
    "store",
    [
        "a[0] = y",
        "a[:, 1:] = a[:, :-1] * y",
        "a[..., 0] += y * a[..., 1]",
        "a[1, [0, 0]] = y * a[0, :2]",
        "a.T[0] *= y",
    ],
)
def test_stores_into_rows_and_columns(store):
    """Of arrays of two dimensions, stored into as they were passed."""
    function = define(f"def f(a, y):\n    b = np.sum(a * a)\n    {store}\n    return np.sum(a ** 3) * b\n")
    check_gradient(function, (M, 0.75), variants=())


OF_SCALARS = {
    "None": "w = z[None]\n    return np.sum(w * x) + z",
    "updated": "w = z[None]\n    w += x[1]\n    return np.sum(w * x) * z",
    "all of it": "w = z[...]\n    return w * x[1] + z[()]",
    "in a loop": "w = z[None, ..., None]\n    for v in x:\n        w = w * v\n        w[0, 0] += z\n    return w[0, 0]",
    "or a slice": "u = x[0] if x[0] > 9 else x[1:2]\n    w = u[None]\n    return np.sum(w * x) * z",
}


@pytest.mark.parametrize("body", OF_SCALARS.values(), ids=OF_SCALARS)
def test_a_scalar_of_numpy_may_get_axes(body):
    """The array is a copy, and its adjoint a number's: there is no storage to add it to."""
    check_gradient(define(f"def f(x):\n    z = np.sum(x)\n    {body}\n"), (np.array([0.5, 1.25, -0.75]),), "x")
