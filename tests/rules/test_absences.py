"""Three words for no derivative."""

from cladpy.rules.absences import Zero, not_implemented, zero


def test_absences_print_as_they_are_written():
    """A declaration can be read back."""
    assert repr(zero) == "zero"
    assert repr(not_implemented("why")) == "NotImplementedRule(why='why')"


def test_zero_is_equal_to_itself_only():
    """The three words stay apart."""
    assert Zero() == zero
    assert zero != not_implemented("why")
