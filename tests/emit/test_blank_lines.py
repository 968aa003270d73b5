"""Blank lines between statements."""

import gast
import pytest

from cladpy.emit.blank_lines import Suite, is_docstring, spaced
from cladpy.emit.comment import BlankLine, Comment
from cladpy.emit.printer import print_tree

DEFINITION = gast.parse("def f(): pass").body[0]
NESTED = gast.parse("if x:\n    def f(): pass").body[0]
IMPORT = gast.parse("import math").body[0]
ASSIGN = gast.parse("x = 1").body[0]
DOCSTRING = gast.parse("'Doc.'").body[0]
REMARK = Comment("remark")


@pytest.mark.parametrize(
    ("statements", "suite", "numbers"),
    [
        ([ASSIGN, ASSIGN], Suite.MODULE, [0, 0]),
        ([DEFINITION, DEFINITION], Suite.MODULE, [0, 2]),
        ([ASSIGN, DEFINITION, ASSIGN], Suite.MODULE, [0, 2, 2]),
        ([ASSIGN, DEFINITION, ASSIGN], Suite.FUNCTION, [0, 1, 1]),
        ([NESTED, ASSIGN], Suite.MODULE, [0, 2]),
        ([DEFINITION], Suite.FUNCTION, [0]),
        ([DEFINITION], Suite.CLAUSE, [1]),
        ([REMARK, DEFINITION], Suite.CLAUSE, [0, 0]),
        ([IMPORT, IMPORT, ASSIGN], Suite.MODULE, [0, 0, 1]),
        ([IMPORT, REMARK, IMPORT], Suite.MODULE, [0, 1, 0]),
        ([DOCSTRING, ASSIGN], Suite.MODULE, [0, 1]),
        ([DOCSTRING, REMARK, ASSIGN], Suite.CLASS, [0, 1, 0]),
        ([DOCSTRING, REMARK], Suite.CLASS, [0, 1]),
        ([DOCSTRING, ASSIGN], Suite.FUNCTION, [0, 0]),
        ([DOCSTRING, DEFINITION], Suite.FUNCTION, [0, 1]),
        ([ASSIGN, REMARK, REMARK, DEFINITION], Suite.MODULE, [0, 2, 0, 0]),
        ([DEFINITION, REMARK], Suite.MODULE, [0, 2]),
        ([ASSIGN, REMARK], Suite.FUNCTION, [0, 0]),
    ],
)
def test_definitions_and_imports_demand_blank_lines(statements, suite, numbers):
    """Only definitions, imports and docstrings have blank lines around them; comments stay with what follows."""
    assert numbers == [number for number, _ in spaced(statements, suite)]


@pytest.mark.parametrize(
    ("statements", "suite", "numbers"),
    [
        ([ASSIGN, BlankLine(), ASSIGN], Suite.FUNCTION, [0, 1]),
        ([ASSIGN, BlankLine(), REMARK, ASSIGN], Suite.FUNCTION, [0, 1, 0]),
        ([ASSIGN, BlankLine(), BlankLine(), ASSIGN], Suite.FUNCTION, [0, 1]),
        ([ASSIGN, BlankLine(), BlankLine(), ASSIGN], Suite.MODULE, [0, 2]),
        ([ASSIGN, BlankLine(), DEFINITION], Suite.MODULE, [0, 2]),
        ([ASSIGN, REMARK, BlankLine(), DEFINITION], Suite.MODULE, [0, 2, 2]),
        ([BlankLine(), ASSIGN], Suite.FUNCTION, [0]),
        ([ASSIGN, BlankLine()], Suite.FUNCTION, [0]),
    ],
)
def test_blank_lines_are_printed_where_they_are_asked_for(statements, suite, numbers):
    """A blank line that is asked for stands between two statements, once in a body, twice in a module."""
    assert numbers == [number for number, _ in spaced(statements, suite)]


def test_docstrings_are_strings():
    """Another expression at the beginning of a body is no docstring."""
    assert is_docstring(DOCSTRING)
    assert not is_docstring(gast.parse("3").body[0])
    assert not is_docstring(ASSIGN)


def test_the_last_statement_of_each_compound_is_found():
    """What ends in a function has blank lines behind it, whichever clause the function stands in."""
    clauses = [
        "for x in y:\n    pass\nelse:\n{}",
        "while x:\n{}",
        "try:\n    pass\nexcept A:\n{}",
        "try:\n    pass\nfinally:\n{}",
        "with x:\n{}",
        "if x:\n    pass\nelif y:\n{}",
    ]
    for clause in clauses:
        text = clause.format("\n    def f():\n        return 1") + "\n\n\nx = 1\n"
        assert text == print_tree(gast.parse(text))
    text = "match x:\n    case 1:\n\n        def f():\n            return 1\n\n\nx = 1\n"
    assert text == print_tree(gast.parse(text))
