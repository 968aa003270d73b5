"""The context under other names."""

from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, INT, UNKNOWN
from cladpy.optimize.context import Context


def _context(asked):
    def ask(expression):
        asked.append(expression)
        return True

    return Context({"x": FLOAT}, ask, ask, True, lambda e: asked.append(e) or INT)


def test_questions_are_asked_about_the_original_names():
    """A renamed variable is put back before a callback sees the expression."""
    asked = []
    renamed = _context(asked).renamed({"x_2": "x"})
    assert renamed.is_pure(parse("f(x_2)"))
    assert renamed.is_fresh(parse("f(x_2, y)"))
    assert renamed.infer(parse("x_2 + y")) == INT
    assert [["f", "x"], ["f", "x", "y"]] == [[call.func.id, *(a.id for a in call.args)] for call in asked[:2]]
    assert asked[2].left.id == "x"


def test_new_names_have_the_facts_of_their_origins():
    """Given facts win; what is unknown stays so."""
    context = _context([])
    assert context.renamed({"x_2": "x"}).fact("x_2") == FLOAT
    assert context.renamed({"x_2": "x"}, {"x_2": INT}).fact("x_2") == INT
    assert context.renamed({"y_2": "y"}).fact("y_2") == UNKNOWN


def test_without_new_names_it_stays_the_same():
    """Nothing to rename, nothing to wrap."""
    context = _context([])
    assert context.renamed({}) is context
