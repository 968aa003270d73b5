"""Parsing of declared signatures."""

import pytest

from cladpy.errors import CladpyError
from cladpy.rules.signature import parse_signature


def kinds(declared):
    """Return (name, kind, has a default) of each parameter."""
    return [(each.name, each.kind, each.default is not None) for each in parse_signature(declared).parameters]


def test_positional_keyword_and_starred_parameters():
    """The text is Python's own."""
    assert kinds("y = f(x, axis=None, *, keepdims=False)") == [
        ("x", "positional", False),
        ("axis", "positional", True),
        ("keepdims", "keyword", True),
    ]
    assert kinds("y = f(*arrays)") == [("arrays", "star", False)]
    assert kinds("y = f(x, /, *, key)") == [("x", "positional", False), ("key", "keyword", False)]


def test_several_results():
    """Each has a name, and with it a cotangent."""
    assert parse_signature("w, v = eigh(a)").results == ("w", "v")


def test_call_text_passes_everything_on():
    """Defaults are passed by keyword, stars as stars."""
    assert parse_signature("y = f(x, axis=None)").call_text({"x": "t_x"}) == "t_x, axis=axis"
    assert parse_signature("y = f(x, *shape)").call_text({"x": "t_x"}) == "t_x, *shape"


@pytest.mark.parametrize("declared", ["y = f(x", "y = 3", "f(x)"])
def test_other_text_is_refused(declared):
    """A slip of the pen in a declaration is found at import."""
    with pytest.raises(CladpyError, match="C901"):
        parse_signature(declared)
