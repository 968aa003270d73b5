"""Turn a function of the intermediate representation into a gast tree for the printer.

In a gradient function each group of the reverse sweep, and in a pullback each group, is headed by a comment with the
primal statement that it stems from; statements without one stand in the group that is open.
"""

from collections.abc import Mapping
from itertools import zip_longest

import gast

from cladpy.emit.comment import Comment
from cladpy.ir import statements as ir
from cladpy.ir.expressions import constant

REVERSE = "---- reverse sweep ----"
FORWARD = "---- forward sweep ----"


def to_gast(function: ir.Function, comments: Mapping[int, str], *, comment_all: bool = False) -> gast.FunctionDef:
    """Return the function as a tree.

    Parameters
    ----------
    function : Function
        A function whose variables are identifiers.
    comments : mapping of int to str
        By number of a primal statement, the text that heads its group.
    comment_all : bool
        Comment everything, as in a pullback; else only what follows the mark of the reverse sweep.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse, store_name
    >>> body = (ir.Assign(store_name("d_x"), parse("2 * x"), source=1), ir.Return(parse("d_x")))
    >>> tree = to_gast(ir.Function("f", ("x",), body), {1: "return x * x"}, comment_all=True)
    >>> [type(statement).__name__ for statement in tree.body]
    ['Comment', 'Assign', 'Return']
    """
    writer = _Writer(comments, comment_all)
    body = writer.block(function.body)
    if function.docstring is not None:
        body.insert(0, gast.Expr(constant(function.docstring)))
    parameters = [gast.Name(name, gast.Param(), None, None) for name in function.parameters]
    arguments = gast.arguments(parameters, [], None, [], [], None, [])
    return gast.FunctionDef(function.name, arguments, body or [gast.Pass()], [], None, None, [])


def _deletion(value: gast.expr) -> gast.stmt | None:
    """Return ``del l[i]`` for ``l.__delitem__(i)``."""
    if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute):
        return None
    if value.func.attr != "__delitem__" or len(value.args) != 1:
        return None
    return gast.Delete([gast.Subscript(value.func.value, value.args[0], gast.Del())])


def _is_mark(statement: ir.Statement | None, text: str) -> bool:
    return isinstance(statement, ir.Comment) and statement.text == text


class _Writer:
    """Converts blocks; knows which group is open."""

    def __init__(self, comments: Mapping[int, str], active: bool) -> None:  # noqa: FBT001 - a flag of the state
        self.comments = comments
        self.active = active
        self.group = 0

    def block(self, block: ir.Block) -> list[gast.stmt]:
        written: list[gast.stmt] = []
        for statement, following in zip_longest(block, block[1:]):
            written += self._heading(statement)
            if not (_is_mark(statement, FORWARD) and _is_mark(following, REVERSE)):  # nothing is left of the sweep
                written.append(self._statement(statement))
        return written

    def _heading(self, statement: ir.Statement) -> list[gast.stmt]:
        if isinstance(statement, ir.Comment):
            self.active = statement.text == REVERSE or (self.active and statement.text != FORWARD)
            self.group = 0
            return []
        if not self.active or statement.source in (0, self.group):
            return []
        self.group = statement.source
        return [Comment(self.comments[self.group])] if self.group in self.comments else []

    def _nested(self, block: ir.Block) -> list[gast.stmt]:
        """Convert an inner block; behind it the group of its owner is open again."""
        group = self.group
        written = self.block(block)
        self.group = group
        return written or [gast.Pass()]

    def _statement(self, statement: ir.Statement) -> gast.stmt:
        match statement:
            case ir.Assign():
                return gast.Assign([statement.target], statement.value, None)
            case ir.Update():
                return gast.AugAssign(statement.target, statement.operator, statement.value)
            case ir.Effect():
                return _deletion(statement.value) or gast.Expr(statement.value)
            case ir.Return():
                return gast.Return(statement.value)
            case ir.Delete():
                return gast.Delete([gast.Name(name, gast.Del(), None, None) for name in statement.names])
            case ir.Comment():
                return Comment(statement.text)
            case ir.Assert():
                return gast.Assert(statement.test, statement.message)
            case ir.Raise():
                return gast.Raise(statement.exception, statement.cause)
            case ir.Break():
                return gast.Break()
            case ir.Continue():
                return gast.Continue()
            case ir.Pass():
                return gast.Pass()
            case ir.If() | ir.For() | ir.While() | ir.With():
                return self._compound(statement)
        raise AssertionError("drafts are not printed")

    def _compound(self, statement: ir.If | ir.For | ir.While | ir.With) -> gast.stmt:
        body = self._nested(statement.body)
        match statement:
            case ir.If():
                return gast.If(statement.test, body, self._nested(statement.orelse) if statement.orelse else [])
            case ir.For():
                return gast.For(statement.target, statement.iterable, body, [], None)
            case ir.While():
                return gast.While(statement.test, body, [])
            case ir.With():
                return gast.With([gast.withitem(statement.context, None)], body, None)
