"""Statements that only the printer knows: a comment line and a blank line."""

from typing import Any

import gast


class Comment(gast.stmt):
    """A comment on a line of its own, allowed wherever a statement is.

    The printer indents it like the statements around it, joins its lines and cuts
    it at the line length.  A block of comments alone is printed with a ``pass``.

    Parameters
    ----------
    text : str
        What follows the number sign and the space.

    Examples
    --------
    >>> Comment("d_b is the sum over the batch").text
    'd_b is the sum over the batch'
    """

    _fields = ("text",)

    def __init__(self, text: str = "", **position: Any) -> None:
        # Without arguments too: copy.deepcopy makes an empty node and then fills in its attributes.
        super().__init__(text=text, **position)


class BlankLine(gast.stmt):
    """A blank line that is asked for; the ones that the format demands come by themselves.

    Examples
    --------
    >>> BlankLine()._fields
    ()
    """

    _fields = ()
