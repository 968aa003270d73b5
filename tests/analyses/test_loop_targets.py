"""Which variable of a loop takes its values from which operand."""

import gast
import pytest

from cladpy.analyses.loop_targets import target_sources


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("t in x", {"t": ("x",)}),
        ("a, b in x", {"a": ("x",), "b": ("x",)}),
        ("i in range(n)", {"i": ()}),
        ("i, t in enumerate(x)", {"i": (), "t": ("x",)}),
        ("a, b in zip(x, w)", {"a": ("x",), "b": ("w",)}),
        ("t in reversed(x)", {"t": ("x",)}),
        ("i, (a, b) in enumerate(zip(x, reversed(w)))", {"i": (), "a": ("x",), "b": ("w",)}),
        ("(a, b), c in zip(zip(x, w), range(n))", {"a": ("x",), "b": ("w",), "c": ()}),
        ("pair in zip(x, w)", {"pair": ("zip", "x", "w")}),
        ("pair in enumerate(x)", {"pair": ("enumerate", "x")}),
    ],
)
def test_sources(header, expected):
    """Through zip, enumerate and reversed; one target for all takes from everything that is named."""
    loop = gast.parse(f"for {header}:\n    pass").body[0]
    assert dict(target_sources(loop.target, loop.iter)) == expected
