"""Facts of the matrices of scipy.sparse, through which no derivative flows: their products with arrays are followed.

before: ``A @ x``, ``x @ A``, ``A.T @ x``, ``A.dot(x)``   after: the facts of a new array, the rule of ``np.matmul``

Guarantees: a sparse matrix is never active, and whatever else is made of one is unknown. Requires nothing of SciPy: a
program without it has no such matrix.
"""

import sys
from typing import Any

import numpy as np

from cladpy.ir.fact import Dim, Fact, array

SPARSE = "sparse"
_SAME_KIND = frozenset({"transpose", "conj", "conjugate", "copy", "tocsr", "tocsc", "tocoo"})
_DENSE = frozenset({"toarray"})


def sparse_fact(value: Any) -> Fact | None:
    """Return the facts of a live sparse matrix, or None for any other value."""
    library = sys.modules.get("scipy.sparse")
    if library is None or not library.issparse(value) or len(value.shape) != 2:
        return None
    return Fact(SPARSE, dtype=value.dtype)


def is_product(left: Fact, right: Fact) -> bool:
    """Tell whether ``left @ right`` is the product of a sparse matrix and an array of one or two dimensions."""
    kinds = {left.kind, right.kind}
    dense = right if left.kind == SPARSE else left
    return kinds == {SPARSE, "array"} and dense.ndim in (1, 2)


def product_fact(left: Fact, right: Fact, label: str) -> Fact | None:
    """Return the facts of a product of a sparse matrix and an array, or None for any other."""
    if not is_product(left, right):
        return None
    rank = right.ndim if left.kind == SPARSE else left.ndim
    dtypes = [fact.dtype for fact in (left, right)]
    dtype = None if any(each is None for each in dtypes) else np.result_type(*dtypes)
    return array(dtype, tuple(Dim(f"{label}:{axis}") for axis in range(rank or 0)))


def method_fact(owner: Fact, name: str, arguments: list[Fact], label: str) -> Fact | None:
    """Return the facts of what a method of a sparse matrix gives, or None where it is not known."""
    if owner.kind != SPARSE:
        return None
    if name == "dot" and len(arguments) == 1:
        return product_fact(owner, arguments[0], label)
    if name in _SAME_KIND and not arguments:
        return owner
    if name in _DENSE and not arguments:
        return array(owner.dtype, tuple(Dim(f"{label}:{axis}") for axis in range(2)))
    return None
