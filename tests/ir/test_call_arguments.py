"""Arguments are given to parameters as in Python."""

import inspect

import gast
import pytest

from cladpy.ir.call_arguments import Parameters, UnknownStarError
from tests.stages import print_tree


def several(a, b, /, c, d=1.0, *rest, e, f=2.0, **named):
    return a, b, c, d, rest, e, f, named


def plain(a, b=1.0):
    return a, b


def call(text):
    """Return a call."""
    return gast.parse(text, mode="eval").body


def given(function, text):
    """Return what a call gives to the parameters of a function, as text."""
    bound = Parameters.of_signature(inspect.signature(function)).bind(call(text))
    return {name: print_tree(value) for name, value in bound.items()}


def test_parameters_of_a_definition_are_those_of_the_function():
    """Each kind."""
    tree = gast.parse(inspect.getsource(several)).body[0]
    assert Parameters.of_arguments(tree.args) == Parameters.of_signature(inspect.signature(several))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(x, y, 1, e=2)", {"a": "x", "b": "y", "c": "1", "rest": "()", "e": "2", "named": "{}"}),
        (
            "f(x, y, 1, 2, 3, 4, f=5, e=6, g=7)",
            {"a": "x", "b": "y", "c": "1", "d": "2", "rest": "(3, 4)", "f": "5", "e": "6", "named": '{"g": 7}'},
        ),
        (
            "f(x, y, 1, 2, *r, e=6, **n)",
            {"a": "x", "b": "y", "c": "1", "d": "2", "rest": "r", "e": "6", "named": "n"},
        ),
        ("f(x, y, e=2, c=3, a=4)", {"a": "x", "b": "y", "rest": "()", "e": "2", "c": "3", "named": '{"a": 4}'}),
    ],
)
def test_arguments_by_parameter(text, expected):
    """Star parameters take what is left, and the stars that stand for all of it."""
    assert given(several, text) == expected


@pytest.mark.parametrize("text", ["f(x, y, 3)", "f(x, a=3)", "f(x, c=3)"])
def test_arguments_that_do_not_fit(text):
    """An error of the same kind as Python's."""
    with pytest.raises(TypeError):
        eval(text, {"f": plain, "x": 1, "y": 2})
    with pytest.raises(TypeError):
        given(plain, text)


@pytest.mark.parametrize(
    ("function", "text"),
    [(plain, "f(*x)"), (plain, "f(**x)"), (several, "f(x, *y)"), (several, "f(x, y, 1, 2, *p, *q)"),
     (several, "f(x, y, 1, e=2, **p, **q)"), (several, "f(x, y, 1, e=2, g=3, **p)")],
)  # fmt: skip
def test_stars_of_unknown_length(function, text):
    """They stand for something else than all that a star parameter takes."""
    with pytest.raises(UnknownStarError):
        given(function, text)
