"""How generated source is shown: highlighted in a notebook where Pygments is installed."""

import html
import importlib


def source_html(text: str) -> str:
    """Return source as HTML that needs no style sheet.

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
