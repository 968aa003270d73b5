"""Facts of every version of a function, and what each of its assignments does.

Direction forward; lattice ``Fact``, meet ``join``; transfer ``Inference`` and the facts of callees. A loop is walked
until the facts at its head stay; a dimension made inside a loop is not carried to its next iteration under its name.
Requires versions. Guarantees: facts hold on every call with the same signature. May know less than the truth.
"""

import functools
import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.classify import Expand, operation_of
from cladpy.analyses.decided import Decided
from cladpy.analyses.heap import Heap, calls_unknown, emptied, lasting, weak
from cladpy.analyses.infer import Inference
from cladpy.analyses.infer_builtins import item_of
from cladpy.analyses.logistics import Logistics
from cladpy.analyses.objects import in_place_method, method_of, plain_constructor, storing_method
from cladpy.analyses.operations import CallUser, Display, Opaque, Operation, Shallow, Taken
from cladpy.analyses.root_powers import RootPowers
from cladpy.analyses.shared_parts import CallResult, SharedParts
from cladpy.analyses.versions import Versions, bound_variables
from cladpy.errors import CladpyError
from cladpy.frontend.context_managers import contextmanager_of
from cladpy.frontend.namespace import MISSING
from cladpy.ir.expressions import dotted, name, names_in, root_of
from cladpy.ir.fact import (
    BOTTOM,
    CONTAINERS,
    INT,
    UNKNOWN,
    UPDATED,
    Dim,
    Fact,
    as_key,
    element_of,
    holds_local_function,
    is_literal_key,
    join,
    present,
    read_from,
    rename_dims,
    settled_dims,
    without_local_functions,
)
from cladpy.ir.statements import Assign, Block, Effect, For, If, Phi, Statement, Update, While, With, walk
from cladpy.normalize.own_contexts import entering
from cladpy.normalize.owned_calls import (
    Position,
    is_part,
    is_stored_part,
    position_of,
    position_of_iterated,
    position_of_keys,
    position_of_read,
)
from cladpy.normalize.recorder import PrimalLine

MAX_ROUNDS = 12  # the lattice is short; a loop that needs more would point to a fault

WHOLE = frozenset({sorted, max, min, functools.reduce})
"""Functions of Python's that take all items of an iterable."""

ITERATING = WHOLE | frozenset(
    {
        map, filter, zip, enumerate, reversed, iter, itertools.chain,
        itertools.chain.from_iterable, itertools.product, itertools.accumulate, itertools.pairwise, itertools.islice,
        itertools.count, itertools.repeat, itertools.cycle, itertools.takewhile, itertools.dropwhile,
        itertools.filterfalse, itertools.starmap, itertools.zip_longest, itertools.combinations,
        itertools.permutations,
    }
)  # fmt: skip
"""Functions of Python's whose calls are written as loops; those of ``WHOLE`` where what they take has a derivative."""

TAKING_APART = frozenset(
    {"list", "tuple", "set", "frozenset", "dict", "sorted", "any", "all", "sum", "max", "min", "map", "filter", "zip",
     "enumerate", "iter"}
)  # fmt: skip
"""Builtins that take the items of what they are given."""

UserResult = Callable[[CallUser, Mapping[str, Fact]], Fact]
CallAliases = Callable[[CallUser, Mapping[str, Fact]], tuple[str, ...]]
CallShares = Callable[[CallUser, Mapping[str, Fact]], SharedParts | None]


@dataclass(frozen=True, slots=True)
class FactTable:
    """Facts by version; operations by the version that they make.

    ``raw``: facts of what makes each version, before anything else is taken to be one with it.
    """

    facts: Mapping[str, Fact]
    operations: Mapping[str, Operation]
    owners: Mapping[tuple[object, ...], Fact] = field(default_factory=dict)
    raw: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(slots=True)
