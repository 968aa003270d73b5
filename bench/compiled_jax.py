"""The programs of `compiled.py` as they can be written for JAX: no stores into elements, loops as scans."""

from collections.abc import Callable, Sequence
from typing import Any

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


PROGRAMS = {"pendulum": (pendulum, (0, 1), (3,)), "rosenbrock": (rosenbrock, 0, ()), "heat": (heat, 0, (2,))}


def gradient_of(name: str, arguments: Sequence[Any]) -> Callable[[], object] | None:
    """Return what computes the value and the gradient of a program in JAX, compiled; None if it cannot."""
    if jax is None or name not in PROGRAMS:
        return None
    jax.config.update("jax_enable_x64", True)
    function, places, static = PROGRAMS[name]
    compiled = jax.jit(jax.value_and_grad(function, argnums=places), static_argnums=static)
    given = [each if k in static else jnp.asarray(each) for k, each in enumerate(arguments)]

    def run() -> object:
        return jax.block_until_ready(compiled(*given))

    run()
    return run
