"""The error of a check that failed."""

import pickle

from cladpy.testing.mismatch import ASPECTS, GradientMismatch


def test_mismatch_is_a_failed_assertion():
    """Test runners count it as a failure of the test, not as an error."""
    assert issubclass(GradientMismatch, AssertionError)


def test_report_has_a_line_a_fact():
    """The first line says what failed, the others show the numbers."""
    wrong = GradientMismatch("gradient", "the adjoint of x is wrong", ["adjoint 1", "numerical derivative 2"])
    assert str(wrong) == "the adjoint of x is wrong [gradient]\n  adjoint 1\n  numerical derivative 2"


def test_mismatch_pickles():
    """A test runner may hand it from process to process."""
    wrong = pickle.loads(pickle.dumps(GradientMismatch("value", "differs", ["by 1"])))
    assert (wrong.aspect, wrong.message, wrong.details) == ("value", "differs", ("by 1",))


def test_aspects_are_explained():
    """Each word of a report has a meaning."""
    assert all(ASPECTS.values())
