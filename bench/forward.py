"""Print time of pushforwards over their primals, and of Hessian-vector products over gradients.

    python bench/forward.py [--quick] [--json FILE]

By turns, in processor time, on one core with one thread and a warm allocator: a row holds the medians and their ratios.
Planning and compiling come before and are not counted. Exit status 1 if a ratio is above its bound: a pushforward's may
be where the one by hand takes as long.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cladpy import gradient, hessian_vector_product, pushforward

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.measuring import by_turns, one_thread

SECONDS, QUICK_SECONDS = 1.0, 0.05  # of processor time for each function
ROUNDS = 200
MOST_OVER_HAND = 1.1
MOST_FORWARD = 2.5  # a tangent takes each product twice and each function's slope once
MOST_PRODUCT = 3.0  # and so does that of a gradient


class Program(NamedTuple):
    """A function of arrays, its arguments, and what it is differentiated by."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    wrt: str
    by_hand: Callable[..., Any] | None = None  # its pushforward

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
    hand_ratio: float | None
    gradient_ms: float
    product_ms: float
    product_ratio: float

    @property
    def is_within(self) -> bool:
        """Tell whether the ratios are within their bounds."""
        is_as_by_hand = self.hand_ratio is not None and self.hand_ratio <= MOST_OVER_HAND
        return (self.forward_ratio <= MOST_FORWARD or is_as_by_hand) and self.product_ratio <= MOST_PRODUCT


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


def shock(u: Any, k: Any) -> Any:
    """Return the energy behind twenty steps of Burgers' equation in place, each of which depends on the state."""
    u = u.copy()
    for _ in range(20):
        u[1:-1] -= k * u[1:-1] * (u[2:] - u[:-2])
    return np.sum(u * u)


def shock_by_hand(u: Any, k: Any, t_u: Any) -> Any:
    """Return value and tangent of `shock`: ten passes over arrays a step where it takes four."""
    u, t_u = u.copy(), t_u.copy()
    for _ in range(20):
        speed, slope = k * u[1:-1], u[2:] - u[:-2]
        t_u[1:-1] -= k * t_u[1:-1] * slope + speed * (t_u[2:] - t_u[:-2])
        u[1:-1] -= speed * slope
    return np.sum(u * u), np.sum(2 * u * t_u)


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
        Program(shock, (flat, 0.001), "u", shock_by_hand),
        Program(softmax, (matrix, rng.standard_normal((size, size)), np.eye(size)), "w"),
    ]


def measured(program: Program, seconds: float) -> Row:
    """Return the row of a program."""
    function, args, tangents = program.function, program.args, program.tangents()
    push, slope = pushforward(function, program.wrt), gradient(function, program.wrt)
    product = hessian_vector_product(function, program.wrt)
    calls: dict[str, Callable[[], Any]] = {
        "primal": lambda: function(*args),
        "push": lambda: push(*args, *tangents),
        "gradient": lambda: slope(*args),
        "product": lambda: product(*args, *tangents),
    }
    by_hand = program.by_hand
    if by_hand is not None:
        calls["by hand"] = lambda: by_hand(*args, *tangents)
        np.testing.assert_allclose(calls["push"](), calls["by hand"](), rtol=1e-10)
    for call in calls.values():
        call()
    times = by_turns(calls, rounds=ROUNDS, seconds=seconds)
    primal, forward, reverse, second, *hand = (1e3 * times[name].median for name in calls)
    over_hand = forward / hand[0] if hand else None
    return Row(function.__name__, primal, forward, forward / primal, over_hand, reverse, second, second / reverse)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a ratio is above its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small arrays, few runs: to see that it works")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to a file too")
    options = parser.parse_args(arguments)
    seconds = QUICK_SECONDS if options.quick else SECONDS
    with one_thread():
        rows = [measured(program, seconds) for program in programs(64 if options.quick else 512)]
    print(f"{'ms':12} {'primal':>9} {'push':>9} {'ratio':>6} {'by hand':>8} {'grad':>9} {'product':>9} {'ratio':>6}")
    for row in rows:
        first = f"{row.name:12} {row.primal_ms:9.3f} {row.pushforward_ms:9.3f} {row.forward_ratio:6.2f}"
        hand = "" if row.hand_ratio is None else f"{row.hand_ratio:.2f}"
        print(f"{first} {hand:>8} {row.gradient_ms:9.3f} {row.product_ms:9.3f} {row.product_ratio:6.2f}")
    if options.json:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=2), encoding="utf-8")
    return int(not all(row.is_within for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
