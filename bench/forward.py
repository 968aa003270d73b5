"""Print time of pushforwards over their primals, and of Hessian-vector products over gradients.

    python bench/forward.py [--quick] [--json FILE]

By turns, in processor time, on one core with one thread: a row holds the medians and their ratios. Planning and
compiling come before and are not counted. Exit status 1 if a ratio is above its bound.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cladpy import gradient, hessian_vector_product, pushforward

SECONDS, QUICK_SECONDS = 2.0, 0.1  # of processor time for each pair of functions
MIN_RUNS = 5
MOST_FORWARD = 2.5  # a tangent takes each product twice and each function's slope once
MOST_PRODUCT = 3.0  # and so does that of a gradient


class Program(NamedTuple):
    """A function of arrays, its arguments, and what it is differentiated by."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    wrt: str

    def tangents(self) -> list[Any]:
        """Return tangents of ones."""
        names = self.function.__code__.co_varnames
        return [np.ones_like(self.args[names.index(name)]) for name in self.wrt.split(", ")]


class Row(NamedTuple):
    """Medians in milliseconds of processor time, and how often the second takes the first."""

    name: str
    primal_ms: float
    pushforward_ms: float
    forward_ratio: float
    gradient_ms: float
    product_ms: float
    product_ratio: float


def network(w1: Any, w2: Any, x: Any) -> Any:
    """Return the sum of squares of two layers."""
    return np.sum((np.tanh(x @ w1) @ w2) ** 2)


def elementwise(x: Any, y: Any) -> Any:
    """Return a sum of a formula of two arrays."""
    return np.sum(np.exp(-x * x) * np.sin(y) + x / (1.0 + y * y))


def stencil(u: Any, k: Any) -> Any:
    """Return the energy behind twenty steps of diffusion in place."""
    u = u.copy()
    for _ in range(20):
        u[1:-1] += k * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def softmax(w: Any, x: Any, targets: Any) -> Any:
    """Return the cross entropy of a linear model."""
    scores = x @ w
    scores = scores - np.max(scores, axis=1, keepdims=True)
    return np.mean(np.log(np.sum(np.exp(scores), axis=1)) - np.sum(scores * targets, axis=1))


def programs(size: int) -> list[Program]:
    """Return the programs, with arrays of about a square number of elements."""
    rng = np.random.default_rng(0)
    matrix = rng.standard_normal((size, size)) / size**0.5
    flat = rng.standard_normal(size * size)
    return [
        Program(network, (matrix, matrix.T.copy(), rng.standard_normal((size, size))), "w1, w2"),
        Program(elementwise, (flat, flat[::-1].copy()), "x, y"),
        Program(stencil, (flat, 0.1), "u"),
        Program(softmax, (matrix, rng.standard_normal((size, size)), np.eye(size)), "w"),
    ]


def medians(first: Callable[[], Any], second: Callable[[], Any], seconds: float) -> tuple[float, float]:
    """Return the medians of two functions that run by turns, in milliseconds."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    while len(times[0]) < MIN_RUNS or sum(map(sum, times)) < seconds:
        for function, taken in zip((first, second), times, strict=True):
            start = time.process_time()
            function()
            taken.append(time.process_time() - start)
    return 1000 * statistics.median(times[0]), 1000 * statistics.median(times[1])


def measured(program: Program, seconds: float) -> Row:
    """Return the row of a program."""
    function, args, tangents = program.function, program.args, program.tangents()
    push, slope = pushforward(function, program.wrt), gradient(function, program.wrt)
    product = hessian_vector_product(function, program.wrt)
    primal, forward = medians(lambda: function(*args), lambda: push(*args, *tangents), seconds)
    reverse, second = medians(lambda: slope(*args), lambda: product(*args, *tangents), seconds)
    return Row(function.__name__, primal, forward, forward / primal, reverse, second, second / reverse)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a ratio is above its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small arrays, few runs: to see that it works")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to a file too")
    options = parser.parse_args(arguments)
    seconds = QUICK_SECONDS if options.quick else SECONDS
    rows = [measured(program, seconds) for program in programs(64 if options.quick else 512)]
    print(f"{'':12} {'primal':>9} {'push':>9} {'ratio':>6} {'gradient':>9} {'product':>9} {'ratio':>6}   (ms)")
    for row in rows:
        first = f"{row.name:12} {row.primal_ms:9.3f} {row.pushforward_ms:9.3f} {row.forward_ratio:6.2f}"
        print(f"{first} {row.gradient_ms:9.3f} {row.product_ms:9.3f} {row.product_ratio:6.2f}")
    if options.json:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=2), encoding="utf-8")
    worst = max(rows, key=lambda row: row.forward_ratio), max(rows, key=lambda row: row.product_ratio)
    return int(worst[0].forward_ratio > MOST_FORWARD or worst[1].product_ratio > MOST_PRODUCT)


if __name__ == "__main__":
    raise SystemExit(main())
