"""Which items of an array that is stored into are read off it again in the reverse sweep, where it holds them again.

before: ``tape_1.append(x[:i].copy())`` ... ``d_x[:i] += d * tape_1.pop()``
after:  ``tape_x.append(x[i])`` ... ``x[i] = tape_x.pop()`` ... ``d_x[:i] += d * x[:i]``

Undoing stores costs what they overwrite, recording costs what is read; the lesser is chosen for all items of an array
together. With sizes unknown, a dimension counts as much as a loop. An item may be read again if no store comes between
its reading and its use, so that at the reverse of the use the array holds what it held then.

Requires the versions that the draft reads. Soundness: an item that might have changed is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.operations import Item
from cladpy.ir.expressions import name, names_in, subscript
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Effect, Return, Statement, Update, walk

if TYPE_CHECKING:
    from cladpy.transform.needs import NeedAnalysis

LENGTH = 100  # what a dimension, or the trips of a loop, count for
GAIN = 1.5  # an undone store is written twice: how much dearer recording must be


@dataclass(slots=True)
class Rereading:
    """Chooses the items that are read again."""

    needs: NeedAnalysis
    order: dict[int, int] = field(default_factory=dict)
    readers: dict[str, list[Statement]] = field(default_factory=dict)
    pinned: set[str] = field(default_factory=set)

    def run(self) -> frozenset[str]:
        """Return the versions of the items."""
        self.index()
        classes = self.needs.analysis.stores.classes
        candidates: dict[str, list[str]] = {}
        for version in self.needs.values:
            if self.is_candidate(version):
                candidates.setdefault(classes[self.item(version).owner.id], []).append(version)
        return frozenset(item for storage, items in candidates.items() for item in self.chosen(storage, items))

    def index(self) -> None:
        """Note where statements stand and which ones read each version; other readers pin what they read."""
        for statement in walk(self.needs.analysis.versions.body):
            self.order[id(statement)] = len(self.order)
            if isinstance(statement, Assign | Update):
                parts = [statement.value, *([] if isinstance(statement.target, gast.Name) else [statement.target])]
            elif isinstance(statement, Effect | Return):
                parts = [statement.value]
            else:
                expressions = [getattr(statement, key, None) for key in ("test", "iterable", "context", "message")]
                self.pinned |= {found for part in expressions if part is not None for found in names_in(part)}
                continue
            for found in {found for part in parts for found in names_in(part)}:
                self.readers.setdefault(found, []).append(statement)

    # ---- which items could be read again ----

    def item(self, version: str) -> Item:
        """Return the operation of an item."""
        operation = self.needs.analysis.operations[version]
        assert isinstance(operation, Item)  # noqa: S101 -- asked of items only
        return operation

    def is_candidate(self, version: str) -> bool:
        """Tell whether a version is an item that the restored array still holds at each of its uses."""
        needs = self.needs
        operation = needs.analysis.operations.get(version)
        if not (isinstance(operation, Item) and isinstance(operation.owner, gast.Name)) or version in self.pinned:
            return False
        owner, fact = operation.owner.id, needs.analysis.fact(version)
        if not needs.analysis.fact(owner).is_array or needs.analysis.stores.is_mirrored(owner):
            return False
        if not (fact.is_scalar or is_view_index(operation.index, needs.sweep.infer)):
            return False
        if needs.is_kept(version) or needs.can_recompute(version, LENGTH) > 0 or not needs.is_restored(owner):
            return False
        return needs.operands_left(operation.index, LENGTH) > 0 and not self.may_have_changed(version, owner)

    def may_have_changed(self, version: str, owner: str) -> bool:
        """Tell whether a store may come between an item and one of its uses, or is a use that overwrites first."""
        if not all(store in self.needs.definitions for store in self.needs.stored_at.get(self.storage(owner), [])):
            return True  # a call updates it, which tells of no region
        made = self.order[id(self.needs.definitions[version])]
        loops = set(self.needs.info(version).loops)
        for store in self.stores(self.storage(owner)):
            place = self.order[id(store)]
            around = set(self.loops(store)) - loops
            for reader in self.readers.get(version, []):
                use = self.order[id(reader)]
                between = made < place < use or (made < place and around & set(self.loops(reader)))
                if between or (reader is store and not _is_linear(store)):
                    return True
        return False

    def storage(self, version: str) -> str:
        """Return the class of a version."""
        return self.needs.analysis.stores.classes[version]

    def stores(self, storage: str) -> list[Assign | Update]:
        """Return the stores into a class."""
        return [self.needs.definitions[version] for version in self.needs.stored_at.get(storage, [])]

    def loops(self, statement: Statement) -> tuple[int, ...]:
        """Return the loops around a statement."""
        return self.needs.sweep.places.loops_of(self.needs.sweep.places.around[id(statement)])

    # ---- what is cheaper ----

    def chosen(self, storage: str, items: list[str]) -> list[str]:
        """Return the items of a class that are worth reading again: the latest, for which the fewest stores count."""
        ordered = sorted(items, key=lambda version: self.needs.info(self.item(version).owner.id).position, reverse=True)
        gains = [self.gain(storage, ordered[:count]) for count in range(len(ordered) + 1)]
        return ordered[: gains.index(max(gains))]

    def gain(self, storage: str, items: list[str]) -> float:
        """Return what not recording some items saves, less what undoing the stores behind them costs."""
        owners = {self.item(version).owner.id for version in items}
        undone = self.undone(storage, owners) - self.undone(storage, self.restored_anyway(storage))
        stored = [self.needs.definitions[version] for version in sorted(undone)]
        undoing = sum(_weight(self.region(store), self.loops(store)) for store in stored)
        recording = sum(_weight(self.needs.analysis.fact(v), self.needs.info(v).loops) for v in items)
        return recording - GAIN * undoing

    def restored_anyway(self, storage: str) -> set[str]:
        """Return the versions of a class whose whole content is read, and therefore restored."""
        return {
            version
            for version in self.needs.values
            if self.needs.analysis.stores.classes.get(version) == storage
            and not (self.needs.is_kept(version) or self.needs.can_recompute(version, LENGTH) > 0)
            and self.needs.is_restored(version)
        }

    def undone(self, storage: str, versions: set[str]) -> set[str]:
        """Return the stores into a class that come behind one of its versions, or again in a later iteration."""
        found = set()
        for store in self.needs.stored_at.get(storage, []):
            info = self.needs.info(store)
            for version in versions:
                other = self.needs.info(version)
                if other.position < info.position or set(other.loops) & set(info.loops):
                    found.add(store)
        return found

    def region(self, store: Assign | Update) -> Fact:
        """Return the facts of what a store overwrites."""
        whole = name(store.old or "")
        index = store.target.slice if isinstance(store.target, gast.Subscript) else None
        return self.needs.sweep.infer(whole if index is None else subscript(whole, index))


def _is_linear(store: Assign | Update) -> bool:
    """Tell whether the reverse of a store reads nothing before the region is restored."""
    return isinstance(store, Assign) or isinstance(store.operator, gast.Add | gast.Sub)


def _weight(fact: Fact, loops: tuple[int, ...]) -> int:
    """Return how much a value counts that is kept once in each trip of some loops."""
    return LENGTH ** ((2 if fact.ndim is None else fact.ndim) + len(loops))
