"""Broadcasting: scalars, axes of size one, axes that are missing."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
M = np.array([[0.7, -1.2, 0.4], [1.1, 0.3, -0.5]])
COLUMN = np.array([[0.5], [2.0]])


@program(X, 0.5)
def scalar_and_array(x, s):
    return np.sum(x * s + s)


@program(X, np.array(0.5))
def array_without_dimensions(x, s):
    return np.sum(x * s + s)


@program(X, np.array([0.5]))
def size_one(x, s):
    return np.sum(x * s - s)


@program(X, np.array([0.5]), other=[(X, np.array([0.5])), (np.array([0.1, 0.2]), np.array([2.0]))])
def size_one_on_the_left(x, s):
    return np.sum(s / (2 + x))


@program(M, X)
def missing_axis(m, x):
    return np.sum(m * x + x)


@program(M, COLUMN)
def column(m, c):
    return np.sum(m * c - c**2)


@program(X, COLUMN)
def row_and_column(x, c):
    return np.sum((x * c) ** 2 + c)


@program(np.array([[[0.5]]]), M)
def three_axes_of_size_one(a, m):
    return np.sum(a * m)


@program(np.ones((1, 3)), np.ones((2, 1)), np.ones(()))
def all_broadcast(a, b, c):
    return np.sum((a + b) * c * a)


@program(X, 0.5)
def reduction_and_array(x, s):
    return np.sum((x - x.mean()) ** 2) * s


@program(M)
def keepdims(m):
    return np.sum(m / (1 + m.sum(axis=1, keepdims=True) ** 2))


@program(M)
def softmax(m):
    e = np.exp(m - m.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return np.sum(p[:, 0] * p[:, 2])


@program(X, 0.5)
def accumulator_grows_from_scalar(x, s):
    for _ in range(2):
        s = s * x + 1
    return np.sum(s)


@program(M, X)
def row_in_a_loop(m, x):
    s = 0.0
    for row in m:
        s = s + row * x
    return np.sum(s * s)


@program(X, 0.5)
def where_of_scalars(x, s):
    return np.sum(np.where(x > 0, s, x * s))


@program(X)
def outer_difference(x):
    d = x[:, None] - x[None, :]
    return np.sum(d**2 * np.arange(3.0))


@program(X, 0.5)
def broadcast_to(x, s):
    return np.sum(np.broadcast_to(x, (2, 3)) * np.arange(6.0).reshape(2, 3) * np.broadcast_to(s, (2, 3)))


@program(M, X, 0.5)
def helper_broadcasts(m, x, s):
    return np.sum(scaled(m, x)) + np.sum(scaled(x, s)) + scaled(s, s)


def scaled(a, b):
    return a * b + b


@program(M, np.array([[0.5]]), X)
def maximum_broadcast(m, a, x):
    return np.sum(np.maximum(m, a) * np.minimum(x, 0.5))


@program(M, 0.5)
def stored_scalar_broadcast(m, s):
    a = np.zeros((2, 3))
    a[:] = s
    a[0] = m[1]
    a += s * m
    return np.sum(a * a)


@program(M, X)
def matrix_products(m, x):
    return np.sum(m @ x) + np.sum((m @ m.T) ** 2) + x @ x


@program(np.arange(12.0).reshape(2, 2, 3) / 10, np.arange(6.0).reshape(3, 2) / 10)
def batched_products(a, b):
    return np.sum((a @ b) ** 2)
