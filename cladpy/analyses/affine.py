"""Sums of integers over variables, and what the bounds of the variables say of their sign.

``i + 1`` is ``{i: 1}`` and 1. To prove that a sum is not negative each variable is replaced by the bound that makes the
sum least, those of inner loops first, until a number is left. Soundness: what cannot be proved is not known.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import gast

MOST_STEPS = 200  # replacements in one proof: far more than the loops of any nest


@dataclass(frozen=True, slots=True)
class Affine:
    """A number plus variables times numbers.

    Examples
    --------
    >>> (Affine.of("i") - Affine.of("j") + Affine(2)).terms
    {'i': 1, 'j': -1}
    """

    number: int = 0
    terms: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, variable: str) -> "Affine":
        """Return a variable."""
        return cls(0, {variable: 1})

    def __add__(self, other: "Affine") -> "Affine":
        sums = {v: self.terms.get(v, 0) + other.terms.get(v, 0) for v in {**self.terms, **other.terms}}
        return Affine(self.number + other.number, {v: factor for v, factor in sums.items() if factor})

    def __sub__(self, other: "Affine") -> "Affine":
        return self + other.times(-1)

    def times(self, factor: int) -> "Affine":
        """Return the product with a number."""
        return Affine(self.number * factor, {v: each * factor for v, each in self.terms.items()} if factor else {})

    def with_names(self, rename: Callable[[str], str]) -> "Affine":
        """Return the sum over other variables."""
        return Affine(self.number, {rename(v): factor for v, factor in self.terms.items()})


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of a variable: sums that it is not below, and sums that it does not exceed."""

    least: tuple[Affine, ...] = ()
    most: tuple[Affine, ...] = ()


Leaf = Callable[[gast.expr], "Affine | None"]


def affine(node: gast.expr, leaf: Leaf) -> Affine | None:
    """Return an integer expression as a sum; None if it is none.

    Parameters
    ----------
    node : expression
    leaf : callable
        Gives the sum that stands for what is neither a number nor a sum, a difference or a product.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> affine(parse("2 * (i - 1) + n"), lambda node: Affine.of(node.id))
    Affine(number=-2, terms={'i': 2, 'n': 1})
    """
    if isinstance(node, gast.Constant):
        return Affine(node.value) if type(node.value) is int else None
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = affine(node.operand, leaf)
        return None if inner is None else inner.times(-1)
    if not isinstance(node, gast.BinOp) or not isinstance(node.op, gast.Add | gast.Sub | gast.Mult):
        return leaf(node)
    left, right = affine(node.left, leaf), affine(node.right, leaf)
    if left is None or right is None:
        return None
    if isinstance(node.op, gast.Mult):
        return right.times(left.number) if not left.terms else left.times(right.number) if not right.terms else None
    return left + right if isinstance(node.op, gast.Add) else left - right


def is_nonnegative(whole: Affine, bounds: Mapping[str, Bound], order: Callable[[str], int]) -> bool:
    """Tell whether a sum is proved not to be negative.

    Parameters
    ----------
    whole : Affine
    bounds : mapping of str to Bound
    order : callable
        How deep inside a variable is bound: the deepest of which a bound is known is replaced first.

    Examples
    --------
    >>> i, j = Affine.of("i"), Affine.of("j")
    >>> bounds = {"i": Bound((j + Affine(1),)), "j": Bound((Affine(0),))}
    >>> is_nonnegative(i - j - Affine(1), bounds, "ji".index), is_nonnegative(j - i, bounds, "ji".index)
    (True, False)
    """
    return _Proof(bounds, order).holds(whole)


@dataclass(slots=True)
class _Proof:
    bounds: Mapping[str, Bound]
    order: Callable[[str], int]
    steps: int = 0

    def holds(self, whole: Affine) -> bool:
        self.steps += 1
        if not whole.terms:
            return whole.number >= 0
        if self.steps > MOST_STEPS:
            return False
        for variable in sorted(whole.terms, key=self.order, reverse=True):
            factor, known = whole.terms[variable], self.bounds.get(variable, Bound())
            ends = known.least if factor > 0 else known.most
            if ends:
                rest = Affine(whole.number, {v: each for v, each in whole.terms.items() if v != variable})
                return any(self.holds(rest + end.times(factor)) for end in ends)
        return False
