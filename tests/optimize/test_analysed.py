"""Analyses that are made once for a function."""

from cladpy.optimize.analysed import analysed
from tests.optimize.program import context, read


def test_each_analysis_is_made_once():
    """And only for the function that was looked at last."""
    known, function, other = context(), read("def f(x):\n    return x"), read("def f(x):\n    return x")
    first = analysed(function, known)
    assert first.storage is analysed(function, known).storage
    assert first.effects.storage is first.storage
    assert first.occurrences is first.occurrences
    assert set() == first.stored
    assert analysed(other, known) is not first
    assert analysed(function, known) is not first


def test_another_context_knows_nothing_of_it():
    """Under new names, other things may be known."""
    known, function = context(), read("def f(x):\n    return x")
    assert analysed(function, known) is not analysed(function, known.renamed({"x_2": "x"}))
