"""Fresh names, blocks and the primal's lines."""

import pytest

from cladpy.frontend.find_source import find_source
from cladpy.ir.expressions import parse
from cladpy.ir.statements import Pass
from cladpy.normalize.recorder import Recorder, statement_text
from tests.stages import block_text, define

PROGRAM = """
def f(x, y):
    z = np.where(
        x > 0,  # a comment goes
        "ä  b" and x,
        y,
    )
    if (x
            > y):
        z = x; w = y
    for i in range(3): pass
    return z
"""


@pytest.fixture
def recorder():
    """Return a recorder for the program."""
    return Recorder(find_source(define(PROGRAM)))


def test_fresh_names_are_numbered_by_what_they_are_made_from(recorder):
    """So that they are the same in every run."""
    assert [recorder.fresh(), recorder.fresh(), recorder.fresh("left")] == ["v@1", "v@2", "left@1"]


def test_a_bound_value_gets_a_name(recorder):
    """It is assigned where it stands, and stems from the statement that is open."""
    recorder.begin(recorder.source.tree.body[0])
    assert recorder.bind(parse("x + y")).id == "v@1"
    (made,) = recorder.block
    assert made.source == 1
    assert block_text(recorder.block) == "v@1 = x + y\n"


def test_nested_blocks_are_apart(recorder):
    """Behind one, the statement that was open before is open again."""
    recorder.begin(recorder.source.tree.body[0])
    with recorder.nested() as block:
        recorder.begin(recorder.source.tree.body[1])
        recorder.emit(Pass(recorder.current))
    assert block == [Pass(2)]
    assert recorder.block == []
    assert recorder.current == 1


def test_a_nested_block_ends_with_an_error_too(recorder):
    """What is written later does not go into it."""
    with pytest.raises(KeyError), recorder.nested():
        raise KeyError
    recorder.emit(Pass())
    assert recorder.block == [Pass()]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (0, 'z = np.where( x > 0, # a comment goes "ä b" and x, y, )'),
        (1, "if (x > y):"),
        (2, "for i in range(3): pass"),
        (3, "return z"),
    ],
)
def test_a_statement_as_one_line(recorder, position, expected):
    """As written, its lines joined; of a compound statement the header."""
    assert statement_text(recorder.source.tree.body[position], recorder.source) == expected


def test_a_statement_that_shares_its_line(recorder):
    """Only its own columns count."""
    first, second = recorder.source.tree.body[1].body
    assert statement_text(first, recorder.source) == "z = x"
    assert statement_text(second, recorder.source) == "w = y"


def test_each_statement_has_its_place(recorder):
    """Where it stands in the user's file."""
    recorder.begin(recorder.source.tree.body[3])
    line = recorder.lines[1]
    assert (line.text, line.location.line, line.location.column) == ("return z", 11, 5)


def test_refusals_point_at_the_piece(recorder):
    """With code, message and hint."""
    error = recorder.refuse(recorder.source.tree.body[3].value, "C100", "not this", hint="that")
    assert (error.code, error.message, error.hint) == ("C100", "not this", "that")
    assert (error.location.line, error.location.column, error.location.end_column) == (11, 12, 13)
