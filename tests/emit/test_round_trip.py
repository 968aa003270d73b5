"""Parsing what was printed gives the tree that was printed, for the code that this Python comes with.

A sample of the files is tested unless CLADPY_FULL_ROUND_TRIP is set: all of them take five minutes.
"""

import ast
import os
import sysconfig
import tokenize
import warnings
from pathlib import Path

import gast
import numpy as np
import pytest

from cladpy.emit.printer import print_tree

STEP = 1 if os.environ.get("CLADPY_FULL_ROUND_TRIP") else 40  # some 60 files, ten seconds
ROOTS = {"python": Path(sysconfig.get_path("stdlib")), "numpy": Path(np.__file__).parent}


def source_files():
    """Yield every 40th file of the standard library and of NumPy, or every one."""
    for name, root in ROOTS.items():
        paths = sorted(path for path in root.rglob("*.py") if "site-packages" not in path.relative_to(root).parts)
        for path in paths[::STEP]:
            yield pytest.param(path, id=f"{name}/{path.relative_to(root).as_posix()}")


FILES = list(source_files())


def parsed(path):
    """Return the tree of a file, and skip the test if this Python does not parse it."""
    try:
        with tokenize.open(path) as file:
            return ast.parse(file.read())
    except (SyntaxError, UnicodeDecodeError, ValueError):
        pytest.skip("not a file that this Python parses")


@pytest.fixture(autouse=True)
def no_warnings():
    """Silence warnings about doubtful code: the files are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("path", FILES)
def test_printing_and_parsing_gives_back_the_tree(path):
    """No node, no constant and no order of a file is changed by printing it."""
    tree = parsed(path)
    expected = ast.dump(tree)
    assert expected == ast.dump(ast.parse(print_tree(tree)))


@pytest.mark.parametrize("path", FILES[::4])
def test_gast_gives_the_same_text(path):
    """The text does not depend on which of the two kinds of tree it is made of."""
    text = print_tree(parsed(path))
    assert text == print_tree(gast.ast_to_gast(parsed(path)))


class OpenDeletions(ast.NodeTransformer):
    """Take the parentheses away that a long `del` gets: to the parser they make one target of many."""

    def visit_Delete(self, node):
        """Return a deletion of the elements of tuples."""
        targets = [element for target in node.targets for element in getattr(target, "elts", [target])]
        return ast.Delete(targets)


@pytest.mark.parametrize("path", FILES[::4])
def test_text_in_other_widths_is_the_same_program(path):
    """Breaking lines changes their look only."""
    tree = parsed(path)
    assert ast.dump(tree) == ast.dump(ast.parse(print_tree(tree, width=None)))
    narrow = ast.parse(print_tree(tree, width=50))
    assert ast.dump(OpenDeletions().visit(tree)) == ast.dump(OpenDeletions().visit(narrow))
