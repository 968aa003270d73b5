"""Programs on matrices that ``bench/compiled.py`` measures, element by element in place, and their sweeps by hand."""

import math

import numpy as np

from bench.cases.compiled_programs import Program

SIDE = 32


def gauss_seidel(u: np.ndarray, f: np.ndarray, sweeps: int) -> float:
    """Return the sum of squares of what sweeps over a grid make of it."""
    u = u.copy()
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    return float(np.sum(u * u))


def gauss_seidel_by_hand(u: np.ndarray, f: np.ndarray, sweeps: int) -> tuple[float, np.ndarray]:
    """Return its value, and its gradient in the right side."""
    u = u.copy()
    n, m = u.shape
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    value, d_u, d_f = np.sum(u * u), 2 * u, np.zeros((n, m))
    for _ in range(sweeps):
        for i in range(n - 2, 0, -1):
            for j in range(m - 2, 0, -1):
                d = 0.25 * d_u[i, j]
                d_u[i, j] = 0.0
                d_u[i - 1, j] += d
                d_u[i + 1, j] += d
                d_u[i, j - 1] += d
                d_u[i, j + 1] += d
                d_f[i, j] -= d
    return value, d_f


def lu(a: np.ndarray) -> float:
    """Return the logarithm of the size of the determinant by factors L and U, made in place."""
    c, n, total = a.copy(), len(a), 0.0
    for k in range(n):
        total += math.log(abs(c[k, k]))
        for i in range(k + 1, n):
            c[i, k] /= c[k, k]
            for j in range(k + 1, n):
                c[i, j] -= c[i, k] * c[k, j]
    return total


def lu_by_hand(a: np.ndarray) -> tuple[float, np.ndarray]:
    """Return its value and its gradient."""
    c, n, total = a.copy(), len(a), 0.0
    for k in range(n):
        total += math.log(abs(c[k, k]))
        for i in range(k + 1, n):
            c[i, k] /= c[k, k]
            for j in range(k + 1, n):
                c[i, j] -= c[i, k] * c[k, j]
    d = np.zeros((n, n))
    for k in range(n - 1, -1, -1):
        for i in range(n - 1, k, -1):
            d_factor = 0.0
            for j in range(k + 1, n):
                d_factor -= d[i, j] * c[k, j]
                d[k, j] -= d[i, j] * c[i, k]
            d[i, k] = d_factor / c[k, k]
            d[k, k] -= d[i, k] * c[i, k]
        d[k, k] += 1.0 / c[k, k]
    return total, d


def cholesky(a: np.ndarray) -> float:
    """Return the logarithm of the determinant by the factor of Cholesky, made in place."""
    c, total = a.copy(), 0.0
    for j in range(len(c)):
        for k in range(j):
            c[j, j] -= c[j, k] * c[j, k]
        c[j, j] = math.sqrt(c[j, j])
        total += 2.0 * math.log(c[j, j])
        for i in range(j + 1, len(c)):
            for k in range(j):
                c[i, j] -= c[i, k] * c[j, k]
            c[i, j] /= c[j, j]
    return total


def cholesky_by_hand(a: np.ndarray) -> tuple[float, np.ndarray]:
    """Return its value, and its gradient in the lower triangle."""
    c, n, total = a.copy(), len(a), 0.0
    for j in range(n):
        for k in range(j):
            c[j, j] -= c[j, k] * c[j, k]
        c[j, j] = math.sqrt(c[j, j])
        total += 2.0 * math.log(c[j, j])
        for i in range(j + 1, n):
            for k in range(j):
                c[i, j] -= c[i, k] * c[j, k]
            c[i, j] /= c[j, j]
    d = np.zeros((n, n))
    for j in range(n - 1, -1, -1):
        for i in range(n - 1, j, -1):
            d[i, j] /= c[j, j]
            d[j, j] -= d[i, j] * c[i, j]
            for k in range(j):
                d[i, k] -= d[i, j] * c[j, k]
                d[j, k] -= d[i, j] * c[i, k]
        d[j, j] = 0.5 * (d[j, j] + 2.0 / c[j, j]) / c[j, j]
        for k in range(j):
            d[j, k] -= 2.0 * d[j, j] * c[j, k]
    return total, d


