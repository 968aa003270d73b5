"""The statements that only the printer knows."""

import ast
import copy
import pickle

import gast
import pytest

from cladpy.emit.comment import BlankLine, Comment
from cladpy.emit.printer import print_tree


def test_a_comment_is_a_statement():
    """Both statements are nodes of gast, so that visitors pass over them."""
    assert isinstance(Comment("a"), gast.stmt)
    assert isinstance(BlankLine(), gast.stmt)
    assert [type(node).__name__ for node in gast.walk(gast.Module([Comment("a")], []))] == ["Module", "Comment"]


@pytest.mark.parametrize("node", [Comment("text"), BlankLine()])
def test_comments_can_be_copied_and_dumped(node):
    """Copies are equal to the original."""
    for other in (copy.copy(node), copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert ast.dump(other) == ast.dump(node)


def test_comments_have_positions():
    """A comment can carry the position of the primal's line."""
    assert Comment("text", lineno=3).lineno == 3


def test_comments_stand_wherever_statements_do():
    """In front of, between and behind statements, in every kind of body."""
    tree = gast.parse("if x:\n    y\nelse:\n    z\nclass A:\n    w = 1")
    tree.body[0].body.insert(0, Comment("first"))
    tree.body[0].orelse.append(Comment("second"))
    tree.body[1].body.append(Comment("third"))
    tree.body.append(Comment("last"))
    assert print_tree(tree) == (
        "if x:\n    # first\n    y\nelse:\n    z\n    # second\n\n\nclass A:\n    w = 1\n    # third\n\n\n# last\n"
    )
