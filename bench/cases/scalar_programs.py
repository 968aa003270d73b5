"""Loops over Python numbers, and their reverse sweeps by hand: floats on lists, no array in the loop."""

import math

import numpy as np

# ---- a pendulum ----


def pendulum(theta, omega, length, dt, steps):
    """Return the squared angle after some steps of a semi-implicit scheme."""
    for _ in range(steps):
        omega = omega - dt * 9.81 / length * math.sin(theta)
        theta = theta + dt * omega
    return theta * theta


def pendulum_by_hand(theta, omega, length, dt, steps):
    """Return the adjoints of the angle, the speed and the length."""
    thetas = []
    for _ in range(steps):
        thetas.append(theta)
        omega = omega - dt * 9.81 / length * math.sin(theta)
        theta = theta + dt * omega
    d_theta, d_omega, d_length = 2.0 * theta, 0.0, 0.0
    for _ in range(steps):
        theta = thetas.pop()
        d_omega += dt * d_theta
        d_length += dt * 9.81 / (length * length) * math.sin(theta) * d_omega
        d_theta -= dt * 9.81 / length * math.cos(theta) * d_omega
    return d_theta, d_omega, d_length


def pendulum_arguments(steps):
    """Return the arguments of a swing of some steps."""
    return 1.0, 0.0, 1.5, 10.0 / steps, steps


# ---- Rosenbrock's valley, element by element ----


def rosenbrock_loop(x):
    """Return the sum along the valley, number by number."""
    total = 0.0
    for i in range(len(x) - 1):
        a = x[i + 1] - x[i] * x[i]
        b = 1.0 - x[i]
        total += 100.0 * a * a + b * b
    return total


def rosenbrock_loop_by_hand(x):
    """Return the adjoint of the array, by a loop over a list."""
    values = x.tolist()
    d_values = [0.0] * len(values)
    for i in range(len(values) - 2, -1, -1):
        now = values[i]
        d_a = 200.0 * (values[i + 1] - now * now)
        d_values[i + 1] += d_a
        d_values[i] -= 2.0 * (1.0 - now) + 2.0 * now * d_a
    return np.array(d_values)


def rosenbrock_arguments(size):
    """Return a point."""
    return (np.random.default_rng(0).standard_normal(size),)
