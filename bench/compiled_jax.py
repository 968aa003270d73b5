"""The programs of `compiled.py` as they are written for JAX: loops as scans, stores as new arrays.

Those that store into elements have two forms: one on whole rows, or carrying no array where a step needs one number,
which is what its users would write; and the program's own loop over elements, one functional store a step.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

try:
    import jax
    import jax.numpy as jnp
except ModuleNotFoundError:
    jax = None


def pendulum(theta: Any, omega: Any, dt: float, steps: int) -> Any:
    """Return the square of the angle after some steps."""

    def step(state: Any, _: Any) -> Any:
        theta, omega = state
        omega = omega - dt * jnp.sin(theta)
        return (theta + dt * omega, omega), None

    (theta, _), _ = jax.lax.scan(step, (theta, omega), None, length=steps)
    return theta * theta


def rosenbrock(x: Any) -> Any:
    """Return the sum of Rosenbrock's function, by a scan over neighbours."""

    def step(total: Any, pair: Any) -> Any:
        left, right = pair
        return total + 100.0 * (right - left**2) ** 2 + (1.0 - left) ** 2, None

    return jax.lax.scan(step, 0.0, (x[:-1], x[1:]))[0]


def heat(u: Any, k: float, steps: int) -> Any:
    """Return the sum of squares of a rod's temperatures."""

    def step(u: Any, _: Any) -> Any:
        return u.at[1:-1].add(k * (u[2:] - 2 * u[1:-1] + u[:-2])), None

    u, _ = jax.lax.scan(step, u, None, length=steps)
    return jnp.sum(u * u)


# ---- stores into elements, by rows ----


def gauss_seidel(u: Any, f: Any, sweeps: int) -> Any:
    """Return the sum of squares of a swept grid: what a cell takes from its left is carried as a number."""

    def cell(left: Any, others: Any) -> Any:
        above, below, right, source = others
        new = 0.25 * (above + below + left + right - source)
        return new, new

    def row(above: Any, others: Any) -> Any:
        here, below, source = others
        inner = jax.lax.scan(cell, here[0], (above[1:-1], below[1:-1], here[2:], source[1:-1]))[1]
        here = here.at[1:-1].set(inner)
        return here, here

    def sweep(_: Any, u: Any) -> Any:
        return u.at[1:-1].set(jax.lax.scan(row, u[0], (u[1:-1], u[2:], f[1:-1]))[1])

    u = jax.lax.fori_loop(0, sweeps, sweep, u)
    return jnp.sum(u * u)


def lu(a: Any) -> Any:
    """Return the logarithm of the size of the determinant, one outer product a step."""
    rows = jnp.arange(len(a))

    def step(k: Any, c: Any) -> Any:
        return c - jnp.outer(jnp.where(rows > k, c[:, k], 0.0) / c[k, k], jnp.where(rows > k, c[k], 0.0))

    return jnp.sum(jnp.log(jnp.abs(jnp.diag(jax.lax.fori_loop(0, len(a), step, a)))))


def cholesky(a: Any) -> Any:
    """Return the logarithm of the determinant from the lower triangle, one outer product a step."""
    rows = jnp.arange(len(a))

    def step(k: Any, c: Any) -> Any:
        column = jnp.where(rows > k, c[:, k], 0.0)
        return c - jnp.outer(column, column) / c[k, k]

    return jnp.sum(jnp.log(jnp.diag(jax.lax.fori_loop(0, len(a), step, a))))


def gram_schmidt(a: Any) -> Any:
    """Return the logarithm of the volume that rows span: each is taken out of all later ones at once."""
    rows = jnp.arange(len(a))

    def step(k: Any, q: Any) -> Any:
        return q - jnp.outer(jnp.where(rows > k, q @ q[k], 0.0) / (q[k] @ q[k]), q[k])

    q = jax.lax.fori_loop(0, len(a), step, a)
    return 0.5 * jnp.sum(jnp.log(jnp.sum(q * q, axis=1)))


def triangular_solve(lower: Any, b: Any) -> Any:
    """Return the sum of squares of a solution, one product of a row a step."""

    def step(i: Any, x: Any) -> Any:
        return x.at[i].set((b[i] - lower[i] @ x) / lower[i, i])

    x = jax.lax.fori_loop(0, len(b), step, jnp.zeros_like(b))
    return x @ x


# ---- stores into elements, one by one ----


