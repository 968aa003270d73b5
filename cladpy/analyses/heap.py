"""Which versions may be one container or array in memory, and what the containers that are updated may hold.

A node stands for the values that may be one object; a container's node has a part for its items: one for each key
where keys are literal, one for each place of a list that nothing updates, else one (``*``) for all. ``b = a`` unites
the nodes of ``a`` and ``b``; ``c = [a]`` that of ``a`` with the part of ``c``; ``l.append(a)`` likewise. What a
container holds that is updated is said once for its node, whatever the order of the statements, for another name may
have updated it.

Direction none (flow-insensitive), lattice: partitions of versions. May unite more than it must.
Reference: Steensgaard, Points-to analysis in almost linear time, POPL 1996; here with a part by key.
"""

import copy
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.mutating_calls import Mutation, statement_mutation, taken_index, updates
from cladpy.analyses.operations import (
    Apply,
    CallUser,
    Chain,
    Copy,
    Display,
    Item,
    Member,
    Opaque,
    Operation,
    Repeat,
    Shallow,
)
from cladpy.analyses.versions import Versions
from cladpy.ir.differing import are_of_classes
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import (
    BOTTOM,
    CONTAINERS,
    NONE,
    UNKNOWN,
    UPDATED,
    VARIES,
    Fact,
    as_key,
    captures,
    element_of,
    holds_local_function,
    join,
    key_of,
    nothing_yet,
    optional,
    present,
    without_local_functions,
)
from cladpy.ir.statements import Assign, Effect, For, Statement, Update, walk
from cladpy.ir.union_find import UnionFind
from cladpy.normalize.handed_back import handed_by
from cladpy.rules import gives_copy

IMMUTABLE = ("python", "scalar", "str", "none", "function", "module", "class", "range", "slice", "bottom", "ellipsis",
             "generator", "sparse", "set", "enum")  # fmt: skip
EVERY = "*"
HELD = f"{VARIES}held"
MOST_NESTED = 8  # containers in one another, of which the facts are looked into
_OF_ITEMS = frozenset({"get", "setdefault", "pop"})
"""Methods of dicts that give an item, or what they are called with; they are written out once the dict is known."""

Facts = Mapping[str, Fact]


