"""An array seen as rows: each holds the elements over which a reduction of some axes runs."""

import math
from dataclasses import dataclass

import numpy as np

from cladpy.runtime.reductions import Array, Axis, reduced_axes


@dataclass(frozen=True, slots=True)
class Lanes:
    """Turn arrays of a shape into rows and back.

    Parameters
    ----------
    shape : tuple of int
    axis : int, tuple of int or None
        What is reduced; None: all axes.

    Examples
    --------
    >>> lanes = Lanes((2, 3), axis=0)
    >>> lanes.rows(np.arange(6).reshape(2, 3))
    array([[0, 3],
           [1, 4],
           [2, 5]])
    >>> lanes.restored(np.ones((3, 2))).shape, lanes.reduced_shape(keepdims=True)
    ((2, 3), (1, 3))
    """

    shape: tuple[int, ...]
    axis: Axis

    @property
    def axes(self) -> tuple[int, ...]:
        """The reduced axes, counted from the front."""
        return reduced_axes(self.axis, len(self.shape))

    @property
    def last(self) -> tuple[int, ...]:
        """Where the reduced axes stand when they are the last ones."""
        return tuple(range(-len(self.axes), 0))

    @property
    def kept(self) -> tuple[int, ...]:
        """The lengths of the other axes."""
        return tuple(size for axis, size in enumerate(self.shape) if axis not in self.axes)

    def reduced_shape(self, *, keepdims: bool) -> tuple[int, ...]:
        """Return the shape of the reduction."""
        if not keepdims:
            return self.kept
        return tuple(1 if axis in self.axes else size for axis, size in enumerate(self.shape))

    def rows(self, x: Array) -> Array:
        """Return an array of the shape, or one that broadcasts to it, with a row for each element of the reduction."""
        moved = np.moveaxis(np.broadcast_to(x, self.shape), self.axes, self.last)
        return moved.reshape(math.prod(self.kept), math.prod(self.shape[axis] for axis in self.axes))

    def restored(self, rows: Array) -> Array:
        """Return an array of the shape from its rows."""
        lengths = tuple(self.shape[axis] for axis in self.axes)
        return np.moveaxis(rows.reshape(self.kept + lengths), self.last, self.axes)
