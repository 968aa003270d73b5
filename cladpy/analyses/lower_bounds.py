"""Tell numbers that the values of versions do not fall below: squares, exponentials, and sums of such with a literal.

Direction: from a version to what it is made of, when it is asked for; lattice: numbers, minus infinity where nothing is
known; meet: minimum, which none is needed for, as joins are unknown. Where an operand is certainly away from 0, a
quotient, root or power of it has no singular point, and its adjoint needs no guard.

Requires facts and operations. Soundness: NaN aside, of which comparisons say nothing; what is stored into later, is
complex or has less than 32 bits is unknown. Rounding keeps order, so that the bounds hold of what is computed.
"""

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import gast
import numpy as np

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import Apply, Copy, Item
from cladpy.rules.roots import CUBE_ROOTS, MODULI, POWERS, PRODUCTS, SQUARE_ROOTS, SQUARES

UNKNOWN = -math.inf
AWAY = 1e-30  # of which float32 holds the reciprocal
SMALLEST = 4  # bytes of a floating number whose reciprocals reach that far

Bounds = Iterable[float]


def _of_positive(number: float) -> Callable[[float], float]:
    """Return the bound of a function that is nowhere negative, and 0 at most where nothing is known of its operand."""
    return lambda _bound: number


def _product(left: float, right: float) -> float:
    return left * right if min(left, right) >= 0 else UNKNOWN


OF_ONE: Mapping[object, Callable[[float], float]] = {
    **dict.fromkeys((np.exp, np.exp2, math.exp, *MODULI, *SQUARES), _of_positive(0.0)),
    **dict.fromkeys((np.cosh, math.cosh), _of_positive(1.0)),
    **dict.fromkeys(SQUARE_ROOTS, lambda bound: math.sqrt(max(bound, 0.0))),
    **dict.fromkeys((np.sum, np.ndarray.sum), lambda bound: 0.0 if bound >= 0 else UNKNOWN),  # which may be empty
    **dict.fromkeys((np.mean, np.ndarray.mean, np.max, np.ndarray.max, np.amax, np.min, np.ndarray.min),
                    lambda bound: bound),
}  # fmt: skip
OF_TWO: Mapping[object, Callable[[float, float], float]] = {
    **dict.fromkeys((np.add, operator.add), lambda left, right: left + right),
    **dict.fromkeys(PRODUCTS, _product),
    **dict.fromkeys((np.divide, operator.truediv), lambda left, right: 0.0 if min(left, right) >= 0 else UNKNOWN),
    np.maximum: max,
}
AT_ZERO: Mapping[object, str] = {  # the operand at whose 0 an operation is singular
    **dict.fromkeys((np.divide, operator.truediv), "y"),
    **dict.fromkeys((np.reciprocal, np.log, np.log2, np.log10, math.log, math.log2, math.log10), "x"),
    **dict.fromkeys((*SQUARE_ROOTS, *CUBE_ROOTS, *POWERS), "x"),
}


@dataclass(slots=True)
class LowerBounds:
    """The lower bounds of one function's versions.

    Parameters
    ----------
    analysis : FunctionAnalysis

    Examples
    --------
    >>> LowerBounds(None).of(gast.Constant(2, None))
    2.0
    """

    analysis: FunctionAnalysis
    known: dict[str, float] = field(default_factory=dict)

    def is_regular(self, operation: Apply) -> bool:
        """Tell whether an operation is certainly not at its singular point."""
        operand = AT_ZERO.get(operation.rule.function)
        return operand is not None and operand in operation.arguments and self.of(operation.arguments[operand]) >= AWAY

    def of(self, node: gast.expr) -> float:
        """Return a number that a value does not fall below."""
        if isinstance(node, gast.Constant) and type(node.value) in (int, float):
            return float(node.value)
        if not isinstance(node, gast.Name) or not self._is_real(node.id):
            return UNKNOWN
        if node.id not in self.known:
            self.known[node.id] = UNKNOWN  # of what is made of itself
            self.known[node.id] = self._of_version(node.id)
        return self.known[node.id]

    def _is_real(self, version: str) -> bool:
        known = version in self.analysis.versions.table and self.analysis.versions.table[version].kind == "assign"
        dtype = self.analysis.fact(version).dtype if known else None
        wide = dtype is not None and (dtype.kind in "iu" or (dtype.kind == "f" and dtype.itemsize >= SMALLEST))
        return wide and self.analysis.fact(version).is_number and not self.analysis.stores.is_stored(version)

    def _of_version(self, version: str) -> float:
        made = self.analysis.operations.get(version)
        if isinstance(made, Copy):
            return self.of(made.atom)
        if isinstance(made, Item):
            return self.of(made.owner)
        if not isinstance(made, Apply):
            return UNKNOWN
        initial = made.facts.get("initial")
        if not made.arguments or not (initial is None or initial.absent):
            return UNKNOWN
        function, x, y = made.rule.function, next(iter(made.arguments.values())), made.arguments.get("y")
        if _is_square(made):
            return 0.0
        if function in OF_ONE:
            return OF_ONE[function](self.of(x))
        if function in POWERS:
            return _of_power(self.of(x), made.facts["y"].value if made.facts["y"].literal else None)
        bound = OF_TWO[function](self.of(x), self.of(y)) if function in OF_TWO and y is not None else UNKNOWN
        return UNKNOWN if math.isnan(bound) else bound


def _of_power(bound: float, exponent: object) -> float:
    """Return the bound of a power of what is not negative."""
    if not isinstance(exponent, int | float) or not bound >= 0:
        return UNKNOWN
    return min(bound, 1.0) ** exponent if exponent > 0 else 0.0


def _is_square(made: Apply) -> bool:
    """Tell whether an operation multiplies a value with itself, or has a literal even exponent."""
    x, y = made.arguments.get("x"), made.arguments.get("y")
    if made.rule.function in PRODUCTS:
        return isinstance(x, gast.Name) and isinstance(y, gast.Name) and x.id == y.id
    exponent = made.facts["y"] if made.rule.function in POWERS else None
    return exponent is not None and exponent.literal and type(exponent.value) is int and exponent.value % 2 == 0
