"""Compare adjoints with numerical derivatives."""

import math
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.testing.cotangents import epsilon_of
from cladpy.testing.differences import Quotient, complex_step, difference
from cladpy.testing.lines import Direction, Line, directions, elements, wide
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.structures import leaves
from cladpy.testing.subject import Call

_FROM_VALUE = 1e-4  # the part of the value's size that counts as size of a slope: differences round with the value
_COARSE = 1e4  # tolerances: a difference that is less certain, to a thousandth, confirms nothing
_LISTED = 3  # wrong elements in a report
_SEARCHED = 200  # numbers of an argument up to which the wrong ones are searched for


@dataclass(frozen=True, slots=True)
class Slope:
    """What is expected along a direction.

    Parameters
    ----------
    quotient : Quotient
    exact : float or None
        The complex step's answer, if the function takes complex numbers and the quotient agrees.
    """

    quotient: Quotient
    exact: float | None

    @property
    def value(self) -> float:
        """Give the best value at hand."""
        return self.quotient.value if self.exact is None else self.exact

    @property
    def doubt(self) -> float:
        """Give how far the value may be off."""
        return self.quotient.doubt if self.exact is None else 0.0


def slope_along(line: Line, tolerance: float) -> Slope:
    """Differentiate along a line by numbers, to a tenth of the tolerance if that can be had."""
    noise = epsilon_of(line.call, None) * abs(line.at(0.0))
    quotient = difference(line.at, tolerance / 10, noise)
    exact = complex_step(line.at_complex) if line.is_real else None
    if exact is not None and not _confirmed(exact, quotient, tolerance):
        exact = None
    return Slope(quotient, exact)


def _confirmed(exact: float, quotient: Quotient, tolerance: float) -> bool:
    near = abs(exact - quotient.value) <= 10 * quotient.doubt + tolerance
    return near and quotient.doubt <= _COARSE * tolerance


def check_adjoint(call: Call, name: str, adjoint: Any, cotangent: tuple[Any, ...] | None, rtol: float) -> None:
    """Check the numbers of one adjoint along directions of its argument.

    Raises
    ------
    GradientMismatch
        ``gradient`` with the direction, both numbers and the worst elements; ``unsettled`` if the steps disagree.
    """
    call = _precise(call)
    argument = call.argument(name)
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    adjoints = tuple(leaf for _, leaf in leaves(adjoint))
    for direction in directions(name, argument, generator):
        line = Line(call, name, direction, cotangent)
        wrong = _difference_along(line, adjoints, rtol)
        if wrong is not None:
            if wrong.aspect == "gradient" and not direction.single:
                wrong = _with_elements(wrong, line, adjoints, rtol)
            raise wrong


def _precise(call: Call) -> Call:
    """Return the call in double precision, so that single precision does not round; as it is where that fails."""
    copy = call.copy()
    doubled = Call(copy.function, copy.bound)
    for name in tuple(copy.bound.arguments):
        doubled = doubled.with_argument(name, wide(copy.bound.arguments[name]))
    try:
        with np.errstate(all="ignore"):
            same = _near(call.copy().run(), doubled.copy().run())
    except Exception:  # noqa: BLE001 - a primal may insist on single precision in any way
        same = False
    return doubled if same else call


def _near(value: Any, other: Any) -> bool:
    pairs = zip(leaves(value), leaves(other), strict=True)
    return all(np.allclose(a, b, rtol=1e-3, atol=1e-4) for (_, a), (_, b) in pairs)


def _difference_along(line: Line, adjoints: tuple[Any, ...], rtol: float) -> GradientMismatch | None:
    found, size = _predicted(line.direction, adjoints)
    size += _FROM_VALUE * abs(line.at(0.0))
    slope = slope_along(line, rtol * size)
    tolerance = rtol * (size + abs(slope.value))
    off = abs(found - slope.value)
    if off <= tolerance:
        return None
    settled = not off <= 10 * slope.doubt + tolerance and math.isfinite(slope.value)
    return _mismatch("gradient" if settled else "unsettled", line.direction, found, slope, tolerance)


def _predicted(direction: Direction, adjoints: tuple[Any, ...]) -> tuple[float, float]:
    """Return what the adjoints give along a direction, and the sum of the terms' sizes."""
    with np.errstate(all="ignore"):
        pairs = zip(direction.parts, adjoints, strict=True)
        terms = [np.real(np.conj(part) * adjoint).ravel() for part, adjoint in pairs]
        every = np.concatenate([*terms, np.zeros(1)]).astype(float)
        return float(every.sum()), float(np.abs(every).sum())


def _mismatch(aspect: str, direction: Direction, found: float, slope: Slope, tolerance: float) -> GradientMismatch:
    scale = direction.scale
    found, expected = found / scale, slope.value / scale
    verdict = "is wrong" if aspect == "gradient" else "cannot be checked: the steps do not agree"
    steps = ", ".join(f"{step * scale:g}: {value / scale:.12g}" for step, value in slope.quotient.tried)
    details = [
        f"adjoint              {found:.12g}",
        f"numerical derivative {expected:.12g}",
        f"off by               {abs(found - expected):.3g}, tolerance {tolerance / scale:.3g}",
        f"differences by step  {steps}",
    ]
    if slope.exact is not None:
        details.append(f"complex step         {slope.exact / scale:.12g}")
    return GradientMismatch(aspect, f"the adjoint of {direction.text} {verdict}", details)


def _with_elements(wrong: GradientMismatch, line: Line, adjoints: tuple[Any, ...], rtol: float) -> GradientMismatch:
    """Add the elements that are furthest off to a report."""
    argument = line.call.argument(line.name)
    if sum(np.size(leaf) for _, leaf in leaves(argument)) > _SEARCHED:
        return wrong
    rows = []
    for direction in elements(line.name, argument):
        found = _predicted(direction, adjoints)[0] / direction.scale
        expected = slope_along(Line(line.call, line.name, direction, line.cotangent), rtol).value / direction.scale
        text = f"{direction.text}: adjoint {found:.9g}, numerical derivative {expected:.9g}"
        rows.append((abs(found - expected), text))
    rows.sort(key=lambda row: math.inf if math.isnan(row[0]) else row[0], reverse=True)
    listed = [text for _, text in rows[:_LISTED]]
    return GradientMismatch(wrong.aspect, wrong.message, [*wrong.details, "elements furthest off:", *listed])
