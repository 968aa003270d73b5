"""Lists and tuples of numbers and arrays, seen as their floating leaves."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def is_floating(value: object) -> bool:
    """Say whether a value is a floating number or an array of such."""
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind == "f"
    return isinstance(value, float)


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

    The leaves of `other` may broadcast; their real part counts, as for every real operand.
    """
    terms: list[np.ndarray] = []
    mapped(lambda x, y: terms.append(np.multiply(x, np.real(y), dtype=np.float64).ravel()), value, other)
    every = np.concatenate([*terms, np.zeros(1)])
    return float(every.sum()), float(np.abs(every).sum())


def random_like(value: Any, generator: np.random.Generator) -> Any:
    """Return random numbers of the same structure, kinds, shapes and dtypes."""

    def drawn(leaf: Any) -> Any:
        if isinstance(leaf, np.ndarray):
            return generator.standard_normal(leaf.shape).astype(leaf.dtype)
        return type(leaf)(generator.standard_normal())

    return mapped(drawn, value)


def as_float32(value: Any) -> Any:
    """Return the structure with its arrays and NumPy scalars in float32; Python floats stay."""
    return mapped(lambda leaf: leaf.astype(np.float32) if hasattr(leaf, "dtype") else leaf, value)


def as_float64(value: Any) -> Any:
    """Return the structure with its arrays and NumPy scalars in float64."""
    return mapped(lambda leaf: leaf.astype(np.float64) if hasattr(leaf, "dtype") else leaf, value)


def strided(value: Any) -> Any:
    """Return the structure with its arrays as views that are not contiguous."""
    return mapped(lambda leaf: np.repeat(leaf, 2, axis=-1)[..., ::2] if np.ndim(leaf) else leaf, value)
