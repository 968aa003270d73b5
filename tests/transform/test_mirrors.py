"""The storage regime: an adjoint storage beside the primal's, with the same views and names."""

import numpy as np
import pytest

from cladpy import check_gradient, pullback
from tests.stages import define, forward_of, module, reverse_of, text

V, M = np.array([0.5, -1.25, 2.0]), np.array([[0.5, -1.25, 2.0], [1.5, 0.25, -0.75]])


def program(body):
    """Return a function of x and y with a body, as text."""
    return "\n    ".join(["def f(x, y):", *text(body).splitlines()]) + "\n"


def sweeps(body, args=(V, 0.5), wrt=None):
    """Return the forward and the reverse sweep of a function."""
    return forward_of(program(body), args, wrt), reverse_of(program(body), args, wrt)


# ---- forward ----


@pytest.mark.parametrize(
    ("view", "mirror"),
    [
        ("v = a[1:]", "d_v = d_a[1:]"),
        ("v = a", "d_v = d_a"),
        ("v = a.T", "d_v = d_a.T"),
        ("v = a[None, ..., 0]", "d_v = d_a[None, ..., 0]"),
        ("v = a.reshape(-1)", "d_v = d_a.reshape(-1)"),
        ("v = np.swapaxes(a, 0, 1)", "d_v = np.swapaxes(d_a, 0, 1)"),
    ],
)
def test_every_view_is_taken_of_the_adjoint_too(view, mirror):
    """At the same place, by the same expression."""
    forward, _ = sweeps(f"a = x * 2.0\n{view}\nv *= y\nreturn np.sum(a * a)", (M, 0.5))
    assert f"d_a = np.zeros_like(a)\n{view}\n{mirror}\n" in forward


def test_a_copy_has_an_adjoint_of_its_own():
    """It shares nothing."""
    forward, _ = sweeps("a = x * 2.0\nv = a[1:].copy()\nw = a[1:]\nw *= y\nreturn np.sum(a * a) + np.sum(v)")
    assert "d_v" not in forward


def test_values_are_held_where_they_are_read():
    """A store through another name changes them without a new version."""
    forward, _ = sweeps("a = x * 2.0\nv = a[1:]\nb = a * y\nv *= y\nreturn np.sum(b * b) + np.sum(a)")
    assert "own(a)\nb = a * y\n" in forward


def test_mirrors_of_a_loop_are_recorded():
    """Names that change their storage in each iteration."""
    body = (
        "a = x * 1.0\nb = np.zeros_like(x)\nfor i in range(2):\n    b[...] = a * y\n    a, b = b, a\nreturn np.sum(a)"
    )
    forward, reverse = sweeps(body)
    assert "tape_d_b@s1.append(d_b)\n" in forward
    assert "tape_d_b@s1.pop()" in reverse


# ---- reverse ----


def test_contributions_are_added_in_place():
    """So that every name and view of the storage has them."""
    _, reverse = sweeps("a = x * 2.0\nv = a[1:]\nv *= y\nreturn np.sum(a * a)")
    assert "d_a[...] += d@1 * v@h1\n" in reverse
    assert "d_v[...] = d_v * y\n" in reverse


def test_what_a_view_receives_its_base_has():
    """Nothing is handed back."""
    _, reverse = sweeps("a = x * 2.0\nv = a[1:]\nv *= y\nreturn np.sum(a * a)")
    assert "d_a[1:]" not in reverse


def test_a_reshape_that_copied_gives_back():
    """That is known at run time only."""
    _, reverse = sweeps("a = x * 2.0\nv = a.reshape(-1)\nv *= y\nreturn np.sum(a * a) + np.sum(v)", (M, 0.5))
    assert "return_copy(d_a, d_v)\n" in reverse


def test_arrays_without_views_have_no_mirrors():
    """Their adjoints are born in the reverse sweep."""
    forward, _ = sweeps("a = x * 2.0\na[1:] *= y\na += a[0]\nreturn np.sum(a * a)")
    assert "d_" not in forward


# ---- numbers ----