class FactAnalysis:
    """Walks a function forward.

    Parameters
    ----------
    versions : Versions
        The function.
    resolve : callable
        The live value of a dotted global name, or MISSING.
    user_result : callable
        The facts of the result of a call of a user's function.
    lines : mapping of int to PrimalLine
        Places for errors.
    """

    versions: Versions
    resolve: Callable[[str], object]
    user_result: UserResult
    lines: Mapping[int, PrimalLine]
    expand: Expand | None = None
    facts: dict[str, Fact] = field(default_factory=dict)
    operations: dict[str, Operation] = field(default_factory=dict)
    owners: dict[tuple[object, ...], Fact] = field(default_factory=dict)
    raw: dict[str, Fact] = field(default_factory=dict)
    heap: Heap | None = None
    is_trial: bool = False
    is_recursive: bool = False
    call_aliases: CallAliases | None = None
    call_shares: CallShares | None = None
    is_hopeful: bool = False
    hopes: int = 0
    waits: bool = False
    failure: CladpyError | None = None

    def run(self, parameters: Mapping[str, Fact]) -> FactTable:
        """Return the facts, given those of the parameters by name.

        A container that is updated holds the same whatever name it is looked at by, so the function is walked until
        what the containers hold stays.
        """
        self.is_trial = any(_may_update(statement) for statement in walk(self.versions.body))
        self.walk(parameters)
        if self.is_trial or self.is_recursive or self.hands_out():
            self.settle_containers(parameters)
        if self.failure is not None:
            raise self.failure
        return FactTable(self.facts, self.operations, self.owners, self.raw)

    def hands_out(self) -> bool:
        """Tell whether something is called that is not known yet."""
        values = [operation.value for operation in self.operations.values() if isinstance(operation, Opaque)]
        values += [statement.value for statement in walk(self.versions.body) if isinstance(statement, Effect)]
        return any(calls_unknown(value, self.infer) for value in values)

    def settle_containers(self, parameters: Mapping[str, Fact]) -> None:
        """Walk the function again until what its updated containers hold stays; arrays alone need no second walk."""
        heap = self.nodes(bottom=True)
        if not heap.updated and not heap.handed_out:
            return
        stores = list(heap.stores.values())
        for _ in range(MAX_ROUNDS):
            self.heap = heap
            self.walk(parameters)
            heap = self.nodes()
            stores = list(heap.stores.values()) or stores
            if heap.says(self.heap) and not self.is_recursive:
                return
        line = self.lines.get(getattr(stores[0], "source", 0)) if stores else None
        raise CladpyError(
            "C121", "what the lists, dicts and objects of this function hold cannot be found out",
            hint="do not put containers into themselves; make what is linked of tuples or objects, not of lists",
            location=None if line is None else line.location,
        )  # fmt: skip

    def walk(self, parameters: Mapping[str, Fact]) -> None:
        """Walk the function once."""
        self.facts, self.raw, self.operations, self.owners, self.failure = {}, {}, {}, {}, None
        self.is_recursive = False
        for version in self.versions.parameters:
            self.note(version, parameters[self.versions.table[version].name])
        for version, info in self.versions.table.items():
            if info.kind == "unbound":
                self.facts[version] = self.unbound(info.name)
        self.block(self.versions.body)

    def unbound(self, variable: str) -> Fact:
        """Return the facts of a name before it is bound: none, but of one that is only stored into, a global."""
        is_local = variable in bound_variables(self.versions.table)
        return BOTTOM if is_local else self.infer(name(variable))

    def nodes(self, *, bottom: bool = False) -> Heap:
        """Return what the containers hold after a walk; ``bottom``: nothing yet of those that are updated."""
        heap = Heap(
            self.versions,
            self.facts,
            self.operations,
            self.infer,
            call_aliases=self.aliased,
            unite_call=self.unite_call,
            is_hopeful=self.is_hopeful,
        ).build(self.raw)
        self.hopes, self.waits = self.hopes + heap.hopes, heap.waits
        if bottom:
            heap.held = {node: emptied(fact) for node, fact in heap.held.items()}
        return heap

    def aliased(self, operation: CallUser) -> tuple[str, ...]:
        """Return the parameters of a user's function that its result may be, view or hold."""
        if self.call_aliases is None or self.is_hopeful:
            return tuple(operation.arguments)
        return self.call_aliases(operation, {name: self.infer(value) for name, value in operation.arguments.items()})

    def unite_call(self, heap: Heap, version: str, operation: CallUser) -> bool:
        """Unite the result of a call with what it shares of the arguments, if that is known."""
        known = {parameter: self.infer(value) for parameter, value in operation.arguments.items()}
        shared = None if self.call_shares is None else self.call_shares(operation, known)
        if shared is not None:
            CallResult(heap, version, operation).unite(shared)
        return shared is not None

    def note(self, version: str, fact: Fact) -> None:
        """Note the facts of a version; what an updated container holds is said by its node."""
        self.raw[version] = fact
        self.facts[version] = fact if self.heap is None else self.heap.settle(version, fact)

    def infer(self, node: gast.expr, label: str = "e") -> Fact:
        """Return the facts of an expression over versions."""
        return Inference(self.facts, self.resolve, label).infer(node)

    def literal(self, node: gast.expr) -> bool:
        """Tell whether an atom is a number written in the source: a literal, np.inf, a numeric global."""
        if isinstance(node, gast.Constant):
            return isinstance(node.value, int | float) and not isinstance(node.value, bool)
        path = dotted(node)
        if path is None or root_of(node) in self.facts:
            return False
        value = self.resolve(path)
        return value is not MISSING and type(value) in (int, float)

    def block(self, block: Block) -> None:
        """Note the facts of what a block makes; an error in it gets the place of its statement."""
        for statement in block:
            try:
                with located(statement, self.lines):
                    self.statement(statement)
            except CladpyError as error:
                if not self.is_trial and not self.is_recursive:
                    raise
                self.failure = self.failure or error  # what the containers hold may not be known yet

    def statement(self, statement: Statement) -> None:
        """Note the facts of the versions that a statement makes."""
        if isinstance(statement, Assign):
            self.assign(statement)
        elif isinstance(statement, Update) and statement.new is not None:
            if self.is_owner_of_interest(statement):
                self.note_owner(statement.target, statement.old)
                if isinstance(statement.target, gast.Subscript):
                    self.note_read(statement.target, self.fact_of(statement.old))
            self.note(statement.new, self.updated(statement))
        elif isinstance(statement, Effect):
            self.note_owner(statement.value)
            if statement.new is not None:
                self.note(statement.new, self.fact_of(statement.old))
        elif isinstance(statement, If):
            self.branch(statement)
        elif isinstance(statement, For | While):
            self.loop(statement)
        elif isinstance(statement, With):
            self.note_context(statement.context, is_named=False)
            self.block(statement.body)

    def is_owner_of_interest(self, statement: Update) -> bool:
        """Tell whether the normal form of an update depends on what is updated: ``l *= n``, ``d |= e``, items."""
        if not isinstance(statement.target, gast.Name) or isinstance(statement.operator, gast.Mult | gast.BitOr):
            return True
        return in_place_method(self.fact_of(statement.old), type(statement.operator)) is not None

    def branch(self, statement: If) -> None:
        """Note the facts of what both sides of a branch make, of one side where the condition is decided."""
        taken = Decided(Inference(self.facts, self.resolve)).truth(statement.test)
        if taken is not False:
            self.block(statement.body)
        if taken is not True:
            self.block(statement.orelse)
        self.join(statement.phis if taken is None else taken_joins(statement, taken=taken))

    def assign(self, statement: Assign) -> None:
        """Note the facts of the version that an assignment or a store makes."""
        target = statement.target
        if not isinstance(target, gast.Name):
            old = self.fact_of(statement.old)
            is_flat = isinstance(target, gast.Attribute) and target.attr == "flat"
            if is_flat or is_complex_part(target, old) or storing_method(old, target) is not None:
                self.note_owner(target, statement.old)
            if statement.new is not None:
                self.note(statement.new, self.stored(statement))
            return
        self.note_owner(statement.value)
        self.note(target.id, self.made(target.id, statement.value))
        if statement.new is not None:
            self.note(statement.new, self.fact_of(statement.old))

    def fact_of(self, version: str | None) -> Fact:
        """Return the facts of a version that is updated in place."""
        return present(self.facts.get(version or "", UNKNOWN))

    def note_owner(self, node: gast.AST, version: str | None = None) -> None:
        """Note what the owner of a method, or of what a statement updates, is: the normal form depends on it."""
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
            owner = node.func.value
            fact = present(self.infer(owner))
            if fact.kind in ("class", "module"):  # a call of its member, which does not construct it
                return
            self.add_owner(node, self.marked(owner, fact))
        elif isinstance(node, gast.Attribute) and node.attr == "flat" and version is None:
            self.add_owner(node, self.infer(node.value))
        elif version is not None:
            fact = self.fact_of(version)
            if not (is_part(node) and fact.is_array) or is_complex_part(node, fact):
                self.add_owner(node, fact)
        elif is_stored_part(node) and is_complex_part(node, self.infer(node.value)):
            self.add_owner(node, self.infer(node.value))

    def add_owner(self, node: gast.AST, fact: Fact) -> None:
        """Note what an owner is."""
        self.add_owner_at(position_of(node), fact)

    def add_owner_at(self, position: Position, fact: Fact) -> None:
        """Note what an owner is; of a text that stands for several statements, what all of them say."""
        self.owners[position] = join(self.owners.get(position, BOTTOM), fact, "owner")

    def note_context(self, value: gast.expr, *, is_named: bool) -> None:
        """Note an object of the user's that is entered: what it does may concern what has a derivative."""
        entered = isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "entered"
        fact = present(self.infer(value.args[0])) if entered else UNKNOWN
        plain = all(method_of(fact, word) is not None for word in ("__enter__", "__exit__"))
        if fact.kind == "object" and plain and (is_named or fact.may_hold_derivative):
            self.add_owner(entering(value.args[0], value), fact)

    def note_iterated(self, node: gast.expr) -> None:
        """Note the objects of the user's that are iterated over: what they give is written where it is consumed."""
        if isinstance(node, gast.Call):
            for part in node.args:
                self.note_iterated(part)
        elif hasattr(node, "lineno"):
            fact = present(self.infer(node))
            if fact.kind == "object" and method_of(fact, "__iter__") is not None:
                self.add_owner_at(position_of_iterated(node), fact)

    def note_read(self, node: gast.expr, owner: Fact) -> None:
        """Note an object of the user's of which an item is read: its ``__getitem__`` may update it; a dict's keys."""
        if not hasattr(node, "lineno"):
            return
        if method_of(owner, "__getitem__") is not None:
            self.add_owner_at(position_of_read(node), owner)
        elif not owner.is_number and isinstance(node.value, gast.Name):
            self.add_owner_at(position_of_keys(node), self.marked(node.value, owner))

    def marked(self, node: gast.expr, fact: Fact) -> Fact:
        """Return the facts of an owner, marked where it is a dict that is updated."""
        if fact.kind != "dict" or not isinstance(node, gast.Name) or self.heap is None:
            return fact
        return replace(fact, value=UPDATED) if self.heap.is_updated(node.id) else fact

    def chooses(self, value: gast.Call, inference: Inference) -> bool:
        """Tell whether a call of ``max`` or ``min`` chooses among tuples or lists."""
        is_choice = inference.function(value.func) in (max, min)
        return is_choice and any(inference.infer(each).kind in CONTAINERS for each in value.args)

    def made(self, version: str, value: gast.expr) -> Fact:
        """Note what makes a version, and return its facts."""
        fact = self.found(version, value)
        return settled_dims(fact, version) if fact.is_number else fact

    def found(self, version: str, value: gast.expr) -> Fact:
        """Note what makes a version, and return what its operation says of it."""
        for node in _taken_apart(value):
            self.note_iterated(node)
        if isinstance(value, gast.Subscript):
            self.note_read(value, present(self.infer(value.value)))
        inference = Inference(self.facts, self.resolve, version)
        operation = operation_of(value, inference, self.literal, self.expand)
        operation = RootPowers(self.versions.table, self.operations).smooth(version, operation)
        operation = Logistics(self.versions.table, self.operations).as_one(version, operation)
        self.operations[version] = operation
        if isinstance(operation, Opaque) and isinstance(value, gast.Call):
            self.note_context(value, is_named=True)
            if self.chooses(value, inference):
                self.add_owner(value, Fact("iteration", items=()))
            elif self.iterates(value, inference):
                given = (self.marked(part, self.infer(part)) for part in value.args)
                items = tuple(Fact(each.kind, value=UPDATED if each.value is UPDATED else None) for each in given)
                self.add_owner(value, Fact("iteration", items=items))
            elif self.infer(value.func).kind == "class":
                self.add_owner(value, self.infer(value.func))
        if isinstance(operation, Opaque) and isinstance(value, gast.ListComp | gast.DictComp):
            holds_some = any(may_turn_active(self.facts[n]) for n in names_in(value) if n in self.facts)
            if holds_some or (self.is_trial and may_be_filled(value)) or self.makes_objects(value):
                self.add_owner(value, Fact("comprehension"))
        if isinstance(operation, Opaque) and isinstance(value, gast.Dict) and self.may_be_stored(value):
            self.add_owner(value, Fact("comprehension"))
        if isinstance(operation, Taken):
            return inference.infer(gast.Subscript(operation.owner, operation.index, gast.Load()))
        if isinstance(operation, Shallow) and present(inference.infer(operation.source)).kind in CONTAINERS:
            return _copied(present(inference.infer(operation.source)), value)
        if isinstance(operation, CallUser):
            arguments = {name: self.infer(value) for name, value in operation.arguments.items()}
            result = self.user_result(operation, arguments)
            return rename_dims(result, lambda dim, label: Dim(label, dim.one), version)
        if isinstance(operation, Display) and operation.cls is not None:
            items = tuple(self.infer(item) for item in operation.items)
            keys = operation.cls._fields if operation.kind == "tuple" else operation.keys  # type: ignore[attr-defined]
            return Fact(operation.kind, items=items, keys=keys, cls=operation.cls)
        return inference.infer(value)

    def makes_objects(self, value: gast.ListComp | gast.DictComp) -> bool:
        """Tell whether a comprehension makes objects of the user's, whose methods may be called of it."""
        item = value.elt if isinstance(value, gast.ListComp) else value.value
        if any(isinstance(part, gast.Lambda) for part in gast.walk(item)):
            return True
        called = (self.infer(part.func).value for part in gast.walk(item) if isinstance(part, gast.Call))
        return any(isinstance(each, type) and plain_constructor(each) is not None for each in called)

    def may_be_stored(self, value: gast.Dict) -> bool:
        """Tell whether a dict of keys that are no literals holds derivatives, and nothing that they tell apart."""
        if all(key is None or is_literal_key(as_key(self.infer(key))) for key in value.keys):
            return False
        facts = [self.infer(each) for each in value.values]
        told_apart = any(fact.kind in ("function", "class", "unknown") or holds_local_function(fact) for fact in facts)
        return hasattr(value, "lineno") and not told_apart and any(map(may_turn_active, facts))

    def iterates(self, value: gast.Call, inference: Inference) -> bool:
        """Tell whether a call of Python's takes items one by one, and is written as a loop."""
        function = inference.function(value.func)
        if not isinstance(function, Hashable):
            return False
        if function not in ITERATING and contextmanager_of(function) is None:
            return False
        if function not in WHOLE and function in ITERATING:
            return True
        arguments = [part.value if isinstance(part, gast.Starred) else part for part in value.args]
        facts = [self.infer(part) for part in (*arguments, *(keyword.value for keyword in value.keywords))]
        return any((may_turn_active(f) and f.kind != "function") or holds_local_function(f) for f in facts)

    def updated(self, statement: Update) -> Fact:
        """Return the facts of the version that an update makes."""
        old = self.fact_of(statement.old)
        if not isinstance(statement.target, gast.Name) or old.is_array or old.kind == "list":
            return _stored_into(old)
        method = in_place_method(old, type(statement.operator))
        if method is not None:  # it will be written out, unless its text is not known
            line = self.lines.get(statement.source)
            self.failure = self.failure or CladpyError(
                "C121", f"{method.__name__} of a class is not supported here", hint="write x = x + y",
                location=None if line is None else line.location,
            )  # fmt: skip
            return _stored_into(old)
        return self.made(
            statement.new or "e", gast.BinOp(name(statement.old or ""), statement.operator, statement.value)
        )

    def stored(self, statement: Assign) -> Fact:
        """Return the facts of what an assignment has stored into."""
        old = self.fact_of(statement.old)
        return _stored_into(old)

    def join(self, phis: tuple[Phi, ...]) -> None:
        """Note the facts of joins: what holds of each of their sources."""
        for phi in phis:
            joined = BOTTOM
            for source in phi.sources:
                joined = join(joined, self.facts.get(source, BOTTOM), phi.target)
            self.note(phi.target, joined)

    def loop(self, statement: For | While) -> None:
        """Walk a loop until the facts at its head stay, and note those behind it."""
        if isinstance(statement, For):
            self.note_iterated(statement.iterable)
        reader = next(iter(names_in(statement.target)), "item") if isinstance(statement, For) else ""
        for _ in range(MAX_ROUNDS):
            at_head = {phi.target: self.head(phi) for phi in statement.phis}
            for version, fact in at_head.items():
                self.note(version, fact)
            if isinstance(statement, For):
                self.bind(statement.target, self.items(statement.iterable, reader))
            self.block(statement.body)
            if at_head == {phi.target: self.head(phi) for phi in statement.phis}:
                break
        else:
            self.is_recursive = True  # an object that holds one of its own kind: its node says what
        self.join(statement.exits)

    def head(self, phi: Phi) -> Fact:
        """Join at a loop's head: what the loop names inside itself is renamed after the head."""
        entry, *back = phi.sources
        joined = self.facts.get(entry, BOTTOM).without_value()
        known = set(_dims(joined))
        for source in back:
            fact = without_local_functions(self.facts.get(source, BOTTOM).without_value())
            fact = rename_dims(fact, lambda dim, label: dim if dim in known else Dim(label, dim.one), phi.target)
            joined = join(joined, fact, phi.target)
        return joined

    def items(self, node: gast.expr, label: str) -> Fact:
        """Return the facts of what a loop's iterable yields, at a time."""
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            inner = node.args
            if node.func.id == "zip":
                return Fact("tuple", items=tuple(self.items(p, f"{label}.{k}") for k, p in enumerate(inner)))
            if node.func.id == "enumerate":
                return Fact("tuple", items=(INT, self.items(inner[0], label)))
            if node.func.id == "reversed":
                return self.items(inner[0], label)
        return item_of(present(self.infer(node)).without_value(), label)

    def bind(self, target: gast.expr, fact: Fact) -> None:
        """Note the facts of a loop's targets, given those of what it yields."""
        if isinstance(target, gast.Name):
            self.note(target.id, fact)
            return
        for position, part in enumerate(target.elts):
            fact = present(fact)
            item = BOTTOM if fact.kind == "bottom" else UNKNOWN  # what a list yields of which no item is known yet
            if fact.kind in ("tuple", "list") and fact.items is not None and position < len(fact.items):
                item = fact.items[position]
            elif fact.kind in ("tuple", "list") and fact.items is None:
                item = read_from(fact, element_of(fact), next(iter(names_in(part)), "item"))
            elif fact.is_array:
                item = item_of(fact, "item")
            self.bind(part, item)


