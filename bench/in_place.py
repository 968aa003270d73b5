"""Print time and peak memory of the gradients of examples/in_place, relative to their primals.

    python bench/in_place.py [NAME ...] [--quick] [--json FILE]

Both run on one core with one thread, by turns, in processor time: a row holds the medians and their ratio, and the
peaks of what Python and NumPy allocate during a call. Planning and compiling come before and are not counted. Where
``cases/in_place_by_hand.py`` has a reverse sweep written by hand, it runs too, after its results were compared; its
ratio is that of its time to the primal's.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cladpy import gradient

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.cases.in_place_by_hand import BY_HAND
from bench.measuring import one_thread, peak, timed, warm_allocator
from examples.in_place.collection import PROGRAMS, Program

RATIOS = ("time_ratio", "hand_ratio", "peak_ratio")
SECONDS = 2.0  # of processor time for each program; its runs are at least MIN_RUNS
MIN_RUNS = 5
QUICK_SECONDS = 0.1


class Row(NamedTuple):
    """What was measured of a program.

    Attributes
    ----------
    primal_ms, gradient_ms : float
        Medians, in milliseconds of processor time.
    primal_kb, gradient_kb : float
        Peaks of a call, in kilobytes of 1000 bytes.
    hand_ms : float or None
        Median of the sweep by hand, where there is one.
    """

    name: str
    statements: str
    size: int
    primal_ms: float
    gradient_ms: float
    primal_kb: float
    gradient_kb: float
    hand_ms: float | None = None

    @property
    def time_ratio(self) -> float:
        """Time of the gradient over that of the primal."""
        return self.gradient_ms / self.primal_ms

    @property
    def peak_ratio(self) -> float:
        """Peak of the gradient over that of the primal."""
        return self.gradient_kb / self.primal_kb

    @property
    def hand_ratio(self) -> float | None:
        """Time of the sweep by hand over that of the primal."""
        return None if self.hand_ms is None else self.hand_ms / self.primal_ms

    def cells(self) -> str:
        """Return the line of the table."""
        hand = "" if self.hand_ratio is None else f"{self.hand_ratio:.2f}"
        return (
            f"{self.name:24}{self.statements:10}{self.size:7d}{self.primal_ms:10.2f}{self.gradient_ms:10.2f}"
            f"{self.time_ratio:8.2f}{hand:>8}{self.primal_kb:12,.0f}{self.gradient_kb:12,.0f}{self.peak_ratio:8.2f}"
        )


HEAD = (
    f"{'program':24}{'time in':10}{'size':>7}{'primal':>10}{'gradient':>10}{'ratio':>8}{'by hand':>8}"
    f"{'primal':>12}{'gradient':>12}{'ratio':>8}"
)
UNITS = f"{'':41}{'ms':>10}{'ms':>10}{'':16}{'peak kB':>12}{'peak kB':>12}"


def measure(name: str, program: Program, *, seconds: float, size: int) -> Row:
    """Measure a program and its gradient by turns."""
    arguments = program.arguments(np.random.default_rng(0), size)
    derivative = gradient(program.function, program.wrt)
    calls: list[Callable[[], Any]] = [lambda: program.function(*arguments), lambda: derivative(*arguments)]
    if name in BY_HAND:
        calls.append(lambda: BY_HAND[name](*arguments))
    warm_allocator()
    found = [call() for call in calls]
    for by_hand in found[2:]:
        for one, other in zip(found[1], by_hand, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-10)  # the order of sums differs
    times: list[list[float]] = [[] for _ in calls]
    while len(times[0]) < MIN_RUNS or sum(map(sum, times)) < seconds * 1e3:
        for call, taken in zip(calls, times, strict=True):
            taken.append(timed(call, 1)[0] * 1e3)
    primal, gradient_ms, *hand = map(statistics.median, times)
    peaks = [peak(call) / 1e3 for call in calls[:2]]
    return Row(name, program.statements, size, primal, gradient_ms, *peaks, *hand)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the programs; all, if none is given")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer runs: does it run at all?")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(PROGRAMS))
    if unknown:
        parser.error(f"no such program: {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    rows = []
    print(f"{HEAD}\n{UNITS}")
    with one_thread():
        for name in options.names or PROGRAMS:
            size = max(3, PROGRAMS[name].large // 4) if options.quick else PROGRAMS[name].large
            seconds = QUICK_SECONDS if options.quick else SECONDS
            rows.append(measure(name, PROGRAMS[name], seconds=seconds, size=size))
            print(rows[-1].cells(), flush=True)
    if options.json is not None:
        table = [row._asdict() | {each: getattr(row, each) for each in RATIOS} for row in rows]
        options.json.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
