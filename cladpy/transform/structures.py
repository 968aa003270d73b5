"""Adjoints of containers: split into one variable an item where the structure is known.

before: adjoint of ``t = (a, b)`` as a list   after: ``d_t_0`` and ``d_t_1``; put together only where a whole is wanted
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import Item, Member
from cladpy.ir.expressions import attribute, constant, names_in, subscript
from cladpy.ir.fact import CONTAINERS, Fact, as_key, is_literal_key, present
from cladpy.ir.statements import For, Phi, walk

Path = tuple[object, ...]


@dataclass(slots=True)
class Structures:
    """Decides which variables are split, and names the adjoints of their items."""

    analysis: FunctionAnalysis
    whole: set[str] = field(default_factory=set)
    shapes: dict[str, Fact] = field(default_factory=dict)

    @classmethod
    def of(cls, analysis: FunctionAnalysis) -> "Structures":
        """Return the structures of a function's containers."""
        structures = cls(analysis)
        for version, variable in analysis.variables.items():
            fact = analysis.fact(version)
            if fact.kind not in CONTAINERS:
                continue
            if analysis.may_be_none(version):
                structures.whole.add(variable)
            known = structures.shapes.setdefault(variable, fact)
            if fact.items is None or not _alike(known, fact) or analysis.stores.is_mirrored(version):
                structures.whole.add(variable)
        for operation in analysis.operations.values():
            if isinstance(operation, Item) and isinstance(operation.owner, gast.Name):
                structures.indexed(operation.owner.id, operation.index)
        for statement in walk(analysis.versions.body):
            structures.join((*getattr(statement, "phis", ()), *getattr(statement, "exits", ())))
            if isinstance(statement, For):
                for version in names_in(statement.iterable):
                    if version in analysis.variables:
                        structures.whole.add(analysis.variables[version])
        return structures

    def join(self, phis: Sequence[Phi]) -> None:
        """Keep the adjoint of a result in one piece that is a container on one path, and something else on another."""
        variables, result = self.analysis.variables, self.analysis.result
        for phi in phis:
            if variables.get(phi.target) != variables.get(result or ""):
                continue  # the adjoint of what is not returned is made here, in the form that is read
            facts = [self.analysis.fact(version) for version in (phi.target, *phi.sources)]
            kinds = {fact.kind in CONTAINERS for fact in facts if fact.kind not in ("none", "bottom")}
            if len(kinds) > 1:
                self.whole |= {variables[version] for version in phi.sources if version in variables}

    def indexed(self, version: str, index: gast.expr) -> None:
        """Keep the adjoint of a container in one piece where an index of it is not known."""
        fact, key = self.analysis.fact(version), as_key(self.analysis.infer(index, {}))
        if fact.kind == "dict" and key.known and key.value not in (fact.keys or ()):
            return  # a KeyError
        if version in self.analysis.variables and known_keys(self.analysis, version, index) is None:
            self.whole.add(self.analysis.variables[version])

    def leaves(self, version: str) -> list[Path]:
        """Return the paths of the items that may hold a derivative; one empty path if not split."""
        return self.leaves_of(self.analysis.variables.get(version, version), self.analysis.fact(version))

    def leaves_of(self, variable: str, fact: Fact) -> list[Path]:
        """Return the paths of a value with the facts, held by the variable."""
        if fact.kind not in CONTAINERS or fact.items is None or variable in self.whole:
            return [()]
        return list(_paths(fact))

    def fact_at(self, version: str, path: Path) -> Fact:
        """Return the facts of an item."""
        return present(fact_at(self.analysis.fact(version), path))

    def may_be_none(self, version: str, path: Path) -> bool:
        """Tell whether a version or item may be None."""
        if not path:
            return self.analysis.may_be_none(version)
        return fact_at(self.analysis.fact(version), path).kind == "optional"


def _paths(fact: Fact) -> list[Path]:
    if fact.kind in CONTAINERS and fact.items is not None:
        found = []
        for key, item in zip(keys_of(fact), fact.items, strict=True):
            found += [(key, *rest) for rest in _paths(item)]
        return found
    return [()] if fact.may_hold_derivative else []


