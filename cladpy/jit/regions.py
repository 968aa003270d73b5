"""Read an operand as the region of an array that it names, element by element.

``u``, ``u[1:-1]``, ``u[t, 2:]``: a name, and for each axis an index or a span that leaves out so many elements at its
start and at its end. What is written in another way is no region: other steps, bounds that are not numbers, lists.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import attribute, binary, call, constant, fingerprint, name, names_in, subscript
from cladpy.ir.fact import Fact

DTYPES = frozenset({"float64", "float32", "complex128", "bool"})


@dataclass(frozen=True, slots=True)
class Span:
    """An axis of an array, without its first and last elements."""

    axis: int
    start: int = 0
    end: int = 0

    @property
    def removed(self) -> int:
        """How many elements are left out."""
        return self.start + self.end


@dataclass(frozen=True, slots=True)
class Region:
    """A region of an array.

    Parameters
    ----------
    name : str
    axes : tuple of Span or expression
        By axis of the array; an expression is the one index that is taken there.
    fact : Fact
        Of the array.
    """

    name: str
    axes: tuple["Span | gast.expr", ...]
    fact: Fact

    @property
    def spans(self) -> tuple[Span, ...]:
        """The axes that are left."""
        return tuple(axis for axis in self.axes if isinstance(axis, Span))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return all(isinstance(axis, Span) and axis.removed == 0 for axis in self.axes)

    def one(self, span: Span) -> bool | None:
        """Tell whether the length of a span is one; None where that is not known."""
        dims = self.fact.dims or ()
        return None if span.removed else dims[span.axis].one

    def key(self) -> tuple[object, ...]:
        """Return what is equal for regions that name the same elements, of whatever array."""
        return tuple(axis if isinstance(axis, Span) else fingerprint(axis) for axis in self.axes)

    def element(self, indices: tuple[gast.expr, ...]) -> gast.expr:
        """Return the element at a place, given by an index for each span from the left."""
        given = iter(indices)
        at = [_plus(next(given), axis.start) if isinstance(axis, Span) else axis for axis in self.axes]
        return subscript(name(self.name), at[0] if len(at) == 1 else gast.Tuple(at, gast.Load()))

    def length(self, span: Span) -> gast.expr:
        """Return the length of a span; negative where the array is shorter than what is left out."""
        own = name(self.name)
        whole = call("len", own) if len(self.axes) == 1 else subscript(attribute(own, "shape"), constant(span.axis))
        return binary(whole, gast.Sub(), constant(span.removed)) if span.removed else whole


def region_of(node: gast.expr, fact: Callable[[str], Fact]) -> Region | None:
    """Return the region that an expression names; None if it is none.

    Parameters
    ----------
    node : expression
    fact : callable
        Gives what is known of a name.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import INT, Dim, array
    >>> table = array(np.dtype(float), (Dim("n"), Dim("m")))
    >>> found = region_of(parse("u[t, 2:]"), lambda name: table if name == "u" else INT)
    >>> found.spans, found.spans[0].removed
    ((Span(axis=1, start=2, end=0),), 2)
    >>> region_of(parse("u[::2]"), lambda name: table) is None
    True
    """
    base = node.value if isinstance(node, gast.Subscript) else node
    if not isinstance(base, gast.Name):
        return None
    known = fact(base.id)
    if not known.is_array or not known.ndim or str(known.dtype) not in DTYPES:
        return None
    parts: list[gast.expr] = []
    if isinstance(node, gast.Subscript):
        parts = list(node.slice.elts) if isinstance(node.slice, gast.Tuple) else [node.slice]
        if len(parts) == 1 and getattr(parts[0], "value", None) is ...:
            parts = []
    if len(parts) > known.ndim:
        return None
    axes = [_axis(part, place, fact) for place, part in enumerate(parts)]
    if any(axis is None for axis in axes):
        return None
    rest = [Span(place) for place in range(len(parts), known.ndim)]
    return Region(base.id, (*[axis for axis in axes if axis is not None], *rest), known)


def _axis(part: gast.expr, axis: int, fact: Callable[[str], Fact]) -> "Span | gast.expr | None":
    """Return what an index takes of an axis, or None."""
    if not isinstance(part, gast.Slice):
        return part if _is_integer(part, fact) else None
    start = 0 if part.lower is None else _number(part.lower)
    end = 0 if part.upper is None else _number(part.upper)
    step = 1 if part.step is None else _number(part.step)
    if step != 1 or start is None or start < 0 or end is None or end > 0 or (part.upper is not None and end == 0):
        return None
    return Span(axis, start, -end)


def _is_integer(node: gast.expr, fact: Callable[[str], Fact]) -> bool:
    """Tell whether an index is an integer made of names and numbers by sums, differences and products."""
    if isinstance(node, gast.Constant):
        return type(node.value) is int
    if isinstance(node, gast.Name):
        known = fact(node.id)
        return known.is_scalar and not known.is_array and known.dtype is not None and known.dtype.kind == "i"
    if isinstance(node, gast.UnaryOp):
        return isinstance(node.op, gast.USub) and _is_integer(node.operand, fact)
    is_sum = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add | gast.Sub | gast.Mult)
    return is_sum and _is_integer(node.left, fact) and _is_integer(node.right, fact)


def _number(node: gast.expr) -> int | None:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, gast.Constant) and type(node.value) is int else None


def _plus(index: gast.expr, more: int) -> gast.expr:
    return binary(index, gast.Add(), constant(more)) if more else index


def index_names(region: Region) -> set[str]:
    """Return the names that the indices of a region read."""
    return {found for axis in region.axes if not isinstance(axis, Span) for found in names_in(axis)}
