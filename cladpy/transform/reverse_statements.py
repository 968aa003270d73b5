"""Statements of the reverse sweep that are not final: which block they reverse, and what may have to be restored.

In the draft of the reverse sweep, names with a dot (``x.3``) are versions of the primal; the recording pass replaces
them by variables, and makes the pushes, pops and restores that this needs.
"""

from dataclasses import dataclass

from cladpy.ir.statements import Assign, Block, Update


@dataclass(frozen=True, slots=True)
class Reversed:
    """The reverse of one block of the primal, at its place; the recording pass dissolves it."""

    place: tuple[int, ...]
    body: Block
    source: int = 0


@dataclass(frozen=True, slots=True)
class Undo:
    """Here the region that a store has overwritten is restored, if the sweep still reads it."""

    store: Assign | Update
    source: int = 0
