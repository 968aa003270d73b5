"""Facts that hold for the sizes and whole numbers of one call alone.

before: ``x: array f8[?]``, ``n: int``, of a call with three rows and ``n = 4``
after:  ``x: array f8[3]``, ``n: int 4``

Facts are those of a signature, of which sizes are no part, unless the structure of what a function builds depends on
them: a tree over the rows of an array, a chain of ``n`` links. Requires facts of these very values. Guarantees: they
hold of every call that has the sizes listed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from cladpy.ir.fact import Dim, Fact

MOST = 64  # a longer loop stays one

Path = tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Size:
    """A whole number that facts rely on: where it is found in an argument, and what it is there.

    Parameters
    ----------
    parameter : str
    path : tuple of (str, object)
        Steps to it: ("item", key), ("attribute", name); the last may be ("shape", axis).
    number : int
    """

    parameter: str
    path: Path
    number: int


def sized(facts: Mapping[str, Fact], values: Mapping[str, object]) -> tuple[dict[str, Fact], tuple[Size, ...]]:
    """Return facts of arguments that know their sizes, and these.

    Examples
    --------
    >>> from cladpy.analyses.facts_of_values import fact_of
    >>> found, sizes = sized({"x": fact_of(np.ones(3), "x")}, {"x": np.ones(3)})
    >>> found["x"].dims[0].size, sizes
    (3, (Size(parameter='x', path=(('shape', 0),), number=3),))
    """
    found: list[Size] = []
    known = {each: _sized(fact, values[each], each, (), found) for each, fact in facts.items()}
    return known, tuple(found)


def _sized(fact: Fact, value: object, parameter: str, path: Path, found: list[Size]) -> Fact:
    if type(value) is int and fact.is_python and not fact.known and abs(value) <= MOST:
        found.append(Size(parameter, path, value))
        return replace(fact, value=value, known=True)
    if isinstance(value, np.ndarray) and fact.is_array and fact.dims is not None:
        found += [
            Size(parameter, (*path, ("shape", axis)), size) for axis, size in enumerate(value.shape) if size <= MOST
        ]
        return replace(fact, dims=tuple(map(_dim, fact.dims, value.shape)))
    if fact.items is None:
        return fact
    parts = dict(_parts(fact, value))
    items = [
        _sized(item, part, parameter, (*path, step), found)
        for item, (step, part) in zip(fact.items, parts.items(), strict=True)
    ]
    return replace(fact, items=tuple(items))


def _dim(dim: Dim, size: int) -> Dim:
    return dim_of(size) if size <= MOST else dim


def dim_of(size: int) -> Dim:
    """Return a dimension of which the size is known: all of one size are equal."""
    return Dim(str(size), one=size == 1, constant=True, size=size)


def size_of(dim: Dim) -> int | None:
    """Return the size of a dimension, if it is known."""
    return 1 if dim.one else dim.size


def _parts(fact: Fact, value: object) -> Iterator[tuple[tuple[str, object], object]]:
    """Yield what a container holds, in the order of its facts, with the step to it."""
    if isinstance(value, dict):
        yield from ((("item", key), value[key]) for key in fact.keys or ())
    elif isinstance(value, tuple | list):
        yield from ((("item", position), item) for position, item in enumerate(value))
    else:
        yield from ((("attribute", name), getattr(value, str(name))) for name in fact.keys or ())
