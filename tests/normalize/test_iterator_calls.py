"""Which calls of iterators are written as loops."""

import itertools

import gast
import pytest

from cladpy.normalize.iterator_calls import argument_of, is_written


def read(text):
    """Return the call that a text is."""
    return gast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("text", "function", "expected"),
    [
        ("map(f, x, y)", map, True),
        ("map(f)", map, False),
        ("zip(x, y, strict=True)", zip, True),
        ("zip(x, y, fill=0)", zip, False),
        ("product(x, repeat=3)", itertools.product, True),
        ("product(x, repeat=n)", itertools.product, False),
        ("combinations(x, 2)", itertools.combinations, True),
        ("combinations(x, n)", itertools.combinations, False),
        ("islice(x, 1, n)", itertools.islice, True),
        ("islice(x, -1)", itertools.islice, False),
        ("groupby(x)", itertools.groupby, False),
    ],
)
def test_calls_with_arguments_that_are_followed(text, function, expected):
    """Any other stays a call."""
    assert expected is is_written(read(text), function)


def test_arguments_by_place_or_name():
    """The place counts first."""
    assert argument_of(read("count(a, step=b)"), 0, "start").id == "a"
    assert argument_of(read("count(a, step=b)"), 1, "step").id == "b"
    assert argument_of(read("count(a)"), 1, "step") is None