def _taken_apart(value: gast.expr) -> Iterator[gast.expr]:
    """Yield what a value takes the items of, one by one or at once."""
    if isinstance(value, gast.ListComp | gast.DictComp | gast.SetComp):
        yield value.generators[0].iter
    elif isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id in TAKING_APART:
        yield from value.args
    elif isinstance(value, gast.Subscript) and isinstance(value.slice, gast.Constant):  # ``a, b = o``
        yield value.value


def may_turn_active(fact: Fact) -> bool:
    """Tell whether a value may hold a derivative, or what it holds is not known yet."""
    inner = (*(fact.items or ()), *([fact.element] if fact.element is not None else []))
    return fact.kind == "bottom" or fact.may_hold_derivative or any(map(may_turn_active, inner))


def taken_joins(statement: If, *, taken: bool) -> tuple[Phi, ...]:
    """Return the joins behind a branch of which one side is taken: each holds the version of that side."""
    return tuple(Phi(phi.target, phi.sources[:1] if taken else phi.sources[-1:]) for phi in statement.phis)


def _stored_into(old: Fact) -> Fact:
    """Return the facts of what has been stored into: a number that takes a store is an array."""
    if old.is_number and old.kind not in ("python", "scalar"):
        return Fact("array", old.dtype, old.dims)
    return weak(old, lasting) if old.kind in (*CONTAINERS, "bottom") else UNKNOWN


