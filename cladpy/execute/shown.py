"""How a derivative shows itself: its request in a traceback, its source in print and in a notebook."""

import html
import importlib
from typing import Any

from cladpy.errors import CladpyError


class Shown:
    """What has a request and generated source.

    `source` raises `CladpyError` where the source depends on the arguments of a call.
    """

    request: Any
    source: Any

    def __repr__(self) -> str:
        return f"<{self.request}>"

    def __str__(self) -> str:
        try:
            return str(self.source)
        except CladpyError:
            return repr(self)

    def _repr_html_(self) -> str | None:
        """Give a notebook the highlighted source."""
        text = str(self)
        return None if text == repr(self) else source_html(text)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: FBT001 - the protocol of IPython
        printer.text(repr(self) if cycle else str(self))


def source_html(text: str) -> str:
    """Return source as HTML that needs no style sheet; plain where Pygments is not installed.

    Examples
    --------
    >>> source_html("x < 1").startswith("<")
    True
    """
    try:
        pygments, formatters, lexers = (
            importlib.import_module(name) for name in ("pygments", "pygments.formatters", "pygments.lexers")
        )
    except ImportError:
        return f"<pre>{html.escape(text)}</pre>"
    return str(pygments.highlight(text, lexers.PythonLexer(), formatters.HtmlFormatter(noclasses=True)))
