"""Tests of the user's own functions in the form of a backend."""

import gast
import pytest

from cladpy.emit.backend_text import backend_text
from cladpy.emit.capabilities import NUMBA


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("u[1:] += u[:-1]", "u[1:] = u[1:] + u[:-1]"),
        ("u[1:] += 2 * u[:-1]", "u[1:] += 2 * u[:-1]"),
        ("u += n**k", "u += integer_power(n, k)"),
        ("u -= v", "u -= detached(v)"),
        ("u = n**2 + n**-1", "u = n**2 + integer_power(n, -1)"),
    ],
)
def test_lines_keep_their_meaning(line, expected):
    """What numba would do otherwise is written so that it cannot."""
    tree = gast.parse(f"def f(u, v, n, k):\n    {line}\n    return u").body[0]
    assert backend_text(tree, "f", NUMBA).splitlines()[-2] == f"    {expected}"


def test_the_tree_stays_as_it_is():
    """Trees of files are shared."""
    tree = gast.parse("def f(u, v):\n    u += v\n    return u").body[0]
    before = gast.dump(tree)
    backend_text(tree, "f", NUMBA)
    assert before == gast.dump(tree)
