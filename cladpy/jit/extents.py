"""The lengths of arrays, as far as they are known to be equal: a symbol, less the elements that are left out.

*Direction*: none, over all bindings of each name. *Lattice*: a length for each axis, or nothing. *Meet*: all bindings
of a name must give the same, which is assumed at first and then checked until nothing changes. A symbol is the length
of a parameter on entry, or of an array that is bound once and outside of loops: it means one number throughout a call.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted
from cladpy.ir.fact import Fact
from cladpy.jit.elementwise import Elementwise, elementwise
from cladpy.jit.regions import Region, Span, region_of

LIKE = frozenset({"np.zeros_like", "np.ones_like", "np.empty_like", "np.ascontiguousarray", "own", "detached"})
SHAPED = frozenset({"np.zeros", "np.ones", "np.empty", "np.full"})


@dataclass(frozen=True, slots=True)
class Extent:
    """A length: that of a symbol, less so many elements, and no less than none.

    ``one``: whether it is certainly one, or certainly not. ``lasting``: the symbol means one number throughout.
    """

    symbol: str
    removed: int = 0
    one: bool | None = None
    lasting: bool = True

    @property
    def key(self) -> str:
        """What is equal for lengths that are."""
        return f"{self.symbol}-{self.removed}"

    def is_equal(self, other: "Extent") -> bool:
        """Tell whether two lengths are certainly the same."""
        return (self.symbol, self.removed) == (other.symbol, other.removed) or (self.one is True and other.one is True)


Shape = tuple[Extent, ...]


@dataclass(slots=True)
class Extents:
    """The lengths of a function's arrays.

    Parameters
    ----------
    function : Function
        Its variables are identifiers.
    fact, infer : callable
        What is known of a name, and of an expression.
    """

    function: ir.Function
    fact: Callable[[str], Fact]
    infer: Callable[[gast.expr], Fact]
    shapes: dict[str, Shape] = field(init=False)
    entries: list[Shape] = field(init=False)

    def __post_init__(self) -> None:
        bindings: dict[str, list[gast.expr | None]] = {}
        lasting: set[str] = set()
        for target, value, is_repeated in _bindings(self.function.body):
            bindings.setdefault(target, []).append(value)
            (lasting.discard if is_repeated or len(bindings[target]) > 1 else lasting.add)(target)
        self.shapes = {each: self.entry(each, each not in bindings) for each in self.function.parameters}
        self.entries = [self.shapes[each] for each in self.function.parameters]
        self.settle(bindings)
        for each, values in bindings.items():  # in the order of the program
            if each in lasting and each not in self.shapes:
                (value,) = values
                self.shapes[each] = (None if value is None else self.shape_of(value)) or self.own(each)
        self.settle({each: values for each, values in bindings.items() if each not in lasting})

    def settle(self, bindings: dict[str, list[gast.expr | None]]) -> None:
        """Find shapes that all bindings agree with."""
        given, wrong = dict(self.shapes), set[str]()
        while True:
            before = dict(self.shapes)
            for target, values in bindings.items():
                known = next(filter(None, map(self._bound_shape, values)), None)
                if known is not None and target not in wrong:
                    self.shapes.setdefault(target, known)
            if self.shapes != before:
                continue
            found = {
                target
                for target, values in bindings.items()
                if not all(_agree(self._bound_shape(value), self.shapes.get(target)) for value in values)
            }
            if not (found - wrong) & set(self.shapes):
                return
            wrong |= found & set(self.shapes)
            self.shapes = {each: shape for each, shape in given.items() if each not in wrong}

    def _bound_shape(self, value: gast.expr | None) -> Shape | None:
        return None if value is None else self.shape_of(value)

    def entry(self, parameter: str, is_kept: bool) -> Shape:  # noqa: FBT001 -- of the one caller
        """Return the shape of a parameter on entry; equal dimensions of parameters have one symbol."""
        dims = self.fact(parameter).dims or ()
        return tuple(
            Extent(dim.name if is_kept else f"{parameter}@{axis}", one=dim.one) for axis, dim in enumerate(dims)
        )

    def own(self, array: str, *, lasting: bool = True) -> Shape:
        """Return the shape of an array of which its dimensions are known, or nothing."""
        dims, given = self.fact(array).dims or (), {extent.symbol for shape in self.entries for extent in shape}
        return tuple(
            Extent(dim.name, 0, dim.one) if dim.name in given else Extent(f"{array}@{axis}", 0, dim.one, lasting)
            for axis, dim in enumerate(dims)
        )

    def of_region(self, region: Region) -> Shape:
        """Return the lengths of the spans of a region."""
        shape = self.shapes.get(region.name) or self.own(region.name, lasting=False)
        return tuple(_less(shape[span.axis], span, region.one(span)) for span in region.spans)

    def of_elementwise(self, value: Elementwise) -> Shape | None:
        """Return the lengths of what is computed element by element; None where they may not broadcast."""
        shapes = [self.of_region(region) for region in value.regions.values()]
        rank = max(map(len, shapes))
        columns = [[shape[axis - rank] for shape in shapes if len(shape) >= rank - axis] for axis in range(rank)]
        found = [_broadcast(column) for column in columns]
        return None if any(each is None for each in found) else tuple(each for each in found if each is not None)

    def shape_of(self, value: gast.expr) -> Shape | None:
        """Return the shape of an expression in lasting symbols, if it is known."""
        shape = self._shape_of(value)
        return None if shape is None or not all(extent.lasting for extent in shape) else shape

    def _shape_of(self, value: gast.expr) -> Shape | None:
        region = region_of(value, self.fact)
        if region is not None:
            return self.of_region(region)
        if isinstance(value, gast.Call):
            path, owner = dotted(value.func), getattr(value.func, "value", None)
            if path in LIKE and len(value.args) == 1:
                return self._shape_of(value.args[0])
            if getattr(value.func, "attr", None) == "copy" and not value.args and owner is not None:
                return self._shape_of(owner)
            if path in SHAPED and value.args and getattr(value.args[0], "attr", None) == "shape":
                return self._shape_of(value.args[0].value)
        found = elementwise(value, self.fact, self.infer)
        return None if found is None else self.of_elementwise(found)


def _less(extent: Extent, span: Span, one: bool | None) -> Extent:  # noqa: FBT001 -- three values
    if not span.removed:
        return replace(extent, one=extent.one if one is None else one)
    return replace(extent, removed=extent.removed + span.removed, one=None)


def _broadcast(column: list[Extent]) -> Extent | None:
    """Return the length that several operands have along an axis; None where it is not sure to be one of them."""
    wide = [extent for extent in column if extent.one is not True]
    if not wide:
        return column[0]
    if all(extent.is_equal(wide[0]) for extent in wide):
        return wide[0]
    return wide[0] if all(extent.one is False for extent in wide) else None


def _agree(left: Shape | None, right: Shape | None) -> bool:
    """Tell whether two shapes are known and the same; what has none agrees with nothing."""
    if left is None or right is None:
        return right is None
    return len(left) == len(right) and all(map(Extent.is_equal, left, right))


def _bindings(block: ir.Block, *, is_repeated: bool = False) -> Iterator[tuple[str, gast.expr | None, bool]]:
    """Yield each name that is bound, with its value where that is known, and whether it stands in a loop."""
    for statement in block:
        inside = is_repeated or isinstance(statement, ir.For | ir.While)
        target = getattr(statement, "target", None)
        if isinstance(statement, ir.Assign) and isinstance(target, gast.Name):
            yield target.id, statement.value, is_repeated
        elif isinstance(statement, ir.Assign | ir.For) and isinstance(target, gast.Name | gast.Tuple | gast.List):
            for part in gast.walk(target):
                if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Store):
                    yield part.id, None, inside
        for nested in ("body", "orelse"):
            yield from _bindings(getattr(statement, nested, ()), is_repeated=inside)