def gram_schmidt(a: np.ndarray) -> float:
    """Return the logarithm of the volume that rows span, by the modified process of Gram and Schmidt, in place."""
    q, total = a.copy(), 0.0
    n, m = q.shape
    for j in range(n):
        for k in range(j):
            r = 0.0
            for i in range(m):
                r += q[k, i] * q[j, i]
            for i in range(m):
                q[j, i] -= r * q[k, i]
        square = 0.0
        for i in range(m):
            square += q[j, i] * q[j, i]
        norm = math.sqrt(square)
        total += math.log(norm)
        for i in range(m):
            q[j, i] /= norm
    return total


def gram_schmidt_by_hand(a: np.ndarray) -> tuple[float, np.ndarray]:
    """Return its value and its gradient; what a step overwrote is computed back from what it left."""
    q, total = a.copy(), 0.0
    n, m = q.shape
    r, d, row = np.zeros((n, n)), np.zeros((n, m)), np.empty(m)
    for j in range(n):
        for k in range(j):
            product = 0.0
            for i in range(m):
                product += q[k, i] * q[j, i]
            for i in range(m):
                q[j, i] -= product * q[k, i]
            r[j, k] = product
        square = 0.0
        for i in range(m):
            square += q[j, i] * q[j, i]
        norm = math.sqrt(square)
        r[j, j] = norm
        total += math.log(norm)
        for i in range(m):
            q[j, i] /= norm
    for j in range(n - 1, -1, -1):
        norm, d_norm = r[j, j], 1.0 / r[j, j]
        for i in range(m):
            d[j, i] /= norm
            d_norm -= d[j, i] * q[j, i]
        for i in range(m):
            d[j, i] += d_norm * q[j, i]
            row[i] = norm * q[j, i]
        for k in range(j - 1, -1, -1):
            product, d_product = r[j, k], 0.0
            for i in range(m):
                d_product -= d[j, i] * q[k, i]
            for i in range(m):
                row[i] += product * q[k, i]
                d[k, i] += d_product * row[i] - product * d[j, i]
                d[j, i] += d_product * q[k, i]
    return total, d


def triangular_solve(lower: np.ndarray, b: np.ndarray) -> float:
    """Return the sum of squares of the solution of a lower triangular system."""
    x, total = b.copy(), 0.0
    for i in range(len(x)):
        for k in range(i):
            x[i] -= lower[i, k] * x[k]
        x[i] /= lower[i, i]
        total += x[i] * x[i]
    return total


def triangular_solve_by_hand(lower: np.ndarray, b: np.ndarray) -> tuple[float, tuple[np.ndarray, np.ndarray]]:
    """Return its value, and its gradient in the matrix and in the right side."""
    x, n, total = b.copy(), len(b), 0.0
    for i in range(n):
        for k in range(i):
            x[i] -= lower[i, k] * x[k]
        x[i] /= lower[i, i]
        total += x[i] * x[i]
    d_x, d_lower = 2.0 * x, np.zeros((n, n))
    for i in range(n - 1, -1, -1):
        d = d_x[i] / lower[i, i]
        for k in range(i):
            d_x[k] -= d * lower[i, k]
            d_lower[i, k] = -d * x[k]
        d_lower[i, i] = -d * x[i]
        d_x[i] = d
    return total, (d_lower, d_x)


def grid(sweeps):
    """Return a grid, its right side and a number of sweeps."""
    return np.zeros((SIDE, SIDE)), np.ones((SIDE, SIDE)), sweeps


def matrix(side):
    """Return a symmetric matrix whose diagonal outweighs the rest."""
    return (np.eye(side) * side + np.fromfunction(lambda i, j: np.cos(i * j), (side, side)),)


def system(side):
    """Return a matrix, of which the lower triangle is read, and a right side."""
    return (*matrix(side), np.linspace(-1.0, 2.0, side))


PROGRAMS = {
    "gauss_seidel": Program(gauss_seidel, gauss_seidel_by_hand, "f", grid, 100, 1, lambda _sweeps: (SIDE - 2) ** 2),
    "lu": Program(lu, lu_by_hand, "a", matrix, 60, 15, lambda side: side * side / 3),
    "cholesky": Program(cholesky, cholesky_by_hand, "a", matrix, 100, 20, lambda side: side * side / 6),
    "gram_schmidt": Program(gram_schmidt, gram_schmidt_by_hand, "a", matrix, 60, 12, lambda side: side * side),
    "triangular_solve": Program(
        triangular_solve, triangular_solve_by_hand, "lower, b", system, 200, 40, lambda side: side / 2
    ),
}
