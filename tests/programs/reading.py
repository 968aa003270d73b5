"""Reading arrays: reductions, indices, views, shapes."""

import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4, 2.1])
M = np.array([[0.7, -1.2, 0.4], [1.1, 0.3, -0.5]])


@program(X)
def reductions(x):
    return np.sum(x) * np.mean(x) + np.max(x) * np.min(x) + np.prod(x) + np.var(x) + np.std(x)


@program(M)
def reductions_along_axes(m):
    return np.sum(m.sum(axis=0) * m[0]) + np.sum(m.mean(axis=1) ** 2) + np.sum(m.max(axis=-1) * m[:, 1])


@program(M)
def methods(m):
    return m.sum() * m.mean() + m.T.reshape(-1)[1] * m.ravel()[4] + m.prod(axis=0).sum()


@program(X)
def norms(x):
    return np.linalg.norm(x) * np.linalg.norm(x[:2]) + math.hypot(x[0], x[1])


@program(X)
def cumulative(x):
    return np.sum(np.cumsum(x) * x)


@program(X)
def integer_indices(x):
    return x[0] * x[-1] + x[1] ** 2


@program(M)
def pairs_of_indices(m):
    return m[0, 1] * m[-1, -1] + m[1][0]


@program(X)
def slices(x):
    return np.sum(x[1:] * x[:-1]) + np.sum(x[::2] ** 2) + np.sum(x[::-1] * x)


@program(M)
def slices_of_a_matrix(m):
    return np.sum(m[:, 1:] * m[:, :-1]) + np.sum(m[0] * m[1]) + np.sum(m[..., 0])


@program(X)
def new_axes(x):
    return np.sum(x[:, None] * x[None, :] * np.arange(4.0))


@program(X)
def gathered(x):
    return np.sum(x[[0, 0, 2, 3, 2]] ** 2) + np.sum(x[np.array([1, -1])])


@program(X)
def masked(x):
    return np.sum(x[x > 0] ** 2)


@program(M)
def gathered_pairs(m):
    return np.sum(m[[0, 1, 1], [2, 2, 0]] ** 2) + np.sum(m[1, [0, 0]])


@program(X, 2, wrt="x", other=[(X, 0), (X, -1)])
def index_is_an_argument(x, k):
    return x[k] * np.sum(x[:k] ** 2) + x[k]


@program(X)
def index_computed(x):
    k = int(np.argmax(x))
    return x[k] * x[k - 1]


@program(X)
def index_in_a_loop(x):
    s = 1.0
    for i in range(len(x)):
        s = s * x[(2 * i) % 4] + x[i]
    return s


@program(X)
def view_of_a_view(x):
    v = x[1:]
    w = v[::-1]
    return w[0] * v[0] + np.sum(w)


@program(M)
def view_kept_in_a_name(m):
    row = m[1]
    column = m[:, 0]
    return np.sum(row * row) + column[0] * row[2]


@program(M)
def transposed_view(m):
    t = m.T
    return t[0, 1] * t[2, 0] + np.sum(t @ m)


@program(np.arange(1.0, 7.0))
def reshaped(x):
    m = x.reshape(2, 3)
    return np.sum(m[0] * m[1]) + np.sum(m.swapaxes(0, 1)[1]) + m.reshape(-1)[2]


@program(X)
def joined(x):
    y = np.concatenate([x[:2], x * 2, x[3:]])
    z = np.stack([x, x * x], axis=1)
    return np.sum(y * y) + np.sum(z[:, 0] * z[:, 1])


@program(M)
def expanded_and_squeezed(m):
    a = np.expand_dims(m, 1)
    return np.sum(np.squeeze(a, 1) * m) + np.sum(a[:, 0, :] ** 2)


@program(X)
def shapes_are_constants(x):
    return np.sum(x) / len(x) * x.shape[0] / x.size * x.ndim


@program(M)
def loop_over_a_shape(m):
    s = 0.0
    rows, columns = m.shape
    for i in range(rows):
        for j in range(columns):
            s = s + m[i, j] * (i + j)
    return s * m[0, 0]


@program(X)
def sum_with_an_initial_value(x):
    return sum(x[:2], x[3]) * x[0]


@program(X)
def argsort_as_index(x):
    order = np.argsort(x)
    return np.sum(x[order] * np.arange(4.0))


@program(X)
def clipped(x):
    return np.sum(np.clip(x, -0.5, 1.0) * x)


@program(X)
def elementwise_chain(x):
    return np.sum(np.exp(np.sin(x)) / (1 + np.sqrt(1 + x**2)) * np.log(3 + x) - np.arctan(x) * np.abs(x))


@program(M, X[:3])
def einsum(m, x):
    return np.einsum("ij,j->i", m, x) @ np.einsum("ij->i", m)


@program(M)
def inner_and_tensordot(m):
    return np.sum(np.inner(m, m)) + np.sum(np.tensordot(m, m, axes=([0, 1], [0, 1]))) + np.sum(np.outer(m[0], m[1]))
