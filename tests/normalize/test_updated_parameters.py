"""Which parameters functions update, read off their texts."""

import gast
import pytest

from cladpy.normalize.updated_parameters import UpdatedParameters


def updated(program):
    trees = {tree.name: tree for tree in gast.parse(program).body}
    known = UpdatedParameters(lambda node: trees.get(getattr(node, "id", "")))
    return sorted(known.of(trees["f"]))


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def f(v, out):\n    out.append(v)", ["out"]),
        ("def f(v):\n    out = []\n    out.append(v)", []),
        ("def f(a, b):\n    c = a if b else 0\n    c[0] = 1", ["a"]),
        ("def f(a):\n    for row in a:\n        row[0] = 1", ["a"]),
        ("def f(a, b):\n    np.copyto(a, b)", ["a"]),
        ("def f(a, b):\n    np.add(a, 1, out=b)", ["b"]),
        ("def f(a, b):\n    heapq.heappush(a, b)", ["a"]),
        ("def f(o, v):\n    o.x = v", ["o"]),
        ("def f(total, v):\n    total += v", []),
        ("def f(a):\n    b = a.copy()\n    b[0] = 1", []),
        ("def f(a, n):\n    g(n, a)\ndef g(k, b):\n    if k:\n        f(b, k - 1)\n    b[0] = 1", ["a"]),
        ("def f(a):\n    def put(b):\n        b[0] = 1\n    put(a)", ["a"]),
        ("def f(a, b):\n    g(*a)\ndef g(c):\n    c[0] = 1", ["a"]),
    ],
)
def test_updated_parameters(program, expected):
    """Through names, views, loops, calls and functions inside."""
    assert updated(program) == expected
