"""The ways back from differences, diagonals, determinants and eigenvalues, and from copies that may be views."""

import math
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime


@overload(runtime.diff_adjoint, strict=False)
def _diff_adjoint(d: Any, shape: Any, n: Any = 1, axis: Any = -1) -> Any:
    if not (_is_real(d, 1) and isinstance(n, types.Integer | types.Omitted | int)):
        return None

    def undone(d: Any, shape: Any, n: Any = 1, axis: Any = -1) -> Any:
        found = np.zeros(shape[0])
        if len(d) == 0:
            return found
        found[: len(d)] = d
        for length in range(len(d), len(d) + n):  # of a difference, from its last element on
            found[length] = found[length - 1]
            for place in range(length - 1, 0, -1):
                found[place] = found[place - 1] - found[place]
            found[0] = -found[0]
        return found

    return undone


@overload(runtime.restore_axes, strict=False)
def _restore_axes(reduced: Any, axis: Any = None, keepdims: Any = False) -> Any:
    if isinstance(reduced, types.Number):
        return lambda reduced, axis=None, keepdims=False: reduced
    return None


@overload(math.prod, strict=False)
def _prod(iterable: Any) -> Any:
    if not isinstance(iterable, types.UniTuple) or not isinstance(iterable.dtype, types.Integer):
        return None

    def multiplied(iterable: Any) -> Any:
        whole = 1
        for each in iterable:
            whole *= each
        return whole

    return multiplied


@overload(runtime.sum_neighbours_adjoint, strict=False)
def _sum_neighbours_adjoint(d: Any, shape: Any, axis: Any = -1) -> Any:
    if not isinstance(shape, types.UniTuple) or len(shape) != 1:
        return None
    if isinstance(d, types.Float):

        def of_number(d: Any, shape: Any, axis: Any = -1) -> Any:
            return of_pairs(np.full(max(shape[0] - 1, 0), d), shape[0])

        return of_number
    return (lambda d, shape, axis=-1: of_pairs(d, shape[0])) if _is_real(d, 1) else None


@numba.njit
def of_pairs(d: Any, length: int) -> Any:
    """Return, for each element, the sum of what belongs to the pairs that it is in."""
    if len(d) not in (1, max(length - 1, 0)):
        raise ValueError("[C402] a contribution of another length than the pairs of an array")
    found = np.zeros(length)
    for place in range(length - 1):
        each = d[0] if len(d) == 1 else d[place]
        found[place] += each
        found[place + 1] += each
    return found


@overload(runtime.diagonal_adjoint, strict=False)
def _diagonal_adjoint(d: Any, shape: Any, dtype: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    if not (_is_real(d, 1) or isinstance(d, types.Float)) or not isinstance(shape, types.UniTuple) or len(shape) != 2:
        return None
    if not isinstance(dtype, types.NumberClass | types.DType) or dtype.dtype != types.float64 or axis1 == 1:
        return None
    is_number = isinstance(d, types.Float)

    def placed(d: Any, shape: Any, dtype: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
        found = np.zeros(shape)
        row, column = max(0, -offset), max(0, offset)
        for place in range(max(0, min(shape[0] - row, shape[1] - column))):
            found[row + place, column + place] = element(d, place)
        return found

    return placed if is_number or d.ndim == 1 else None


@overload(runtime.diag_adjoint, strict=False)
def _diag_adjoint(d: Any, shape: Any, dtype: Any, k: Any = 0) -> Any:
    if not isinstance(shape, types.UniTuple):
        return None
    if len(shape) == 2:
        return lambda d, shape, dtype, k=0: runtime.diagonal_adjoint(d, shape, dtype, k)
    return (lambda d, shape, dtype, k=0: np.diag(d, k)) if _is_real(d, 2) else None


def element(value: Any, place: int) -> Any:
    """Return an element of a vector, or a number."""
    return value


@overload(element, strict=False)
def _element(value: Any, place: Any) -> Any:
    if isinstance(value, types.Array):
        return lambda value, place: value[0 if len(value) == 1 else place]
    return lambda value, place: value


@overload(runtime.det_adjoint, strict=False)
def _det_adjoint(d: Any, a: Any, y: Any) -> Any:
    if not (isinstance(d, types.Float) and isinstance(y, types.Float) and _is_real(a, 2)):
        return None

    def of_cofactors(d: Any, a: Any, y: Any) -> Any:
        if y != 0:
            return d * y * np.ascontiguousarray(np.linalg.inv(a).T)
        found = np.empty(a.shape)
        for row in range(len(a)):
            for column in range(len(a)):
                sign = -1.0 if (row + column) % 2 else 1.0
                found[row, column] = d * sign * np.linalg.det(minor(a, row, column))
        return found

    return of_cofactors


@numba.njit
def minor(a: Any, row: int, column: int) -> Any:
    """Return a square matrix without a row and a column: the decomposition that NumPy takes is slow to compile."""
    size = len(a) - 1
    found = np.empty((size, size))
    for i in range(size):
        for j in range(size):
            found[i, j] = a[i + (i >= row), j + (j >= column)]
    return found


@overload(runtime.eigvalsh_adjoint, strict=False)
def _eigvalsh_adjoint(d: Any, a: Any, uplo: Any = "L") -> Any:
    if not (_is_real(d, 1) and _is_real(a, 2)) or getattr(uplo, "literal_value", uplo) not in ("L", "l"):
        return None

    def of_vectors(d: Any, a: Any, uplo: Any = "L") -> Any:
        _, v = np.linalg.eigh(a)
        whole = (v * d) @ np.ascontiguousarray(v.T)
        for row in range(len(whole)):
            for column in range(row):
                whole[row, column] += whole[column, row]
                whole[column, row] = 0.0
        return whole

    return of_vectors


@overload(runtime.return_copy, strict=False)
def _return_copy(d_base: Any, d_view: Any) -> Any:
    if not isinstance(d_base, types.Array) or not isinstance(d_view, types.Array) or d_base.layout != "C":
        return None

    def returned(d_base: Any, d_view: Any) -> None:
        begin, place = d_base.ctypes.data, d_view.ctypes.data
        if d_view.size > 0 and not begin <= place < begin + d_base.nbytes:
            d_base += d_view.copy().reshape(d_base.shape)

    return returned


def _is_real(kind: Any, ndim: int) -> bool:
    return isinstance(kind, types.Array) and kind.ndim == ndim and kind.dtype == types.float64