def keys_of(fact: Fact) -> tuple[object, ...]:
    """Return the keys of a container with known items: positions, but for dicts and objects."""
    if fact.kind in ("dict", "object") and fact.keys is not None:
        return fact.keys
    return tuple(range(len(fact.items or ())))


def fact_at(fact: Fact, path: Path) -> Fact:
    """Return the facts of the item at a path."""
    for key in path:
        fact = (fact.items or ())[keys_of(fact).index(key)]
    return fact


def _alike(left: Fact, right: Fact) -> bool:
    if left.kind != right.kind:
        return False
    if left.kind not in CONTAINERS:
        return True
    if left.items is None or right.items is None:
        return left.items is right.items
    if keys_of(left) != keys_of(right):
        return False
    return all(
        _alike(a, b) or (a.kind not in CONTAINERS and b.kind not in CONTAINERS)
        for a, b in zip(left.items, right.items, strict=True)
    )


def known_keys(analysis: FunctionAnalysis, version: str, index: gast.expr) -> list[object] | None:
    """Return the keys that an index of a container selects, if they are known; an index gives one, a slice several."""
    fact = analysis.fact(version)
    if fact.kind not in CONTAINERS or fact.items is None:
        return [] if fact.kind not in CONTAINERS else None
    if isinstance(index, gast.Slice):
        parts = [None if p is None else analysis.infer(p, {}) for p in (index.lower, index.upper, index.step)]
        if any(part is not None and not part.known for part in parts):
            return None
        bounds: list[Any] = [None if p is None else p.value for p in parts]
        return list(keys_of(fact)[slice(*bounds)])
    key = as_key(analysis.infer(index, {}))
    if not is_literal_key(key):
        return None
    if fact.kind in ("dict", "object"):
        return [key.value] if key.value in (fact.keys or ()) else None
    position = key.value
    if not isinstance(position, int) or not -len(fact.items) <= position < len(fact.items):
        return None
    return [position % len(fact.items)]


def member_key(operation: Member, fact: Fact) -> object | None:
    """Return the key of an attribute: a position in a named tuple, the name in an object."""
    if fact.keys is None or operation.name not in fact.keys:
        return None
    return fact.keys.index(operation.name) if fact.kind == "tuple" else operation.name


def item_expression(value: gast.expr, fact: Fact, path: Path) -> gast.expr:
    """Return the expression that reads the item at a path."""
    for key in path:
        value = attribute(value, str(key)) if fact.kind == "object" else subscript(value, constant(key))
        fact = fact_at(fact, (key,))
    return value


def adjoint_item(value: gast.expr, fact: Fact, path: Path) -> gast.expr:
    """Return the expression of the item at a path of an adjoint in one piece; that of an object is a tuple."""
    for key in path:
        place = keys_of(fact).index(key) if fact.kind == "object" else key
        value = subscript(value, constant(place))
        fact = fact_at(fact, (key,))
    return value


def suffix(path: Path) -> str:
    """Return the part of a name that stands for a path: ``_0_weight``."""
    return "".join(f"_{key}" if isinstance(key, int | str) and f"a{key}".isidentifier() else "_item" for key in path)


def build(fact: Fact, leaves: Mapping[Path, gast.expr], absent: gast.expr, cls: gast.expr | None = None) -> gast.expr:
    """Return the display that puts a container's adjoint together from those of its items."""
    if () in leaves:
        return leaves[()]
    if fact.kind not in CONTAINERS or fact.items is None:
        return absent
    parts = []
    for key, item in zip(keys_of(fact), fact.items, strict=True):
        inner = {path[1:]: value for path, value in leaves.items() if path[0] == key}
        parts.append(build(item, inner, absent) if inner or item.kind in CONTAINERS else absent)
    if fact.kind == "list":
        return gast.List(parts, gast.Load())
    if fact.kind == "dict":
        return gast.Dict([constant(key) for key in keys_of(fact)], parts)
    return gast.Tuple(parts, gast.Load())
