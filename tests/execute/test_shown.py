"""What a derivative shows."""

import sys

import pytest

from cladpy import CladpyError
from cladpy.execute.shown import Shown, source_html


class Example(Shown):
    def __init__(self, text):
        self.request = "gradient(f)"
        self.text = text

    @property
    def source(self):
        if self.text is None:
            raise CladpyError("C201", "only a call can tell")
        return self.text


def test_the_source_where_there_is_one():
    """The request names it, print shows the text."""
    assert repr(Example("x = 1")) == "<gradient(f)>"
    assert str(Example("x = 1")) == "x = 1"
    assert "1" in Example("x = 1")._repr_html_()


def test_the_request_where_there_is_no_source():
    """A notebook then falls back to it."""
    assert str(Example(None)) == "<gradient(f)>"
    assert Example(None)._repr_html_() is None


def test_html():
    """Highlighted by Pygments, escaped without it."""
    pytest.importorskip("pygments")
    assert "<span" in source_html("x = 1 < 2")


def test_html_without_pygments(monkeypatch):
    """It is plain, and nothing in it is taken for a tag."""
    monkeypatch.setitem(sys.modules, "pygments", None)
    assert source_html("x = 1 < 2") == "<pre>x = 1 &lt; 2</pre>"
