"""What is known of sparse matrices and of what is made of them."""

import numpy as np
import pytest

pytest.importorskip("scipy.sparse")

from scipy import sparse

from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.sparse_matrices import SPARSE, is_product, method_fact, product_fact, sparse_fact
from cladpy.ir.fact import FLOAT, Dim, Fact, array

MATRIX = sparse.eye_array(3, dtype=np.float32)
FACT = Fact(SPARSE, dtype=np.dtype(np.float32))
VECTOR, COLUMNS = (array(np.dtype(float), tuple(Dim(name) for name in names)) for names in ("n", "nk"))


def test_of_a_matrix_the_dtype_is_known():
    """No derivative flows through it, and its fields are not looked at."""
    assert fact_of(MATRIX, "a") == FACT
    assert not FACT.may_hold_derivative


@pytest.mark.parametrize("value", [np.eye(3), 1.0, None, [MATRIX], sparse.coo_array(np.ones(3))])
def test_anything_else_is_none(value):
    """An array of one dimension too, whose products are others."""
    assert sparse_fact(value) is None


def test_products_are_arrays():
    """Of as many dimensions as the other operand, and of both dtypes."""
    assert product_fact(FACT, VECTOR, "p") == array(np.dtype(float), (Dim("p:0"),))
    assert product_fact(COLUMNS, FACT, "p") == array(np.dtype(float), (Dim("p:0"), Dim("p:1")))


@pytest.mark.parametrize("other", [FACT, FLOAT, Fact("unknown"), array(np.dtype(float), None)])
def test_other_products_are_not_known(other):
    """Of two sparse matrices, of numbers, of arrays of any number of dimensions."""
    assert not is_product(FACT, other)
    assert product_fact(FACT, other, "p") is None


def test_methods():
    """Those that give another such matrix, a dense one, or a product."""
    assert method_fact(FACT, "transpose", [], "m") == FACT
    assert method_fact(FACT, "toarray", [], "m").ndim == 2
    assert method_fact(FACT, "dot", [VECTOR], "m").ndim == 1
    assert method_fact(FACT, "sum", [], "m") is None
    assert method_fact(VECTOR, "dot", [VECTOR], "m") is None
