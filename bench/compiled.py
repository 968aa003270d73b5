"""Print the times of compiled gradients: a step in Python, in numba, and of a reverse sweep written by hand for numba.

    python bench/compiled.py [NAME ...] [--quick] [--json FILE] [--chart FILE]

Nanoseconds of processor time for each step: medians of runs that take turns on one core. A hand-written sweep computes
the same gradient. JAX runs, where it is installed, what would be written for it, and of programs that store into
elements also their own loops, a functional store a step, which is slow and runs a few times. The ratio to JAX is the
one to the faster of both. Compiling is not counted in these times, but told apart: seconds of the first call over those
of the first call of the compiled primal, both of fresh functions. Without numba there is nothing to measure.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench import compiled_jax
from bench.cases import compiled_matrices, compiled_programs
from bench.measuring import one_thread
from cladpy import value_and_gradient

try:
    import numba
except ModuleNotFoundError:
    numba = None

PROGRAMS = {**compiled_programs.PROGRAMS, **compiled_matrices.PROGRAMS}
RUNS, QUICK_RUNS = 20, 5
SLOW_RUNS = 2  # of what takes a second
COMPILED_RUNS = 3
TOLERANCE = 1e-9  # between two orders of the same sums
HEADER = {
    "python_gradient": "Python gradient", "gradient": "gradient", "fast": "fastmath", "primal": "primal",
    "by_hand": "by hand", "jax": "JAX", "jax_elements": "JAX elements", "over_primal": "/primal", "over_hand": "/hand",
    "over_jax": "/JAX", "compile": "compile s", "over_compile": "/compile",
}  # fmt: skip


class Row(NamedTuple):
    """Nanoseconds of a step; seconds of compiling."""

    name: str
    python_gradient: float
    gradient: float
    primal: float
    by_hand: float
    fast: float | None = None
    jax: float | None = None
    jax_elements: float | None = None
    compile: float | None = None
    compile_primal: float | None = None

    def cells(self) -> dict[str, float | None]:
        """Return what the table shows, its ratios included."""
        peers = [each for each in (self.jax, self.jax_elements) if each is not None]
        return {
            **{name: value for name, value in self._asdict().items() if name in HEADER},
            "over_primal": self.gradient / self.primal,
            "over_hand": self.gradient / self.by_hand,
            "over_jax": self.gradient / min(peers) if peers else None,
            "over_compile": self.compile / self.compile_primal if self.compile and self.compile_primal else None,
        }


def measure(name: str, *, quick: bool = False) -> Row:
    """Return the times of a program's steps, its gradient compared with the others."""
    program, runs = PROGRAMS[name], QUICK_RUNS if quick else RUNS
    arguments, few = program.arguments(program.steps), program.arguments(program.few)
    number, few_number = (each * program.inner(each) for each in (program.steps, program.few))
    plain = value_and_gradient(program.primal, program.wrt)
    runners = {
        "gradient": value_and_gradient(program.primal, program.wrt, jit="numba"),
        "primal": numba.njit(program.primal),
        "by_hand": numba.njit(program.by_hand),
    }
    if not quick:
        runners["fast"] = value_and_gradient(program.primal, program.wrt, jit="numba", fastmath=True)
    calls: dict[str, Callable[[], Any]] = {each: partial(call, *arguments) for each, call in runners.items()}
    jax, jax_elements = (
        compiled_jax.gradient_of(name, arguments, forms) for forms in (compiled_jax.PROGRAMS, compiled_jax.BY_ELEMENTS)
    )
    calls |= {"jax": jax} if jax else {}
    slow = {"jax_elements": jax_elements} if jax_elements else {}
    expected = runners["by_hand"](*arguments)
    for each, call in {**calls, **slow}.items():
        if each != "primal":
            check(name, call(), expected)
    times = {each: found / number for each, found in (in_turns(calls, runs) | in_turns(slow, SLOW_RUNS)).items()}
    times["python_gradient"] = in_turns({"": lambda: plain(*few)}, SLOW_RUNS)[""] / few_number
    own, of_primal = (None, None) if quick else compile_times(program, few, COMPILED_RUNS)
    return Row(name, **times, compile=own, compile_primal=of_primal)


