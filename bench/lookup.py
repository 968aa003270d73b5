"""Print what a call of a derivative costs besides its generated code: the look-up of the signature, per call.

    python bench/lookup.py [--repeats 7]

Each row calls a derivative whose generated code does next to nothing, and the generated function itself; the
difference is what cladpy adds. Times are the least of several repeats, of processor time, in nanoseconds.
"""

import argparse
import time
import timeit
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cladpy import gradient

SCALE = 2.0
CALLS = 20_000  # per repeat: tens of milliseconds, far above the clock's resolution


class Model:
    """An object whose attributes are part of the signature."""

    def __init__(self) -> None:
        self.weight = np.ones((3, 2))
        self.rate = 0.5

    def loss(self, x: float) -> Any:
        """Read both attributes."""
        return x * self.rate * len(self.weight)


def three_arrays(w: Any, b: Any, x: Any) -> Any:
    """Read nothing: what is measured is the look-up."""
    return 1.0


def one_global(w: Any, b: Any, x: Any) -> Any:
    """Read a global, which is looked up again at each call."""
    return SCALE * len(b)


def helper(x: Any) -> Any:
    """Return the argument."""
    return x


def with_helper(x: float) -> Any:
    """Call a user's function, whose identity is part of the signature."""
    return helper(x)


def of_dict(params: Any, x: float) -> Any:
    """Read a dict of arrays."""
    return x * len(params)


class Case(NamedTuple):
    """A derivative and the arguments that it is called with."""

    name: str
    derivative: Any
    arguments: Sequence[object]


def cases() -> list[Case]:
    """Return what is measured."""
    w, b, x = np.ones((3, 2)), np.ones(2), np.ones((5, 3))
    params = {f"w{layer}": np.ones((2, 2)) for layer in range(6)}
    return [
        Case("three arrays", gradient(three_arrays, "w"), (w, b, x)),
        Case("three arrays, one of them with a 1", gradient(three_arrays, "w"), (w, np.ones((1, 2)), x)),
        Case("three arrays and a global", gradient(one_global, "w"), (w, b, x)),
        Case("a float and a helper", gradient(with_helper, "x"), (1.0,)),
        Case("a dict of six arrays and a float", gradient(of_dict, "x"), (params, 1.0)),
        Case("an object of two attributes and a float", gradient(Model.loss, "x"), (Model(), 1.0)),
    ]


def nanoseconds(call: Callable[[], object], repeats: int) -> float:
    """Return the least time of a call."""
    return min(timeit.repeat(call, timer=time.process_time, number=CALLS, repeat=repeats)) / CALLS * 1e9


def row(case: Case, repeats: int) -> str:
    """Measure a case; return its line of the table."""
    name, derivative, arguments = case
    derivative(*arguments)
    entry = derivative._plans.latest  # noqa: SLF001 - its parts are measured
    calls = (entry.selects, derivative, entry.functions[0])
    times = [nanoseconds(lambda call=call: call(*arguments), repeats) for call in calls]  # type: ignore[misc]
    return f"{name:40}" + "".join(f" {time:8.0f}" for time in times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    print(f"{'':40} {'look-up':>8} {'call':>8} {'bare':>8}  ns")
    for case in cases():
        print(row(case, repeats))


if __name__ == "__main__":
    main()
