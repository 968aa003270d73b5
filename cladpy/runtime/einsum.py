"""Adjoints of np.einsum: repeated labels, labels of one operand alone, ellipses, broadcast lengths."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from cladpy.runtime.reductions import Array

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LARGE = 20_000  # multiplications: finding an order of products costs as much as these, and then BLAS is faster


def einsum_adjoint(d: Any, subscripts: str, operands: Sequence[Any]) -> tuple[Array, ...]:
    """Adjoints of the operands for y = np.einsum(subscripts, *operands).

    Parameters
    ----------
    d : scalar or ndarray, shape of y
    subscripts : str
        With or without the result's labels; may hold an ellipsis.
    operands : sequence of ndarray

    Returns
    -------
    tuple of ndarray, the shapes of the operands

    Reads
    -----
    operands

    Raises
    ------
    TypeError
        C404 for the calling form without subscripts.

    Source
    ------
    The product is linear in each operand: its adjoint is the product of the cotangent with the other operands, over
    the labels that the operand lacks. A label of this operand alone was summed: its cotangent is spread. A label that
    it repeats was a diagonal: its cotangent goes there.

    Examples
    --------
    >>> einsum_adjoint(1.0, "ii", [np.ones((2, 2))])[0]
    array([[1., 0.],
           [0., 1.]])
    """
    if not isinstance(subscripts, str):
        raise TypeError("[C404] np.einsum is differentiated with its labels as a string: np.einsum('ij,j', a, b)")
    arrays = [np.asarray(operand) for operand in operands]
    inputs, output = _labels(subscripts, [array.ndim for array in arrays])
    return tuple(_operand_adjoint(np.asarray(d), k, arrays, inputs, output) for k in range(len(arrays)))


def einsum_tangent(tangents: Sequence[Any], subscripts: str, operands: Sequence[Any]) -> Any:
    """Tangent of y = np.einsum(subscripts, *operands): the sum over the operands of the product with one replaced."""
    return sum(np.einsum(subscripts, *operands[:k], tangent, *operands[k + 1 :]) for k, tangent in enumerate(tangents))


def _operand_adjoint(d: Array, k: int, arrays: list[Array], inputs: list[str], output: str) -> Array:
    """Return the adjoint of one operand."""
    mine, shape = inputs[k], arrays[k].shape
    others = [*inputs[:k], *inputs[k + 1 :]]
    lengths = dict(zip(mine, shape, strict=True))
    full = _full_lengths(arrays, inputs)
    distinct = "".join(dict.fromkeys(mine))
    kept = "".join(c for c in distinct if c in output + "".join(others) and lengths[c] == full[c])
    worthwhile = math.prod(full.values()) > _LARGE
    equation = f"{','.join([output, *others])}->{kept}"
    product = np.asarray(np.einsum(equation, d, *arrays[:k], *arrays[k + 1 :], optimize=worthwhile))
    spread = np.reshape(product, _lengths_with_ones(distinct, kept, product.shape))
    if distinct == mine:
        return spread if spread.shape == shape else np.array(np.broadcast_to(spread, shape))
    adjoint = np.zeros(shape, product.dtype)
    np.einsum(f"{mine}->{distinct}", adjoint)[...] = spread  # a view of the diagonals, which may be written
    return adjoint


def _lengths_with_ones(labels: str, kept: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    lengths = dict(zip(kept, shape, strict=True))
    return tuple(lengths.get(label, 1) for label in labels)


def _full_lengths(arrays: list[Array], inputs: list[str]) -> dict[str, int]:
    """Return the length of each label: where some operands have 1 they are stretched to the others'."""
    full: dict[str, int] = {}
    for array, labels in zip(arrays, inputs, strict=True):
        for label, length in zip(labels, array.shape, strict=True):
            full[label] = length if full.get(label, 1) == 1 else full[label]
    return full


def _labels(subscripts: str, ndims: list[int]) -> tuple[list[str], str]:
    """Return the labels of the operands and of the result, ellipses written out as letters not used otherwise."""
    left, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    stretched = [ndim - len(term) + 3 if "..." in term else 0 for term, ndim in zip(terms, ndims, strict=True)]
    free = [letter for letter in _LETTERS if letter not in subscripts][: max(stretched, default=0)]
    batch = "".join(free)
    inputs = [term.replace("...", batch[len(batch) - n :]) for term, n in zip(terms, stretched, strict=True)]
    if arrow:
        return inputs, output.replace("...", batch)
    letters = "".join(terms).replace(".", "")
    return inputs, batch + "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