def gauss_seidel_elements(u: Any, f: Any, sweeps: int) -> Any:
    """Return the same, one store a cell."""
    n, m = u.shape

    def cell(u: Any, place: Any) -> Any:
        i, j = place
        return u.at[i, j].set(0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])), None

    places = _steps((i, j) for i in range(1, n - 1) for j in range(1, m - 1))
    u = jax.lax.fori_loop(0, sweeps, lambda _, u: jax.lax.scan(cell, u, places)[0], u)
    return jnp.sum(u * u)


def lu_elements(a: Any) -> Any:
    """Return the same, one store a multiplication."""
    n = len(a)

    def step(c: Any, place: Any) -> Any:
        k, i, j = place
        return c.at[i, j].add(-c[i, k] * c[k, j] / c[k, k]), None

    steps = _steps((k, i, j) for k in range(n) for i in range(k + 1, n) for j in range(k + 1, n))
    return jnp.sum(jnp.log(jnp.abs(jnp.diag(jax.lax.scan(step, a, steps)[0]))))


def cholesky_elements(a: Any) -> Any:
    """Return the same, one store a multiplication."""
    n = len(a)

    def step(c: Any, place: Any) -> Any:
        k, i, j = place
        return c.at[i, j].add(-c[i, k] * c[j, k] / c[k, k]), None

    steps = _steps((k, i, j) for k in range(n) for i in range(k + 1, n) for j in range(k + 1, i + 1))
    return jnp.sum(jnp.log(jnp.diag(jax.lax.scan(step, a, steps)[0])))


def gram_schmidt_elements(a: Any) -> Any:
    """Return the same, by loops over the elements of both rows."""
    n, m = a.shape

    def step(q: Any, place: Any) -> Any:
        k, j = place
        r = jax.lax.fori_loop(0, m, lambda i, r: r + q[k, i] * q[j, i], 0.0)
        square = jax.lax.fori_loop(0, m, lambda i, square: square + q[k, i] * q[k, i], 0.0)
        return jax.lax.fori_loop(0, m, lambda i, q: q.at[j, i].add(-r / square * q[k, i]), q), None

    q, _ = jax.lax.scan(step, a, _steps((k, j) for j in range(n) for k in range(j)))
    return 0.5 * jnp.sum(jnp.log(jnp.sum(q * q, axis=1)))


def triangular_solve_elements(lower: Any, b: Any) -> Any:
    """Return the same, one store a multiplication."""

    def step(x: Any, place: Any) -> Any:
        i, k = place
        return x.at[i].set(jnp.where(k == i, x[i] / lower[i, i], x[i] - lower[i, k] * x[k])), None

    x, _ = jax.lax.scan(step, b, _steps((i, k) for i in range(len(b)) for k in range(i + 1)))
    return jnp.sum(x * x)


def _steps(places: Any) -> tuple[Any, ...]:
    """Return each index of the steps as an array."""
    return tuple(jnp.asarray(each) for each in np.array(list(places)).T)


PROGRAMS: dict[str, tuple[Callable[..., Any], Any, tuple[int, ...]]] = {
    "pendulum": (pendulum, (0, 1), (3,)),
    "rosenbrock": (rosenbrock, 0, ()),
    "heat": (heat, 0, (2,)),
    "gauss_seidel": (gauss_seidel, 1, (2,)),
    "lu": (lu, 0, ()),
    "cholesky": (cholesky, 0, ()),
    "gram_schmidt": (gram_schmidt, 0, ()),
    "triangular_solve": (triangular_solve, (0, 1), ()),
}
BY_ELEMENTS: dict[str, tuple[Callable[..., Any], Any, tuple[int, ...]]] = {
    "gauss_seidel": (gauss_seidel_elements, 1, (2,)),
    "lu": (lu_elements, 0, ()),
    "cholesky": (cholesky_elements, 0, ()),
    "gram_schmidt": (gram_schmidt_elements, 0, ()),
    "triangular_solve": (triangular_solve_elements, (0, 1), ()),
}


def gradient_of(name: str, arguments: Sequence[Any], forms: Mapping[str, Any] = PROGRAMS) -> Callable[[], Any] | None:
    """Return what computes the value and the gradient of a program in JAX, compiled; None if it cannot."""
    if jax is None or name not in forms:
        return None
    jax.config.update("jax_enable_x64", True)
    function, places, static = forms[name]
    compiled = jax.jit(jax.value_and_grad(function, argnums=places), static_argnums=static)
    given = [each if k in static else jnp.asarray(each) for k, each in enumerate(arguments)]

    def run() -> Any:
        return jax.block_until_ready(compiled(*given))

    run()
    return run
