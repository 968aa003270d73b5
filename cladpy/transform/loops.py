"""The reverse of a loop: its iterations from the last to the first.

The adjoints carried round the loop are found by writing the body's reverse until the state at its top stays: an adjoint
that only grows in the body is born before the reverse loop; one that the body consumes is reset at the end of the
iteration. The trip count is what happened: ``reversed(range(...))`` where the range cannot have been left early, else a
counter. Loop variables are read off the index again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.loop_targets import heads
from cladpy.analyses.origins import origin_of
from cladpy.ir.expressions import UNWANTED, call, constant, name, names_in, store_name, subscript, substitute
from cladpy.ir.fact import INT, Fact
from cladpy.ir.statements import Assign, Block, Break, For, If, Reversed, Statement, While, With
from cladpy.transform import typed_adjoints
from cladpy.transform.adjoint_state import ZERO, AdjointState, join_states
from cladpy.transform.pieces import add_at_place, add_to_cell, owned_piece
from cladpy.transform.stores_reversed import add_item

if TYPE_CHECKING:
    from cladpy.transform.reverse_sweep import ReverseSweep

MAX_ROUNDS = 10  # the state at the loop's top only grows; more rounds would point to a fault


@dataclass(frozen=True, slots=True)
class Source:
    """Where a loop variable comes from: an item of an atom, or a number, at an index; ``inner``: an item of that."""

    target: str
    owner: gast.expr | None
    index: gast.expr
    inner: tuple[int, ...] = ()

    def of(self, container: gast.expr, index: gast.expr | None = None) -> gast.expr:
        """Return the item in a container of the owner's form."""
        place: gast.expr = subscript(container, self.index if index is None else index)
        for position in self.inner:
            place = subscript(place, constant(position))
        return place

    def place(self, container: gast.expr) -> gast.expr:
        """Return the item in a container of the owner's form as a target."""
        item = self.of(container)
        return gast.Subscript(item.value, item.slice, gast.Store())


