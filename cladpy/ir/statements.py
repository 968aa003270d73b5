"""Statements of the normal form and of generated code.

Expressions inside them are gast nodes. Everything is treated as frozen: a pass builds new statements and never
edits those that it was given. ``source`` is the number of the primal statement that a statement stems from
(0: none); the comments of the reverse sweep are made from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import gast

__all__ = [
    "Assert",
    "Assign",
    "Block",
    "Break",
    "Comment",
    "Continue",
    "Delete",
    "Effect",
    "For",
    "Function",
    "If",
    "Pass",
    "Phi",
    "Raise",
    "Return",
    "Reversed",
    "Statement",
    "Undo",
    "Update",
    "While",
    "With",
    "walk",
]


@dataclass(frozen=True, slots=True)
class Phi:
    """A version that holds one of several: at a join, at the head of a loop or at its exit."""

    target: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``; the target is a name, a subscript, an attribute or a tuple of names.

    ``old`` and ``new`` are the versions of the stored-into name before and after, when the target is a store, or the
    value a call that updates a list or dict: ``y = l.pop()``.
    An impure value is evaluated once, in its place: never dropped, repeated or moved.
    """

    target: gast.expr
    value: gast.expr
    source: int = 0
    impure: bool = False
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """``target op= value``, the operation in place where the target's value allows it.

    ``at``: unbuffered, as ``np.add.at``: an element counts as often as the index names it.
    """

    target: gast.expr
    operator: gast.operator
    value: gast.expr
    source: int = 0
    old: str | None = None
    new: str | None = None
    at: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """An expression evaluated for what it does; ``old`` and ``new``: the versions of a list or dict that it updates."""

    value: gast.expr
    source: int = 0
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class If:
    """``if test``; ``phis`` join behind it: the version of its body, that of its ``orelse``."""

    test: gast.expr
    body: "Block"
    orelse: "Block" = ()
    source: int = 0
    phis: tuple[Phi, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """``for target in iterable``; ``phis`` join at the head, ``exits`` behind the loop."""

    target: gast.expr
    iterable: gast.expr
    body: "Block"
    source: int = 0
    phis: tuple[Phi, ...] = ()
    exits: tuple[Phi, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """``while test``; the test is evaluated before each iteration, behind the joins of ``phis``."""

    test: gast.expr
    body: "Block"
    source: int = 0
    phis: tuple[Phi, ...] = ()
    exits: tuple[Phi, ...] = ()


@dataclass(frozen=True, slots=True)
class With:
    """``with context``, without a name for what is entered."""

    context: gast.expr
    body: "Block"
    source: int = 0


@dataclass(frozen=True, slots=True)
class Break:
    """``break``: leave the loop around it."""

    source: int = 0


@dataclass(frozen=True, slots=True)
class Continue:
    """``continue``: go on with the next iteration."""

    source: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """``pass``: a statement that does nothing."""

    source: int = 0


@dataclass(frozen=True, slots=True)
class Assert:
    """``assert test, message``."""

    test: gast.expr
    message: gast.expr | None = None
    source: int = 0


@dataclass(frozen=True, slots=True)
class Raise:
    """``raise exception from cause``."""

    exception: gast.expr | None = None
    cause: gast.expr | None = None
    source: int = 0


@dataclass(frozen=True, slots=True)
class Delete:
    """``del names``: end the life of variables, so that their storage can be reused."""

    names: tuple[str, ...]
    source: int = 0


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``: the last statement of a function in the normal form."""

    value: gast.expr
    source: int = 0


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line, without the leading ``#``."""

    text: str
    source: int = 0


@dataclass(frozen=True, slots=True)
class Reversed:
    """In the draft of a reverse sweep: the reverse of one block of the primal, at its place."""

    place: tuple[int, ...]
    body: "Block"
    source: int = 0


@dataclass(frozen=True, slots=True)
class Undo:
    """In the draft of a reverse sweep: the region that a store has overwritten is restored, if it is still read."""

    store: Assign | Update
    source: int = 0


Statement = (
    Assign
    | Update
    | Effect
    | If
    | For
    | While
    | With
    | Break
    | Continue
    | Pass
    | Assert
    | Raise
    | Delete
    | Return
    | Comment
    | Reversed
    | Undo
)
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function in the normal form or a generated one: its name, parameters and body.

    ``in_bounds``: each index in it is certainly inside its array.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block
    docstring: str | None = None
    in_bounds: bool = field(default=False, kw_only=True)


_WITH_BODY: Final = (For, While, With)


def walk(block: Block) -> Iterator[Statement]:
    """Yield every statement of a block, in source order, the nested ones behind their owner."""
    for statement in block:
        yield statement
        if isinstance(statement, If):
            yield from walk(statement.body)
            yield from walk(statement.orelse)
        elif isinstance(statement, _WITH_BODY):
            yield from walk(statement.body)
