"""From a tree to source text.

The text is what ruff's formatter would leave as it is: no parentheses but where the
grammar or a line break needs them, double quotes, lines of at most 100 columns.

This is the only file that knows an unparser.  As it comes, astunparse puts
parentheses around everything, writes ``a[1:n, i]`` so that it does not parse, and
knows neither `match` nor ``except*``; what it writes well is inherited.
"""

import ast
from typing import Final

import astunparse

from cladpy.emit.patterns import Patterns
from cladpy.emit.precedence import Tree

WIDTH: Final = 100
_UNBOUNDED: Final = 1_000_000_000


def print_tree(tree: Tree, *, width: int | None = WIDTH) -> str:
    r"""Return the source text of a tree.

    Parameters
    ----------
    tree : gast or ast node
        A module, a statement or an expression.  Statements may be those of `cladpy.emit.comment`.
    width : int or None
        Columns of a line; None never breaks one.

    Returns
    -------
    str
        Of a module or a statement with a line break at the end; of an expression one line without.

    Examples
    --------
    >>> import gast
    >>> print_tree(gast.parse("(a) [1 : n, i] = - x **2"))
    'a[1:n, i] = -(x**2)\n'
    """
    return Printer(_UNBOUNDED if width is None else width).text_of(tree)


class Printer(Patterns, astunparse.Unparser):
    """Writes a tree line by line.

    Parameters
    ----------
    width : int
        Columns of a line.
    """

    def __init__(self, width: int) -> None:
        # Not the unparser's initialiser, which would print at once.
        Patterns.__init__(self, width)

    def text_of(self, tree: Tree) -> str:
        """Return the source text of a module, statement or expression."""
        if isinstance(tree, ast.expr):
            self.expression(tree)
        else:
            self.dispatch(tree)
        return self.taken_lines() or self.taken_text()

    def _Expression(self, tree: Tree) -> None:
        self.expression(tree.body)