@dataclass(slots=True)
class Heap:
    """The nodes of one function.

    Parameters
    ----------
    versions, facts, operations
        The function; facts decide what is a container and what its keys are.
    infer : callable
        The facts of an index.
    is_view : callable
        Tells whether indexing an array with an index may give a view.
    call_aliases : callable
        The parameters of a user's function that its result may be, view or hold.
    unite_call : callable
        Unites the result of a call with the parts of the arguments that it shares; False where these are not known.
    is_hopeful : bool
        The result of a call is not taken for an argument of another kind, nor for what that holds, that of a call of
        what is not known yet for no argument: the call may be written out once more is known. Neither are the items
        of a list taken for one object, where they are of several classes: the loop over them may be written out.
        ``hopes`` counts them.

    Attributes
    ----------
    handed_out : set of str
        Nodes of what is given to functions that are not known yet: they may turn out to update it.
    unsure : set of str
        Nodes of updated dicts that may lack items at times.
    waits : bool
        Whether a loop over values of several classes was among the hopes.
    """

    versions: Versions
    facts: Facts
    operations: Mapping[str, Operation]
    infer: Callable[[gast.expr], Fact]
    is_view: Callable[[gast.expr], bool] = lambda _index: True
    call_aliases: Callable[[CallUser], tuple[str, ...]] = field(default_factory=lambda: not_handed)
    unite_call: Callable[["Heap", str, CallUser], bool] = lambda _heap, _version, _call: False
    sets: UnionFind = field(default_factory=UnionFind)
    parts: dict[str, dict[object, str]] = field(default_factory=dict)
    held: dict[str, Fact] = field(default_factory=dict)
    updated: set[str] = field(default_factory=set)
    stores: dict[str, Statement] = field(default_factory=dict)
    copies: list[tuple[str, str]] = field(default_factory=list)
    handed_out: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    unions: int = 0
    is_hopeful: bool = False
    hopes: int = 0
    waits: bool = False

    def build(self, raw: Facts | None = None) -> "Heap":
        """Unite what may be one object; ``raw``: facts of what makes each version, to be joined by node."""
        for version, info in self.versions.table.items():
            for source in info.sources:
                self.alias(version, source)
        for version, operation in self.operations.items():
            self.made(version, operation)
        for statement in walk(self.versions.body):
            if isinstance(statement, For):
                self.iterated(statement.target, statement.iterable)
            else:
                self.stored(statement)
        self.unite_copies()
        self.update_recursive()
        for node in {self.node(each) for each in self.handed_out}:
            self.handed_out |= {node, *self.inside(node)}
        self.unsure = {self.node(each) for each in self.unsure}
        if raw is not None:
            for version, fact in raw.items():
                self.hold_all(self.node(version), fact)
            self.find_unsure(raw)
        self.held = {node: self.shallow(node, fact) for node, fact in self.held.items()}
        return self

    def find_unsure(self, raw: Facts) -> None:
        """Find the updated dicts that are made with other keys than they get: an item may be missing at times."""
        for version, fact in raw.items():
            node = self.node(version)
            if node in self.held and present(fact).kind == "dict" and present(fact).keys != self.held[node].keys:
                self.unsure.add(node)

    def shallow(self, node: str, fact: Fact) -> Fact:
        """Return what a container holds without what is said of updated containers in it: their own nodes say that."""

        def stub(key: object, item: Fact) -> Fact:
            inner = present(item)
            parts = self.parts_at(node, key)
            if inner.kind not in CONTAINERS or all(self.node(part) not in self.updated for part in parts):
                return item
            return optional_like(item, nothing_yet(inner))

        if fact.items is not None:
            keys = fact.keys if fact.kind in ("dict", "object") and fact.keys is not None else range(len(fact.items))
            return replace(fact, items=tuple(stub(key, item) for key, item in zip(keys, fact.items, strict=True)))
        return fact if fact.element is None else replace(fact, element=stub(EVERY, fact.element))

    def hold_all(self, node: str, fact: Fact, seen: tuple[str, ...] = ()) -> None:
        """Join the facts of a value into those of the updated containers that it is or holds."""
        node, fact = self.node(node), present(fact)
        if fact.kind not in CONTAINERS or node in seen:
            return
        if node in self.updated:
            self.held[node] = _joined(self.held.get(node, BOTTOM), weak(fact, lasting))
        parts = self.parts.get(node, {})
        keys = fact.keys if fact.kind in ("dict", "object") and fact.keys is not None else range(len(fact.items or ()))
        for key, item in zip(keys, fact.items or (), strict=True):
            if key in parts or EVERY in parts:
                self.hold_all(parts.get(key, parts.get(EVERY, "")), item, (*seen, node))
        if fact.element is not None:
            for part in self.parts_at(node, EVERY):
                self.hold_all(part, fact.element, (*seen, node))

    def says(self, other: "Heap") -> bool:
        """Tell whether this says of the containers what another does."""
        mine, theirs = ((h.held, h.updated, h.handed_out, h.unsure) for h in (self, other))
        return mine == theirs

    # ---- nodes ----

    def node(self, version: str) -> str:
        """Return the node of a version."""
        return self.sets.find(version)

    def is_updated(self, version: str) -> bool:
        """Tell whether the container that a version holds is updated."""
        return self.node(version) in self.updated

    def fact(self, version: str) -> Fact:
        """Return the facts of a version, as they are known so far."""
        return present(self.facts.get(version, UNKNOWN))

    def mutable(self, version: str) -> bool:
        """Tell whether a version may hold something that can be updated in place."""
        return version in self.versions.table and may_be_updated(self.fact(version))

    def alias(self, left: str, right: str) -> None:
        """Say that two versions may be one object."""
        if self.mutable(left) and self.mutable(right):
            self.unite(left, right)
        elif self.mutable(left) and right in self.versions.table and self.fact(right).kind == "none":
            self.unite(left, right)  # None is where the value is not: its mirror stands in the same place

    def unite(self, left: str, right: str) -> None:
        """Unite two nodes, and their parts."""
        todo = [(left, right)]
        while todo:
            first, second = (self.node(item) for item in todo.pop())
            if first == second:
                continue
            mine, theirs = self.parts.pop(first, {}), self.parts.pop(second, {})
            held = _joined(self.held.pop(first, BOTTOM), self.held.pop(second, BOTTOM))
            updated = {first, second} & self.updated
            stores = [self.stores.pop(node) for node in (first, second) if node in self.stores]
            self.sets.union(first, second)
            self.unions += 1
            root = self.node(first)
            if held.kind != "bottom":
                self.held[root] = held
            if updated:
                self.updated -= {first, second}
                self.updated.add(root)
                self.stores[root] = stores[0]
            parts = self.parts.setdefault(root, {})
            every = mine.get(EVERY, theirs.get(EVERY))
            for key, node in (*mine.items(), *theirs.items()):
                place = key if every is None else EVERY
                todo.append((parts.setdefault(place, node if every is None else every), node))

    def part(self, node: str, key: object) -> str:
        """Return the node of the items of a container at a key."""
        root = self.node(node)
        parts = self.parts.setdefault(root, {})
        if EVERY in parts:
            return self.node(parts[EVERY])
        if key == EVERY:
            every = next(iter(parts.values()), f"{root}/*")
            self.parts[root] = {EVERY: every}
            for other in list(parts.values()):
                self.unite(every, other)
            return self.node(every)
        if key not in parts:
            parts[key] = f"{root}/{key}"
        return self.node(parts[key])

    def parts_at(self, node: str, key: object) -> list[str]:
        """Return the nodes of what a container may hold at a key: of all of its items, where it may be any."""
        parts = self.parts.get(node, {})
        if EVERY in parts:
            return [parts[EVERY]]
        return list(parts.values()) if key == EVERY else [parts[key]] if key in parts else []

    def put(self, owner: str, key: object, value: gast.expr) -> None:
        """Say that a container holds a value at a key."""
        if isinstance(value, gast.Name) and self.mutable(value.id):
            self.unite(self.part(self.node(owner), key), value.id)

    def key(self, owner: str, index: gast.expr) -> object:
        """Return the key of an index where it is known and the container is told apart by keys."""
        fact = as_key(self.infer(index))
        if not fact.known or isinstance(index, gast.Slice):
            return EVERY
        value, items = fact.value, self.fact(owner).items
        if self.fact(owner).kind in ("tuple", "list") and isinstance(value, int):
            return EVERY if items is None or not -len(items) <= value < len(items) else value % len(items)
        return value if isinstance(value, str | int | tuple) else EVERY

    # ---- what makes a version ----

    def made(self, version: str, operation: Operation) -> None:
        """Unite what the result of an operation may be or hold."""
        if isinstance(operation, Copy):
            self.aliases(version, names_in(operation.atom))
        elif isinstance(operation, Display):
            for key, item in zip(operation.keys, operation.items, strict=True):
                self.put(version, key, item)
        elif isinstance(operation, Item | Member):
            self.taken(version, operation)
        elif isinstance(operation, Shallow) and self.has_places_of(version, operation.source):
            self.copied(version, operation.source.id)
        elif isinstance(operation, Repeat | Chain | Shallow):
            for source in _sources(operation):
                self.same_items(version, source)
        elif isinstance(operation, CallUser):
            self.called(version, operation)
        elif isinstance(operation, Apply):
            words = () if always_copies(operation) else operation.rule.result_alias.split()
            names = [n for p in words if p in operation.arguments for n in names_in(operation.arguments[p])]
            self.may_hold(version, [n for n in names if not self.is_made_of(version, n, operation)])
        elif isinstance(operation, Opaque):
            self.hand_out(operation.value)
            if calls_literal(operation.value, self.infer):
                return  # it will be written out, before anything rests on what it gives
            if self.is_hopeful and (calls_unknown(operation.value, self.infer) or self.lists_items(operation.value)):
                self.hopes += 1
            elif not operation.inactive and not self.is_of_keys(operation.value):
                self.given(version, operation.value)

    def called(self, version: str, operation: CallUser) -> None:
        """Unite the result of a user's function with what it may be, view or hold."""
        kind = self.fact(version).kind
        if handed_by(operation.function) and self.fact(version).items is not None:
            copied = handed_by(operation.function)  # what it updates it gives back as copies
            held = [p for p in self.call_aliases(operation) if p not in copied]
            self.handed_back(version, [n for p in held for n in names_in(operation.arguments[p])])
            return
        if self.unite_call(self, version, operation):
            return
        known = [self.fact(n) for value in operation.arguments.values() for n in names_in(value)]
        if self.is_hopeful and any(
            {kind, each.kind} <= {*CONTAINERS} and not may_be_same(self.fact(version), each) for each in known
        ):
            self.hopes += 1
            return
        aliases = self.call_aliases(operation)
        others = [n for p in aliases for n in names_in(operation.arguments[p])]
        self.may_hold(version, others)
        if kind == "unknown" and not self.is_hopeful:
            for other in others:
                self.may_share(version, UNKNOWN, list(self.reached(other, self.fact(other))))

    def hand_out(self, value: gast.expr) -> None:
        """Note what is given to a function that is not known yet, or holds the one that is called."""
        if calls_unknown(value, self.infer):
            self.handed_out |= {each for each in names_in(value) if self.fact(each).kind in (*CONTAINERS, "unknown")}

    def given(self, version: str, value: gast.expr) -> None:
        """Say what a version may be that something gives which is not seen into; a dict's ``get`` gives its items.

        A deep copy is new throughout, a list with stars holds what stands in it, a record with other fields shares
        those that stay: all are written out once their structure is known, and do not hold themselves until then.
        """
        function = self.infer(value.func).value if isinstance(value, gast.Call) else None
        if function is copy.deepcopy:
            return
        if function is dataclasses.replace and value.args and isinstance(value.args[0], gast.Name):
            self.same_items(version, value.args[0])
            for keyword in value.keywords:
                self.put(version, EVERY if keyword.arg is None else keyword.arg, keyword.value)
            return
        if isinstance(value, gast.List | gast.Tuple) and all(map(_is_atom, value.elts)):
            self.listed(version, value.elts)
            return
        is_method = isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute)
        owner = value.func.value if is_method else None
        others = list(names_in(value))
        if isinstance(owner, gast.Name) and value.func.attr in _OF_ITEMS and self.fact(owner.id).kind == "dict":
            others.remove(owner.id)
            if self.mutable(version):
                self.unite(self.part(self.node(owner.id), EVERY), version)
        self.may_hold(version, others)

    def listed(self, version: str, items: list[gast.expr]) -> None:
        """Say that a new list or tuple holds what stands in it, and behind its stars, place by place if it is known."""
        stars = [item.value for item in items if isinstance(item, gast.Starred)]
        facts = [self.fact(star.id) for star in stars if isinstance(star, gast.Name)]
        is_known = len(facts) == len(stars) and all(f.kind in ("list", "tuple") and f.has_sure_keys for f in facts)
        place = 0
        for item in items:
            if not isinstance(item, gast.Starred):
                self.put(version, place if is_known else EVERY, item)
                place += 1
            elif not is_known:
                self.same_items(version, item.value)
            else:
                for key, fact in items_of(self.fact(item.value.id)):
                    if may_be_updated(fact):
                        self.unite(self.part(self.node(version), place), self.part(self.node(item.value.id), key))
                    place += 1

    def is_made_of(self, version: str, source: str, operation: Apply) -> bool:
        """Tell whether a version is an array that NumPy makes of the numbers in a list: new storage."""
        is_list = self.fact(source).kind in ("list", "tuple")
        return is_list and self.fact(version).is_array and operation.rule.name.startswith("numpy.")

    def lists_items(self, value: gast.expr) -> bool:
        """Tell whether a value is ``d.values()`` or ``d.items()`` of a dict, which is written out."""
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute):
            return False
        return value.func.attr in ("values", "items") and present(self.infer(value.func.value)).kind == "dict"

    def is_of_keys(self, value: gast.expr) -> bool:
        """Tell whether a value is ``sorted(d)``, which holds keys alone."""
        is_sorted = isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "sorted"
        return is_sorted and all(self.infer(argument).kind == "dict" for argument in value.args)

    def aliases(self, version: str, others: Iterable[str]) -> None:
        """Say that a version may be each of others."""
        for other in others:
            self.alias(version, other)

    def may_hold(self, version: str, others: list[str]) -> None:
        """Say that a version may be each of others or of what these hold, or, as a container, hold them."""
        fact = self.fact(version)
        for other in others if self.mutable(version) else ():
            known = self.fact(other)
            reached = list(self.reached(other, known))
            if fact.kind in CONTAINERS and known.kind in CONTAINERS and may_be_same(fact, known):
                self.alias(version, other)  # a list may be made of it: what it holds then belongs together
                reached = [(node, held) for node, held in reached if held.kind not in CONTAINERS]
            elif fact.kind == "unknown" or not self.mutable(other):
                self.alias(version, other)
                continue
            self.may_share(version, fact, reached)

    def may_share(self, node: str, fact: Fact, reached: list[tuple[str, Fact]], depth: int = 0) -> None:
        """Say that a value may be one of some others, and that what it holds may be; of another class none is.

        A container that it may be itself, it is not taken to hold: what updates one of these is followed in both.
        """
        for other, known in reached:
            if may_be_same(fact, known):
                self.unite(node, other)
        if fact.kind not in CONTAINERS:
            return
        left = [each for each in reached if self.node(each[0]) != self.node(node)]
        for key, item in items_of(fact):
            if may_be_updated(item):
                held = present(item) if depth < MOST_NESTED else UNKNOWN
                self.may_share(self.part(self.node(node), key), held, left, depth + 1)

    def reached(self, node: str, fact: Fact, depth: int = 0) -> Iterator[tuple[str, Fact]]:
        """Yield the nodes of a value and of what it holds, with what is known of them."""
        fact = present(fact)
        if not may_be_updated(fact):
            return
        yield self.node(node), fact
        if fact.kind not in CONTAINERS:
            return
        if depth > MOST_NESTED:
            yield from ((part, UNKNOWN) for part in self.inside(node))
            return
        for key, item in items_of(fact):
            if may_be_updated(item):
                yield from self.reached(self.part(self.node(node), key), item, depth + 1)

    def handed_back(self, version: str, others: list[str]) -> None:
        """Say what the result of a call, and the containers behind it that it updates, may be or hold."""
        others = [other for other in others if self.mutable(other)]
        items = self.fact(version).items or ()
        for position, item in enumerate(items if others else ()):
            if position == 0 and item.kind not in CONTAINERS:
                held = [self.part(self.node(version), position)] if may_be_updated(item) else []
            else:
                inner = element_of(item) if item.kind in CONTAINERS else BOTTOM
                whole = self.part(self.node(version), position)
                held = [self.part(whole, EVERY)] if may_be_updated(inner) else []
            for other in others if held else []:
                self.unite(held[0], other)

    def taken(self, version: str, operation: Item | Member) -> None:
        """Say that a version is an item of a container, or a view of an array."""
        owner = operation.owner
        if not isinstance(owner, gast.Name) or not self.mutable(owner.id):
            return
        if self.fact(owner.id).kind not in CONTAINERS:
            if isinstance(operation, Member) or self.is_view(operation.index):
                self.alias(version, owner.id)
            return
        if isinstance(operation, Item) and isinstance(operation.index, gast.Slice):
            self.cut(version, owner, operation.index)
            return
        key = operation.name if isinstance(operation, Member) else self.key(owner.id, operation.index)
        if isinstance(operation, Member) and self.fact(owner.id).kind == "tuple":
            names = self.fact(owner.id).keys or ()
            key = names.index(key) if key in names else EVERY
        if self.mutable(version):
            self.unite(self.part(self.node(owner.id), key), version)

    def cut(self, version: str, owner: gast.Name, index: gast.Slice) -> None:
        """Say that a slice holds items of a list or tuple, place by place if these are known."""
        facts = [NONE if each is None else self.infer(each) for each in (index.lower, index.upper, index.step)]
        mine, theirs = self.fact(version), self.fact(owner.id)
        if not all(each.known for each in facts) or not mine.has_sure_keys or not theirs.has_sure_keys:
            self.same_items(version, owner)
            return
        items, bounds = theirs.items or (), [each.value if isinstance(each.value, int) else None for each in facts]
        places = range(len(items))[slice(*bounds)]
        for place, old in enumerate(places):
            if may_be_updated(items[old]):
                self.unite(self.part(self.node(version), place), self.part(self.node(owner.id), old))

    def same_items(self, version: str, source: gast.expr) -> None:
        """Say that a new container holds the items of another, or the rows of an array."""
        if not isinstance(source, gast.Name) or not self.mutable(source.id):
            return
        if self.fact(source.id).kind not in CONTAINERS:
            if may_be_updated(element_of(self.fact(version))):
                self.unite(self.part(self.node(version), EVERY), source.id)
            return
        if self.fact(version).kind == self.fact(source.id).kind and self.fact(version).kind in ("dict", "object"):
            self.copied(version, source.id)
            return
        self.unite(self.part(self.node(version), EVERY), self.part(self.node(source.id), EVERY))

    def has_places_of(self, version: str, source: gast.expr) -> bool:
        """Tell whether a copy has as many items as the list or tuple that it is made of, each in its place."""
        if not isinstance(source, gast.Name) or not self.mutable(source.id):
            return False
        facts = self.fact(version), self.fact(source.id)
        if not all(fact.kind in ("list", "tuple") and fact.items is not None for fact in facts):
            return False
        return len(facts[0].items or ()) == len(facts[1].items or ())

    def copied(self, version: str, source: str) -> None:
        """Note a shallow copy, and the parts of what it is made of, which may be taken out of the copy elsewhere."""
        self.copies.append((version, source))
        for key, item in items_of(self.fact(source)):
            if may_be_updated(item):
                self.part(self.node(source), key)

    def unite_copies(self) -> None:
        """Say that shallow copies hold what they were made of, key by key, whatever put it there."""
        before = -1
        while before != self.unions:
            before = self.unions
            for copies in self.copies:
                known = [self.parts.get(self.node(each), {}) for each in copies]
                for key in dict.fromkeys((*known[0], *known[1])):
                    self.unite(*(self.part(self.node(each), key) for each in copies))

    def iterated(self, target: gast.expr, iterable: gast.expr) -> None:
        """Say that loop variables are items of what is iterated over."""
        kind = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else None
        if kind == "zip" and isinstance(target, gast.Tuple) and len(target.elts) == len(iterable.args):
            for part, inner in zip(target.elts, iterable.args, strict=True):
                self.iterated(part, inner)
        elif kind == "enumerate" and isinstance(target, gast.Tuple) and len(target.elts) == 2:
            self.iterated(target.elts[1], iterable.args[0])
        elif kind in ("reversed", "enumerate", "zip"):
            for inner in iterable.args:
                self.iterated(target, inner)
        elif isinstance(iterable, gast.Name) and self.mutable(iterable.id) and self.fact(iterable.id).kind != "dict":
            fact = self.fact(iterable.id)
            is_known = fact.kind in ("list", "tuple") and fact.has_sure_keys
            if self.is_hopeful and is_known and are_of_classes(list(fact.items or ())):
                self.hopes, self.waits = self.hopes + 1, True
            else:
                self.unpacked(target, iterable.id)

    def unpacked(self, target: gast.expr, owner: str) -> None:
        """Say that names are items of a container or rows of an array, or, several at once, items of its items."""
        is_container = self.fact(owner).kind in CONTAINERS
        node = self.part(self.node(owner), EVERY) if is_container else self.node(owner)
        if isinstance(target, gast.Name):
            if self.mutable(target.id):
                self.unite(node, target.id)
            return
        for position, part in enumerate(target.elts):
            if isinstance(part, gast.Name) and self.mutable(part.id):
                self.unite(self.part(node, position) if is_container else node, part.id)

    # ---- what is stored ----

    def stored(self, statement: Statement) -> None:
        """Note a store into a container, and what it holds from then on; what is given to a function for its effect."""
        if isinstance(statement, Effect):
            self.hand_out(statement.value)
        if not isinstance(statement, Assign | Update | Effect) or statement.new is None or statement.old is None:
            return
        owner = statement.old
        if self.fact(owner).kind not in CONTAINERS:
            return
        mutation = statement_mutation(statement)
        if mutation is not None:
            if updates(self.fact(owner), mutation):
                self.mutated(owner, mutation, statement)
            return
        if isinstance(statement, Effect) or self.is_by_method(owner, statement):
            return
        self.update(owner, statement)
        if isinstance(statement, Update) and isinstance(statement.target, gast.Name):
            if isinstance(statement.value, gast.Name):
                self.same_items(owner, statement.value)
                self.hold(owner, Fact("list", element=element_of(self.infer(statement.value))))
            return
        target = statement.target
        key = target.attr if isinstance(target, gast.Attribute) else self.key(owner, target.slice)
        if isinstance(target, gast.Subscript) and isinstance(target.slice, gast.Slice):
            self.same_items(owner, statement.value)
            self.hold(owner, Fact("list", element=element_of(self.infer(statement.value))))
            return
        self.put(owner, key, statement.value)
        index = self.infer(target.slice) if isinstance(target, gast.Subscript) else None
        self.hold_at(owner, key, self.infer(statement.value), index)

    def is_by_method(self, owner: str, statement: Assign | Update) -> bool:
        """Tell whether a statement is ``o += v`` or ``o[k] = v`` of an object, by a method yet to be written out."""
        return not isinstance(statement.target, gast.Attribute) and self.fact(owner).kind == "object"

    def mutated(self, owner: str, mutation: Mutation, statement: Statement) -> None:
        """Note a call that updates a list or dict."""
        self.update(owner, statement)
        if self.fact(owner).kind == "dict":
            self.unsure.add(owner)
        if mutation.method == "extend":
            self.same_items(owner, mutation.arguments[0])
            self.hold(owner, Fact("list", element=element_of(self.infer(mutation.arguments[0]))))
        elif mutation.method in ("append", "insert"):
            self.put(owner, EVERY, mutation.arguments[-1])
            self.hold_at(owner, EVERY, self.infer(mutation.arguments[-1]))
        elif mutation.method == "pop" and isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            key = self.key(owner, taken_index(mutation))
            if self.mutable(statement.target.id):
                self.unite(self.part(self.node(owner), key), statement.target.id)

    def update(self, owner: str, statement: Statement) -> None:
        """Note that a container is updated; the places of a list may be others from then on."""
        if self.fact(owner).kind in ("list", "unknown", "bottom"):
            self.part(self.node(owner), EVERY)
        self.updated.add(self.node(owner))
        self.stores.setdefault(self.node(owner), statement)

    def update_recursive(self) -> None:
        """Take containers that may hold their own kind for updated ones: what they hold is said once, by their node."""
        for node in {self.node(owner) for owner in self.parts}:
            if node in self.inside(node) and node not in self.updated:
                self.updated.add(node)
                self.stores.setdefault(node, self.versions.body[0])

    # ---- what containers hold ----

    def hold_at(self, owner: str, key: object, value: Fact, index: Fact | None = None) -> None:
        """Note the facts of what is stored at a key, and those of the key."""
        fact, value = self.fact(owner), lasting(value)
        if fact.kind in ("dict", "object") and key != EVERY:
            self.hold(owner, Fact(fact.kind, items=(value,), keys=(key,), cls=fact.cls))
        else:
            found = as_key(index).without_value() if fact.kind == "dict" and index is not None else None
            self.hold(owner, Fact(fact.kind, element=value, cls=fact.cls, key=found))

    def hold(self, owner: str, fact: Fact) -> None:
        """Join facts of a container's items into those of its node."""
        if fact.kind in CONTAINERS:
            node = self.node(owner)
            self.held[node] = _joined(self.held.get(node, BOTTOM), weak(fact, lasting))

    def settle(self, node: str, fact: Fact, seen: tuple[str, ...] = ()) -> Fact:
        """Return the facts of a value in which those of each updated container are the ones of its node."""
        if fact.kind == "optional":
            return optional(self.settle(node, present(fact), seen))
        node = self.node(node)
        if node in self.updated and node in self.held and fact.kind in CONTAINERS:
            is_sure = fact.kind == "dict" and node not in self.unsure
            fact = replace(self.held[node], value=None if is_sure else UPDATED)
        if node in self.handed_out and fact.kind in ("list", "dict", "object"):
            fact = replace(weak(fact), value=UPDATED)
        if fact.kind not in CONTAINERS or node not in self.parts or node in seen:
            return fact
        seen, parts = (*seen, node), self.parts[node]
        if fact.items is not None:
            keys = fact.keys if fact.kind in ("dict", "object") and fact.keys is not None else range(len(fact.items))
            items = [
                self.settle(parts[key if key in parts else EVERY], item, seen)
                if key in parts or EVERY in parts else item
                for key, item in zip(keys, fact.items, strict=True)
            ]  # fmt: skip
            return replace(fact, items=tuple(items))
        found = self.parts_at(node, EVERY)
        if fact.element is None or not found:
            return fact
        return replace(fact, element=self.settled_element(found, fact.element, seen))

    def settled_element(self, parts: list[str], element: Fact, seen: tuple[str, ...]) -> Fact:
        """Return the facts of what stands at any of several places of a container."""
        joined = BOTTOM
        for part in parts:
            joined = join(joined, self.settle(part, element, seen), HELD)
        return joined

    # ---- nodes above and below ----

    def inside(self, node: str) -> set[str]:
        """Return the nodes of what a container may hold, through containers."""
        found: set[str] = set()
        todo = [self.node(node)]
        while todo:
            for part in self.parts.get(todo.pop(), {}).values():
                root = self.node(part)
                if root not in found:
                    found.add(root)
                    todo.append(root)
        return found


