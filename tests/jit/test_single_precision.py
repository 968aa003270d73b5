"""Arrays of float32 in text for numba, which widens them beside Python's numbers."""

import math

import numpy as np
import pytest

from cladpy import jacobian, pullback, pushforward, value_and_gradient
from tests.jit.interpreted import run

NARROW = np.float32
LINE = np.array([1.0, 3.0, 2.0, 0.5, 0.7], NARROW)
TABLE = np.random.default_rng(0).normal(size=(6, 3)).astype(NARROW)
LABELS = (TABLE[:, 0] > 0).astype(NARROW)


def moments(x):
    return np.mean(x * 2.5) + np.max(x) + np.sum(x**2) + np.std(x)


def rod(x, k):
    u = x.copy()
    for _ in range(3):
        u[1:-1] = u[1:-1] + k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def by_elements(x, k):
    u, s = x.copy(), 0.0
    for j in range(1, len(u)):
        u[j] = u[j - 1] * k + u[j] / 3
        s += u[j] * x[j]
    return s + max(u[0] * k, 0.0)


def of_python(x):
    s = 0.0
    for v in x:
        s += math.exp(v) + math.hypot(float(v), 1.0) / 2
    return s


def logistic(w, x, y):
    p = 1 / (1 + np.exp(-(x @ w)))
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def products(x, w):
    h = np.tanh(x @ np.outer(w, w))
    return np.sum(h @ w) + np.dot(w, w)


def rows(x, b):
    z = np.maximum(x * b + 0.1, 0)
    top = z.max(axis=1)
    return np.sum(np.exp(z - top[:, None]).sum(axis=1)) + np.sum((x + b) ** 2)


def mixed(x, y):
    return np.sum(x * y) + np.sum(np.sin(x) ** 2)


def number(x):
    return x * x * 0.1 + np.sin(x)


def filled(x, k):
    out = np.empty(len(x), dtype=np.float32)
    for n in range(len(x)):
        out[n] = x[n] * k if x[n] > 0.6 else 0.5 * x[n]
    return out.sum()


def branches(x, k):
    z = x if k > 1 else 2.0 * x
    for _ in range(2):
        z = np.sin(z) * z
    return np.sum(z)


PROGRAMS = [
    (moments, (LINE,)), (rod, (LINE, 0.2)), (by_elements, (LINE, 0.3)), (of_python, (LINE,)),
    (logistic, (LINE[:3], TABLE, LABELS)), (products, (TABLE, LINE[:3])), (rows, (TABLE, LINE[:3])),
    (mixed, (LINE, LINE.astype(float))), (number, (NARROW(0.7),)), (filled, (LINE, 0.3)), (filled, (LINE, NARROW(0.3))),
    (branches, (LINE, 0.3)),
]  # fmt: skip


def dtypes(values):
    """Return the names of the dtypes of values."""
    return [np.asarray(value).dtype.name for value in values]


@pytest.mark.parametrize(("function", "args"), PROGRAMS, ids=[each[0].__name__ for each in PROGRAMS])
def test_compiled_as_numpy_rounds(function, args):
    """Gradients are of the dtype of their arguments, and exact to its rounding."""
    pytest.importorskip("numba")
    value, adjoints = value_and_gradient(function, jit="numba")(*args)
    wide = [each.astype(float) if isinstance(each, np.ndarray | np.generic) else each for each in args]
    expected_value, expected = value_and_gradient(function)(*wide)
    expected, adjoints = (each if isinstance(each, tuple) else (each,) for each in (expected, adjoints))
    assert value == pytest.approx(float(expected_value), rel=2e-5)
    assert dtypes(adjoints) == dtypes(args)
    for adjoint, reference in zip(adjoints, expected, strict=True):
        np.testing.assert_allclose(adjoint, reference, rtol=2e-5, atol=2e-6)


def tilted(x, k):
    return np.tanh(k * x)[1:] * 2.5


def test_results_keep_their_dtype():
    """Results, tangents and columns that are arrays."""
    pytest.importorskip("numba")
    result, tangent = pushforward(tilted, "x", jit="numba")(LINE, 0.3, LINE)
    expected = pushforward(tilted, "x")(LINE, 0.3, LINE)
    adjoint = pullback(tilted, "x", jit="numba")(LINE, 0.3, LINE[1:])
    columns = jacobian(tilted, "x", jit="numba")(LINE, 0.3)
    assert dtypes([result, tangent, adjoint, columns]) == ["float32"] * 4
    np.testing.assert_allclose(result, expected[0], rtol=1e-5)
    np.testing.assert_allclose(tangent, expected[1], rtol=1e-5)
    np.testing.assert_allclose(columns, jacobian(tilted, "x")(LINE, 0.3), rtol=1e-5)


def test_arrays_are_cast_where_they_get_a_name():
    """An array that a loop fills is made so; what numba makes is cast; names and parts of them are not."""
    text, _ = run(rows, (TABLE, LINE[:3]))
    assert "z = np.empty(x.shape, np.float32)" in text
    assert "as_single(np.exp(z - top[:, None]))" in text
    assert "as_single" not in run(by_elements, (LINE, 0.3))[0]
    assert "np.float64(" not in run(number, (0.7,))[0]


def test_functions_of_math_take_64_bits():
    """NumPy's number of 32 bits becomes Python's float there."""
    assert "math.exp(np.float64(v))" in run(of_python, (LINE,))[0]


def test_products_of_two_dtypes_are_made_in_the_wider():
    """Numba has none of two dtypes."""
    text, _ = run(mixed_product, (TABLE, np.ones(3)))
    assert "x.astype(np.float64) @ w" in text


def mixed_product(x, w):
    return np.sum(x @ w)


def test_64_bits_are_left_alone():
    """Nothing is cast."""
    text, _ = run(rows, (TABLE.astype(float), np.ones(3)))
    assert "as_single" not in text
    assert "float32" not in text
