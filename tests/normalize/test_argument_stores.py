"""Whether a function updates its arguments in place, read off its text."""

import gast
import pytest

from cladpy.normalize.argument_stores import stores_into_arguments
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
