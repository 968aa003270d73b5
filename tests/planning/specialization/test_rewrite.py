"""Statements in the place of others."""

from dataclasses import replace

from cladpy.ir.expressions import constant
from cladpy.ir.statements import Assign
from cladpy.planning.specialization.rewrite import live_parts, rewritten
from tests.stages import block_text, form_of, text, versions_of

PROGRAM = """
def f(x, n):
    if n:
        y = x
    else:
        y = 2.0
    for i in n:
        y = y + x
    return y
"""


def test_each_statement_is_asked_about():
    """The nested ones, too; a block without changes is the same."""
    form, numbered = form_of(PROGRAM), versions_of(PROGRAM)

    def literal(statement, _twin):
        plain = isinstance(statement, Assign) and not isinstance(statement.value, type(constant(1)))
        return (replace(statement, value=constant(0.0)),) if plain else None

    assert block_text(rewritten(form.body, numbered.body, literal)) == text(
        """
        if n:
            y = 0.0
        else:
            y = 2.0
        for i in n:
            y = 0.0
        return y
        """
    )
    assert rewritten(form.body, numbered.body, lambda _s, _t: None) is form.body


def test_sides_that_are_never_taken_are_left_alone():
    """They will be left out."""
    form, numbered = form_of(PROGRAM), versions_of(PROGRAM)

    def dropped(statement, _twin):
        return () if isinstance(statement, Assign) else None

    assert block_text(rewritten(form.body, numbered.body, dropped, lambda _test: True)).splitlines()[:4] == [
        "if n:",
        "    pass",
        "else:",
        "    y = 2.0",
    ]
    assert live_parts(numbered.body[0], lambda _test: False) == ("orelse",)
    assert live_parts(numbered.body[1], lambda _test: False) == ("body", "orelse")