PROGRAMS = {
    "alias": "a = x * y\nb = a\na += x\nreturn np.sum(a * b)",
    "alias of a parameter": "b = x\nx += y\nreturn np.sum(x * b)",
    "view written": "a = x * y\nv = a[1:]\nv *= a[0]\nreturn np.sum(a * a)",
    "base written": "a = x * y\nv = a[1:]\na[1] = y * y\nreturn np.sum(v * v) + a[0]",
    "both written": "a = x * y\nv = a[::-1]\nv[0] *= y\na[0] += v[1]\nreturn np.sum(a * v)",
    "overlapping views": "a = x * y\nu, v = a[:-1], a[1:]\nu += v\nv *= u\nreturn np.sum(a * a)",
    "view of a view": "a = x * y\nv = a[1:]\nw = v[1:]\nw[...] = v[:1] * y\nreturn np.sum(a ** 3)",
    "read before": "a = x * y\nv = a[1:]\nb = a * a\nv *= y\nreturn np.sum(b * a)",
    "rows": "a = np.outer(x, x)\nfor row in a:\n    row *= row[0] + y\nreturn np.sum(a)",
    "row taken": "a = np.outer(x, x)\nfor i in range(3):\n    r = a[i]\n    r += a[i - 1] * y\nreturn np.sum(a * a)",
    "column": "a = np.outer(x, x)\nc = a[:, 1]\nc *= y\na[0] += c\nreturn np.sum(a * a)",
    "transpose": "a = np.outer(x, x + y)\nt = a.T\nt[0] *= y\nreturn np.sum(a * a * t)",
    "reshape": "a = np.outer(x, x)\nv = a.reshape(-1)\nv[::2] *= y\nreturn np.sum(a * a) + v[1]",
    "reshape of a copy": "a = np.outer(x, x).T\nv = a.reshape(-1)\nv[::2] *= y\nreturn np.sum(a * a) + np.sum(v * v)",
    "double buffer": (
        "a = x * y\nb = np.zeros_like(x)\nfor i in range(3):\n    b[1:] = a[:-1] * y\n    b[0] = a[0]\n"
        "    a, b = b, a\nreturn np.sum(a * a)"
    ),
    "chosen view": "a = x * y\nv = a[1:] if y > 0 else a[:-1]\nv *= y\nreturn np.sum(a * a)",
    "narrowed": "a = x * y\nv = a\nwhile len(v) > 1:\n    v = v[1:]\n    v *= y\nreturn np.sum(a * a)",
    "swapped names": "a, b = x * y, x + y\nc = a\na[0], b[0] = b[0], c[0]\nc *= b\nreturn np.sum(a * c * b)",
    "power of a view": "a = x * x + y\nv = a[1:]\nv **= y\nreturn np.sum(a * a)",
    "quotient of a view": "a = x * 1.0\nv = a[1:]\nv /= a[:2] * y\nreturn np.sum(a * a)",
    "rows backwards": "a = np.outer(x, x)\nfor row in reversed(a):\n    row *= row[0] * y\nreturn np.sum(a)",
    "rows and numbers": "a = np.outer(x, x)\nfor row, k in zip(a, x):\n    row *= k * y\nreturn np.sum(a * a)",
    "helper": "a = x * y\nv = a[1:]\nscale(v, y)\nreturn np.sum(a * a)",
}


def test_a_result_may_be_mirrored():
    """The cotangent is added to its mirror."""
    function = define(program("a = x * y\nv = a[1:]\nv *= y\nreturn a"))
    pull = pullback(function, "x, y")
    d_x, d_y = pull(V, 0.75, np.array([1.0, 2.0, 4.0]))
    assert np.allclose(d_x, [0.75, 2 * 0.75**2, 4 * 0.75**2], rtol=1e-14)
    assert np.isclose(d_y, 0.5 + 2 * 2 * 0.75 * -1.25 + 4 * 2 * 0.75 * 2.0, rtol=1e-14)


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_of_shared_storage_agree_with_differences(name):
    """Reads and stores through every name."""
    helper = "def scale(a, k):\n    a *= k\n\n"
    check_gradient(define(helper + program(PROGRAMS[name])), (V, 0.75), variants=("varied", "useful", "tbr"))


TEXT = """
def weighed(v, w):
    return v * w * v


def keys(x, p):
    c = [x[0], x[1]]
    held = {}
    held["k"] = c
    held["l"] = [p]
    for k in range(2):
        held["k"][0] = held["k"][1] * held["l"][0]
        held["k"], held["l"] = held["l"] + [x[2]], held["k"]
    return held["k"][0] * held["l"][1]


def stored(x, p):
    held = {}
    held["k"] = [x[0], p]
    t = held["k"]
    t.append(t[0] * t[1])
    return t[2] * t[0] * held["k"][1]


def arrays(x, p):
    mirror = x * p
    m = mirror
    for k in range(2):
        mirror[k] = mirror[k + 1] * m[0]
        x = x * mirror
    return np.sum(mirror * m * x)


def counters(x, p):
    state = 1.0
    trip = p
    for k in range(3):
        state = weighed(state, x[k]) * trip
        trip = trip * state
        while trip < 0.2:
            trip = trip * (2.0 + x[0])
    return state * trip + weighed(trip, state)
"""


@pytest.mark.parametrize("name", ["keys", "stored", "arrays", "counters"])
def test_names_of_the_program_are_not_taken_for_what_is_kept(name):
    """A variable may be called ``held``, ``mirror``, ``state`` or ``trip``."""
    check_gradient(getattr(module(TEXT), name), (np.array([0.7, 1.1, 0.4]), 0.6))
