"""Tests of the texts of the errors C1xx."""

import string

import pytest

from cladpy.errors import CODES
from cladpy.frontend.refusals import REFUSALS
from cladpy.frontend.supported_syntax import TABLE, refusal_of


@pytest.mark.parametrize("name", REFUSALS)
def test_only_the_name_is_filled_in(name):
    """The fence knows one name to put into a text."""
    texts = (REFUSALS[name].message, REFUSALS[name].hint)
    fields = {field for text in texts for _, field, _, _ in string.Formatter().parse(text)}
    assert fields <= {None, "name"}


@pytest.mark.parametrize("name", REFUSALS)
def test_each_refusal_has_a_code_of_the_family_and_a_hint(name):
    """A refusal says what to write instead."""
    refusal = REFUSALS[name]
    assert refusal.code in CODES
    assert refusal.code.startswith("C1")
    assert refusal.hint


def test_each_refusal_is_used():
    """A text that no line refers to goes with the line."""
    used = [syntax.refusal for syntax in TABLE] + [refusal_of("TemplateStr")]
    assert [name for name, refusal in REFUSALS.items() if refusal not in used] == []
