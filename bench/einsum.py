"""Print what the adjoints of np.einsum cost over the sum itself, and what they would cost as einsum of other labels.

    python bench/einsum.py [--quick]

Times are the least of several repeats, in milliseconds: of the primal, of its gradient by both operands, and of the
same two adjoints by np.einsum.
"""

import argparse
import timeit
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cladpy import gradient

REPEATS = 5


class Case(NamedTuple):
    """A sum of products: the primal, the labels of both adjoints, the shapes of both operands."""

    function: Callable[..., Any]
    adjoints: tuple[str, str]
    shapes: tuple[tuple[int, ...], tuple[int, ...]]


def matrices(a: Any, b: Any) -> Any:
    """Return the sum of squares of a product of matrices."""
    return np.sum(np.einsum("ij,jk->ik", a, b) ** 2)


def scores(a: Any, b: Any) -> Any:
    """Return that of the scores of attention: stacks of matrices, one of them transposed."""
    return np.sum(np.einsum("bhqd,bhkd->bhqk", a, b) ** 2)


def ellipsis(a: Any, b: Any) -> Any:
    """Return that of stacks under an ellipsis, which the helper of the runtime multiplies."""
    return np.sum(np.einsum("...ij,...jk->...ik", a, b) ** 2)


CASES = (
    Case(matrices, ("ik,jk->ij", "ik,ij->jk"), ((300, 300), (300, 300))),
    Case(scores, ("bhqk,bhkd->bhqd", "bhqk,bhqd->bhkd"), ((4, 4, 128, 64), (4, 4, 128, 64))),
    Case(ellipsis, ("...ik,...jk->...ij", "...ik,...ij->...jk"), ((8, 100, 100), (8, 100, 100))),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="tenth of the lengths, for a test that it runs")
    scale = 10 if parser.parse_args(arguments).quick else 1
    print(f"{'':10} {'primal':>9} {'gradient':>9} {'by einsum':>9}")
    generator = np.random.default_rng(0)
    for case in CASES:
        a, b = (generator.normal(size=[max(2, n // scale) for n in shape]) for shape in case.shapes)
        times = [1000 * least(call) for call in calls(case, a, b)]
        print(f"{case.function.__name__:10} " + " ".join(f"{time:9.2f}" for time in times))


def calls(case: Case, a: np.ndarray, b: np.ndarray) -> tuple[Callable[[], Any], ...]:
    """Return what is measured."""
    first, second = case.adjoints
    (result, _, of_a), of_b = first.replace("->", ",").split(","), second.rpartition("->")[2]
    d = 2 * np.einsum(f"{of_a},{of_b}->{result}", a, b)
    derivative = gradient(case.function)
    return (
        lambda: case.function(a, b),
        lambda: derivative(a, b),
        lambda: (np.einsum(first, d, b), np.einsum(second, d, a)),
    )


def least(call: Callable[[], Any]) -> float:
    """Return the least time of a call, in seconds."""
    call()
    return min(timeit.repeat(call, number=1, repeat=REPEATS))


if __name__ == "__main__":
    main()