def _copied(fact: Fact, value: gast.expr) -> Fact:
    """Return the facts of a shallow copy: ``list`` and ``tuple`` give what they are called."""
    kind = value.func.id if isinstance(value, gast.Call) and isinstance(value.func, gast.Name) else fact.kind
    if kind not in ("list", "tuple") or fact.kind not in ("list", "tuple"):
        return fact
    return Fact(kind, items=fact.items, element=fact.element)


def _may_update(statement: Statement) -> bool:
    """Tell whether a statement may update a container."""
    return isinstance(statement, Assign | Update | Effect) and statement.new is not None


def may_be_filled(node: gast.ListComp | gast.DictComp) -> bool:
    """Tell whether a comprehension makes what floating values may be stored into later: a table of zeros, of lists.

    Examples
    --------
    >>> may_be_filled(gast.parse("[[0.0] * 4 for _ in range(4)]", mode="eval").body)
    True
    >>> may_be_filled(gast.parse("[2 * i for i in range(4)]", mode="eval").body)
    False
    """
    item = node.elt if isinstance(node, gast.ListComp) else node.value
    parts = list(gast.walk(item))
    made = (gast.List, gast.Dict, gast.ListComp, gast.DictComp, gast.Call)
    return any(isinstance(part, made) or (isinstance(part, gast.Constant) and type(part.value) is float)
               for part in parts)  # fmt: skip


def _dims(fact: Fact) -> Iterator[Dim]:
    yield from fact.dims or ()
    for item in fact.items or ():
        yield from _dims(item)


@contextmanager
def located(statement: Statement, lines: Mapping[int, PrimalLine]) -> Iterator[None]:
    """Give an error without a place the place of the statement that was being looked at."""
    try:
        yield
    except CladpyError as error:
        line = lines.get(getattr(statement, "source", 0))
        if error.location is not None or line is None:
            raise
        raise CladpyError(
            error.code, error.message, location=line.location, label=error.label, notes=error.notes, hint=error.hint
        ) from None


def is_complex_part(node: gast.AST, fact: Fact) -> bool:
    """Tell whether an expression is the real or imaginary part of a complex array with these facts."""
    return is_part(node) and fact.is_array and fact.dtype is not None and fact.dtype.kind == "c"
