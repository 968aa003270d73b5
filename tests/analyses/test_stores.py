"""Which arrays are updated in place, and what shares storage with them."""

import numpy as np
import pytest

from cladpy import gradient
from tests.stages import analysis_of, define, text

V, M = np.ones(3), np.ones((3, 3))


def stores(program, args, wrt=None):
    """Return the stores of a function."""
    return analysis_of(text(program), args, wrt).stores


def stored(program, args):
    """Return the versions whose storage may be updated in place, and those whose adjoint is mirrored."""
    found = analysis_of(text(program), args)
    names = [version for version in found.versions.table if not version.startswith("result")]
    return (
        sorted(version for version in names if found.stores.is_stored(version)),
        sorted(version for version in names if found.stores.is_mirrored(version)),
    )


def test_a_program_without_stores_has_none():
    """Rebinding is no store, of floats neither."""
    program = "def f(x, s):\n    y = x * 2\n    y = y + s\n    s += 1.0\n    return np.sum(y) * s\n"
    assert stored(program, (V, 2.0)) == ([], [])
    assert stores(program, (V, 2.0)).parameters == ()


@pytest.mark.parametrize("store", ["a[0] = s", "a[1:] *= s", "a += s", "a -= x", "a[...] = x"])
def test_an_array_of_one_name_needs_no_mirror(store):
    """Its adjoint is born in the reverse sweep."""
    program = f"def f(x, s):\n    a = x * 2\n    {store}\n    return np.sum(a * a)\n"
    assert stored(program, (V, 2.0)) == (["a.0", "a.1"], [])


def test_parameters_that_are_stored_into_are_copied_on_entry():
    """So are those that may share storage with what is stored into."""
    program = "def f(x, y, z):\n    a = x[1:]\n    a[0] = 2.0\n    y += z\n    return np.sum(x) + np.sum(y)\n"
    assert stores(program, (V, V, V)).parameters == ("x", "y")


@pytest.mark.parametrize(
    ("view", "mirrored"),
    [
        ("v = a[1:]", True),
        ("v = a", True),
        ("v = a.T", True),
        ("v = a.reshape(-1)", True),
        ("v = a[None, ..., 0]", True),
        ("v = a.copy()", False),
        ("v = a * 1.0", False),
        ("v = a[a > 0]", False),
        ("v = a[[0, 1]]", False),
        ("v = a[0, 0]", False),
        ("v = np.sum(a, axis=0)", False),
    ],
)
def test_views_that_are_read_behind_a_store(view, mirrored):
    """A view or another name that lives on needs a mirror of the adjoint; what is new storage does not."""
    program = f"def f(x):\n    a = x * 2\n    {view}\n    a[0] = 1.0\n    return np.sum(v)\n"
    assert bool(stored(program, (M,))[1]) is mirrored


def test_a_view_that_is_dead_behind_the_store_needs_no_mirror():
    """What it was read for is done."""
    program = "def f(x):\n    a = x * 2\n    v = a[1:]\n    s = np.sum(v)\n    a[0] = s\n    return np.sum(a)\n"
    assert stored(program, (V,)) == (["a.0", "a.1", "v.0"], [])


def test_a_store_through_a_view_reaches_its_base():
    """The base is read behind it."""
    program = "def f(x):\n    a = x * 2\n    v = a[1:]\n    v *= 3.0\n    return np.sum(a)\n"
    assert stored(program, (V,)) == (["a.0", "v.0", "v.1"], ["a.0", "v.0", "v.1"])


def test_a_store_in_a_loop_meets_readers_of_the_next_iteration():
    """The view is read at the top again."""
    program = """
    def f(x, n):
        a = x * 2
        v = a[1:]
        for i in range(n):
            s = np.sum(v)
            a[0] = s
        return np.sum(a)
    """
    assert "v.0" in stored(program, (V, 2))[1]


def test_rows_of_an_array_share_its_storage():
    """A loop over an array yields views."""
    program = "def f(x):\n    a = x * 2\n    for row in a:\n        row *= 2.0\n    return np.sum(a)\n"
    found, mirrored = stored(program, (M,))
    assert {"a.0", "row.1", "row.2"} <= set(found)
    assert {"a.0", "row.1", "row.2"} <= set(mirrored)


def test_results_of_helpers_may_share_storage_with_their_arguments():
    """As their source shows."""
    program = """
    def same(a):
        return a

    def new(a):
        return a * 2

    def f(x):
        a = x * 1.0
        b = {0}(a)
        a[0] = 1.0
        return np.sum(b)
    """
    assert "b.0" in stored(text(program).format("same"), (V,))[1]
    assert stored(text(program).format("new"), (V,)) == (["a.0", "a.1"], [])


def test_a_list_of_arrays_keeps_them():
    """The array and the list are mirrored where the array is updated while the list is read later."""
    program = "def f(x):\n    a = x * 2\n    kept = [a]\n    a[0] = 1.0\n    return np.sum(kept[0])\n"
    assert stored(program, (V,))[1] == ["a.0", "a.1", "kept.0", "v@1.0"]


def test_sharing_of_what_is_not_stored_into_is_no_matter():
    """Any number of names and views."""
    program = "def f(x):\n    a = x.T\n    b = a[1:]\n    kept = [a, b]\n    return np.sum(kept[0]) * np.sum(b)\n"
    assert stored(program, (M,)) == ([], [])


PROGRAMS = {
    "slice": "a = x * 2\na[1:] = a[:-1] * s\nreturn np.sum(a * a)",
    "view": "a = x * s\nv = a[1:]\nv *= a[0]\nreturn np.sum(a * a)",
    "alias": "a = x * s\nb = a\na += x\nreturn np.sum(a * b)",
    "loop": "a = x * 1.0\nfor i in range(2):\n    a[i] = a[i + 1] * s\nreturn np.sum(a * a)",
    "old": "a = x * s\nb = a * a\na[0] = 3.0\nreturn np.sum(a * b)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_of_stores_agree_with_differences(name):
    """In both regimes."""
    function = define("\n    ".join(["def f(x, s):", *PROGRAMS[name].splitlines()]) + "\n")
    x, s, step = np.array([0.5, -1.25, 2.0]), 1.5, 1e-6  # cubic at most: the error of a difference is about 1e-10
    d_x, d_s = gradient(function)(x, s)
    shifts = step * np.eye(3)
    slopes = [(function(x + shift, s) - function(x - shift, s)) / (2 * step) for shift in shifts]
    assert np.allclose(d_x, slopes, rtol=1e-7)
    assert np.isclose(d_s, (function(x, s + step) - function(x, s - step)) / (2 * step), rtol=1e-7)
