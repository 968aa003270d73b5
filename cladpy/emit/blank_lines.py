"""How many blank lines stand between two statements: no more than ruff's format demands, unless asked for."""

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from cladpy.emit.precedence import Tree, kind

_DEFINITIONS = {"FunctionDef", "AsyncFunctionDef", "ClassDef"}
_IMPORTS = {"Import", "ImportFrom"}
_COMPOUND = {"If", "For", "AsyncFor", "While", "Try", "TryStar", "With", "AsyncWith", "Match"}
_REMARKS = {"Comment", "BlankLine"}


class Suite(Enum):
    """What a list of statements is the body of."""

    MODULE = auto()
    CLASS = auto()
    FUNCTION = auto()
    CLAUSE = auto()  # of if, for, try, ...

    @property
    def most(self) -> int:
        """The number of blank lines around a definition, which is also the largest allowed."""
        return 2 if self is Suite.MODULE else 1


def spaced(statements: Iterable[Tree], suite: Suite) -> Iterator[tuple[int, Tree]]:
    r"""Yield the statements and comments of a body with the number of blank lines in front of each.

    Comments belong to the statement behind them, so that blank lines go in front of both.

    Examples
    --------
    >>> import ast
    >>> body = ast.parse("import math\nx = 1\ndef f(): pass").body
    >>> [number for number, statement in spaced(body, Suite.MODULE)]
    [0, 1, 2]
    """
    previous = None
    documented = False
    comments: list[Tree] = []
    for statement in statements:
        comments.append(statement)
        if kind(statement) not in _REMARKS:
            demanded = max(_demanded(previous, comments, suite), int(documented))
            yield from _with_requests(comments, demanded, suite, is_first=previous is None)
            documented = previous is None and suite in {Suite.MODULE, Suite.CLASS} and is_docstring(statement)
            previous, comments = statement, []
    demanded = suite.most if _ends_in_definition(previous) else int(documented)
    yield from _with_requests(comments, demanded, suite, is_first=previous is None)


def is_docstring(statement: Tree) -> bool:
    """Return whether a statement is a string, which documents the body that begins with it."""
    if kind(statement) != "Expr" or kind(statement.value) != "Constant":
        return False
    return isinstance(statement.value.value, str)


def _with_requests(lines: list[Tree], demanded: int, suite: Suite, *, is_first: bool) -> Iterator[tuple[int, Tree]]:
    """Add the blank lines that are asked for to those that the first of the lines demands."""
    number = 0
    for line in lines:
        if kind(line) == "BlankLine":
            number += 1
            continue
        number = max(number, demanded)
        if number and kind(line) in _DEFINITIONS:
            number = suite.most
        yield (0 if is_first and not demanded else min(number, suite.most)), line
        number, demanded, is_first = 0, 0, False


def _demanded(previous: Tree | None, lines: list[Tree], suite: Suite) -> int:
    """Return the blank lines between a statement and the next one, whose comments precede it in `lines`."""
    following = lines[-1]
    is_definition = kind(following) in _DEFINITIONS
    has_comments = any(kind(line) == "Comment" for line in lines)
    if previous is None:
        return int(is_definition and suite is Suite.CLAUSE and not has_comments)
    if is_definition or _ends_in_definition(previous):
        return suite.most
    if kind(previous) in _IMPORTS:
        return int(has_comments or kind(following) not in _IMPORTS)
    return 0


def _ends_in_definition(statement: Tree | None) -> bool:
    """Return whether the text of a statement ends with that of a function or class."""
    while statement is not None and kind(statement) not in _DEFINITIONS:
        statement = _last_inside(statement)
    return statement is not None


def _last_inside(statement: Tree) -> Tree | None:
    """Return the last statement of a compound one."""
    if kind(statement) not in _COMPOUND:
        return None
    if kind(statement) == "Match":
        statement = statement.cases[-1]
    clauses = [getattr(statement, name, None) for name in ("finalbody", "orelse", "handlers", "body")]
    last: Tree = next((clause[-1] for clause in clauses if clause), None)
    return last.body[-1] if kind(last) == "ExceptHandler" else last