@dataclass(slots=True)
class LoopReverser:
    """Writes the reverse of one loop."""

    sweep: ReverseSweep
    statement: For | While
    sources: list[Source] = field(default_factory=list)
    index: str = ""

    def run(self) -> None:
        """Write it."""
        if isinstance(self.statement, For):
            self.index = self.sweep.fresh("index")
            self.sweep.extra[self.index] = INT
            self.find_sources(self.statement.target, self.statement.iterable, name(self.index))
        carried = self.carried_states()
        if self.sweep.is_typed and self.widened(carried):
            carried = self.carried_states()
        if self.take_over(carried):
            carried = self.carried_states()
        self.start(carried)
        counters = dict(self.sweep.counters)
        body, after = self.body(carried)
        self.sweep.counters = counters | self.sweep.counters
        reset = tuple(Assign(store_name(v), self.reset(v, known), 0) for v, known in carried.items() if v not in after)
        self.sweep.state = {}
        for variable, known in carried.items():
            self.sweep.set_state(variable, known)
        if not body and not reset:
            return
        place = self.sweep.places.body(self.statement)
        whole: Block = (*body, *([Reversed(place, reset)] if reset else []))
        self.sweep.emit(self.loop(whole))

    def widened(self, carried: dict[str, AdjointState]) -> bool:
        """Make those adjoints full arrays before the loop that it makes full; tell whether there are any."""
        found = False
        for variable, known in carried.items():
            entry, version = self.sweep.state.get(variable), self.version_of(variable) or self.left_with(variable)
            if entry is None or version is None or not typed_adjoints.differs(self.sweep, version, (entry, known)):
                continue
            found = True
            for statement in typed_adjoints.full(self.sweep, variable, version, self.sweep.state):
                self.sweep.emit(statement)
        return found

    def left_with(self, variable: str) -> str | None:
        """Return the version with which the loop leaves a variable: an array that its body makes anew, say."""
        joins = (*getattr(self.statement, "exits", ()), *self.statement.phis)
        return next((phi.target for phi in joins if self.sweep.adjoint(phi.target) == variable), None)

    def reset(self, variable: str, known: AdjointState) -> gast.expr:
        """Return the zero that an adjoint holds at the end of an iteration that does not carry it."""
        version = self.version_of(variable) if self.sweep.is_typed and known.fact.is_array else None
        return self.zero_of_carried(variable) if version is None else self.sweep.zero(version)

    def zero_of_carried(self, variable: str) -> gast.expr:
        """Return the zero that stands for an array of any lengths: of the array's rank where a name has one type."""
        heads = [phi.target for phi in self.statement.phis if self.sweep.adjoint(phi.target) == variable]
        fact = self.sweep.analysis.fact(heads[0]) if self.sweep.is_typed and len(heads) == 1 else None
        return constant(0.0) if fact is None else typed_adjoints.zero_of_rank(fact)

    def carried_states(self) -> dict[str, AdjointState]:
        """Return the state at the top of the reversed body that each iteration leaves as it was."""
        return dict(self.sweep.trials.of(self.statement, self.sweep.state, "carried", self.found_carried_states))

    def found_carried_states(self) -> dict[str, AdjointState]:
        """Find that state, by writing the body's reverse until it stays."""
        carried = dict(self.sweep.state)
        for _ in range(MAX_ROUNDS):
            counters = dict(self.sweep.counters)
            _, after = self.body(carried)
            self.sweep.counters = counters
            joined = {v: join_states(known, after.get(v, ZERO)) for v, known in carried.items()}
            for variable, known in after.items():
                if variable not in carried:
                    joined[variable] = self.at_start(variable, known)
            if joined == carried:
                break
            carried = joined
        return carried

    def take_over(self, carried: dict[str, AdjointState]) -> bool:
        """Give arrays that the body would copy in each iteration storage of their own before the loop; tell if any."""
        source = self.sweep.source
        wanted = self.sweep.trials.of(self.statement, carried, "copied", lambda: self.found_copied(carried))
        self.sweep.source = 0
        taken = False
        for variable in sorted(wanted & self.sweep.state.keys()):
            version = self.version_of(variable)
            known = version is not None and self.sweep.adjoint(version) == variable
            if known and self.sweep.analysis.fact(version or "").is_array:
                self.sweep.owned_storage(version or "")
                taken = True
        self.sweep.source = source
        return taken

    def found_copied(self, carried: dict[str, AdjointState]) -> set[str]:
        """Find the variables of which the body would make a copy to update it, by writing the body's reverse."""
        counters, source = dict(self.sweep.counters), self.sweep.source
        body, _ = self.body(carried)
        self.sweep.counters, self.sweep.source = counters, source
        return {
            statement.target.id
            for statement in _drafted(body)
            if isinstance(statement, Assign) and isinstance(statement.target, gast.Name) and _is_updated(statement)
        }

    def at_start(self, variable: str, known: AdjointState) -> AdjointState:
        """Return the state of an adjoint that is born before the loop because its body only adds to it."""
        if not known.fact.is_number:
            return known if self.sweep.sole_version(variable) is not None else join_states(ZERO, known)
        version = self.version_of(variable)
        if known.fact.dims == () or version is None:
            return join_states(ZERO, known)
        fact = self.sweep.analysis.fact(version).without_value()
        if not fact.is_array:
            fact = known.fact
        return AdjointState(fact, zero=True, cut=True, infinite=known.infinite, owned=True, full=True)

    def version_of(self, variable: str) -> str | None:
        """Return the version that made the array of an adjoint, if the loop has no other array in its variable."""
        analysis = self.sweep.analysis
        place = self.sweep.places.body(self.statement)
        table = analysis.versions.table
        mentioned = typed_adjoints.mentioned_versions(self.statement)
        found = [v for v in analysis.active if v in mentioned and self.sweep.adjoint(v) == variable]
        origins = {origin_of(table, version) for version in found}
        origin = origins.pop() if len(origins) == 1 else None
        made_inside = origin is None or origin not in table or table[origin].place[: len(place)] == place
        return None if made_inside else origin

    def start(self, carried: dict[str, AdjointState]) -> None:
        """Write zeros for the adjoints that are born before the loop."""
        for variable, known in carried.items():
            if variable in self.sweep.state:
                continue
            version = self.version_of(variable)
            if version is None or known.fact.dims == () or () not in self.sweep.structures.leaves(version):
                version = None if known.is_hollow else self.sweep.sole_version(variable)
            zero = self.zero_of_carried(variable) if version is None else self.sweep.zero(version)
            self.sweep.assign(variable, zero, 0)

    def body(self, carried: dict[str, AdjointState]) -> tuple[Block, dict[str, AdjointState]]:
        """Return the reverse of the body, and of the binding of the loop variables that precedes it."""
        sweep = self.sweep
        outer, before, source = sweep.out, sweep.state, sweep.source
        sweep.out, sweep.state = [], dict(carried)
        sweep.block(self.statement.body)
        sweep.source = self.statement.source
        for item in reversed(self.sources):
            self.give_back(item)
        body, after = tuple(sweep.out), sweep.state
        sweep.out, sweep.state, sweep.source = outer, before, source
        place = sweep.places.body(self.statement)
        return ((Reversed(place, body),) if body else ()), after

    def give_back(self, item: Source) -> None:
        """Write the reverse of ``target = owner[index]``."""
        sweep = self.sweep
        if sweep.mirrors.has(item.target):
            self.mirror_target(item)
            return
        seed = sweep.seed(item.target) if sweep.is_active(item.target) else None
        if seed is None:
            sweep.consume(item.target)
            return
        if item.owner is None or not isinstance(item.owner, gast.Name):
            raise sweep.refusals.error(
                "C206", "an active value from this iterable is not supported", self.statement.source
            )
        owner = self.read_off(item.owner.id)
        if not sweep.is_active(owner):
            sweep.consume(item.target)
            return
        if sweep.analysis.fact(owner).is_number:
            sweep.spread(add_item(sweep, owner, item.index, item.target), item.target)
            return
        self.give_to_container(owner, item)
        sweep.consume(item.target)

    def read_off(self, owner: str) -> str:
        """Return the active version of what is iterated over: an array may become active by a store of this loop."""
        if self.sweep.is_active(owner):
            return owner
        table = self.sweep.analysis.versions.table
        found = (head for head in heads(self.statement, (owner,)) if self.sweep.is_active(head))
        return next((head for head in found if origin_of(table, head) == origin_of(table, owner)), owner)

    def mirror_target(self, item: Source) -> None:
        """Say how the forward sweep makes the mirror of a row: the same row of the mirror of what is iterated over."""
        if not isinstance(item.owner, gast.Name) or not self.sweep.mirrors.has(item.owner.id):
            raise self.sweep.refusals.error("C206", "rows of this iterable are updated in place", self.statement.source)
        current = gast.BinOp(name(self.trip()), gast.Sub(), constant(1))
        index = substitute(item.index, {self.index: current})
        self.sweep.loop_mirrors[item.target] = item.of(name(self.sweep.mirrors.key(item.owner.id)), index)

    def give_to_container(self, owner: str, item: Source) -> None:
        """Add the adjoint of a loop variable to the item of a container that it came from."""
        sweep = self.sweep
        if sweep.shadows.has(owner):
            add_to_cell(sweep, item.place(sweep.shadows.of(owner)), item.target)
            return
        is_number = sweep.analysis.fact(item.target).is_number
        value = sweep.read(item.target, full=True) if is_number else sweep.whole(item.target)
        add_at_place(sweep, item.place(name(owned_piece(sweep, owner))), value, is_number=is_number)

    # ---- loop variables ----

    def find_sources(self, target: gast.expr, iterable: gast.expr, index: gast.expr) -> None:
        """Find where each loop variable comes from."""
        kind = _kind(iterable)
        if kind == "zip" and isinstance(target, gast.Tuple):
            for part, inner in zip(target.elts, iterable.args, strict=True):
                self.find_sources(part, inner, index)
        elif kind == "enumerate" and isinstance(target, gast.Tuple):
            start = iterable.args[1] if len(iterable.args) > 1 else constant(0)
            number = index if _is_zero(start) else gast.BinOp(index, gast.Add(), start)
            self.leaf(target.elts[0], None, number)
            self.find_sources(target.elts[1], iterable.args[0], index)
        elif kind == "range":
            self.leaf(target, iterable, index)
        elif kind == "reversed" and _kind(iterable.args[0]) is None:
            self.item(target, iterable.args[0], gast.BinOp(constant(-1), gast.Sub(), index))
        elif kind is None:
            self.item(target, iterable, index)
        else:
            for found in names_in(target):
                self.sources.append(Source(found, None, constant(None)))

    def leaf(self, target: gast.expr, owner: gast.expr | None, index: gast.expr) -> None:
        """Note that loop variables are what an owner has at an index."""
        for found in names_in(target):
            self.sources.append(Source(found, owner, index))

    def item(self, target: gast.expr, owner: gast.expr, index: gast.expr) -> None:
        """Note that a loop variable, or each of several, is an item of what is iterated over."""
        fact = self.sweep.infer(owner)
        if isinstance(target, gast.Tuple):
            self.items(target, owner, index, fact, ())
            return
        if fact.kind in ("list", "tuple", "array", "range"):
            self.leaf(target, owner, index)
        else:
            self.leaf(target, None, constant(None))  # a set, a dict, an iterator: what it gave is recorded

    def items(
        self, target: gast.Tuple, owner: gast.expr, index: gast.expr, fact: Fact, around: tuple[int, ...]
    ) -> None:
        """Note that loop variables are items of an item of what is iterated over."""
        for position, part in enumerate(target.elts):
            inner = (*around, position)
            if isinstance(part, gast.Tuple):
                self.items(part, owner, index, fact, inner)
            elif fact.is_array:
                place = gast.Tuple([index, *(constant(k) for k in inner)], gast.Load())
                self.sources.append(Source(part.id, owner, place))
            elif fact.kind in ("list", "tuple"):
                self.sources.append(Source(part.id, owner, index, inner))
            else:
                self.sources.append(Source(part.id, None, constant(None)))

    # ---- the loop itself ----

    def loop(self, body: Block) -> Statement:
        """Return the reversed loop over what happened."""
        statement = self.statement
        leaves = _has_break(statement.body)
        if isinstance(statement, For):
            self.note_recomputed()
            if _kind(statement.iterable) == "range":
                return self.range_loop(statement, body, leaves=leaves)
        trip = self.trip()
        needs_index = isinstance(statement, For)
        target = store_name(self.index) if needs_index else store_name(UNWANTED)
        over = call("range", name(trip))
        return For(target, call("reversed", over), body, 0)

    def range_loop(self, statement: For, body: Block, *, leaves: bool) -> Statement:
        """Return the reversed loop over a range, cut to the iterations that were begun."""
        iterable: gast.expr = statement.iterable
        if leaves:
            iterable = subscript(iterable, gast.Slice(None, name(self.trip()), None))
        return For(statement.target, call("reversed", iterable), body, 0)

    def trip(self) -> str:
        """Return the version of the trip counter that the forward sweep keeps."""
        key = id(self.statement)
        if key not in self.sweep.trips:
            self.sweep.trips[key] = f"@trip.{len(self.sweep.trips) + 1}"
        return self.sweep.trips[key]

    def note_recomputed(self) -> None:
        """Tell the recording pass how loop variables are read off the index."""
        for item in self.sources:
            if _kind(self.statement.iterable) == "range":  # type: ignore[union-attr]
                self.sweep.rebound.add(item.target)
            elif item.owner is None and not (isinstance(item.index, gast.Constant) and item.index.value is None):
                self.sweep.recomputed[item.target] = item.index
            elif item.owner is not None and not self.sweep.shadows.is_shadowed(item.owner):
                self.sweep.recomputed[item.target] = item.of(item.owner)


def _drafted(block: Block) -> Iterator[Statement]:
    """Yield every statement of a draft of the reverse sweep."""
    for statement in block:
        yield statement
        for key in ("body", "orelse"):
            yield from _drafted(getattr(statement, key, ()))


def _is_updated(statement: Assign) -> bool:
    """Tell whether an assignment asks for storage of its own, or adds to what it is of: ``d_x = d_x + e``."""
    value = statement.value
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "owned":
        return True
    adds = isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add | gast.Sub)
    return adds and isinstance(value.left, gast.Name) and value.left.id == statement.target.id


def _kind(node: gast.expr) -> str | None:
    """Return range, zip, enumerate or reversed for such a call, else None."""
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        return node.func.id if node.func.id in ("range", "zip", "enumerate", "reversed") else "other"
    return None


def _is_zero(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 0


def _has_break(block: Block) -> bool:
    for statement in block:
        if isinstance(statement, Break):
            return True
        if isinstance(statement, If) and (_has_break(statement.body) or _has_break(statement.orelse)):
            return True
        if isinstance(statement, With) and _has_break(statement.body):
            return True
    return False
