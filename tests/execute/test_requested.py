"""Where a derivative was asked for."""

import operator
from pathlib import Path

import numpy as np
import pytest

from cladpy import CladpyError, gradient, pullback, value_and_gradient
from cladpy.execute.requested import Place, calling_place, with_place

X = np.ones(2)
FIRST = operator.itemgetter(0)  # no rule can be had for it
TEXT = Path(__file__).read_text().splitlines()


def opaque(x):
    return FIRST(x) * 2.0


@gradient("x")
def decorated(x):
    return FIRST(x) * 2.0


@pytest.mark.parametrize("request_of", [gradient, value_and_gradient])
def test_an_error_at_the_call_names_the_line_of_the_request(request_of):
    """The note of the reason carries the place."""
    derivative = request_of(opaque, "x")
    line = derivative._requested.line
    with pytest.raises(CladpyError) as caught:
        derivative(X)
    [note] = [note for note in caught.value.notes if "requested at" in note]
    assert note.startswith("needed to differentiate opaque with respect to x (requested at ")
    assert note.endswith(f"test_requested.py:{line})")
    assert TEXT[line - 1].strip() == 'derivative = request_of(opaque, "x")'


def test_a_decorator_is_where_the_request_stands():
    """On the line of the decorator, or of the function below it."""
    text = TEXT[decorated._requested.line - 1]
    assert text in {'@gradient("x")', "def decorated(x):"}


def test_a_second_error_says_it_once():
    """Each error is made anew, and names the place once."""
    pull = pullback(opaque, "x")
    for _ in range(2):
        with pytest.raises(CladpyError) as caught:
            pull.forward(X)
        assert str(caught.value).count("requested at") == 1


def test_methods_of_unnamed_requests_know_the_place():
    """The derivative made for methods is of the same request."""

    class Model:
        @gradient
        def loss(self, x):
            return FIRST(x) * 2.0

    with pytest.raises(CladpyError, match="requested at"):
        Model().loss(X)


def test_notes():
    """The place is added to the reason, or is a note of its own; without a place nothing changes."""
    place = Place("train.py", 3)
    assert with_place(("other",), place) == ("other", "requested at train.py:3")
    assert with_place(("other",), None) == ("other",)
    told = with_place(("needed to differentiate f",), place)
    assert with_place(told, Place("other.py", 4)) == told


def test_the_calling_place_is_outside_of_the_package():
    """Here it is this file."""
    assert calling_place().file == __file__
