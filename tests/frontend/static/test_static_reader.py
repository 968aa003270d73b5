"""Statements, read for what they bind."""

import pytest

from cladpy.frontend.static.unresolved import Unresolved


@pytest.mark.parametrize(
    "text",
    [
        "X = 1\nfor i in range(3): X = X + 1",
        "X = 1\nfor X in range(3): pass",
        "X = 1\nwhile flag(): X += 1",
        "if flag():\n    X = 1\nelse:\n    X = 2",
        "X = 1\nif flag(): X = 2",
        "try:\n    X = 1\nexcept ValueError:\n    X = 2",
        "X = 1\ndef f():\n    global X\n    X = 2",
        "X = [1]\nX.append(2)",
        "X = [1]\nlist.append(X, 2)",
        "X = [1]\ndef f(): X.append(2)",
        "X = {'a': 1}\nX['a'] = 2",
        "X = {'a': 1}\ndef f(): X['a'] = 2",
        "X = [1]\ndel X[0]",
        "X = 1\nwith open('f') as X: pass",
        "X = 1\nmatch flag():\n    case X: pass",
        "X, *Y = 1, 2, 3",
        "(X := 3)\nX = make()",
    ],
)
def test_values_that_depend_on_the_run_are_unresolved(read, text):
    """Loops, branches that disagree, and stores make a value unknown."""
    assert isinstance(read(text).namespace["X"], Unresolved)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X = 1\nX = 2", 2),
        ("X = 1\nX += 2", 3),
        ("X = Y = 3", 3),
        ("X, Y = 1, 2\nX, Y = Y, X", 2),
        ("(X, Y), Z = (4, 5), 6", 4),
        ("X: float = 0.5", 0.5),
        ("if 1:\n    X = 1\nelse:\n    X = 2", 1),
        ("from typing import TYPE_CHECKING\nX = 1\nif TYPE_CHECKING:\n    X = 2", 1),
        ("if __name__ == '__main__':\n    X = 5", 5),
        ("Y = 4\nif flag():\n    X = Y\nelse:\n    X = Y", 4),
        ("try:\n    import math\n    X = 1\nexcept ImportError:\n    X = 2", 1),
        ("X = [1, 2]\nprint(3)", [1, 2]),
        ("X = 7\nY = [X for X in range(3)]", 7),
        ("with open('f'):\n    X = 8", 8),
        ("X = 9\ndef f():\n    X = 1", 9),
    ],
)
def test_values_that_every_way_gives_are_known(read, text, expected):
    """Straight-line code, decided branches and agreeing branches keep their values."""
    assert read(text).namespace["X"] == expected


def test_deleted_name_is_not_bound(read):
    """``del`` unbinds."""
    assert "X" not in read("X = 1\ndel X").namespace


def test_optional_import_falls_back(read):
    """Where an import cannot be read, what depends on it is unknown; its own name is, too."""
    module = read("""
        try:
            import absent
            HAVE = True
        except ImportError:
            absent = None
            HAVE = False
        """)
    assert isinstance(module.namespace["absent"], Unresolved)
    assert isinstance(module.namespace["HAVE"], Unresolved)
