"""Tell whether two elements of an array are certainly different ones, by the ranges that their indices run through.

*Direction* none: what the loops around a place say of their variables. A loop's variable lies between the bounds of its
range while nothing in the loop binds it, nor what the bounds are made of. Soundness: an index below zero counts from
the end, so that both indices must be proved not to be negative; what cannot be proved is not known.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import gast

from cladpy.analyses.affine import Affine, Bound, affine, is_nonnegative
from cladpy.analyses.liveness import binds
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted, fingerprint, names_in
from cladpy.ir.fact import Fact

ONE = Affine(1)


@dataclass(frozen=True, slots=True)
class IndexRanges:
    """What is known of integers inside of loops.

    Parameters
    ----------
    fact : callable
        What is known of a name.
    bounds : dict of str to Bound
        By variable of a loop, where it lies.
    """

    fact: Callable[[str], Fact]
    bounds: dict[str, Bound] = field(default_factory=dict)  # those of outer loops first

    def inside(self, loop: ir.For) -> "IndexRanges":
        """Return what is known in the body of a loop."""
        bound = {found for each in ir.walk(loop.body) for found in binds(each)}
        known = {variable: each for variable, each in self.bounds.items() if variable != getattr(loop.target, "id", "")}
        ends = ends_of(loop)
        if ends is None or loop.target.id in bound or any(set(names_in(each)) & bound for each in ends):
            return IndexRanges(self.fact, known)
        start, stop, step = *map(self.sum_of, ends), step_of(loop)
        if start is not None and stop is not None and step is not None:
            low, high = (start, stop - ONE) if step > 0 else (stop + ONE, start)
            known[loop.target.id] = Bound((low,), (high,))
        return IndexRanges(self.fact, known)

    def sum_of(self, node: gast.expr) -> Affine | None:
        """Return an integer as a sum over variables and lengths; None if it is none."""
        return affine(node, self._leaf)

    def are_apart(self, left: gast.expr, right: gast.expr) -> bool:
        """Tell whether two indices of one array, read in the same iteration, are certainly of different elements."""
        for first, second in zip(parts_of(left), parts_of(right), strict=False):
            if isinstance(first, gast.Slice) or isinstance(second, gast.Slice):
                continue
            one, other = self.sum_of(first), self.sum_of(second)
            if one is None or other is None:
                return False  # a mask takes several axes, None takes none: the parts behind are not of one axis
            if self._differ(one, other):
                return True
        return False

    def _differ(self, left: Affine, right: Affine) -> bool:
        return any(
            self._is_nonnegative(low) and self._is_nonnegative(high - low - ONE)
            for low, high in ((left, right), (right, left))
        )

    def _is_nonnegative(self, whole: Affine) -> bool:
        return is_nonnegative(whole, self.bounds, [*_others(whole, self.bounds), *self.bounds].index)

    def _leaf(self, node: gast.expr) -> Affine | None:
        if isinstance(node, gast.Name):
            return Affine.of(node.id) if node.id in self.bounds or self._is_integer(node.id) else None
        owner = node.value.value if isinstance(node, gast.Subscript) and _is_shape(node.value) else None
        if isinstance(node, gast.Call) and dotted(node.func) == "len" and len(node.args) == 1:
            (owner,) = node.args
        is_length = isinstance(owner, gast.Name) and self.fact(owner.id).is_array
        return Affine.of(fingerprint(node)) if is_length else None

    def _is_integer(self, variable: str) -> bool:
        known = self.fact(variable)
        return known.is_scalar and not known.is_array and known.dtype is not None and known.dtype.kind == "i"


def ends_of(loop: ir.For) -> tuple[gast.expr, gast.expr] | None:
    """Return start and stop of a loop over a range with a variable; None if it is another loop."""
    iterable = loop.iterable
    if not isinstance(loop.target, gast.Name) or not isinstance(iterable, gast.Call) or iterable.keywords:
        return None
    if dotted(iterable.func) != "range":
        return None
    return (gast.Constant(0, None), iterable.args[0]) if len(iterable.args) == 1 else tuple(iterable.args[:2])


def step_of(loop: ir.For) -> int | None:
    """Return the step of a loop over a range, where it is written as a number."""
    if len(loop.iterable.args) < 3:
        return 1
    step = affine(loop.iterable.args[2], lambda _: None)
    return step.number if step is not None and not step.terms and step.number else None


def parts_of(index: gast.expr) -> list[gast.expr]:
    """Return the parts of an index, one an axis."""
    return list(index.elts) if isinstance(index, gast.Tuple) else [index]


def _is_shape(node: gast.AST) -> bool:
    return isinstance(node, gast.Attribute) and node.attr == "shape"


def _others(whole: Affine, bounds: dict[str, Bound]) -> list[str]:
    """Return the symbols that a proof may meet of which nothing is known."""
    ends = [end for bound in bounds.values() for end in (*bound.least, *bound.most)]
    return list(dict.fromkeys(symbol for each in (whole, *ends) for symbol in each.terms if symbol not in bounds))
