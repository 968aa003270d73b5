"""Containers in the storage regime: their shadows in the forward sweep, and the reverse of what is done with them.

before: ``l.append(v)``, ``y = l[i]``
after: ``d_l.append(0.0)``, ``l.append(v)``, ``y = l[i]``, and in reverse ``d_l[i] += d_y``, ``d_v += d_l.pop()``

A shadow has the form of its container at each point of either sweep: what the primal does to the form is done to the
shadow as well, and undone in the reverse sweep. So an index means the same cell on the way back, and the container
itself need not be restored. A cell holds the adjoint of an item in the value regime; what is in the storage regime
itself has its mirror there, which says all that the item's adjoint says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.mutating_calls import Mutation, statement_mutation, taken_index
from cladpy.analyses.objects import stores_plainly
from cladpy.analyses.operations import Chain, Display, Item, Member, Operation, Repeat, Shallow, Taken
from cladpy.ir.expressions import attribute, call, constant, name, subscript
from cladpy.ir.fact import CONTAINERS, UNKNOWN, Fact, element_of
from cladpy.ir.statements import Assign, Effect, Statement, Update
from cladpy.transform import reverse_containers
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted
from cladpy.transform.pieces import add_to_cell
from cladpy.transform.shadow_forms import with_form

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints


@dataclass(frozen=True, slots=True)
class Alongside:
    """What the forward sweep does to a shadow before a statement: a call or a store; ``key``: keep what it gives."""

    value: gast.expr
    target: gast.expr | None = None
    key: str | None = None


@dataclass(slots=True)
class Shadows:
    """The shadows of one function's containers."""

    sweep: Adjoints
    alongside: dict[int, list[Alongside]] = field(default_factory=dict)

    def has(self, version: str) -> bool:
        """Tell whether a version is a container with a shadow."""
        return self.sweep.mirrors.has(version) and self.is_container(version)

    def is_container(self, version: str) -> bool:
        """Tell whether a version holds a container."""
        return self.sweep.analysis.fact(version).kind in CONTAINERS

    def of(self, version: str) -> gast.expr:
        """Return the name of a version's shadow."""
        return name(self.sweep.mirrors.key(version))

    # ---- forward sweep: how shadows are made ----

    def birth(self, version: str, operation: Operation | None) -> gast.expr:
        """Return the expression of the shadow of a container just made, over versions."""
        if isinstance(operation, Display):
            return self.display(operation)
        if isinstance(operation, Repeat):
            sequence = self.cells_of(operation.sequence)
            return self.fresh(version, gast.BinOp(sequence, gast.Mult(), operation.times))
        if isinstance(operation, Chain):
            whole = self.cells_of(operation.parts[0])
            for part in operation.parts[1:]:
                whole = gast.BinOp(whole, gast.Add(), self.cells_of(part))
            return self.fresh(version, whole)
        if isinstance(operation, Shallow) and self.views_rows(operation):
            return call("list", name(self.sweep.mirrors.key(operation.source.id)))
        if isinstance(operation, Shallow) and self.is_shadowed(operation.source):
            return self.fresh(version, self.cells_of(operation.source))
        if isinstance(operation, Item | Member) and self.is_shadowed(operation.owner):
            cells = self.item(operation)
            sliced = isinstance(operation, Item) and isinstance(operation.index, gast.Slice)
            return self.fresh(version, cells) if sliced else cells
        return self.zeros(name(version))

    def views_rows(self, operation: Shallow) -> bool:
        """Tell whether a list holds views of the rows of an array with a mirror."""
        source = operation.source
        if not isinstance(source, gast.Name) or not self.sweep.mirrors.has(source.id):
            return False
        fact = self.sweep.analysis.fact(source.id)
        return fact.is_array and (fact.dims is None or len(fact.dims) != 1)

    def zeros(self, value: gast.expr) -> gast.expr:
        """Return a new shadow of a value."""
        made = call("zero_shadow", value)
        if self.holds_mirrored_arrays(value):
            made.keywords.append(gast.keyword("same_arrays", constant(True)))
        return made

    def holds_mirrored_arrays(self, value: gast.expr) -> bool:
        """Tell whether arrays in a container are in the storage regime."""
        return isinstance(value, gast.Name) and self.sweep.analysis.stores.holds_mirrored_arrays(value.id)

    def is_shadowed(self, value: gast.expr) -> bool:
        """Tell whether an atom is a container with a shadow."""
        return isinstance(value, gast.Name) and self.has(value.id)

    def cells_of(self, value: gast.expr) -> gast.expr:
        """Return the shadow of an atom, zeros for one without."""
        return self.of(value.id) if isinstance(value, gast.Name) and self.has(value.id) else self.zeros(value)

    def fresh(self, version: str, cells: gast.expr) -> gast.expr:
        """Return the shadow of a shallow copy: cells of its own, but for what has a mirror itself."""
        return self.copied(cells, keeps_arrays=self.holds_mirrored_arrays(name(version)))

    def copied(self, cells: gast.expr, *, keeps_arrays: bool) -> gast.expr:
        """Return a call that makes fresh cells."""
        made = call("fresh_cells", cells)
        if keeps_arrays:
            made.keywords.append(gast.keyword("same_arrays", constant(True)))
        return made

    def display(self, operation: Display) -> gast.expr:
        """Return the shadow of a display: a cell for each item."""
        cells = [self.cell(item) for item in operation.items]
        if operation.kind == "dict":
            return gast.Dict([constant(key) for key in operation.keys], cells)
        if operation.kind == "object":
            return call("Shadow", **{str(key): cell for key, cell in zip(operation.keys, cells, strict=True)})
        return gast.List(cells, gast.Load())

    def cell(self, item: gast.expr) -> gast.expr:
        """Return the cell of a value that is put into a container: its mirror, else a zero."""
        if isinstance(item, gast.Name) and self.sweep.mirrors.has(item.id):
            return name(self.sweep.mirrors.key(item.id))
        if not isinstance(item, gast.Name) or not self.sweep.is_active(item.id):
            return constant(0.0)
        fact = self.sweep.analysis.fact(item.id)
        if fact.is_scalar or (fact.is_number and self.sweep.analysis.may_be_none(item.id)):
            return constant(0.0)
        return call("np.zeros_like", item) if fact.is_array else call("zero_shadow", item)

    def item(self, operation: Item | Member) -> gast.expr:
        """Return the place of an item in the shadow of its owner."""
        owner = operation.owner
        if isinstance(operation, Taken):
            return call(attribute(self.of(owner.id), "pop"), operation.index)
        if isinstance(operation, Member):
            return self.place(owner.id, operation.name)
        return subscript(self.of(owner.id), operation.index)

    def place(self, owner: str, key: object) -> gast.expr:
        """Return the place of a key or attribute in a shadow."""
        fact = self.sweep.analysis.fact(owner)
        if fact.kind == "object":
            return attribute(self.of(owner), str(key))
        if fact.kind == "tuple" and isinstance(key, str):
            key = (fact.keys or ()).index(key)
        return subscript(self.of(owner), constant(key))

    # ---- reverse sweep: what containers were made of ----

    def reverse_made(self, version: str, operation: Operation) -> bool:
        """Write what the operands of a container with a shadow receive; False where a rule has to say it."""
        if isinstance(operation, Display):
            for key, item in zip(operation.keys, operation.items, strict=True):
                self.give(item, self.place(version, key))
            return True
        if isinstance(operation, Item | Member) and self.is_shadowed(operation.owner):
            if isinstance(operation, Item) and isinstance(operation.index, gast.Slice):
                self.add_cells(operation.owner, version, operation.index)
            return True
        if isinstance(operation, Shallow) and self.views_rows(operation):
            return True  # the rows of the mirror have received it
        if isinstance(operation, Shallow) and self.is_shadowed(operation.source):
            self.add_cells(operation.source, version)
            return True
        if isinstance(operation, Chain | Repeat):
            self.joined(version, operation)
            return True
        return False

    def joined(self, version: str, operation: Chain | Repeat) -> None:
        """Write what the lists receive that a list was put together from."""
        if isinstance(operation, Repeat):
            if self.is_shadowed(operation.sequence):  # what is updated has one cell, however often it is held
                self.effect(call("add_repeats", self.of(operation.sequence.id), self.of(version)))
                return
            folded = call("fold_repeats", self.of(version), self.length(operation.sequence))
            self.put_items(operation.sequence, folded)
            return
        start: gast.expr = constant(0)
        for part in operation.parts:
            end = gast.BinOp(start, gast.Add(), self.length(part))
            self.put_items(part, subscript(self.of(version), gast.Slice(start, end, None)))
            start = end

    def length(self, value: gast.expr) -> gast.expr:
        """Return the length of a list: of its shadow, where it has one."""
        return call("len", self.of(value.id) if self.is_shadowed(value) else value)

    def put_items(self, receiver: gast.expr, cells: gast.expr) -> None:
        """Contribute cells to the list that the items came from."""
        sweep = self.sweep
        if not isinstance(receiver, gast.Name) or not sweep.is_active(receiver.id):
            return
        if self.is_shadowed(receiver):
            self.effect(call("add_cells", self.of(receiver.id), cells))
            return
        fact = sweep.analysis.fact(receiver.id)
        state = AdjointState(fact, zero=True, cut=True, infinite=True)
        held = sweep.bind(cells)
        sweep.extra[held.id] = Fact("list", element=element_of(fact))
        for contribution in reverse_containers.given_list(sweep, receiver, held, state):
            sweep.contribute(contribution)

    def add_cells(self, source: gast.expr, version: str, places: gast.Slice | None = None) -> None:
        """Write the return of a shallow copy's cells to what was copied."""
        arguments = [self.of(source.id), self.of(version)]
        if places is not None:
            arguments.append(_slice(places))
        self.effect(call("add_cells", *arguments))

    def give(self, item: gast.expr, value: gast.expr) -> None:
        """Contribute a cell to the value that was put there, if it has an adjoint of its own."""
        sweep = self.sweep
        if not isinstance(item, gast.Name) or not sweep.is_active(item.id) or sweep.mirrors.has(item.id):
            return
        fact = as_adjoint(sweep.analysis.fact(item.id))
        state = AdjointState(fact, zero=True, cut=True, infinite=True, owned=False)
        if self.is_container(item.id):  # beside numbers, so that nobody knew that it would be a container's cell
            whole = sweep.bind(with_form(call("shadow_adjoint", value), sweep.analysis.fact(item.id)))
            for contribution in reverse_containers.from_whole(sweep, item.id, whole, state):
                sweep.contribute(contribution)
            return
        sweep.contribute(Contribution(item.id, (), Fitted(value, fact, full=True), state, lent=True))

    def take(self, operation: Item | Member, version: str) -> None:
        """Write the reverse of reading an item in the value regime: its cell receives the item's adjoint."""
        if isinstance(operation, Item) and isinstance(operation.index, gast.Slice):
            places = _slice(operation.index)
            places = self.stable(places, version)
            self.effect(call("add_cells", self.of(operation.owner.id), self.sweep.whole(version), places))
            return
        if isinstance(operation, Member):
            place = self.place(operation.owner.id, operation.name)
        else:
            place = subscript(self.of(operation.owner.id), self.stable(operation.index, version))
        add_to_cell(self.sweep, place, version)

    def stable(self, index: gast.expr, version: str) -> gast.expr:
        """Return an index that means in the reverse sweep what it meant."""
        return self.sweep.mirrors.stable(index, self.sweep.statement_of[version])

    # ---- updates: what is done to a shadow, and undone ----

    def reverse_update(self, statement: Assign | Update | Effect) -> None:
        """Write the reverse of a store into a container, or of a call that updates it."""
        mutation = statement_mutation(statement)
        owner = statement.old or ""
        if mutation is not None:
            getattr(self, f"_{mutation.method.strip('_')}")(owner, mutation, statement)
        elif isinstance(statement, Update) and isinstance(statement.target, gast.Name):
            self._extend(owner, Mutation(name(owner), "extend", (statement.value,)), statement)
        elif isinstance(statement, Assign):
            self.assigned(owner, statement)
        else:
            raise self.sweep.refusals.container_store(statement)  # type: ignore[arg-type]

    def along(self, statement: Statement, *steps: Alongside) -> None:
        """Say what the forward sweep does to a shadow before a statement."""
        self.alongside[id(statement)] = list(steps)

    def kept(self, statement: Statement) -> str:
        """Return the key under which the forward sweep keeps what undoes a step."""
        return self.sweep.mirrors.kept_key(statement)

    def effect(self, value: gast.expr) -> None:
        """Write a call in the reverse sweep."""
        self.sweep.emit(Effect(value, self.sweep.source))

    def bound(self, value: gast.expr) -> gast.Name:
        """Write a call that changes a shadow and gives a cell; return the cell's name."""
        variable = self.sweep.fresh("d")
        self.sweep.extra[variable] = UNKNOWN
        self.sweep.emit(Assign(gast.Name(variable, gast.Store(), None, None), value, self.sweep.source, impure=True))
        return name(variable)

    def moved(self, item: gast.expr, value: gast.expr) -> None:
        """Write a call that takes a cell out of a shadow, and contribute the cell to the value that was put there."""
        sweep = self.sweep
        if isinstance(item, gast.Name) and sweep.is_active(item.id) and not sweep.mirrors.has(item.id):
            cell = self.bound(value)
            sweep.extra[cell.id] = as_adjoint(sweep.analysis.fact(item.id))
            self.give(item, cell)
        else:
            self.effect(value)

    def assigned(self, owner: str, statement: Assign) -> None:
        """Write ``owner[index] = v`` or ``owner.name = v``."""
        target, shadow = statement.target, self.of(owner)
        if isinstance(target, gast.Subscript) and self.sweep.analysis.fact(owner).kind == "object":
            raise self.sweep.refusals.container_store(statement)
        if isinstance(target, gast.Subscript) and isinstance(target.slice, gast.Slice):
            self.assigned_slice(owner, statement, target.slice)
            return
        if isinstance(target, gast.Attribute):
            if not stores_plainly(self.sweep.analysis.fact(owner), target.attr):
                raise self.sweep.refusals.container_store(statement)
            index: gast.expr = constant(target.attr)
            place: gast.expr = gast.Attribute(shadow, target.attr, gast.Store())
        else:
            index = target.slice
            place = gast.Subscript(shadow, index, gast.Store())
        if not self.item_fact(self.sweep.analysis.fact(owner), self.key(index)).may_hold_derivative:
            self.along(statement)
            return
        value, cell = statement.value, self.cell(statement.value)
        if self.stays(owner, target):
            # Nothing has reached the old cell yet: it is the zero that the new one needs.
            self.along(statement)
            stable = self.stable_place(place, statement)
            self.give(value, stable)
            self.sweep.emit(Assign(stable, constant(0.0), self.sweep.source))
            return
        key = self.kept(statement)
        self.along(statement, Alongside(call("replaced", shadow, index, cell), key=key))
        stable = self.stable_place(place, statement)
        self.give(value, stable)
        self.effect(call("restore", shadow, self.sweep.mirrors.stable(index, statement), name(key)))

    def stable_place(self, place: gast.expr, statement: Statement) -> gast.expr:
        """Return a place in a shadow whose index means in the reverse sweep what it meant."""
        if isinstance(place, gast.Subscript):
            return gast.Subscript(place.value, self.sweep.mirrors.stable(place.slice, statement), gast.Store())
        return place

    def stays(self, owner: str, target: gast.expr) -> bool:
        """Tell whether a store certainly replaces a number by a number."""
        fact = self.sweep.analysis.fact(owner)
        if fact.kind == "list":
            return element_of(fact).is_scalar
        if fact.kind != "object" or not isinstance(target, gast.Attribute):
            return False
        made = self.sweep.analysis.operations.get(self.sweep.mirrors.base(owner))
        known = isinstance(made, Display) and target.attr in made.keys
        return known and self.item_fact(fact, target.attr).is_scalar

    def key(self, index: gast.expr) -> object:
        """Return the key that an index is, if it is known."""
        return self.sweep.infer(index).value

    def item_fact(self, fact: Fact, key: object) -> Fact:
        """Return the facts of an item of a container."""
        if fact.keys is not None and fact.items is not None and key in fact.keys:
            return fact.items[fact.keys.index(key)]
        return element_of(fact)

    def assigned_slice(self, owner: str, statement: Assign, places: gast.Slice) -> None:
        """Write ``owner[a:b] = v`` of a list."""
        self.spliced(owner, statement, places, statement.value)

    def spliced(self, owner: str, statement: Statement, places: gast.Slice, items: gast.expr | None) -> None:
        """Write the replacement of a slice by the items of a list, or by nothing."""
        shadow, key = self.of(owner), self.kept(statement)
        cut = _slice(places)
        put = gast.List([], gast.Load()) if items is None else self.copy_of(items)
        self.along(statement, Alongside(call("put_slice", shadow, cut, put), key=key))
        self.give_items(items, call("taken_slice", shadow, name(key)))

    def copy_of(self, value: gast.expr) -> gast.expr:
        """Return the cells that a list gets from another: fresh ones, or the mirrors of what has one."""
        cells = self.cells_of(value)
        return self.copied(cells, keeps_arrays=self.holds_mirrored_arrays(value)) if self.is_shadowed(value) else cells

    def give_items(self, items: gast.expr | None, value: gast.expr) -> None:
        """Write a call that takes cells out of a shadow, and contribute them to the list that the items came from."""
        if isinstance(items, gast.Name) and self.sweep.is_active(items.id):
            self.put_items(items, self.bound(value))
        else:
            self.effect(value)

    # ---- updates by methods, by name ----

    def _append(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        shadow, item = self.of(owner), mutation.arguments[0]
        self.along(statement, Alongside(call(attribute(shadow, "append"), self.cell(item))))
        self.moved(item, call(attribute(shadow, "pop")))

    def _insert(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        shadow, (index, item) = self.of(owner), mutation.arguments
        self.along(statement, Alongside(call(attribute(shadow, "insert"), index, self.cell(item))))
        self.moved(item, call("take_out", shadow, self.sweep.mirrors.stable(index, statement)))

    def _extend(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        shadow, items, key = self.of(owner), mutation.arguments[0], self.kept(statement)
        self.along(
            statement,
            Alongside(call("len", items), key=key),
            Alongside(call(attribute(shadow, "extend"), self.copy_of(items))),
        )
        self.give_items(items, call("taken_back", shadow, name(key)))

    def _pop(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        shadow, index = self.of(owner), taken_index(mutation)
        target = statement.target.id if isinstance(statement, Assign) else ""
        last = not mutation.arguments
        popped = call(attribute(shadow, "pop"), *mutation.arguments)
        cell: gast.expr
        if target and self.sweep.mirrors.has(target):
            self.along(statement)  # the mirror of what is taken out is what the shadow's pop gives
            cell = self.of(target)
        elif target and self.sweep.is_active(target) and self.sweep.seed(target) is not None:
            self.along(statement, Alongside(popped))
            cell = call("own", self.sweep.read(target, full=True))
        else:
            key = self.kept(statement)
            self.along(statement, Alongside(popped, key=key))
            cell = name(key)
        if last:
            self.effect(call(attribute(shadow, "append"), cell))
        else:
            self.effect(call("put_back", shadow, self.sweep.mirrors.stable(index, statement), cell))
        if target:
            self.sweep.consume(target)

    def _delitem(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        index = mutation.arguments[0]
        if isinstance(index, gast.Slice):
            self.spliced(owner, statement, index, None)
            return
        self._pop(owner, Mutation(mutation.owner, "pop", (index,)), statement)

    def _clear(self, owner: str, _mutation: Mutation, statement: Statement) -> None:
        shadow, key = self.of(owner), self.kept(statement)
        if self.sweep.analysis.fact(owner).kind == "dict":
            self.along(
                statement,
                Alongside(call(attribute(shadow, "copy")), key=key),
                Alongside(call(attribute(shadow, "clear"))),
            )
            self.effect(call(attribute(shadow, "update"), name(key)))
            return
        self.spliced(owner, statement, gast.Slice(None, None, None), None)

    def _reverse(self, owner: str, _mutation: Mutation, statement: Statement) -> None:
        turned = call(attribute(self.of(owner), "reverse"))
        self.along(statement, Alongside(turned))
        self.effect(turned)


def _slice(places: gast.Slice) -> gast.Call:
    """Return a slice as a value."""
    bounds = (places.lower, places.upper, places.step)
    return call("slice", *(constant(None) if bound is None else bound for bound in bounds))
