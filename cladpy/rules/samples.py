"""Where a rule is tested: how its arguments are drawn, at which shapes, and its singular points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from cladpy.errors import CladpyError

Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
"""Draws an array of a shape: float64, or bool for a mask."""

_MARGIN = 0.25  # distance kept from a singular point: central differences step by less than a hundredth of it

_HALF = 0.5  # true and false equally often


@dataclass(frozen=True, slots=True)
class Samples:
    """Describe the arguments that a rule is tested with; combine with ``&``.

    Parameters
    ----------
    draws : mapping of str to Draw
        How a parameter is drawn; under ``""`` all the others.
    filters : tuple of (str, float)
        Parameters (``""``: all) and values that they keep away from.
    calls : tuple of str
        Argument lists, see :func:`calls`.
    standard : bool
        Test an elementwise rule with the standard argument lists too.
    real : bool
        Test with real numbers only, see :func:`real`.
    """

    draws: Mapping[str, Draw] = field(default_factory=lambda: MappingProxyType({}))
    filters: tuple[tuple[str, float], ...] = ()
    calls: tuple[str, ...] = ()
    standard: bool = True
    real: bool = False

    def __and__(self, other: "Samples") -> "Samples":
        draws = MappingProxyType({**self.draws, **other.draws})
        standard, real = self.standard and other.standard, self.real or other.real
        return Samples(draws, self.filters + other.filters, self.calls + other.calls, standard, real)

    def draw(self, name: str, shape: tuple[int, ...], generator: np.random.Generator) -> np.ndarray:
        """Return an array for a parameter.

        Raises
        ------
        CladpyError
            C901 if nothing says how the parameter is drawn.
        """
        how = self.draws.get(name) or self.draws.get("")
        if how is None:
            raise CladpyError("C901", f"the samples do not say how to draw '{name}'")
        array = how(generator, shape)
        for parameter, point in self.filters:
            if parameter in ("", name):
                array = _pushed_away(array, point)
        return array


@dataclass(frozen=True, slots=True)
class SingularPoint:
    """State the adjoints that a rule gives at one point, as the documented conventions have them.

    Parameters
    ----------
    arguments : mapping of str to float
        The point.
    adjoints : mapping of str to float
        The adjoint of a parameter under the cotangent 1; under the cotangent 0 it must be exactly 0.
    literals : frozenset of str
        Parameters that are numbers written in the source.
    """

    arguments: Mapping[str, float]
    adjoints: Mapping[str, float]
    literals: frozenset[str] = frozenset()


def normal(*names: str, scale: float = 1.0) -> Samples:
    """Draw the named parameters (none: all) from a normal distribution."""
    return _drawn(names, lambda generator, shape: scale * generator.standard_normal(shape))


def with_nan(*names: str) -> Samples:
    """Draw the named parameters (none: all) from a normal distribution, every fifth element NaN."""

    def drawn(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        array = generator.standard_normal(shape)
        array.reshape(-1)[2::5] = np.nan
        return array

    return _drawn(names, drawn)


def uniform(low: float, high: float, *names: str) -> Samples:
    """Draw the named parameters (none: all) evenly between two bounds."""
    return _drawn(names, lambda generator, shape: generator.uniform(low, high, shape))


def positive(*names: str) -> Samples:
    """Draw the named parameters (none: all) between 0.3 and 3: away from the singular points at 0."""
    return uniform(0.3, 3.0, *names)


def unit_interval(*names: str) -> Samples:
    """Draw the named parameters (none: all) between -0.9 and 0.9: inside the domain of arcsin and arctanh."""
    return uniform(-0.9, 0.9, *names)


def booleans(*names: str) -> Samples:
    """Draw the named parameters (none: all) as masks."""
    return _drawn(names, lambda generator, shape: generator.random(shape) < _HALF)


def away_from(point: float, *names: str) -> Samples:
    """Keep the named parameters (none: all) a quarter away from a point."""
    return Samples(filters=tuple((name, point) for name in names or ("",)))


def calls(*texts: str) -> Samples:
    """Test a rule with these argument lists.

    Each text is the inside of a call: ``x[3, 4]`` draws an array of that shape for ``x``, ``x[()]`` a
    zero-dimensional one, ``float(x[()])`` a Python float; everything else is Python, with ``np``.

    Examples
    --------
    >>> samples = normal() & calls("x[3, 4], axis=0", "[x[2, 3], x[1, 3]], axis=-2")
    >>> samples.calls
    ('x[3, 4], axis=0', '[x[2, 3], x[1, 3]], axis=-2')
    """
    return Samples(calls=texts)


def only(*texts: str) -> Samples:
    """Test a rule with these argument lists and not with the standard ones of elementwise rules; see :func:`calls`."""
    return Samples(calls=texts, standard=False)


def real() -> Samples:
    """Test a rule that takes complex numbers with real ones only: random cotangents do not suit it otherwise."""
    return Samples(real=True)


def at(*, literal: str = "", **values: float) -> SingularPoint:
    """State a singular point and its adjoints: ``at(x=0.0, d_x=math.inf)``.

    `literal` names, separated by blanks, the parameters that are numbers in the source.
    """
    adjoints = {name[2:]: value for name, value in values.items() if name.startswith("d_")}
    arguments = {name: value for name, value in values.items() if not name.startswith("d_")}
    return SingularPoint(MappingProxyType(arguments), MappingProxyType(adjoints), frozenset(literal.split()))


def _drawn(names: tuple[str, ...], how: Draw) -> Samples:
    return Samples(MappingProxyType(dict.fromkeys(names or ("",), how)))


def _pushed_away(array: Any, point: float) -> np.ndarray:
    """Return the values moved outwards until none is nearer to the point than the margin."""
    return np.asarray(array + np.where(array < point, -_MARGIN, _MARGIN))
