"""Lines through the arguments of a call, along which it is differentiated by numbers."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.testing.structures import leaves, mapped
from cladpy.testing.subject import Call

_ELEMENTS = 8  # up to as many numbers, each is moved by itself, so that none hides behind others
_RANDOM = 2  # directions beyond that: an error that both miss lies in a plane that was drawn before


@dataclass(frozen=True, slots=True)
class Direction:
    """Say how the numbers of one argument move.

    Parameters
    ----------
    text : str
        What moves, for the report: ``"x[2]"``, ``"x along random direction 1"``.
    parts : tuple of arrays
        One a floating leaf.
    scale : float
        Size of the only number that moves, or 1.
    single : bool
        Whether one number moves alone.
    """

    text: str
    parts: tuple[np.ndarray, ...]
    scale: float = 1.0
    single: bool = False


def directions(name: str, argument: Any, generator: np.random.Generator) -> Iterator[Direction]:
    """Yield the directions in which an argument is moved: each number alone if there are few, else random ones."""
    parts = list(leaves(argument, name))
    if sum(np.size(leaf) for _, leaf in parts) <= _ELEMENTS:
        yield from elements(name, argument)
        return
    for number in range(1, _RANDOM + 1):
        drawn = tuple(_sizes(leaf) * _random(leaf, generator) for _, leaf in parts)
        yield Direction(f"{name} along random direction {number}", drawn)


def elements(name: str, argument: Any) -> Iterator[Direction]:
    """Yield a direction for each number of an argument (two for a complex one)."""
    parts = [np.asarray(leaf) for _, leaf in leaves(argument, name)]
    zeros = [np.zeros(leaf.shape, complex if leaf.dtype.kind == "c" else float) for leaf in parts]
    for place, (path, leaf) in enumerate(leaves(argument, name)):
        sizes = _sizes(leaf)
        for index in np.ndindex(np.shape(leaf)):
            where = path + (f"[{', '.join(map(str, index))}]" if index else "")
            for unit in (1.0, 1j) if parts[place].dtype.kind == "c" else (1.0,):
                moved = [part.copy() for part in zeros]
                moved[place][index] = unit * sizes[index]
                text = where if unit == 1.0 else f"the imaginary part of {where}"
                yield Direction(text, tuple(moved), float(sizes[index]), single=True)


def _sizes(leaf: Any) -> np.ndarray:
    """Return the size of each number, at least 1: the unit in which it moves."""
    return np.maximum(1.0, np.abs(np.asarray(leaf, dtype=complex)))


def _random(leaf: Any, generator: np.random.Generator) -> Any:
    drawn = generator.standard_normal(np.shape(leaf))
    return drawn + 1j * generator.standard_normal(np.shape(leaf)) if np.iscomplexobj(leaf) else drawn


def moved(value: Any, parts: tuple[np.ndarray, ...], distance: complex) -> Any:
    """Return a structure with its floating leaves moved; along the imaginary axis they become complex."""
    following = iter(parts)

    def change(leaf: Any) -> Any:
        new = leaf + distance * next(following)
        if isinstance(leaf, np.ndarray):
            return np.asarray(new) if isinstance(distance, complex) else np.asarray(new, dtype=leaf.dtype)
        if isinstance(leaf, np.generic):
            return np.complex128(new) if isinstance(distance, complex) else leaf.dtype.type(new)
        return complex(new) if isinstance(distance, complex) else type(leaf)(new)

    return mapped(change, value)


def wide(value: Any) -> Any:
    """Return a structure with its floating leaves in double precision."""

    def change(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray | np.generic):
            return leaf
        return leaf.astype(np.result_type(leaf, np.float64))

    return mapped(change, value)


def inner(value: Any, parts: tuple[Any, ...] | None) -> complex:
    """Return the sum of products of a structure's leaves with cotangents; the plain value for None.

    Of a complex cotangent the conjugate counts, so that the real part is what a gradient predicts.
    """
    if parts is None:
        return complex(np.asarray(value)[()])
    found = [leaf for _, leaf in leaves(value)]
    return complex(sum((np.vdot(part, leaf) for part, leaf in zip(parts, found, strict=True)), start=0.0))


@dataclass(frozen=True, slots=True)
class Line:
    """The primal along a direction of one argument, as a number that depends on the distance.

    Parameters
    ----------
    call : Call
    name : str
        The parameter whose argument moves.
    direction : Direction
    cotangent : tuple of arrays, or None
        Weights of the result's leaves; None for a scalar result.
    """

    call: Call
    name: str
    direction: Direction
    cotangent: tuple[Any, ...] | None

    def at(self, distance: float) -> float:
        """Return the number at a distance; NaN where the primal raises."""
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return self._run(distance).real
        except (ArithmeticError, ValueError, IndexError):
            return float("nan")

    def at_complex(self, distance: complex) -> complex:
        """Return the number for complex arguments; a discarded imaginary part is an error."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("error", np.exceptions.ComplexWarning)
            return self._run(distance)

    @property
    def is_real(self) -> bool:
        """Tell whether everything that moves, and every weight, is real."""
        return not any(np.iscomplexobj(part) for part in (*self.direction.parts, *(self.cotangent or ())))

    def _run(self, distance: complex) -> complex:
        call = self.call.copy()
        argument = moved(call.argument(self.name), self.direction.parts, distance)
        return inner(call.with_argument(self.name, argument).run(), self.cotangent)
