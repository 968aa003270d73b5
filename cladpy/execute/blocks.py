"""The blocks of a Jacobian: one array for each floating leaf of the result and each of the arguments.

The block of a leaf of shape ``r`` by one of shape ``a`` has the shape ``r + a``. Filled by columns, from tangents of
the result, or by rows, from adjoints of the arguments.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from cladpy.execute.leaves import Leaf, Place, dtype_of, leaves_of, shape_of, with_leaves
from cladpy.execute.structure import NumberLeaf, Structure


@dataclass(slots=True)
class Blocks:
    """Holds the blocks of a Jacobian.

    Parameters
    ----------
    result : Structure
        Of the result.
    arguments : sequence of Structure
        Of what was asked for.
    """

    result: Structure
    arguments: Sequence[Structure]
    found: dict[tuple[int, int, int], np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row, leaf in enumerate(leaves_of(self.result)):
            for argument, structure in enumerate(self.arguments):
                for column, other in enumerate(leaves_of(structure)):
                    shape = (*shape_of(leaf), *shape_of(other))
                    self.found[row, argument, column] = np.zeros(shape, dtype_of(leaf))

    def set_column(self, argument: int, place: Place, tangents: Sequence[object]) -> None:
        """Enter the tangents of the result's leaves for a unit tangent of one number of an argument."""
        for row, tangent in enumerate(tangents):
            self.found[row, argument, place.leaf][(..., *place.index)] = tangent  # type: ignore[index]

    def set_row(self, place: Place, argument: int, adjoints: Sequence[object]) -> None:
        """Enter the adjoints of an argument's leaves for a unit cotangent of one number of the result."""
        for column, adjoint in enumerate(adjoints):
            self.found[place.leaf, argument, column][place.index] = adjoint

    def structured(self, *, bare: bool) -> object:
        """Return the blocks in the structure of the result, each leaf of it in that of what was asked for."""
        rows = (self._row(row, leaf, bare=bare) for row, leaf in enumerate(leaves_of(self.result)))
        return with_leaves(self.result, rows)

    def _row(self, row: int, leaf: Leaf, *, bare: bool) -> object:
        made = [
            with_leaves(structure, self._entries(row, leaf, argument, structure))
            for argument, structure in enumerate(self.arguments)
        ]
        return made[0] if bare else tuple(made)

    def _entries(self, row: int, leaf: Leaf, argument: int, structure: Structure) -> Iterator[object]:
        for column, other in enumerate(leaves_of(structure)):
            block = self.found[row, argument, column]
            numbers = isinstance(leaf, NumberLeaf) and isinstance(other, NumberLeaf)
            yield leaf.kind(block[()]) if numbers else block  # type: ignore[union-attr]