def items_of(fact: Fact) -> list[tuple[object, Fact]]:
    """Return what is known of the items of a container, by key or place; of all of them where these are not known."""
    if fact.items is None:
        return [(EVERY, element_of(fact))]
    keys = fact.keys if fact.kind in ("dict", "object") and fact.keys is not None else range(len(fact.items))
    return list(zip(keys, fact.items, strict=True))


def may_be_same(left: Fact, right: Fact) -> bool:
    """Tell whether values with these facts may be one object: not those of different kinds or classes."""
    left, right = present(left), present(right)
    if left.kind in CONTAINERS and right.kind in CONTAINERS:
        return left.kind == right.kind and (left.cls is right.cls or left.cls is None or right.cls is None)
    is_container = left.kind in CONTAINERS or right.kind in CONTAINERS
    return not (is_container and (left.is_number or right.is_number))


def optional_like(fact: Fact, inner: Fact) -> Fact:
    """Return facts as those of a value that may be None, if the first are."""
    return optional(inner) if fact.kind == "optional" else inner


def calls_unknown(value: gast.expr, infer: Callable[[gast.expr], Fact]) -> bool:
    """Tell whether a value is a call of what is not known yet; the methods of lists, dicts and arrays are known.

    So is a literal of the normal form, defaults that it has behind it included: it is written out.
    """
    if not isinstance(value, gast.Call) or infer(value.func).known or infer(value.func).kind == "bottom":
        return False
    if calls_literal(value, infer):
        return False
    return not isinstance(value.func, gast.Attribute) or infer(value.func.value).kind in ("unknown", "bottom", "object")


