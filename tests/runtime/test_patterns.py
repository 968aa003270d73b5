"""What patterns ask of values: what Python's own match does."""

import collections
import re

import numpy as np
import pytest

from cladpy.runtime import matches_mapping, matches_sequence, without_keys

VALUES = [
    [], (), range(3), "ab", b"ab", bytearray(), {}, {1}, np.ones(2), collections.deque(), collections.OrderedDict(), 1,
    None, re.match("a", "a"),
]  # fmt: skip


def of_python(value):
    """Return whether Python takes a value for a sequence, and for a mapping."""
    match value:
        case [*_]:
            return True, False
        case {}:
            return False, True
    return False, False


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_kinds_are_those_of_match(value):
    """Texts, bytes and arrays are no sequences."""
    assert (matches_sequence(value), matches_mapping(value)) == of_python(value)


def test_rest_of_a_mapping_is_a_dict():
    """As that which a double star captures."""
    assert without_keys(collections.OrderedDict(a=1, b=2, c=3), ("a", "c")) == {"b": 2}
