"""Which arrays are updated in place, and whether that can be reversed with one adjoint a name.

A class holds versions that may share storage. A class with a store is supported where the array has one name: no other
version that may share its storage is read behind the store. Anything else is refused (C120): never guessed.
Direction backward (liveness of versions), lattice sets. Requires facts and operations. May refuse more than it must.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.loop_targets import target_sources
from cladpy.analyses.operations import Apply, CallUser, Copy, Display, Item, Member, Opaque, Operation
from cladpy.analyses.version_reads import reads
from cladpy.analyses.versions import Versions
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import UNKNOWN, Fact
from cladpy.ir.statements import Assign, Block, For, If, Statement, Update, While, With, walk
from cladpy.ir.union_find import UnionFind

FOLLOWED_VIEWS = frozenset(
    {"T", "mT", "transpose", "matrix_transpose", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "flip",
     "flipud", "fliplr", "rot90", "real", "atleast_1d", "atleast_2d", "atleast_3d", "reshape", "ravel", "asarray",
     "asanyarray", "ascontiguousarray"}
)  # fmt: skip
IMMUTABLE = ("python", "scalar", "str", "none", "function", "module", "class", "range", "slice", "bottom", "ellipsis",
             "generator")  # fmt: skip


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
        Parameters that are, or may share storage with, what is stored into.
    """

    classes: Mapping[str, str]
    stored: frozenset[str]
    parameters: tuple[str, ...]
    mirrored: frozenset[str] = frozenset()

    def is_mirrored(self, version: str) -> bool:
        """Tell whether the storage of a version is in the storage regime: its adjoint is mirrored."""
        return self.classes.get(version, version) in self.mirrored

    def is_stored(self, version: str) -> bool:
        """Tell whether the storage of a version may be updated in place."""
        return self.classes.get(version, version) in self.stored


@dataclass(slots=True)
class StoreAnalysis:
    """Finds the stores of a function, and refuses those that are not supported."""

    versions: Versions
    facts: Mapping[str, Fact]
    operations: Mapping[str, Operation]
    variables: Mapping[str, str]
    refuse: Callable[[Statement, str], Exception]
    matters: Callable[[str], bool]
    call_aliases: Callable[[CallUser], tuple[str, ...]]
    is_view: Callable[[gast.expr], bool]
    sets: UnionFind = field(default_factory=UnionFind)
    shared: dict[str, tuple[Statement, str]] = field(default_factory=dict)

    def run(self) -> Stores:
        """Return the stores."""
        self.connect()
        stored = frozenset(
            self.sets.find(s.new or "")
            for s in walk(self.versions.body)
            if isinstance(s, Assign | Update) and _is_store(s, self.facts)
        )
        classes = {version: self.sets.find(version) for version in self.versions.table}
        self.check(self.versions.body, set(), stored)
        self.check_shared(classes)
        entry = [v for v in self.versions.parameters if classes.get(v) in stored and self.mutable(v)]
        names = tuple(self.versions.table[v].name for v in entry)
        return Stores(classes, stored, names, frozenset(self.shared))

    def check_shared(self, classes: Mapping[str, str]) -> None:
        """Refuse shared storage that holds anything but arrays of floats, or comes from where it cannot be followed."""
        for version, owner in classes.items():
            if owner not in self.shared or not self.mutable(version):
                continue
            statement, other = self.shared[owner]
            fact = self.facts.get(version, UNKNOWN)
            operation = self.operations.get(version)
            array = fact.is_array or (fact.kind == "bottom")
            if not array or not self.can_follow(operation):
                raise self.refuse(statement, other)

    def can_follow(self, operation: Operation | None) -> bool:
        """Tell whether the mirror of what an operation makes is known: a view, an alias or new storage."""
        if isinstance(operation, Apply):
            short = operation.rule.name.rpartition(".")[2]
            return not operation.rule.result_alias or short in FOLLOWED_VIEWS or _always_copies(operation)
        if isinstance(operation, CallUser):
            return not self.call_aliases(operation)
        return not isinstance(operation, Display | Member | Opaque)

    def mutable(self, version: str) -> bool:
        """Tell whether a version may hold something that can be updated in place."""
        return self.facts.get(version, UNKNOWN).kind not in IMMUTABLE

    # ---- who may share storage with whom ----

    def connect(self) -> None:
        """Put versions that may share storage into one class."""
        for version, info in self.versions.table.items():
            for source in info.sources:
                self.share(version, [source])
        for version, operation in self.operations.items():
            self.share(version, self.may_alias(operation))
        for statement in walk(self.versions.body):
            if isinstance(statement, For):
                for target, sources in target_sources(statement.target, statement.iterable):
                    self.share(target, list(sources))

    def may_alias(self, operation: Operation) -> list[str]:
        """Return the versions whose storage the result of an operation may share."""
        if isinstance(operation, CallUser):
            shared = self.call_aliases(operation)
            return [n for parameter in shared for n in names_in(operation.arguments[parameter])]
        if isinstance(operation, Item) and not self.is_view(operation.index):
            return []  # a gather makes new storage
        return _may_alias(operation)

    def share(self, version: str, others: list[str]) -> None:
        """Put a version into one class with others, where both may be updated in place."""
        for other in others:
            if other in self.versions.table and self.mutable(version) and self.mutable(other):
                self.sets.union(version, other)

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
        if isinstance(statement, Assign | Update) and _is_store(statement, self.facts):
            self.check_store(statement, live)
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
        owner = self.sets.find(statement.new or "")
        variable = self.variables.get(statement.new or "")
        for version in live:
            if version == statement.new or version not in self.versions.table or not self.mutable(version):
                continue
            if self.sets.find(version) == owner and self.variables.get(version) != variable and self.matters(version):
                other = self.versions.table[version].name.split("@")[0]
                self.shared.setdefault(owner, (statement, other))


def _is_store(statement: Statement, facts: Mapping[str, Fact]) -> bool:
    """Tell whether a statement updates storage: a subscript or attribute store, or an update of an array's name."""
    if not isinstance(statement, Assign | Update) or statement.new is None:
        return False
    if isinstance(statement, Update) and isinstance(statement.target, gast.Name):
        return facts.get(statement.old or "", UNKNOWN).kind not in IMMUTABLE
    return True


def _always_copies(operation: Apply) -> bool:
    """Tell whether an operation that may give its operand is told to copy: ``a.astype(float)``."""
    copies = operation.arguments.get("copy")
    return operation.rule.name.endswith(".astype") and isinstance(copies, gast.Constant) and copies.value is True


def _may_alias(operation: Operation) -> list[str]:
    """Return the versions whose storage the result of an operation may share."""
    if isinstance(operation, Copy):
        return list(names_in(operation.atom))
    if isinstance(operation, Item | Member):
        return list(names_in(operation.owner))
    if isinstance(operation, Display):
        return [n for item in operation.items for n in names_in(item)]
    if isinstance(operation, Apply) and not _always_copies(operation):
        words = operation.rule.result_alias.split()
        return [n for p in words if p in operation.arguments for n in names_in(operation.arguments[p])]
    return list(names_in(operation.value)) if isinstance(operation, Opaque) and not operation.inactive else []
