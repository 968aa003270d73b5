"""Which items of an array that is stored into hold what they held when they were read, to the end of the forward sweep.

before: ``tape_c.append(c[i, j])``, ``c[i, j] -= c[i, k] * c[j, k]`` ... ``c[i, j] = tape_c.pop()``, ``d * c[j, k]``
after:  ``c[i, j] -= c[i, k] * c[j, k]`` ... ``d * c[j, k]``, where ``k < j``, and later stores are behind column k

Such an item is read again off the array, at any place of the reverse sweep: undone stores do not touch it either.
Each store that comes later, in the same iteration of the common loops or in a later one, must be proved to name other
elements: by one axis on which the bounds of the ranges keep both apart, neither counted from the end. Soundness: a
store that is not proved to leave an item alone changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.affine import Affine, Bound, affine, is_nonnegative
from cladpy.ir.statements import Assign, For, Update, walk

if TYPE_CHECKING:
    from cladpy.transform.needs import NeedAnalysis

LATER = "'"  # marks the variables of a store, where its iteration is another one than that of the item
ONE = Affine(1)


@dataclass(frozen=True, slots=True)
class Range:
    """A loop over a range: its variable, its bounds and its step."""

    target: str
    start: Affine | None
    stop: Affine | None
    step: int

    def bound(self) -> Bound:
        """Return what the range says of its variable."""
        low, high = (self.start, self.stop) if self.step > 0 else (self.stop, self.start)
        if self.step < 0:
            low = None if low is None else low + ONE
        elif high is not None:
            high -= ONE
        return Bound(() if low is None else (low,), () if high is None else (high,))


@dataclass(frozen=True, slots=True)
class Reach:
    """The positions on one axis: from ``first`` to ``last``; ``whole``: a slice, which may be empty."""

    first: Affine | None
    last: Affine | None


@dataclass(slots=True)
class SettledItems:
    """Tells which items are settled.

    Parameters
    ----------
    needs : NeedAnalysis
        Definitions and stores are tabulated.
    """

    needs: NeedAnalysis
    ranges: dict[int, Range] = field(default_factory=dict)
    deep: dict[str, int] = field(default_factory=dict)
    known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for statement in walk(self.needs.analysis.versions.body):
            if isinstance(statement, For) and isinstance(statement.target, gast.Name):
                found = self.range_of(statement.target.id, statement.iterable)
                if found is not None:
                    self.ranges[self.needs.sweep.places.body(statement)[-1]] = found

    def holds(self, owner: str, index: gast.expr, version: str) -> bool:
        """Tell whether an item of a version of an array is settled from where another version is made on.

        Parameters
        ----------
        owner : str
            The version of the array.
        index : expression
            Of the item, over versions.
        version : str
            The item itself, or the store behind which it is read.
        """
        key = (version, gast.dump(index))
        if key not in self.known:
            self.known[key] = self.is_settled(owner, index, version)
        return self.known[key]

    def is_settled(self, owner: str, index: gast.expr, version: str) -> bool:
        """Find that out."""
        needs = self.needs
        if not needs.is_restored(owner) or needs.analysis.stores.is_mirrored(owner):
            return False
        item = self.reaches(index)
        if item is None:
            return False
        here = needs.info(version)
        for new in needs.stored_at[needs.analysis.stores.classes[owner]]:
            store = needs.definitions.get(new)
            target = self.target(store, needs.analysis.variables[owner])
            if target is None:
                return False
            there = needs.info(new)
            common = [a for a, b in zip(here.loops, there.loops, strict=False) if a == b]
            cases = [*range(len(common)), *([len(common)] if there.position > here.position else [])]
            if not all(self.is_apart(item, target, common, case) for case in cases):
                return False
        return True

    def target(self, store: Assign | Update | None, variable: str) -> list[Reach] | None:
        """Return where a store writes, if that is into elements of the array of this variable."""
        if (
            store is None
            or not isinstance(store.target, gast.Subscript)
            or not isinstance(store.target.value, gast.Name)
        ):
            return None
        if self.needs.analysis.variables.get(store.target.value.id) != variable:
            return None
        return self.reaches(store.target.slice)

    # ---- two places ----

    def is_apart(self, item: list[Reach], target: list[Reach], common: list[int], equal: int) -> bool:
        """Tell whether a store names other elements in an iteration that is the same in so many of the common loops.

        In the next of these loops the store's iteration is a later one.
        """
        changing = frozenset(common[equal:])

        def later(variable: str) -> str:
            return variable + LATER if changing & set(self.loops(variable)) else variable

        bounds = self.bounds(common, equal, later)
        for mine, other in zip(item, target, strict=False):
            theirs = Reach(*[None if end is None else end.with_names(later) for end in (other.first, other.last)])
            for low, high in ((mine, theirs), (theirs, mine)):
                if self.is_below(low, high, bounds):
                    return True
        return False

    def is_below(self, low: Reach, high: Reach, bounds: dict[str, Bound]) -> bool:
        """Tell whether all positions of one reach come before those of another, counted from the front."""
        if low.first is None or low.last is None or high.first is None:
            return False
        conditions = (high.first - low.last - ONE, low.first, low.last + ONE)
        return all(is_nonnegative(each, bounds, self.depth) for each in conditions)

    def bounds(self, common: list[int], equal: int, later: object) -> dict[str, Bound]:
        """Return what is known of the variables of both iterations."""
        found: dict[str, Bound] = {}
        for known in self.ranges.values():
            bound = known.bound()
            found[known.target] = bound
            ends = [tuple(end.with_names(later) for end in side) for side in (bound.least, bound.most)]  # type: ignore[arg-type]
            found[known.target + LATER] = Bound(*ends)
        loop = self.ranges.get(common[equal]) if equal < len(common) else None
        if loop is not None:
            other, bound = loop.target + LATER, found[loop.target + LATER]
            beyond = (Affine(loop.step) + Affine.of(loop.target),)
            found[other] = (
                replace(bound, least=(*beyond, *bound.least))
                if loop.step > 0
                else replace(bound, most=(*beyond, *bound.most))
            )
        return found

    def depth(self, variable: str) -> int:
        """Return how deep inside a variable is bound: those of the store, which the other's bound, deepest."""
        name = variable.removesuffix(LATER)
        return 2 * len(self.loops(name)) + (name != variable)

    def loops(self, variable: str) -> tuple[int, ...]:
        """Return the loops around the place where a version is made."""
        return self.needs.info(variable).loops

    # ---- integers ----

    def reaches(self, index: gast.expr) -> list[Reach] | None:
        """Return the positions that an index names on each axis; None where it is not made of numbers and slices."""
        parts = index.elts if isinstance(index, gast.Tuple) else [index]
        found = [self.reach(part) for part in parts]
        return None if any(each is None for each in found) else [each for each in found if each is not None]

    def reach(self, part: gast.expr) -> Reach | None:
        """Return the positions that a part of an index names, unknown ends as None; None if it is no such part."""
        if not isinstance(part, gast.Slice):
            if not self.is_integer(part):
                return None
            place = self.sum_of(part)
            return Reach(place, place)
        step = 1 if part.step is None else getattr(part.step, "value", None)
        if type(step) is not int or step < 1:
            return Reach(None, None)
        first = Affine(0) if part.lower is None else self.sum_of(part.lower)
        stop = None if part.upper is None else self.sum_of(part.upper)
        return Reach(first, None if stop is None else stop - ONE)

    def range_of(self, target: str, iterable: gast.expr) -> Range | None:
        """Return the range of a loop."""
        is_call = isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name)
        if not is_call or iterable.func.id != "range" or iterable.keywords:
            return None
        parts = [self.sum_of(part) for part in iterable.args]
        start, stop = (Affine(0), parts[0]) if len(parts) == 1 else parts[:2]
        step = parts[2] if len(parts) == 3 else ONE
        return None if step is None or step.terms or not step.number else Range(target, start, stop, step.number)

    def sum_of(self, node: gast.expr) -> Affine | None:
        """Return an integer expression as a sum over versions."""
        return affine(node, self.leaf)

    def leaf(self, node: gast.expr) -> Affine | None:
        """Return what stands for a version, or for what made it, if that is a sum."""
        if not isinstance(node, gast.Name) or not self.is_integer(node):
            return None
        if node.id not in self.needs.analysis.versions.table:
            return None
        made = self.needs.definitions.get(node.id)
        if isinstance(made, Assign) and isinstance(made.value, gast.BinOp | gast.UnaryOp | gast.Name | gast.Constant):
            inner = self.sum_of(made.value)
            if inner is not None:
                return inner
        return Affine.of(node.id)

    def is_integer(self, node: gast.expr) -> bool:
        """Tell whether an expression is one whole number, of a kind that does not overflow where an index would fit."""
        fact = self.needs.sweep.infer(node)
        if not fact.is_scalar or fact.is_array or fact.dtype is None:
            return False
        return fact.dtype.kind == "i" and (fact.is_python or fact.dtype.itemsize == 8)
