"""Programs as users write them: several rows at once."""

import math
from typing import NamedTuple

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4, 2.1])


class State(NamedTuple):
    position: float
    velocity: float


def force(position, stiffness):
    if position > 1:
        return -stiffness * position**3
    return -stiffness * position


@program(1.3, 0.0, 0.8)
def oscillator(position, velocity, stiffness):
    state = State(position, velocity)
    for _ in range(5):
        v = state.velocity + 0.1 * force(state.position, stiffness)
        state = State(state.position + 0.1 * v, v)
        if state.position < 0:
            break
    return state.position**2 + state.velocity**2


@program(np.array([[0.7, 0.3], [0.4, 0.6]]), np.array([[0.9, 0.1], [0.2, 0.8]]), [0, 1, 1, 0], wrt=(0, 1))
def hidden_markov(transition, emission, observed):
    alpha = np.array([0.5, 0.5]) * emission[:, observed[0]]
    loglik = 0.0
    for o in observed[1:]:
        total = np.sum(alpha)
        loglik += np.log(total)
        alpha = (alpha / total) @ transition * emission[:, o]
    return loglik + np.log(np.sum(alpha))


@program(np.array([0.3, -0.2]), np.array([[0.5, 1.0], [-1.0, 0.4]]), np.array([[1.0, 2.0], [0.5, -1.0], [0.2, 0.1]]))
def recurrent_network(b, w, xs):
    h = np.zeros(2)
    loss = 0.0
    for t, x in enumerate(xs):
        h = np.tanh(w @ h + x + b)
        if t > 0:
            loss += np.sum(h * h)
    return loss


@program(100.0, 95.0, 0.2, 0.5)
def black_scholes(spot, strike, volatility, time):
    d1 = (math.log(spot / strike) + 0.5 * volatility**2 * time) / (volatility * math.sqrt(time))
    d2 = d1 - volatility * math.sqrt(time)
    return spot * normal(d1) - strike * normal(d2)


def normal(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


@program(X, 0.5)
def newton_in_a_loop(x, y):
    total = 0.0
    for a in x:
        z = 1.0
        while True:
            step = (z**3 + y * z - a) / (3 * z * z + y)
            z -= step
            if abs(step) < 1e-13:
                break
        total += z * z
    return total


@program({"w": np.array([0.5, -0.3]), "b": 0.1}, np.array([[1.0, 2.0], [0.5, -1.0]]), np.array([1.0, 0.0]))
def logistic_regression(params, x, y):
    z = x @ params["w"] + params["b"]
    p = 1 / (1 + np.exp(-z))
    penalty = 0.0
    for value in params.values():
        penalty = penalty + 0.01 * np.sum(value**2)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)) + penalty


@program(np.array([0.1, 0.5, 0.9]), np.array([0.4, 0.2, 0.3]))
def piecewise_linear(xs, ys):
    total = 0.0
    for q in (0.2, 0.6, 0.8):
        for i in range(len(xs) - 1):
            if xs[i] <= q < xs[i + 1]:
                t = (q - xs[i]) / (xs[i + 1] - xs[i])
                total += (1 - t) * ys[i] + t * ys[i + 1]
                break
        else:
            total += ys[-1]
    return total


@program(np.array([[2.0, 0.5, 0.1], [0.4, 1.5, 0.3], [0.2, 0.1, 1.8]]), np.array([1.0, 2.0, 3.0]))
def gaussian_elimination(matrix, right):
    a, b = matrix.copy(), right.copy()
    n = len(b)
    for k in range(n):
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k:] -= factor * a[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return np.sum(x * x)


@program(np.array([0.3, 0.8, 0.5]))
def de_casteljau(points):
    t = 0.3
    while len(points) > 1:
        points = (1 - t) * points[:-1] + t * points[1:]
    return points[0] ** 2


@program(0.7, 3, wrt="x", other=[(0.7, 0), (0.7, 1), (0.7, 6)])
def chebyshev(x, n):
    if n == 0:
        return 1.0 + 0 * x
    before, now = 1.0, x
    for _ in range(n - 1):
        before, now = now, 2 * x * now - before
    return now


@program(np.array([1.0, 3.0, 2.0]), np.array([2.0, 1.5, 3.5, 1.0]))
def dynamic_time_warping(a, b):
    cost = np.full((len(a) + 1, len(b) + 1), np.inf)
    cost[0, 0] = 0.0
    for i in range(len(a)):
        for j in range(len(b)):
            d = (a[i] - b[j]) ** 2
            cost[i + 1, j + 1] = d + min(cost[i, j + 1], cost[i + 1, j], cost[i, j])
    return cost[-1, -1]


@program(1.1)
def expression_tree(x):
    return evaluate(("+", ("*", "x", "x"), ("sin", ("*", "x", 2.0))), x)


def evaluate(node, x):
    if node == "x":
        return x
    if isinstance(node, float):
        return node
    if node[0] == "+":
        return evaluate(node[1], x) + evaluate(node[2], x)
    if node[0] == "*":
        return evaluate(node[1], x) * evaluate(node[2], x)
    return math.sin(evaluate(node[1], x))


@program(X, 0.3)
def exponential_smoothing(x, alpha):
    level = x[0]
    error = 0.0
    for v in x[1:]:
        error += (v - level) ** 2
        level = alpha * v + (1 - alpha) * level
    return error


@program(X)
def batch_normalisation(x):
    mean = x.mean()
    centred = x - mean
    return np.sum(np.maximum(centred / np.sqrt(np.mean(centred**2) + 1e-5), 0.1 * centred))


@program(np.array([0.5, 1.5, -0.7]), 4, wrt="c", other=[(np.array([0.5, 1.5, -0.7]), 0)])
def horner_many_times(c, n):
    total = 0.0
    for k in range(n):
        x = 0.3 * k
        value = 0.0
        for coefficient in reversed(c):
            value = value * x + coefficient
        total += value * value
    return total + c[0]
