"""Where the variables of a function are assigned and read, by position in the text."""

from bisect import bisect_left, bisect_right
from collections import Counter

from cladpy.analyses.liveness import binds, pinned, reads
from cladpy.ir import statements as ir
from cladpy.optimize.rewriting import nested_statements
from cladpy.optimize.variables import base_of, is_temporary


class Occurrences:
    """Positions of statements, definitions and reads; parameters are defined at position -1.

    Parameters
    ----------
    function : Function
        The function looked at; its statements are distinct objects.
    """

    def __init__(self, function: ir.Function) -> None:
        self.position: dict[int, int] = {}  # by id(statement), in the order of the text
        self.end: dict[int, int] = {}  # position of the last statement nested in it, or its own
        self.definitions: dict[str, list[int]] = {name: [-1] for name in function.parameters}
        self.reads: dict[str, list[int]] = {}
        self.block_at: dict[int, int] = {}  # by position, the id of the block in which the statement stands
        self.definitions_of_base: dict[str, list[int]] = {}
        self.mentions_of_base: dict[str, list[int]] = {}
        deleted = {name for statement in ir.walk(function.body) for name in _deleted(statement)}
        self.pinned = pinned(function) | deleted
        self.parameters = frozenset(function.parameters)
        self._number(function.body, 0)
        self.uses = Counter({name: len(positions) for name, positions in self.reads.items()})

    def _number(self, block: ir.Block, position: int) -> int:
        for statement in block:
            self.position[id(statement)] = position
            self.block_at[position] = id(block)
            for name in reads(statement):
                self.reads.setdefault(name, []).append(position)
            for name in binds(statement):
                self.definitions.setdefault(name, []).append(position)
                if not is_temporary(name):
                    self.definitions_of_base.setdefault(base_of(name), []).append(position)
            for base in {base_of(name) for name in (*reads(statement), *binds(statement)) if not is_temporary(name)}:
                self.mentions_of_base.setdefault(base, []).append(position)
            after = self._number(nested_statements(statement), position + 1)
            self.end[id(statement)] = after - 1
            position = after
        return position

    def is_variable(self, name: str) -> bool:
        """Tell whether a name is a parameter or bound in the function."""
        return name in self.definitions

    def is_single(self, variable: str) -> bool:
        """Tell whether a variable is bound at one place, and nothing reads it out of turn."""
        return len(self.definitions.get(variable, ())) == 1 and variable not in self.pinned

    def defined_between(self, variable: str, start: int, stop: int) -> bool:
        """Tell whether a variable is bound at a position in ``start < position < stop``."""
        return _any_between(self.definitions.get(variable, []), start, stop)

    def version_defined_between(self, variable: str, start: int, stop: int) -> bool:
        """Tell whether any variable that is printed with the same name is bound in ``start < position < stop``."""
        return _any_between(self.definitions_of_base.get(base_of(variable), []), start, stop)

    def base_mentioned_between(self, variable: str, start: int, stop: int) -> bool:
        """Tell whether any variable with the same base occurs in ``start < position < stop``."""
        return _any_between(self.mentions_of_base.get(base_of(variable), []), start, stop)

    def reach(self, block: ir.Block, index: int, variable: str) -> int | None:
        """Return where the last read of a variable behind ``block[index]`` is over.

        None if the variable is read elsewhere than in what follows in the block. A read nested in a compound
        statement is over at its end, since a loop may come back to it; the end is exclusive, so that the last reader
        may bind again what it reads.
        """
        found = self.reads.get(variable, [])
        start, last = self.position[id(block[index])], self.end[id(block[-1])]
        if not found:
            return start + 1
        if found[0] <= start or found[-1] > last:
            return None
        statement = block[_index_at(self, block, index, found[-1])]
        simple = not isinstance(statement, ir.If | ir.For | ir.While | ir.With)
        return self.position[id(statement)] if simple else self.end[id(statement)] + 1


def _index_at(occurrences: Occurrences, block: ir.Block, index: int, position: int) -> int:
    """Return the index of the statement of a block that holds a position."""
    low, high = index, len(block) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if occurrences.position[id(block[middle])] <= position:
            low = middle
        else:
            high = middle - 1
    return low


def _deleted(statement: ir.Statement) -> tuple[str, ...]:
    return statement.names if isinstance(statement, ir.Delete) else ()


def _any_between(positions: list[int], start: int, stop: int) -> bool:
    return bisect_left(positions, stop) > bisect_right(positions, start)