def calls_literal(value: gast.expr, infer: Callable[[gast.expr], Fact]) -> bool:
    """Tell whether a value is a call of a function that is a literal of the normal form."""
    return isinstance(value, gast.Call) and holds_local_function(infer(value.func))


def not_handed(call: CallUser) -> tuple[str, ...]:
    """Return the parameters that the result of a call may be or hold: what it hands back it has copied."""
    handed = handed_by(call.function)
    return tuple(parameter for parameter in call.arguments if parameter not in handed)


def may_be_updated(fact: Fact) -> bool:
    """Tell whether a value with these facts may be updated in place.

    A tuple counts, for it may hold an array, and as it stands in a list its adjoint is updated; one of numbers without
    derivative and texts does not: it is a key.
    """
    fact = present(fact)
    if fact.kind == "tuple" and fact.items is not None and not fact.may_hold_derivative:
        return any(map(may_be_updated, fact.items))
    return fact.kind not in IMMUTABLE and not fact.is_storageless


def _is_atom(item: gast.expr) -> bool:
    """Tell whether an item of a display, behind its star, is a name or a literal."""
    return isinstance(item.value if isinstance(item, gast.Starred) else item, gast.Name | gast.Constant)


def weak(fact: Fact, kept: Callable[[Fact], Fact] = Fact.without_value) -> Fact:
    """Return what a container with these facts holds, whatever its length or order; ``kept``: of each item."""
    if fact.kind == "list":
        return Fact("list", element=element_of(fact))
    if fact.kind in ("dict", "object") and fact.items is not None:
        return replace(fact, items=tuple(map(kept, fact.items)), value=None)
    return replace(fact, value=None) if fact.kind in CONTAINERS else fact


