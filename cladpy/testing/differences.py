"""Numerical derivatives along a line: central differences at several step sizes, and the complex step."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

STEPS = (1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-3, 1e-2, 3e-2, 1e-1)
"""Step sizes in the order in which they are tried, relative to the size of each number that moves.

Truncation grows with ``step ** 4`` and rounding with ``1 / step``: for most functions both are below 1e-11
at 1e-3. Small steps serve where a kink or a branch is near, large ones where the function itself rounds.
"""

COMPLEX_STEP = 1e-30  # nothing is subtracted, so that only truncation counts: its square vanishes beside 1


@dataclass(frozen=True, slots=True)
class Quotient:
    """A numerical derivative.

    Parameters
    ----------
    value : float
        The derivative; NaN if no step gave one.
    doubt : float
        How far the best two neighbouring steps differ.
    tried : tuple of (float, float)
        Each step size with what it gave.
    """

    value: float
    doubt: float
    tried: tuple[tuple[float, float], ...]


def difference(along: Callable[[float], float], enough: float, noise: float = 0.0) -> Quotient:
    """Differentiate a function of the distance along a line, at distance 0.

    Parameters
    ----------
    along : callable
        From a distance to the value there; NaN where the function has none.
    enough : float
        Doubt that ends the search.
    noise : float
        Rounding of the values: two small steps may agree by chance, and this over the step is in doubt anyway.

    Examples
    --------
    >>> round(difference(lambda t: math.exp(2 * t), 1e-9).value, 9)
    2.0
    >>> round(difference(lambda t: abs(t - 1e-5), 1e-9).value, 9)  # the kink is nearer than most steps
    -1.0
    """
    tried: dict[float, float] = {}
    best = (math.inf, math.nan)
    for step in STEPS:
        tried[step] = _central(along, step)
        best = min(best, *_agreements(tried, step, noise), key=lambda pair: pair[0])
        if best[0] <= enough:
            break
    return Quotient(best[1], best[0], tuple(sorted(tried.items())))


def _central(along: Callable[[float], float], step: float) -> float:
    """Return the four-point central difference, whose error is of fourth order."""
    near, far = along(step) - along(-step), along(2 * step) - along(-2 * step)
    return (8 * near - far) / (12 * step)


def _agreements(tried: dict[float, float], step: float, noise: float) -> list[tuple[float, float]]:
    """Return the doubt in the new step and in its neighbours among those tried, each with the slope in doubt."""
    order = sorted(tried)
    place = order.index(step)
    pairs = itertools.pairwise(order[max(place - 1, 0) : place + 2])
    doubts = [(abs(tried[small] - tried[large]) + noise / small, tried[small]) for small, large in pairs]
    return [pair for pair in doubts if not math.isnan(pair[0])] or [(math.inf, math.nan)]


def complex_step(along: Callable[[complex], complex]) -> float | None:
    """Differentiate by a step along the imaginary axis; None where the function does not take complex numbers.

    The result is exact to rounding where the function is analytic, and wrong without notice elsewhere
    (``abs``, comparisons): compare it with a difference before use.

    Examples
    --------
    >>> complex_step(lambda t: (3 + t) ** 2)
    6.0
    """
    try:
        slope = complex(along(1j * COMPLEX_STEP)).imag / COMPLEX_STEP
    except Exception:  # noqa: BLE001 - whatever a primal raises for complex numbers says that it is not analytic
        return None
    return slope if math.isfinite(slope) else None
