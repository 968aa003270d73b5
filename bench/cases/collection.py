"""All programs that ``bench/programs.py`` measures."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bench.cases import array_programs as arrays
from bench.cases import scalar_programs as scalars
from bench.cases import sequence_programs as sequences

NAMES = ("autograd", "torch", "jax")


class Case(NamedTuple):
    """A primal with its reverse sweep by hand.

    Attributes
    ----------
    primal, by_hand : callable
    wrt : str
    arguments : callable
        Takes a size.
    size : int
    quick : int
        A size that is measured in no time.
    with_value : bool
        The value is returned, too.
    peer_size : int or None
        The size at which the peers are measured, where the program's is out of their reach: their times are scaled.
    fastmath : bool
        Sums may be taken in any order, as those of the peers are.
    """

    primal: Callable[..., Any]
    by_hand: Callable[..., Any]
    wrt: str
    arguments: Callable[[int], tuple[Any, ...]]
    size: int
    quick: int
    with_value: bool = False
    peer_size: int | None = None
    fastmath: bool = False


def tanh_arguments(size):
    """Return one array."""
    return scalars.rosenbrock_arguments(size)


CASES = {
    "pendulum": Case(
        scalars.pendulum, scalars.pendulum_by_hand, "theta, omega, length", scalars.pendulum_arguments,
        100_000, 100, peer_size=1_000,
    ),
    "rosenbrock, loop": Case(
        scalars.rosenbrock_loop, scalars.rosenbrock_loop_by_hand, "x", scalars.rosenbrock_arguments,
        10_000, 100, peer_size=500,
    ),
    "rosenbrock": Case(arrays.rosenbrock, arrays.rosenbrock_by_hand, "x", scalars.rosenbrock_arguments, 10_000, 100),
    "tanh of ten": Case(arrays.tanh_sum, arrays.tanh_sum_by_hand, "x", tanh_arguments, 10, 10, with_value=True),
    "heat in place": Case(arrays.heat, arrays.heat_by_hand, "u, k", arrays.heat_arguments, 1_000, 20),
    "logistic": Case(arrays.logistic, arrays.logistic_by_hand, "w, b", arrays.logistic_arguments, 100_000, 100),
    "mixture, einsum": Case(
        arrays.mixture_einsum, arrays.mixture_einsum_by_hand, "alphas, means, q", arrays.mixture_arguments, 1_000, 20
    ),
    "mixture, einsum in any order": Case(
        arrays.mixture_einsum, arrays.mixture_einsum_by_hand, "alphas, means, q", arrays.mixture_arguments, 1_000, 20,
        fastmath=True,
    ),
    "mixture, matrices": Case(
        arrays.mixture_matrices, arrays.mixture_matrices_by_hand, "alphas, means, q", arrays.mixture_arguments,
        1_000, 20,
    ),
    "lstm": Case(sequences.lstm, sequences.lstm_by_hand, "wx, wh, b", sequences.lstm_arguments, 40, 3),
    "bundle": Case(arrays.bundle, arrays.bundle_by_hand, "poses, places", arrays.bundle_arguments, 1_000, 10),
    "n-body": Case(sequences.n_body, sequences.n_body_by_hand, "x, v", sequences.n_body_arguments, 60, 5),
}  # fmt: skip
