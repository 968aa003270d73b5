"""Lists and tuples of numbers and arrays, seen as their floating leaves."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def is_floating(value: object) -> bool:
    """Say whether a value is a floating number, real or complex, or an array of such."""
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind in "fc"
    return isinstance(value, float | complex)


def mapped(change: Callable[..., Any], value: Any, *others: Any) -> Any:
    """Return the structure with its floating leaves changed, the others being of the same structure.

    Examples
    --------
    >>> mapped(lambda x, y: x + y, [1.0, (2, 3.0)], [0.5, (None, 0.25)])
    [1.5, (2, 3.25)]
    """
    if isinstance(value, list | tuple):
        items = [mapped(change, *parts) for parts in zip(value, *others, strict=True)]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return change(value, *others) if is_floating(value) else value


def leaves(value: Any) -> Iterator[Any]:
    """Yield the floating leaves in order."""
    if isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    elif is_floating(value):
        yield value


def inner(value: Any, other: Any) -> tuple[float, float]:
    """Return the sum of products over all leaves of `value`, and the sum of their sizes.

    The leaves of `other` may broadcast. Of the products the real part counts: cotangents are bilinear, so that it is
    what a step adds to a real function.
    """
    terms: list[np.ndarray] = []
    mapped(lambda x, y: terms.append(np.real(np.multiply(x, y, dtype=np.complex128)).ravel()), value, other)
    every = np.concatenate([*terms, np.zeros(1)])
    return float(every.sum()), float(np.abs(every).sum())


def random_like(value: Any, generator: np.random.Generator) -> Any:
    """Return random numbers of the same structure, kinds, shapes and dtypes."""

    def drawn(leaf: Any) -> Any:
        number = generator.standard_normal(np.shape(leaf))
        if np.iscomplexobj(leaf):
            number = number + 1j * generator.standard_normal(np.shape(leaf))
        return number.astype(leaf.dtype) if isinstance(leaf, np.ndarray) else type(leaf)(number[()])

    return mapped(drawn, value)


def as_complex(value: Any, generator: np.random.Generator) -> Any:
    """Return the structure with random imaginary parts."""

    def changed(leaf: Any) -> Any:
        number = leaf + 1j * generator.uniform(0.2, 0.8, np.shape(leaf))
        if isinstance(leaf, np.ndarray):
            return np.asarray(number)
        return np.complex128(number) if isinstance(leaf, np.generic) else complex(number)

    return mapped(lambda leaf: leaf if np.iscomplexobj(leaf) else changed(leaf), value)


def as_turned(value: Any, generator: np.random.Generator) -> Any:
    """Return the structure with its complex leaves turned to any phase."""

    def turned(leaf: Any) -> Any:
        number = leaf * np.exp(1j * generator.uniform(-3, 3, np.shape(leaf)))
        return np.asarray(number) if isinstance(leaf, np.ndarray) else type(leaf)(number)

    return mapped(turned, value)


def as_float32(value: Any) -> Any:
    """Return the structure with its arrays and NumPy scalars in single precision; Python numbers stay."""
    return mapped(lambda leaf: _in_precision(leaf, np.float32), value)


def as_float64(value: Any) -> Any:
    """Return the structure with its arrays and NumPy scalars in double precision."""
    return mapped(lambda leaf: _in_precision(leaf, np.float64), value)


def _in_precision(leaf: Any, real: type[np.floating[Any]]) -> Any:
    if not hasattr(leaf, "dtype"):
        return leaf
    return leaf.astype(np.result_type(real, 0j) if leaf.dtype.kind == "c" else real)


def strided(value: Any) -> Any:
    """Return the structure with its arrays as views that are not contiguous."""
    return mapped(lambda leaf: np.repeat(leaf, 2, axis=-1)[..., ::2] if np.ndim(leaf) else leaf, value)
