"""What library functions do to facts."""

import numpy as np
import pytest

from cladpy.analyses import transfer
from cladpy.ir.fact import BOOL, COMPLEX, FLOAT, INT, NONE, ONE, STR, Dim, Fact, array, of_constant, scalar
from tests.stages import fact_text

M, N, K = (Dim(name, one=False) for name in "mnk")
ANY = Dim("a")
SINGLE, DOUBLE = np.dtype("f4"), np.dtype("f8")


def of(*dims, dtype=DOUBLE):
    """Return the fact of an array."""
    return array(dtype, dims)


# ---- broadcasting ----


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ([(M, N), (N,)], "m, n"),
        ([(M, N), ()], "m, n"),
        ([(M, ONE), (ONE, N)], "m, n"),
        ([(ONE,), (ONE,)], "1"),
        ([(M,), (N,)], "m"),
        ([(ANY,), (ONE,)], "a?"),
        ([(ANY,), (M,)], "m"),
        ([(ANY,), (ANY,)], "a?"),
        ([(ANY,), (Dim("b"),)], "r:-1?"),
        ([(N,), (M, N), ()], "m, n"),
    ],
)
def test_dimensions_broadcast_from_the_right(operands, expected):
    """One that is never 1 decides; two that may be 1 make one of which nothing is known."""
    dims = transfer.broadcast_dims(operands, "r")
    assert ", ".join(dim.name + ("?" if dim.one is None else "") for dim in dims) == expected


def test_unknown_dimensions_stay_unknown():
    """Nothing is known of a result with an operand of unknown dimensions."""
    assert transfer.broadcast_dims([(M,), None], "r") is None


# ---- elementwise functions ----


@pytest.mark.parametrize(
    ("function", "operands", "expected"),
    [
        (np.add, [of(M, N), of(N)], "float64[m, n]"),
        (np.add, [of(M, dtype=SINGLE), FLOAT], "float32[m]"),
        (np.add, [of(M, dtype=SINGLE), scalar(DOUBLE)], "float64[m]"),
        (np.add, [scalar(SINGLE), FLOAT], "float32"),
        (np.add, [of(), of()], "float64"),
        (np.add, [of(M, dtype=np.dtype(int)), INT], "int64[m]"),
        (np.divide, [of(M, dtype=np.dtype(int)), INT], "float64[m]"),
        (np.greater, [of(M), FLOAT], "bool[m]"),
        (np.exp, [of(M, dtype=np.dtype(int))], "float64[m]"),
        (np.add, [of(M, dtype=None), FLOAT], "?[m]"),
        (np.add, [array(DOUBLE, None), FLOAT], "number float64[...]"),
        (np.add, [array(DOUBLE, None), of(M)], "float64[...]"),
        (np.add, [Fact("number"), FLOAT], "number ?[...]"),
        (np.subtract, [of(M, dtype=np.dtype(bool)), of(M, dtype=np.dtype(bool))], "?[m]"),
    ],
)
def test_elementwise_functions(function, operands, expected):
    """Dimensions broadcast; the dtype is what NumPy gives for such operands; no dimensions make a NumPy scalar."""
    assert fact_text(transfer.elementwise(function, operands, "r")) == expected


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("Add", [INT, INT], INT),
        ("Add", [INT, FLOAT], FLOAT),
        ("Div", [INT, INT], FLOAT),
        ("Mult", [BOOL, BOOL], INT),
        ("BitAnd", [BOOL, BOOL], BOOL),
        ("BitAnd", [BOOL, INT], INT),
        ("Add", [COMPLEX, FLOAT], COMPLEX),
        ("Pow", [INT, of_constant(2)], INT),
        ("Pow", [INT, INT], Fact("python", None, ())),
        ("Pow", [INT, of_constant(-1)], Fact("python", None, ())),
        ("Pow", [FLOAT, INT], FLOAT),
        ("Add", [Fact("python", None, ()), FLOAT], Fact("python", None, ())),
        ("Add", [FLOAT, scalar(DOUBLE)], None),
    ],
)
def test_operators_on_python_numbers(operator, operands, expected):
    """As in Python: a power of ints may be a float; of a NumPy number this says nothing."""
    assert transfer.python_operator(np.add, operands, operator) == expected


# ---- reductions and products ----


@pytest.mark.parametrize(
    ("function", "operand", "axis", "keepdims", "expected"),
    [
        (np.sum, of(M, N), None, None, "float64"),
        (np.sum, of(M, N), NONE, None, "float64"),
        (np.sum, of(M, N), of_constant(0), None, "float64[n]"),
        (np.sum, of(M, N), of_constant(-1), None, "float64[m]"),
        (np.sum, of(M, N), of_constant(-1), of_constant(True), "float64[m, 1]"),
        (np.sum, of(M, N), None, of_constant(True), "float64[1, 1]"),
        (np.sum, of(M, N, K), Fact("tuple", items=(of_constant(0), of_constant(-1))), None, "float64[n]"),
        (np.sum, of(M, dtype=np.dtype(bool)), None, None, "int64"),
        (np.mean, of(M, dtype=np.dtype(int)), None, None, "float64"),
        (np.max, of(M, dtype=SINGLE), None, None, "float32"),
        (np.sum, of(M, dtype=None), None, None, "?"),
    ],
)
def test_reductions(function, operand, axis, keepdims, expected):
    """The axes that are summed over go, or stay as 1."""
    assert fact_text(transfer.reduction(function, operand, axis, keepdims)) == expected


@pytest.mark.parametrize(
    ("operand", "axis", "keepdims"),
    [(of(M, N), INT, None), (of(M, N), None, BOOL), (array(DOUBLE, None), None, None), (STR, None, None)],
)
def test_reductions_of_which_nothing_is_said(operand, axis, keepdims):
    """An axis that is an argument of the primal, an operand of unknown dimensions."""
    assert transfer.reduction(np.sum, operand, axis, keepdims) is None


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (of(M, N), of(N, K), "float64[m, k]"),
        (of(M, N), of(N), "float64[m]"),
        (of(N), of(N, K), "float64[k]"),
        (of(N), of(N), "float64"),
        (of(K, M, N), of(N, ONE), "float64[k, m, 1]"),
        (of(ONE, M, N), of(K, N, M), "float64[k, m, m]"),
        (of(M, N, dtype=SINGLE), of(N, K), "float64[m, k]"),
    ],
)
def test_products(left, right, expected):
    """Rows of the left, columns of the right, batch dimensions broadcast."""
    assert fact_text(transfer.matmul(left, right, "r")) == expected


def test_a_product_with_a_number_is_none():
    """NumPy refuses it; unknown dimensions say nothing."""
    assert transfer.matmul(of(), of(N), "r") is None
    assert transfer.matmul(array(DOUBLE, None), of(N), "r") is None


def test_several_results_have_one_shape():
    """Each has its own dtype."""
    found = transfer.elementwise_results(np.frexp, [array(np.dtype(float), (ONE, Dim("n", one=False)))], "e")
    assert [item.dtype for item in found.items] == [np.dtype(float), np.dtype(np.int32)]
    assert {item.dims for item in found.items} == {(ONE, Dim("n", one=False))}
