"""Which statement of a file binds a name, where that one alone says what it means."""

import linecache

import gast
import pytest

from cladpy.emit.file_bindings import bindings_of, bound_by


def kinds(text):
    """Return the kind of statement that binds each name of a text."""
    file = "<file of bindings>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    return {name: None if each is None else type(each).__name__ for name, each in bindings_of(file).items()}


def test_each_kind_of_binding():
    """Constants, unpackings, imports, functions and classes."""
    text = (
        "import a.b\nfrom c import d as e\nK: float = 2.0\nP, Q = 1, [2]\ndef f(x):\n    y = x\nclass C:\n    z = 1\n"
    )
    assert kinds(text) == {
        "a": "Import", "e": "ImportFrom", "K": "AnnAssign", "P": "Assign", "Q": "Assign", "f": "FunctionDef",
        "C": "ClassDef",
    }  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [
        "K = [3]",
        "K += [3]",
        "K[0] = 3",
        "K.part = 3",
        "del K[0]",
        "K.append(3)",
        "fill(K)",
        "for i in K:\n    pass",
        "if a:\n    fill(K)",
        "def f():\n    global K\n    K = 3",
        "def f():\n    K[0] = 3",
        "with K:\n    pass",
    ],
)
def test_what_may_change_later_is_not_known(more):
    """By another binding, by a store anywhere, by a call that the file makes."""
    assert kinds(f"K = [1, 2]\n{more}\n")["K"] is None


@pytest.mark.parametrize("more", ["print(K)", "L = K + 1", "def f(x):\n    return x * K", "d = gradient(f)\nfill(K)"])
def test_numbers_and_functions_do_not_change_in_place(more):
    """They may be handed to anything."""
    assert kinds(f"K = -2.5\n{more}\n")["K"] == "Assign"
    assert kinds(f"def K(): pass\n{more}\n")["K"] == "FunctionDef"


def test_a_name_that_only_some_runs_bind():
    """Branches and loops leave it open."""
    assert kinds("if a:\n    K = 1\nfor i in b:\n    L = 2\n") == {"K": None, "i": None, "L": None}
    assert bound_by(gast.parse("x: int").body[0]) == set()
