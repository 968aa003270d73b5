"""Whether a function updates its arguments in place, read off its text."""

import gast
import pytest

from cladpy.normalize.argument_stores import hands_out_arguments, stores_into_arguments, updates
from cladpy.normalize.argument_stores import stores as updates_anything
from tests.stages import text


def stores(body):
    """Tell it of a function of a and b with a body."""
    lines = text(body).splitlines()
    return stores_into_arguments(gast.parse("\n    ".join(["def f(a, b=None, *rest):", *lines]) + "\n").body[0])


@pytest.mark.parametrize(
    "body",
    [
        "a[0] = b",
        "a += b",
        "a[1:] *= b",
        "a.weight = b",
        "c = a\nc[0] = b",
        "c = a.T[1:]\nc -= b",
        "c, d = a\n(b, d[0]) = 1, 2",
        "for row in a:\n    row[0] = b",
        "for i, row in enumerate(a):\n    row += b",
        "c = b if b else a\nc[0] = 1",
        "c = a if b else None\nc[0] = 1",
        "a.append(b)",
        "a.layers[0].sort()",
        "np.exp(b, out=a)",
        "np.exp(b, out=a[1:])",
        "np.add.at(a, 0, b)",
        "rest[0][0] = 1",
        "d = c\nc = a\nd[0] = 1",
    ],
)
def test_stores_are_seen(body):
    """Through other names, views, rows and methods that update."""
    assert stores(body)


@pytest.mark.parametrize(
    "body",
    [
        "return a + b",
        "c = a + b\nc[0] = 1",
        "c = np.zeros(3)\nc += a",
        "a = a * 2",
        "c = [a]\nreturn c",
        "return np.exp(a, out=None)",
        "return a.sum()",
    ],
)
def test_what_is_no_store_is_not_taken_for_one(body):
    """New values may be updated."""
    assert not stores(body)


# ---- helpers that call helpers ----

HELPERS = {
    "scale": "def scale(z, p): z *= p",
    "tail": "def tail(z): return z[1:]",
    "doubled": "def doubled(z): return 2 * z",
    "again": "def again(z, n): return again(z[1:], n - 1) if n else z.sum()",
}


def definition(text):
    return gast.parse(text).body[0]


TREES = {name: definition(text) for name, text in HELPERS.items()}


def helper(node):
    return TREES.get(node.id) if isinstance(node, gast.Name) else None


@pytest.mark.parametrize(
    "body",
    [
        "a[0] = 1",
        "a += 1",
        "row = a[i]; row *= 2",
        "for row in a: row[0] = 0",
        "for k, row in enumerate(a): row[0] = k",
        "b = a if i else a.T; b[...] = 0",
        "b, c = a, 1; b[0] = c",
        "np.exp(a, out=a)",
        "np.copyto(a[1:], i)",
        "np.add.at(a, i, 1)",
        "a.sort()",
        "a[1:].fill(0)",
        "b = np.reshape(a, -1); b[0] = 1",
        "scale(a, i)",
        "b = tail(a); b[0] = i",
        "i, a[0] = a[1], i",
    ],
)
def test_a_store_into_an_argument_is_seen(body):
    """Stores through names, views, loops, calls and other helpers count."""
    assert stores_into_arguments(
        definition(f"def f(a, i): {body}" if "for" not in body else f"def f(a, i):\n {body}"), helper
    )


@pytest.mark.parametrize(
    "body",
    ["b = a.copy(); b[0] = 1", "b = a * 2; b += 1", "return a + i", "scale(a * 1.0, i)", "b = doubled(a); b[0] = 1"],
)
def test_a_store_into_new_storage_is_none_into_an_argument(body):
    """Copies and results of arithmetic are new."""
    assert not stores_into_arguments(definition(f"def f(a, i): {body}"), helper)


@pytest.mark.parametrize(
    "body",
    [
        "return a",
        "return a[1:], i",
        "return np.transpose(a)",
        "return a.reshape(-1)",
        "return tail(a)",
        "return a if i else 0",
    ],
)
def test_a_result_that_views_an_argument_is_seen(body):
    """Arguments, their views, and what other helpers make of them count."""
    assert hands_out_arguments(definition(f"def f(a, i): {body}"), helper)


@pytest.mark.parametrize("body", ["return a * 2", "return a.copy()", "return doubled(a)", "return again(a, i)", "pass"])
def test_a_new_result_hands_out_nothing(body):
    """Arithmetic and copies are new."""
    assert not hands_out_arguments(definition(f"def f(a, i): {body}"), helper)


@pytest.mark.parametrize(
    ("expected", "body"),
    [
        (True, "b[0] = 1"),
        (True, "b[1:].fill(i)"),
        (True, "scale(a * 1.0, i)"),
        (False, "return doubled(a)"),
        (False, "b = a"),
    ],
)
def test_a_function_that_updates_anything_is_told_from_one_that_does_not(expected, body):
    """Local storage counts too, and what helpers update."""
    assert expected == updates_anything(definition(f"def f(a, i): {body}"), helper)


@pytest.mark.parametrize("statement", ["x[0] = v", "x.y = v", "x[0] += v", "x.append(v)", "del x[0]", "g(v, out=x)"])
def test_updates_are_seen(statement):
    """Stores, methods that update, and ``out=``."""
    assert updates(gast.parse(statement).body)
