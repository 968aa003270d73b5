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
    return tuple(einsum_operand_adjoint(d, subscripts, operands, place) for place in range(len(operands)))


def einsum_operand_adjoint(d: Any, subscripts: str, operands: Sequence[Any], place: int) -> Array:
    """Adjoint of the operand at a place; parameters and errors as for `einsum_adjoint`."""
    if not isinstance(subscripts, str):
        raise TypeError("[C404] np.einsum is differentiated with its labels as a string: np.einsum('ij,j', a, b)")
    arrays = [np.asarray(operand) for operand in operands]
    inputs, output = _labels(subscripts, [array.ndim for array in arrays])
    return _operand_adjoint(np.asarray(d), place, arrays, inputs, output)


def einsum_replaced(t: Any, subscripts: str, operands: Sequence[Any], place: int) -> Any:
    """Return ``np.einsum(subscripts, *operands)`` with `t` in the place of one operand."""
    return np.einsum(subscripts, *operands[:place], t, *operands[place + 1 :])


def einsum_second_adjoint(d: Any, t: Any, subscripts: str, operands: Sequence[Any], place: int) -> list[Any]:
    """Adjoints of the operands of ``einsum_operand_adjoint(d, subscripts, operands, place)`` for its cotangent `t`.

    Source
    ------
    Its inner product with t is that of d with the sum in which t stands at the place; the adjoint of any other operand
    is that of this sum, and the operand at the place is not read.
    """
    replaced = [*operands[:place], t, *operands[place + 1 :]]
    return [
        np.zeros_like(operand) if k == place else einsum_operand_adjoint(d, subscripts, replaced, k)
        for k, operand in enumerate(operands)
    ]


def einsum_second_tangent(tangents: Sequence[Any], d: Any, subscripts: str, operands: Sequence[Any], place: int) -> Any:
    """Tangent of ``einsum_operand_adjoint(d, subscripts, operands, place)`` for tangents of the operands."""
    moved = [
        einsum_operand_adjoint(d, subscripts, [*operands[:k], tangent, *operands[k + 1 :]], place)
        for k, tangent in enumerate(tangents)
        if k != place
    ]
    return sum(moved) if moved else np.zeros_like(operands[place])


def einsum_tangent(tangents: Sequence[Any], subscripts: str, operands: Sequence[Any]) -> Any:
    """Tangent of y = np.einsum(subscripts, *operands): the sum over the operands of the product with one replaced."""
    return sum(einsum_replaced(tangent, subscripts, operands, place) for place, tangent in enumerate(tangents))


def _operand_adjoint(d: Array, k: int, arrays: list[Array], inputs: list[str], output: str) -> Array:
    """Return the adjoint of one operand."""
    mine, shape = inputs[k], arrays[k].shape
    others = [*inputs[:k], *inputs[k + 1 :]]
    lengths = dict(zip(mine, shape, strict=True))
    full = _full_lengths(arrays, inputs)
    distinct = "".join(dict.fromkeys(mine))
    kept = "".join(c for c in distinct if c in output + "".join(others) and lengths[c] == full[c])
    product = _product([output, *others], [d, *arrays[:k], *arrays[k + 1 :]], kept, full)
    spread = np.reshape(product, _lengths_with_ones(distinct, kept, product.shape))
    if distinct == mine:
        return spread if spread.shape == shape else np.array(np.broadcast_to(spread, shape))
    adjoint = np.zeros(shape, product.dtype)
    np.einsum(f"{mine}->{distinct}", adjoint)[...] = spread  # a view of the diagonals, which may be written
    return adjoint


def _product(terms: list[str], arrays: list[Array], kept: str, full: dict[str, int]) -> Array:
    """Return the sum of products by labels; of two large operands by a product of matrices, which is BLAS's."""
    worthwhile = math.prod(full.values()) > _LARGE
    if worthwhile and len(arrays) == 2 and _is_of_matrices(terms, arrays, kept, full):
        return _matrix_product(terms, arrays, kept, full)
    return np.asarray(np.einsum(f"{','.join(terms)}->{kept}", *arrays, optimize=worthwhile))


def _is_of_matrices(terms: list[str], arrays: list[Array], kept: str, full: dict[str, int]) -> bool:
    """Tell whether labels are summed over, some are of one operand, none is repeated, and no length is stretched."""
    first, second = map(set, terms)
    plain = all(len(set(term)) == len(term) for term in terms) and first | second >= set(kept)
    whole = all(
        full[c] == n for term, array in zip(terms, arrays, strict=True) for c, n in zip(term, array.shape, strict=True)
    )
    return plain and whole and bool((first & second) - set(kept)) and first ^ second <= set(kept) and first != second


def _matrix_product(terms: list[str], arrays: list[Array], kept: str, full: dict[str, int]) -> Array:
    (first, second), (a, b) = terms, arrays
    stack = [c for c in kept if c in first and c in second]
    rows, columns = ([c for c in kept if c in term and c not in stack] for term in terms)
    summed = [c for c in first if c in second and c not in kept]
    sizes = [[full[c] for c in labels] for labels in (stack, rows, columns)]
    left = np.transpose(a, [first.index(c) for c in (*stack, *rows, *summed)])
    right = np.transpose(b, [second.index(c) for c in (*stack, *summed, *columns)])
    product = np.reshape(left, (*sizes[0], math.prod(sizes[1]), -1)) @ np.reshape(
        right, (*sizes[0], -1, math.prod(sizes[2]))
    )
    labels = [*stack, *rows, *columns]
    return np.transpose(np.reshape(product, [full[c] for c in labels]), [labels.index(c) for c in kept])


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
