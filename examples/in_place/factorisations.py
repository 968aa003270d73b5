"""LU, Cholesky and QR factorisations by loops, in place, and the triangular solves that use them."""

import numpy as np


def lu_in_place(a):
    """Overwrite a matrix by its factors L and U; the ones of L's diagonal are not stored."""
    for k in range(len(a) - 1):
        a[k + 1 :, k] /= a[k, k]
        for i in range(k + 1, len(a)):
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]


def log_determinant(a):
    """Return the logarithm of the size of a determinant."""
    a = a.copy()
    lu_in_place(a)
    return np.sum(np.log(np.abs(np.diag(a))))


def solve_pivoted(a, b):
    """Return the squared solution of a linear system, summed, by elimination with row exchanges."""
    a, x = a.copy(), b.copy()
    n = len(a)
    for k in range(n):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            x[k], x[p] = x[p], x[k]
        factors = a[k + 1 :, k] / a[k, k]
        a[k + 1 :, k:] -= factors[:, None] * a[k, k:]
        x[k + 1 :] -= factors * x[k]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return np.sum(x**2)


def cholesky_in_place(a):
    """Overwrite the lower triangle of a symmetric matrix by its Cholesky factor, element by element."""
    for j in range(len(a)):
        for k in range(j):
            a[j, j] -= a[j, k] ** 2
        a[j, j] = np.sqrt(a[j, j])
        for i in range(j + 1, len(a)):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]


def forward_substitution(lower, x):
    """Overwrite a right-hand side by the solution of a lower triangular system."""
    for i in range(len(x)):
        x[i] -= lower[i, :i] @ x[:i]
        x[i] /= lower[i, i]


def gaussian_log_density(covariance, x):
    """Return the log density of a Gaussian of mean zero, but for its constant."""
    factor = covariance.copy()
    cholesky_in_place(factor)
    whitened = x.copy()
    forward_substitution(factor, whitened)
    log_volume = 0.0
    for i in range(len(x)):
        log_volume += np.log(factor[i, i])
    return -0.5 * whitened @ whitened - log_volume


def triangular_solves(lower, b):
    """Return the squared solution of ``lower @ lower.T @ x = b``, summed over several right-hand sides."""
    x = b.copy()
    n = len(x)
    for i in range(n):
        x[i] = (x[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    for i in range(n - 1, -1, -1):
        x[i] -= lower[i + 1 :, i] @ x[i + 1 :]
        x[i] /= lower[i, i]
    return np.sum(x**2)


def gram_schmidt(a):
    """Return a sum over the factors of a QR factorisation by the modified Gram-Schmidt process."""
    q = a.copy()
    n = q.shape[1]
    r = np.zeros((n, n))
    for j in range(n):
        r[j, j] = np.sqrt(np.sum(q[:, j] ** 2))
        q[:, j] /= r[j, j]
        for k in range(j + 1, n):
            r[j, k] = q[:, j] @ q[:, k]
            q[:, k] -= r[j, k] * q[:, j]
    return np.sum(np.sin(q)) + np.sum(r**2)
