"""Nests of loops over the elements of regions: what array statements are written as."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, constant, name, names_in, store_name
from cladpy.jit.elementwise import Elementwise
from cladpy.jit.extents import Extent
from cladpy.jit.regions import Region
from cladpy.jit.storage_sets import StorageSets


@dataclass(frozen=True, slots=True)
class Step:
    """What is done for each element.

    Parameters
    ----------
    target : Region or str
        The element that is stored into; a name, of a number that is added to.
    operator : operator or None
        That of an update.
    value : Elementwise
    numbers : dict
        By the marks of the value's numbers, the names that they were bound to.
    source : int
        Number of the primal's statement.
    """

    target: Region | str
    operator: gast.operator | None
    value: Elementwise
    numbers: dict[str, str]
    source: int

    @property
    def written(self) -> list[Region]:
        """The region that is stored into, if there is one."""
        return [] if isinstance(self.target, str) else [self.target]

    @property
    def read(self) -> list[Region]:
        """The regions that are read."""
        is_update = self.operator is not None
        return [*self.value.regions.values(), *(self.written if is_update else [])]


@dataclass(slots=True)
class Nest:
    """Loops over as many elements as the extents say, each step done for one element behind the other.

    Parameters
    ----------
    shape : tuple of Extent
        From the outermost loop.
    lengths : tuple of expression
        That the loops count to.
    steps : list of Step
    before : list of Statement
        What must be done before the loops: arrays are made, numbers bound.
    """

    shape: tuple[Extent, ...]
    lengths: tuple[gast.expr, ...]
    steps: list[Step]
    before: list[ir.Statement] = field(default_factory=list)
    numbers: bool = False

    def takes(self, other: "Nest", sets: StorageSets, is_equal: Callable[[Extent, Extent], bool]) -> bool:
        """Tell whether what another nest does behind this one may be done in its loops, element by element."""
        if other.numbers or len(self.shape) != len(other.shape):
            return False
        if not all(map(is_equal, self.shape, other.shape)):
            return False
        sums = {step.target for step in self.steps if isinstance(step.target, str)}
        if any(sums & step.value.reads for step in other.steps):
            return False
        bound = {each for statement in other.before for each in _bound(statement)}
        if bound & self.names:  # it would be bound anew before it is read
            return False
        own_written, own_read = _accesses(self.steps)
        written, read = _accesses(other.steps)
        pairs = [*_pairs(own_written, [*read, *written]), *_pairs(written, own_read)]
        return all(_is_same_element(left, right, len(self.shape), sets) for left, right in pairs)

    @property
    def names(self) -> set[str]:
        """The names that the loops read, or store into."""
        steps = {each for step in self.steps for each in step.value.reads}
        written = {region.name for step in self.steps for region in step.written}
        return steps | written | {each for length in self.lengths for each in names_in(length)}

    def add(self, other: "Nest") -> None:
        """Do what another nest does, too."""
        self.before += [replace(each, source=self.steps[0].source) for each in other.before]
        self.steps += other.steps

    def statements(self, indices: Sequence[str]) -> list[ir.Statement]:
        """Return the loops, counted by these names."""
        counted = indices[: len(self.shape)]
        body: tuple[ir.Statement, ...] = tuple(
            self._written(step, [name(each) for each in counted]) for step in self.steps
        )
        source = self.steps[0].source
        for index, length in zip(reversed(counted), reversed(self.lengths), strict=True):
            body = (ir.For(store_name(index), call("range", length), body, source),)
        return [*self.before, *body]

    def _written(self, step: Step, indices: list[gast.Name]) -> ir.Statement:
        elements = {mark: self._element(region, indices) for mark, region in step.value.regions.items()}
        value = step.value.at(elements, step.numbers)
        if isinstance(step.target, str):
            return ir.Update(store_name(step.target), gast.Add(), value, step.source)
        element = self._element(step.target, indices)
        target = gast.Subscript(element.value, element.slice, gast.Store())
        if step.operator is None:
            return ir.Assign(target, value, step.source)
        return ir.Update(target, step.operator, value, step.source)

    def _element(self, region: Region, indices: list[gast.Name]) -> gast.expr:
        """Return the element of a region at a place; along an axis of length one the only one."""
        own = indices[len(indices) - len(region.spans) :]
        at = [constant(0) if region.one(span) is True else index for span, index in zip(region.spans, own, strict=True)]
        return region.element(tuple(at))


def _accesses(steps: Sequence[Step]) -> tuple[list[Region], list[Region]]:
    return [each for step in steps for each in step.written], [each for step in steps for each in step.read]


def _bound(statement: ir.Statement) -> list[str]:
    return [statement.target.id] if isinstance(statement, ir.Assign) else []


def _pairs(written: list[Region], others: list[Region]) -> list[tuple[Region, Region]]:
    return [(left, right) for left in written for right in others]


def _is_same_element(left: Region, right: Region, rank: int, sets: StorageSets) -> bool:
    """Tell whether two regions share no memory, or each element of one only with the same of the other."""
    if not sets.may_share(left.name, right.name):
        return True
    is_full = len(left.spans) == rank and not any(left.one(span) is True for span in left.spans)
    return left.name == right.name and left.key() == right.key() and is_full