def lasting(fact: Fact) -> Fact:
    """Return what stays of an item's facts in a container that is updated: which function it is, no number.

    A nested function that captures variables is another one each time that it is made.
    """
    is_function = fact.kind == "function" and not captures(fact.value)
    return fact if fact.known and is_function else without_local_functions(fact.without_value())


def emptied(fact: Fact) -> Fact:
    """Return the facts of a container of this form of which no item is known yet."""
    if fact.kind in ("dict", "object", "tuple") and fact.items is not None:
        return replace(fact, items=tuple(BOTTOM for _ in fact.items))
    return nothing_yet(fact)


def _joined(left: Fact, right: Fact) -> Fact:
    """Return the join of what two containers hold; dicts and objects keep the keys of both."""
    if left.kind != right.kind or left.kind not in ("dict", "object") or left.cls is not right.cls:
        return join(left, right, HELD)
    for one, other in ((left, right), (right, left)):
        if one.items is None and one.element == BOTTOM:  # of which its own node says more
            return other
    if left.items is None or right.items is None or left.keys is None or right.keys is None:
        key = join(key_of(left), key_of(right), HELD) if left.kind == "dict" else None
        return Fact(left.kind, element=join(_element(left), _element(right), HELD), cls=left.cls, key=key)
    keys = tuple(dict.fromkeys((*left.keys, *right.keys)))
    mine, theirs = (dict(zip(f.keys or (), f.items or (), strict=True)) for f in (left, right))
    items = tuple(join(mine.get(key, BOTTOM), theirs.get(key, BOTTOM), f"{HELD}.{key}") for key in keys)
    return Fact(left.kind, items=items, keys=keys, cls=left.cls)


def _element(fact: Fact) -> Fact:
    return element_of(fact) if fact.items is not None or fact.element is not None else BOTTOM


def _sources(operation: Repeat | Chain | Shallow) -> tuple[gast.expr, ...]:
    if isinstance(operation, Repeat):
        return (operation.sequence,)
    return operation.parts if isinstance(operation, Chain) else (operation.source,)


def always_copies(operation: Apply) -> bool:
    """Tell whether an operation that may give its operand copies: ``a.astype(float)``, einsum of two operands."""
    operands = operation.arguments.get("operands")
    if operation.rule.name == "numpy.einsum" and isinstance(operands, gast.Tuple | gast.List):
        return len(operands.elts) > 1
    return gives_copy(operation.rule, operation.facts)
