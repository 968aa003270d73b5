"""Which versions certainly lie in storage that the caller promises to stay inactive.

Direction forward; lattice sets of versions, greatest fixed point, meet intersection; transfer: an unselected input,
what is left of it behind a store, another name or a view of it, an item taken out of it. Requires operations.
Soundness: a version that may lie elsewhere is never in the set, so that less is promised rather than more.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import gast

from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.operations import Copy, Item, Member, Operation
from cladpy.analyses.versions import Versions
from cladpy.ir.fact import Fact


@dataclass(frozen=True, slots=True)
class Promised:
    """Finds the versions that a promise is about.

    Parameters
    ----------
    versions : Versions
    operations : mapping
        By version.
    is_view : callable
        Tells whether an item certainly is a view, or the object itself that a container holds.
    """

    versions: Versions
    operations: Mapping[str, Operation]
    is_view: Callable[[Item], bool]

    def run(self, unselected: AbstractSet[str]) -> frozenset[str]:
        """Return the versions in the storage of unselected parameters, given by name."""
        found = set(self.versions.table)
        before = -1
        while len(found) != before:
            before = len(found)
            found = {version for version in found if self.holds(version, found, unselected)}
        return frozenset(found)

    def holds(self, version: str, found: AbstractSet[str], unselected: AbstractSet[str]) -> bool:
        """Tell whether a version lies in promised storage if the found ones do."""
        info = self.versions.table[version]
        if info.kind == "parameter":
            return info.name in unselected
        if info.kind == "assign":
            source = self.source(self.operations.get(version))
            return source is not None and source in found
        return bool(info.sources) and all(source in found for source in info.sources)

    def source(self, operation: Operation | None) -> str | None:
        """Return the version whose storage an operation certainly shares."""
        if isinstance(operation, Copy):
            place: gast.expr = operation.atom
        elif isinstance(operation, Member) or (isinstance(operation, Item) and self.is_view(operation)):
            place = operation.owner
        else:
            return None
        return place.id if isinstance(place, gast.Name) else None


def is_certain_view(owner: Fact, index: gast.expr, infer: Callable[[gast.expr], Fact]) -> bool:
    """Tell whether an item certainly shares its owner's storage: of a container, or by a basic index of an array.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> is_certain_view(Fact("dict"), parse("key"), lambda node: Fact("unknown"))
    True
    """
    if owner.kind in ("list", "tuple", "dict", "object"):
        return not isinstance(index, gast.Slice)
    return owner.is_array and is_view_index(index, infer)
