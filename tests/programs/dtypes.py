"""Types of numbers: floats, NumPy scalars, single precision, arrays without dimensions, integers beside them."""

import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
SINGLE = X.astype(np.float32)


@program(1.3, 0.4)
def python_floats(x, y):
    return x * y + x / y - x**y


@program(np.float64(1.3), 0.4)
def numpy_scalar_and_float(x, y):
    return x * y * y


@program(np.float32(1.3), np.float32(0.4))
def single_scalars(x, y):
    return x * y * y


@program(np.array(1.3), np.array(0.4))
def arrays_without_dimensions(x, y):
    return x * y * y


@program(np.array(1.3), 0.4)
def array_without_dimensions_augmented(x, y):
    x = x * 1.0
    x += y
    x *= x
    return x


@program(np.array(1.3), 0.4)
def array_argument_without_dimensions_augmented(x, y):
    x += y
    x *= y
    return x * x


@program(np.array(1.3), X)
def array_without_dimensions_in_a_loop(s, x):
    for v in x:
        s = s * v + v
    return s


@program(SINGLE)
def single_array(x):
    return np.sum(np.tanh(x) * x)


@program(SINGLE, 0.4)
def single_array_and_float(x, y):
    return np.sum(x * y) * y


@program(SINGLE, X)
def single_and_double(x, y):
    return np.sum(x * y * y)


@program(SINGLE)
def single_in_a_loop(x):
    s = x
    for _ in range(3):
        s = s * x + 1
    return np.sum(s)


@program(SINGLE)
def single_elements(x):
    s = 1.0
    for v in x:
        s = s * v + v
    return s


@program(SINGLE)
def single_array_stored(x):
    a = np.zeros(3, np.float32)
    for i in range(3):
        a[i] = x[i] * x[0]
    a *= 2.0
    return np.sum(a * a)


@program(SINGLE)
def widened(x):
    return np.sum(x.astype(np.float64) ** 2)


@program(SINGLE, np.float32(0.5))
def single_matrix_product(x, s):
    return np.outer(x, x) @ x @ x * s


@program(np.arange(4.0), 2, wrt="x")
def integer_exponent(x, n):
    return np.sum((x + 1) ** n) * n


@program(1.3, np.arange(3), wrt="x")
def integer_array_as_factor(x, k):
    return np.sum(x * k + x**k)


@program(1.3, 3, wrt="x")
def integer_arithmetic(x, n):
    return x * (n // 2) + x / n + (n % 2) * x**2


@program(1.3, True, wrt="x")
def boolean_as_factor(x, flag):
    return x * x * flag + (x if flag else 0.0)


@program(2.5)
def converted_to_int(x):
    return int(x) * x * x


@program(2.5)
def converted_to_float(x):
    return float(x) * math.floor(x) * x


@program(X)
def float_of_an_element(x):
    return float(x[0]) * math.exp(x[1]) + x[2].item()


@program(X)
def numpy_scalar_by_augmenting(x):
    s = x[0]
    s += x[1]
    s *= s
    return s + x[0]


@program(2.3)
def rounded(x):
    return round(x) * x + np.floor(x) * x


@program(np.arange(12.0).reshape(3, 4)[:, ::2])
def not_contiguous(x):
    return np.sum(x * x[0])


@program(np.asfortranarray(np.arange(6.0).reshape(2, 3)))
def fortran_order(x):
    return np.sum(x @ x.T)


@program(np.zeros((0,)), 1.3)
def empty_array(x, y):
    return np.sum(x * y) + y * y


@program(np.zeros((0, 3)), X)
def empty_rows(m, x):
    return np.sum(m * x) + np.sum(x**2)
