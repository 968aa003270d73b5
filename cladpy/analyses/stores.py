"""What is updated in place, and which of it is in the storage regime.

A class holds versions that may share storage: a node of the heap. An array with one name that is updated in place is in
the value regime: its adjoint is born in the reverse sweep. The storage regime is for arrays of which another name, view
or container is read behind a store, for containers that are updated, and for those that hold or are held by such.
What can be followed through no known operation is a problem (C120) if it is active: never guessed.
Direction backward (liveness of versions), lattice sets. Requires facts and operations. May refuse more than it must.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.heap import Heap, always_copies, may_be_updated
from cladpy.analyses.mutating_calls import statement_mutation, updates
from cladpy.analyses.operations import Apply, CallUser, Chain, Copy, Display, Item, Member, Operation, Repeat, Shallow
from cladpy.analyses.shared_parts import CallResult, SharedParts
from cladpy.analyses.version_reads import reads
from cladpy.analyses.versions import Versions
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import CONTAINERS, UNKNOWN, Fact, present
from cladpy.ir.statements import Assign, Block, Effect, For, If, Statement, Update, While, With, walk
from cladpy.ir.union_find import UnionFind
from cladpy.normalize.handed_back import handed_by

CONTAINER_OPERATIONS = (Copy, Display, Item, Member, Repeat, Chain, Shallow)
FOLLOWED_VIEWS = frozenset(
    {"T", "mT", "transpose", "matrix_transpose", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "flip",
     "flipud", "fliplr", "rot90", "real", "atleast_1d", "atleast_2d", "atleast_3d", "reshape", "ravel", "asarray",
     "asanyarray", "ascontiguousarray", "split", "array_split", "hsplit", "vsplit", "dsplit", "diagonal",
     "broadcast_to", "sliding_window_view", "view"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stores:
    """What is stored into.

    Parameters
    ----------
    classes : mapping
        A representative for each version; equal ones may share storage.
    stored : frozenset of str
        Representatives of the classes with a store.
    mirrored : frozenset of str
        Representatives of the classes in the storage regime: stored into while another name or a view lives on.
    parameters : tuple of str
        Parameters that are, hold, or may share storage with, what is stored into.
    groups : tuple of frozenset of str
        Representatives of mirrored classes that hold one another: active together or not at all.
    problems : mapping of str to (statement, str)
        Versions of mirrored classes that cannot be followed: the store, and what it is that may share its storage.
    holders : frozenset of str
        Representatives of containers that hold mirrored arrays.
    kinds : mapping of str to str
        What is stored into, by the representatives of mirrored classes: "array", a kind of container, or "value".
    holding : frozenset of str
        Representatives of containers that hold, directly or not, what is stored into.
    """

    classes: Mapping[str, str]
    stored: frozenset[str]
    parameters: tuple[str, ...]
    mirrored: frozenset[str] = frozenset()
    groups: tuple[frozenset[str], ...] = ()
    problems: Mapping[str, tuple[Statement, str]] = field(default_factory=dict)
    holders: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    holding: frozenset[str] = frozenset()

    def may_change(self, version: str) -> bool:
        """Tell whether a value may be updated in place, or hold something, however deep, that is."""
        return self.is_stored(version) or self.classes.get(version, version) in self.holding

    def holds_mirrored_arrays(self, version: str) -> bool:
        """Tell whether a container may hold arrays in the storage regime."""
        return self.classes.get(version, version) in self.holders

    def is_mirrored(self, version: str) -> bool:
        """Tell whether the storage of a version is in the storage regime: its adjoint is mirrored."""
        return self.classes.get(version, version) in self.mirrored

    def is_stored(self, version: str) -> bool:
        """Tell whether the storage of a version may be updated in place."""
        return self.classes.get(version, version) in self.stored


@dataclass(slots=True)
class StoreAnalysis:
    """Finds the stores of a function."""

    versions: Versions
    facts: Mapping[str, Fact]
    operations: Mapping[str, Operation]
    variables: Mapping[str, str]
    infer: Callable[[gast.expr], Fact]
    call_aliases: Callable[[CallUser], tuple[str, ...]]
    is_view: Callable[[gast.expr], bool]
    call_shares: Callable[[CallUser], SharedParts | None] = lambda _call: None
    shared: dict[str, tuple[Statement, str]] = field(default_factory=dict)
    heap: Heap = field(init=False)

    def run(self) -> Stores:
        """Return the stores."""
        self.heap = Heap(
            self.versions, self.facts, self.operations, self.infer, self.is_view, self.call_aliases, self.unite_call
        ).build()  # fmt: skip
        stored = frozenset(
            self.heap.node(getattr(s, "new", "")) for s in walk(self.versions.body) if is_store(s, self.facts)
        )
        classes = {version: self.heap.node(version) for version in self.versions.table}
        self.check(self.versions.body, set(), stored)
        self.share_containers(classes, stored)
        entry = [v for v in self.versions.parameters if self.mutable(v) and self.reaches(classes[v], stored)]
        names = tuple(self.versions.table[v].name for v in entry)
        return Stores(classes, stored, names, frozenset(self.shared), self.groups(), self.problems(classes),
                      self.holders(classes), self.kinds(), self.holding(stored))  # fmt: skip

    def unite_call(self, heap: Heap, version: str, operation: CallUser) -> bool:
        """Unite the result of a call with what it shares of the arguments, if that is known."""
        shared = self.call_shares(operation)
        if shared is not None:
            CallResult(heap, version, operation).unite(shared)
        return shared is not None

    def holding(self, stored: frozenset[str]) -> frozenset[str]:
        """Return the containers that hold what is stored into."""
        owners = {self.heap.node(owner) for owner in self.heap.parts}
        return frozenset(owner for owner in owners if not stored.isdisjoint(self.heap.inside(owner)))

    def kinds(self) -> Mapping[str, str]:
        """Return what is stored into, by mirrored class: an array, one of the containers or a value of unknown kind."""
        found = {}
        for node, (statement, _) in self.shared.items():
            fact = self.fact(getattr(statement, "old", None) or "")
            found[node] = fact.kind if fact.kind in CONTAINERS else "array" if fact.is_number else "value"
        return found

    def holders(self, classes: Mapping[str, str]) -> frozenset[str]:
        """Return the containers that hold arrays in the storage regime, directly or through containers."""
        arrays = {node for version, node in classes.items() if self.fact(version).is_array}
        arrays = {node for node in arrays if node in self.shared}
        return frozenset(owner for owner in self.shared if not arrays.isdisjoint(self.heap.inside(owner)))

    def reaches(self, node: str, stored: frozenset[str]) -> bool:
        """Tell whether a value is, or holds, something that is stored into."""
        return node in stored or not stored.isdisjoint(self.heap.inside(node))

    def reached(self, version: str) -> set[str]:
        """Return the nodes that a version is, or holds through containers."""
        return {self.heap.node(version), *self.heap.inside(version)}

    def share_containers(self, classes: Mapping[str, str], stored: frozenset[str]) -> None:
        """Put containers that are updated into the storage regime, with what holds them and what they hold of it."""
        updates = {self.heap.node(owner): statement for owner, statement in self.heap.stores.items()}
        for node in map(self.heap.node, self.heap.updated):  # classes may have been united since
            self.shared.setdefault(node, (updates[node], "v"))
        kinds = {node: self.fact(version).kind for version, node in classes.items() if self.mutable(version)}
        changed = True
        while changed:
            changed = False
            for copy, source in ((self.heap.node(copy), self.heap.node(source)) for copy, source in self.heap.copies):
                if source in self.shared and copy not in self.shared:  # some keys may be there at times only
                    self.shared[copy] = self.shared[source]
                    changed = True
            for owner in {self.heap.node(owner) for owner in self.heap.parts}:
                inner = {self.heap.node(part) for part in self.heap.parts[owner].values()}
                stores = [self.store_into(part) for part in inner if part in stored or part in self.shared]
                if stores and owner not in self.shared:
                    self.shared[owner] = (stores[0], "v")
                    changed = True
                if owner not in self.shared:
                    continue
                for part in inner - set(self.shared):
                    if part in stored or kinds.get(part) in CONTAINERS:
                        self.shared[part] = self.shared[owner]
                        changed = True

    def store_into(self, node: str) -> Statement:
        """Return a statement that stores into a class."""
        if node in self.shared:
            return self.shared[node][0]
        stores = (s for s in walk(self.versions.body) if is_store(s, self.facts))
        return next(s for s in stores if self.heap.node(getattr(s, "new", "")) == node)

    def groups(self) -> tuple[frozenset[str], ...]:
        """Return the mirrored classes that hold one another."""
        sets = UnionFind()
        for owner in self.shared:
            for part in self.heap.parts.get(owner, {}).values():
                if self.heap.node(part) in self.shared:
                    sets.union(owner, self.heap.node(part))
        found: dict[str, set[str]] = {}
        for node in self.shared:
            found.setdefault(sets.find(node), set()).add(node)
        return tuple(frozenset(group) for group in found.values())

    def problems(self, classes: Mapping[str, str]) -> Mapping[str, tuple[Statement, str]]:
        """Return the versions in the storage regime that are of no known kind, or come from where none can follow."""
        found = {}
        for version, owner in classes.items():
            if owner not in self.shared or not self.mutable(version):
                continue
            fact = self.fact(version)
            known = fact.is_array or fact.kind in (*CONTAINERS, "bottom")
            if not known or not self.can_follow(fact, self.operations.get(version)):
                found[version] = self.shared[owner]
        return found

    def can_follow(self, fact: Fact, operation: Operation | None) -> bool:
        """Tell whether the mirror of what an operation makes is known: a view, an alias or new storage."""
        if isinstance(operation, CONTAINER_OPERATIONS) or operation is None:
            return True
        if isinstance(operation, Apply):
            short = operation.rule.name.rpartition(".")[2]
            return not operation.rule.result_alias or short in FOLLOWED_VIEWS or always_copies(operation)
        if not isinstance(operation, CallUser):
            return False
        aliased = [n for p in self.call_aliases(operation) for n in names_in(operation.arguments[p])]
        return not aliased or bool(handed_by(operation.function) and all(map(self.is_only_read, aliased)))

    def is_only_read(self, version: str) -> bool:
        """Tell whether a version is an array that nothing here stores into, under any name."""
        stored = {self.heap.node(getattr(s, "new", "")) for s in walk(self.versions.body) if is_store(s, self.facts)}
        return self.facts.get(version, UNKNOWN).is_array and self.heap.node(version) not in stored

    def mutable(self, version: str) -> bool:
        """Tell whether a version may hold something that can be updated in place."""
        return may_be_updated(self.fact(version))

    def fact(self, version: str) -> Fact:
        """Return what holds of a version where it is not None."""
        return present(self.facts.get(version, UNKNOWN))

    # ---- what is read behind a store ----

    def check(self, block: Block, live: set[str], stored: frozenset[str]) -> set[str]:
        """Walk backward with the versions read later; return those read from the block's start on."""
        for statement in reversed(block):
            live = self.before(statement, live, stored)
        return live

    def before(self, statement: Statement, live: set[str], stored: frozenset[str]) -> set[str]:
        """Return the versions that are live before a statement, and note its store."""
        if isinstance(statement, If):
            live = self.through(live, [(phi.target, phi.sources) for phi in statement.phis])
            sides = self.check(statement.body, set(live), stored) | self.check(statement.orelse, set(live), stored)
            return sides | set(reads(statement))
        if isinstance(statement, For | While):
            return self.loop(statement, live, stored)
        if isinstance(statement, With):
            return self.check(statement.body, live, stored) | set(reads(statement))
        if is_store(statement, self.facts) and not self.is_of_container(statement):
            self.check_store(statement, live)  # type: ignore[arg-type]
        made = (
            {statement.target.id}
            if isinstance(statement, Assign) and isinstance(statement.target, gast.Name)
            else set()
        )
        return (live - made) | set(reads(statement))

    def loop(self, statement: For | While, live: set[str], stored: frozenset[str]) -> set[str]:
        """Return the versions that are live before a loop, walked until those at its head stay."""
        live = self.through(live, [(phi.target, phi.sources) for phi in statement.exits])
        heads = [(phi.target, phi.sources) for phi in statement.phis]
        around: set[str] = set(reads(statement)) if isinstance(statement, For) else set()  # the iterator holds on to it
        while True:
            start = self.check(statement.body, live | around, stored) | set(reads(statement))
            wanted = self.through(start, heads)
            if wanted <= around:
                return live | wanted
            around |= wanted

    def through(self, live: set[str], joins: list[tuple[str, tuple[str, ...]]]) -> set[str]:
        """Replace joins that are live by all that they may hold."""
        out = set(live)
        for target, sources in joins:
            if target in out:
                out.discard(target)
                out.update(sources)
        return out

    def check_store(self, statement: Assign | Update, live: set[str]) -> None:
        """Note the class of a store if another name of its storage is live behind it."""
        owner = self.heap.node(statement.new or "")
        variable = self.variables.get(statement.new or "")
        for version in live:
            if version == statement.new or version not in self.versions.table or not self.mutable(version):
                continue
            if self.heap.node(version) == owner and self.variables.get(version) != variable:
                other = self.versions.table[version].name.split("@")[0]
                self.shared.setdefault(owner, (statement, other))

    def is_of_container(self, statement: Statement) -> bool:
        """Tell whether a statement updates a container."""
        return self.fact(getattr(statement, "old", None) or "").kind in CONTAINERS


def is_store(statement: Statement, facts: Mapping[str, Fact]) -> bool:
    """Tell whether a statement updates storage: by a subscript or attribute, an update of an array, a mutating call."""
    if not isinstance(statement, Assign | Update | Effect) or statement.new is None:
        return False
    old = present(facts.get(statement.old or "", UNKNOWN))
    mutation = statement_mutation(statement)
    if mutation is not None:
        return updates(old, mutation)
    if isinstance(statement, Update) and isinstance(statement.target, gast.Name):
        return old.kind != "tuple" and may_be_updated(old)
    return not isinstance(statement, Effect)
