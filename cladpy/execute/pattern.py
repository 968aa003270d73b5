"""The pattern of a sparse Jacobian: its colours, its entries, and a check that nothing lies outside."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.coloring import color_columns
from cladpy.execute.leaves import shape_of
from cladpy.execute.structure import ArrayLeaf, Structure

_ROUNDING = 1e4  # units in the last place: a sum of a row's entries, each computed in another order of operations


@dataclass(frozen=True)
class Pattern:
    """Where a matrix may be other than zero.

    Parameters
    ----------
    given : array of bool or sparse matrix
        As the user gave it.
    shape : (int, int)
        Numbers of the result and of the argument.
    row, column : ndarray of int
        The entries.
    """

    given: Any
    shape: tuple[int, int]
    row: np.ndarray
    column: np.ndarray

    @classmethod
    def of(cls, given: Any) -> "Pattern":
        """Read a pattern.

        Raises
        ------
        CladpyError
            C305 if it is no matrix.
        """
        is_sparse = hasattr(given, "tocoo")
        array: Any = given.tocoo() if is_sparse else np.asarray(given)
        if array.ndim != 2:
            raise CladpyError("C305", f"a pattern has two dimensions, not {array.ndim}", hint="rows are the result")
        row, column = (array.row, array.col) if is_sparse else np.nonzero(array)
        return cls(given, (int(array.shape[0]), int(array.shape[1])), np.asarray(row), np.asarray(column))

    @cached_property
    def columns(self) -> list[np.ndarray]:
        """Groups of columns that share no row."""
        return _groups(self.column, self.row, self.shape[1], self.shape[0])

    @cached_property
    def rows(self) -> list[np.ndarray]:
        """Groups of rows that share no column."""
        return _groups(self.row, self.column, self.shape[0], self.shape[1])

    @property
    def direction(self) -> str:
        """The mode that needs fewer sweeps."""
        return "forward" if len(self.columns) <= len(self.rows) else "reverse"

    def check_argument(self, arguments: Sequence[Structure]) -> ArrayLeaf:
        """Return the structure of the one array that is differentiated by.

        Raises
        ------
        CladpyError
            C305 if it is not one array, C402 if it is of another size than the pattern has columns.
        """
        if len(arguments) != 1 or not isinstance(arguments[0], ArrayLeaf):
            raise CladpyError("C305", "a pattern is for the Jacobian by one array", hint="name one parameter, an array")
        self._check_size("column", self.shape[1], arguments[0])
        return arguments[0]

    def check_result(self, result: Structure) -> None:
        """Refuse a result that is no array of as many numbers as the pattern has rows."""
        if not isinstance(result, ArrayLeaf):
            raise CladpyError("C305", "a pattern is for a function that returns one array", hint="return an array")
        self._check_size("row", self.shape[0], result)

    def _check_size(self, what: str, expected: int, leaf: ArrayLeaf) -> None:
        size = int(np.prod(shape_of(leaf)))
        if size != expected:
            raise CladpyError("C402", f"the pattern has {expected} {what}s, and there are {size} numbers")

    def expanded(self, found: Sequence[np.ndarray], direction: str) -> Any:
        """Return the matrix from its compressed form: sparse if the pattern was given so."""
        groups = self.columns if direction == "forward" else self.rows
        own, other = (self.column, self.row) if direction == "forward" else (self.row, self.column)
        color = np.zeros(self.shape[1] if direction == "forward" else self.shape[0], int)
        for number, group in enumerate(groups):
            color[group] = number
        packed = np.array(found) if found else np.zeros((1, 1))
        entries = packed[color[own], other] if own.size else np.zeros(0)
        if hasattr(self.given, "tocoo"):
            sparse = sys.modules["scipy.sparse"]
            return sparse.csr_array(sparse.coo_array((entries, (self.row, self.column)), shape=self.shape))
        made = np.zeros(self.shape, entries.dtype)
        made[self.row, self.column] = entries
        return made

    def check(self, made: Any, probe: np.ndarray, product: np.ndarray, name: str) -> None:
        """Compare the matrix times a random vector with the derivative along it: an entry outside would show.

        Raises
        ------
        CladpyError
            C406 if the pattern lacks an entry.
        """
        scale = abs(made) @ abs(probe) + np.abs(product)
        epsilon = np.finfo(product.dtype).eps
        off = np.flatnonzero(np.abs(made @ probe - product) > _ROUNDING * epsilon * scale)
        if off.size:
            raise CladpyError(
                "C406", f"row {off[0]} of {name} depends on a column that the pattern leaves out",
                hint="add the entry to the pattern",
            )  # fmt: skip


def _groups(own: np.ndarray, other: np.ndarray, count: int, others: int) -> list[np.ndarray]:
    order = np.argsort(own, kind="stable")
    bounds = np.searchsorted(own[order], np.arange(count + 1))
    met = [other[order[bounds[k] : bounds[k + 1]]] for k in range(count)]
    colors = np.array(color_columns(met, others), int)
    occupied = np.array([each.size > 0 for each in met], bool)
    numbers = sorted(set(colors[occupied].tolist()))
    return [np.flatnonzero((colors == number) & occupied) for number in numbers]
