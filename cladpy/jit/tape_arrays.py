"""Make arrays of tapes that are pushed on in loops whose trips are known on entry.

before                          after
``tape_x = []``                 ``tape_x = np.empty(max(n, 0))``
``for _ in range(n):``          ``for i in range(n):``
``    tape_x.append(x)``        ``    tape_x[i] = x``
``for _ in range(n):``          ``for i in range(n - 1, -1, -1):``
``    x = tape_x.pop()``        ``    x = tape_x[i]``

Tapes on which the same is pushed at the same place become one array. In a nest of loops, and in branches, a number
counts what is on the tape: ``end_1 += 1`` behind the last push of a block, ``end_1 -= 1`` before the first pop, shared
by the tapes of the same two blocks. Where the innermost loop pushes once in each iteration, its values lie in a row,
``row_x = tape_x[end_1 : end_1 + max(n, 0)]`` before the loop, and ``row_x[i]`` in it, which a compiler vectorises as it
does not ``tape_x[end_1 + i]``; then ``end_1 += max(n, 0)`` behind it, ``end_1 -= max(n, 0)`` before the loop that pops.

Requires the form of the backend. Guarantees: the same values. Soundness: only numbers of one known dtype, pushed in
loops over ranges; what is popped is what was pushed, as the list's was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.liveness import binds
from cladpy.analyses.tapes import list_method
from cladpy.emit.reversed_ranges import backward
from cladpy.ir import statements as ir
from cladpy.ir.expressions import (
    UNWANTED,
    attribute,
    binary,
    call,
    constant,
    name,
    names_in,
    nodes_of,
    rebuild,
    same,
    store_name,
    subscript,
)
from cladpy.ir.fact import UNKNOWN
from cladpy.jit.tape_sites import Tape, tape_sites
from cladpy.jit.trip_counts import TripCounts, trips
from cladpy.optimize.context import Context

DTYPES: Mapping[str, str | None] = {
    "float64": None,
    "float32": "float32",
    "int64": "int64",
    "bool": "bool_",
    "complex128": "complex128",
}


@dataclass(slots=True)
class TapeArrays:
    """Rewrites the tapes of one function.

    Parameters
    ----------
    context : Context
        That of its identifiers.
    taken : set of str
        Names that are used already.
    """

    context: Context
    taken: set[str]
    head: dict[int, list[ir.Statement]] = field(default_factory=dict)  # by loop, what comes before it
    before: dict[int, list[ir.Statement]] = field(default_factory=dict)
    behind: dict[int, list[ir.Statement]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    places: dict[str, gast.expr] = field(default_factory=dict)  # by tape, where the next value lies
    merged: dict[str, str] = field(default_factory=dict)  # by tape, the one that holds the same
    rows: dict[str, str] = field(default_factory=dict)  # by tape, the part of it that its innermost loop fills
    loops: dict[int, ir.For] = field(default_factory=dict)  # those that get another head
    sizes: dict[tuple[int, ...], gast.expr | None] = field(default_factory=dict)

    def run(self, function: ir.Function) -> ir.Function:
        """Return the function with arrays in place of lists."""
        groups: dict[tuple[int, int], list[Tape]] = {}
        for tape in tape_sites(function):
            if self.dtype(tape) is not None and self.size(tape) is not None:
                groups.setdefault((id(tape.push.block), id(tape.pop.block)), []).append(tape)
        if not groups:
            return function
        for group in groups.values():
            kept = self.apart(group)
            self.place(group, kept)
            for tape in kept:
                self.allocate(tape)
        return replace(function, body=self.block(function.body))

    # ---- decisions ----

    def dtype(self, tape: Tape) -> str | None:
        """Return the name of the dtype of what is pushed, if it is one number of a kind that arrays hold as it is."""
        pushed = tape.push.statement.value.args[0]  # type: ignore[union-attr]
        known = self.context.infer(pushed)
        if known == UNKNOWN and isinstance(pushed, gast.Name):
            known = self.context.fact(pushed.id)  # of a name that stands for several variables
        if not known.is_scalar or known.is_array or known.dtype is None:
            return None
        return known.dtype.name if known.dtype.name in DTYPES else None

    def size(self, tape: Tape) -> gast.expr | None:
        """Return how often a tape is pushed on at most; None where that is not known before its loops."""
        key = tuple(map(id, tape.nest))
        if key not in self.sizes:
            name_of_size = self.fresh("size")
            counted = TripCounts(tape.nest, self.context.fact).before(name_of_size)
            self.sizes[key] = None if counted is None else name(name_of_size)
            if counted is not None and len(counted) == 1:
                self.sizes[key] = counted[0].value  # type: ignore[union-attr]
            elif counted is not None:
                self.head.setdefault(id(tape.nest[0]), []).extend(counted)
            if counted is None or len(counted) == 1:
                self.taken.discard(name_of_size)
        return self.sizes[key]

    def place(self, group: list[Tape], kept: list[Tape]) -> None:
        """Decide where the values of tapes of the same two blocks lie: at the loop's variable, or at a count."""
        first = group[0]
        index = self.index(first)
        if index is not None:
            self.places |= {tape.name: index for tape in group}
            return
        end = self.fresh("end")
        self.head.setdefault(id(first.nest[0]), []).append(ir.Assign(store_name(end), constant(0)))
        forward, reverse = first.nest[-1], first.reverse[-1] if first.reverse else None
        counted = None
        if isinstance(forward, ir.For) and reverse is not None and _lasts(forward):
            counted = self.counted(forward, first.push.block, reverse, first.pop.block)
        if counted is not None:
            self.places |= {tape.name: counted for tape in group}
            length = trips(forward.iterable)  # type: ignore[union-attr]  # read behind one loop, and before the other
            rows = [self.row(tape, end, length) for tape in kept]
            self.before.setdefault(id(forward), []).extend(rows)
            self.behind.setdefault(id(forward), []).append(ir.Update(store_name(end), gast.Add(), length))
            self.before.setdefault(id(reverse), []).extend([ir.Update(store_name(end), gast.Sub(), length), *rows])
            return
        self.places |= {tape.name: name(end) for tape in group}
        order = {id(statement): place for place, statement in enumerate(first.push.block)}
        last = max((tape.push.statement for tape in group), key=lambda each: order[id(each)])
        order = {id(statement): place for place, statement in enumerate(first.pop.block)}
        earliest = min((tape.pop.statement for tape in group), key=lambda each: order[id(each)])
        self.behind.setdefault(id(last), []).append(ir.Update(store_name(end), gast.Add(), constant(1)))
        self.before.setdefault(id(earliest), []).append(ir.Update(store_name(end), gast.Sub(), constant(1)))

    def row(self, tape: Tape, end: str, length: gast.expr) -> ir.Statement:
        """Name the part of a tape that the innermost loop fills, and return the statement that takes it."""
        self.rows[tape.name] = self.fresh(tape.name.replace("tape", "row", 1), plain=True)
        part = gast.Slice(name(end), binary(name(end), gast.Add(), length), None)
        return ir.Assign(store_name(self.rows[tape.name]), subscript(name(tape.name), part))

    def apart(self, group: list[Tape]) -> list[Tape]:
        """Return the tapes of a group that hold different values; those that hold the same become names of one."""
        kept: list[Tape] = []
        for tape in group:
            other = next((each for each in kept if self.holds_the_same(each, tape)), None)
            if other is None:
                kept.append(tape)
                continue
            self.merged[tape.name] = other.name
            self.gone |= {id(tape.birth.statement), id(tape.push.statement)}
        return kept

    def holds_the_same(self, one: Tape, other: Tape) -> bool:
        """Tell whether two tapes get the same value, one behind the other, and are made at the same place."""
        first, second = (tape.push.statement.value.args[0] for tape in (one, other))  # type: ignore[union-attr]
        if not same(first, second) or one.birth.block is not other.birth.block or any(map(_is_call, nodes_of(first))):
            return False
        places = {id(statement): place for place, statement in enumerate(one.push.block)}
        start, end = sorted(places[id(tape.push.statement)] for tape in (one, other))
        return all(_is_push(statement) for statement in one.push.block[start:end])

    def index(self, tape: Tape) -> gast.expr | None:
        """Return the variable that counts the iterations of the one loop around the push, and that around the pop."""
        if len(tape.nest) != 1 or len(tape.reverse) != 1:
            return None
        return self.counted(tape.nest[0], tape.push.block, tape.reverse[0], tape.pop.block)

    def counted(self, pushing: ir.Statement, push: ir.Block, popping: ir.Statement, pop: ir.Block) -> gast.expr | None:
        """Return the variable that counts the iterations of two loops from 0, whose bodies are these blocks."""
        if not isinstance(pushing, ir.For) or not isinstance(popping, ir.For):
            return None
        if push is not pushing.body or pop is not popping.body:
            return None
        if not isinstance(popping.target, gast.Name) or len(pushing.iterable.args) != 1:
            return None
        forward, reverse = self.loops.get(id(pushing), pushing), self.loops.get(id(popping), popping)
        turned = backward(forward.iterable, lambda _: False, lambda node: node)
        if UNWANTED == forward.target.id == reverse.target.id and same(forward.iterable, reverse.iterable):
            counted = self.fresh("i", plain=True)
            self.loops[id(pushing)] = replace(forward, target=store_name(counted))
            self.loops[id(popping)] = replace(reverse, target=store_name(counted), iterable=turned)
            return name(counted)
        is_own = forward.target.id == reverse.target.id != UNWANTED and same(turned, reverse.iterable)
        bound = {found for loop in (forward, reverse) for each in ir.walk(loop.body) for found in binds(each)}
        return name(forward.target.id) if is_own and forward.target.id not in bound else None

    def fresh(self, base: str, *, plain: bool = False) -> str:
        """Return a name that nothing has yet: ``base``, or with a number."""
        number = 0 if plain else 1
        while (found := base if number == 0 else f"{base}_{number}") in self.taken:
            number += 2 if number == 0 else 1
        self.taken.add(found)
        return found

    def allocate(self, tape: Tape) -> None:
        """Make the array before the outermost loop."""
        kind, size = DTYPES[self.dtype(tape) or ""], self.size(tape)
        more = [] if kind is None else [attribute(name("np"), kind)]
        made = ir.Assign(store_name(tape.name), call("np.empty", size, *more), tape.birth.statement.source)
        self.head.setdefault(id(tape.nest[0]), []).append(made)
        self.gone.add(id(tape.birth.statement))

    # ---- writing ----

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block with arrays in place of lists."""
        out: list[ir.Statement] = []
        for statement in block:
            key = id(statement)
            out += [*self.head.get(key, []), *self.before.get(key, [])]
            out += [] if key in self.gone else [self.statement(statement)]
            out += self.behind.get(key, [])
        return tuple(out)

    def statement(self, statement: ir.Statement) -> ir.Statement:
        """Return a statement whose pushes are stores, and whose pops are reads."""
        given = self.loops.get(id(statement), statement)
        parts = {part: self.block(getattr(given, part)) for part in ("body", "orelse") if hasattr(given, part)}
        for part in ("value", "iterable", "test"):
            node = getattr(given, part, None)
            if isinstance(node, gast.AST):
                parts[part] = rebuild(node, self.popped)
        pushed = self.pushed(statement)
        if pushed is not None:
            return ir.Assign(pushed, statement.value.args[0], statement.source)  # type: ignore[union-attr]
        if isinstance(given, ir.Assign) and parts.get("value") is not given.value:
            parts["impure"] = False  # type: ignore[assignment]
        return replace(given, **parts) if parts else given  # type: ignore[arg-type]

    def pushed(self, statement: ir.Statement) -> gast.Subscript | None:
        """Return the element that a push stores into."""
        tape, method = (list_method(statement.value) if isinstance(statement, ir.Effect) else None) or ("", "")
        if method != "append" or tape not in self.places:
            return None
        return gast.Subscript(self.holder(tape), self.places[tape], gast.Store())

    def popped(self, node: gast.AST) -> gast.AST | None:
        """Return the element that a pop reads."""
        tape, method = list_method(node) or ("", "")
        if method != "pop" or tape not in self.places:
            return None
        return subscript(self.holder(tape), self.places[tape])

    def holder(self, tape: str) -> gast.expr:
        """Return the array that a place is an index of."""
        kept = self.merged.get(tape, tape)
        return name(self.rows.get(kept, kept))


def _lasts(loop: ir.For) -> bool:
    """Tell whether the bounds of a loop's range are behind it what they were before."""
    bound = {found for each in ir.walk(loop.body) for found in binds(each)}
    return bound.isdisjoint(names_in(loop.iterable))


def _is_call(node: gast.AST) -> bool:
    return isinstance(node, gast.Call)


def _is_push(statement: ir.Statement) -> bool:
    """Tell whether a statement pushes on a tape, which changes nothing that another push reads."""
    return isinstance(statement, ir.Effect) and (list_method(statement.value) or ("", ""))[1] == "append"


def tape_arrays(function: ir.Function, context: Context, taken: set[str]) -> tuple[ir.Function, frozenset[str]]:
    """Return the function with arrays for the lists that it records on, where their lengths are known; and their names.

    Parameters
    ----------
    function : Function
        In the form of the backend.
    context : Context
        That of its identifiers.
    taken : set of str
        Names that nothing new may have; those that are made are added.
    """
    arrays = TapeArrays(context, taken)
    written = arrays.run(function)
    return written, frozenset(arrays.places) | frozenset(arrays.rows.values())
