"""The floating leaves of a structure, in order: their values, and structures made of others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from cladpy.execute.structure import ArrayLeaf, Branch, NumberLeaf, Structure, rebuild
from cladpy.runtime import no_adjoint

Leaf = ArrayLeaf | NumberLeaf


@dataclass(frozen=True, slots=True)
class Place:
    """One number of a structure: which leaf it is in, and where in that.

    Parameters
    ----------
    leaf : int
    index : tuple of int
    """

    leaf: int
    index: tuple[int, ...]


def leaves_of(structure: Structure) -> tuple[Leaf, ...]:
    """Return the floating leaves of a structure.

    Examples
    --------
    >>> from cladpy.execute.structure import structure_of
    >>> [shape_of(leaf) for leaf in leaves_of(structure_of({"w": np.ones((2, 3)), "n": 3, "b": 0.5}))]
    [(2, 3), ()]
    """
    if isinstance(structure, Branch):
        return tuple(leaf for item in structure.items for leaf in leaves_of(item))
    return (structure,) if isinstance(structure, ArrayLeaf | NumberLeaf) else ()


def shape_of(leaf: Leaf) -> tuple[int, ...]:
    """Return the shape of a leaf: () for a number."""
    return leaf.shape if isinstance(leaf, ArrayLeaf) else ()


def dtype_of(leaf: Leaf) -> np.dtype:
    """Return the dtype of a leaf."""
    return leaf.dtype if isinstance(leaf, ArrayLeaf) else np.dtype(leaf.kind)  # type: ignore[call-overload]


def size_of(structure: Structure) -> int:
    """Return how many floating numbers a structure holds."""
    return sum(prod(shape_of(leaf)) for leaf in leaves_of(structure))


def places_of(structure: Structure) -> Iterator[Place]:
    """Yield the places of the floating numbers of a structure."""
    for position, leaf in enumerate(leaves_of(structure)):
        for index in np.ndindex(shape_of(leaf)):
            yield Place(position, index)


def leaf_values(value: object, structure: Structure) -> list[object]:
    """Return the values in a structure, those of its floating leaves alone."""
    if not isinstance(structure, Branch):
        return [value] if isinstance(structure, ArrayLeaf | NumberLeaf) else []
    return [
        found
        for key, item in zip(structure.keys, structure.items, strict=True)
        for found in leaf_values(_part(value, structure, key), item)
    ]


def _part(value: object, branch: Branch, key: object) -> object:
    if branch.kind == "object" and not isinstance(value, tuple | list):
        return getattr(value, str(key))
    place = branch.keys.index(key) if branch.kind == "object" else key
    return value[place]  # type: ignore[index]


def with_leaves(structure: Structure, values: Iterator[object]) -> object:
    """Return a structure with these values for its floating leaves, and `no_adjoint` for the others."""
    if isinstance(structure, Branch):
        return rebuild(structure, [with_leaves(item, values) for item in structure.items])
    return next(values) if isinstance(structure, ArrayLeaf | NumberLeaf) else no_adjoint


def combination(structure: Structure, weights: Mapping[Place, float]) -> object:
    """Return a structure of zeros, but for the numbers at some places."""
    values: list[object] = []
    for position, leaf in enumerate(leaves_of(structure)):
        array = np.zeros(shape_of(leaf), dtype_of(leaf))
        for place, weight in weights.items():
            if place.leaf == position:
                array[place.index] = weight
        values.append(array if isinstance(leaf, ArrayLeaf) else leaf.kind(array[()]))
    return with_leaves(structure, iter(values))