def check(name: str, found: Any, expected: Any) -> None:
    """Stop where a gradient is not the one by hand."""
    for given, wanted in zip(_parts(found), _parts(expected), strict=True):
        if not np.allclose(given, wanted, rtol=TOLERANCE, atol=TOLERANCE):
            sys.exit(f"{name}: the compiled gradient is not the one by hand")


def compile_times(program: Any, arguments: tuple[Any, ...], runs: int) -> tuple[float, float]:
    """Return the seconds of the first calls of the gradient and of the primal, the running left out.

    Both have been compiled before, so that neither pays for what numba learns once of NumPy's functions.
    """

    def seconds(make: Callable[[Any], Any]) -> float:
        call = make(fresh(program.primal))
        begin = time.process_time()
        call(*arguments)
        first = time.process_time()
        call(*arguments)
        return 2 * first - begin - time.process_time()

    own, of_primal = [], []
    for _ in range(runs):
        own.append(seconds(lambda primal: value_and_gradient(primal, program.wrt, jit="numba")))
        of_primal.append(seconds(numba.njit))
    return statistics.median(own), statistics.median(of_primal)


def fresh(function: Any) -> FunctionType:
    """Return a function of the same code that nothing has met before."""
    return FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)


def in_turns(calls: Mapping[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """Return the median nanoseconds of each, run one after the other.

    Each runs twice, and the second time counts: else one of them would pay for the caches that another has filled.
    """
    times: dict[str, list[int]] = {name: [] for name in calls}
    for _ in range(runs):
        for name, run in calls.items():
            run()
            begin = time.process_time_ns()
            run()
            times[name].append(time.process_time_ns() - begin)
    return {name: float(statistics.median(each)) for name, each in times.items()}


def _parts(value: Any) -> list[Any]:
    return [each for part in value for each in _parts(part)] if isinstance(value, tuple) else [value]


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw the nanoseconds of a step on an axis of powers of ten."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- an extra, for the picture alone

    kinds = {
        "plain Python": "python_gradient",
        "JAX, by elements": "jax_elements",
        "JAX": "jax",
        "numba, by hand": "by_hand",
        "cladpy with numba": "gradient",
    }
    figure = Figure(figsize=(8, 0.6 * len(rows) + 0.6), layout="constrained")
    axes, height = figure.subplots(), 0.8 / len(kinds)
    for place, (label, kind) in enumerate(kinds.items()):
        shown = [(k - place * height, getattr(row, kind)) for k, row in enumerate(reversed(rows)) if getattr(row, kind)]
        axes.barh([at for at, _ in shown], [value for _, value in shown], height, label=label)
    axes.set_yticks([k - 0.3 for k in range(len(rows))], [row.name.replace("_", " ") for row in reversed(rows)])
    axes.set_xscale("log")
    axes.set_xlabel("nanoseconds a step, value and gradient")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path)


def line(row: Row) -> str:
    """Return the line of a program."""
    found = row.cells()
    cells = (("" if found[key] is None else f"{found[key]:.2f}", len(title)) for key, title in HEADER.items())
    return f"{row.name:16}" + "".join(f"{text:>{max(8, width) + 2}}" for text, width in cells)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROGRAMS))
    parser.add_argument(
        "--quick", action="store_true", help="fewer runs, without fastmath, and without the times of compiling"
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--chart", type=Path, help="picture to draw")
    options = parser.parse_args(arguments)
    if numba is None:
        print("numba is not installed: nothing is measured")
        return 0
    print(f"{'ns a step':16}" + "".join(f"{title:>{max(8, len(title)) + 2}}" for title in HEADER.values()))
    rows = []
    with one_thread():
        for name in options.names or PROGRAMS:
            rows.append(measure(name, quick=options.quick))
            print(line(rows[-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps([{**row._asdict(), **row.cells()} for row in rows], indent=1))
    if options.chart:
        draw(rows, options.chart)
    return 0


if __name__ == "__main__":
    sys.exit(main())
