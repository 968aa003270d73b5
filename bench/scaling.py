"""Print how time and memory of gradients grow with steps, sizes, parameters and nesting, and compile time with length.

    python bench/scaling.py [--quick] [--json FILE] [--plot FILE]

A row is a size: processor time of the primal and of the gradient, the peak of what Python and NumPy allocate in a call
of the gradient, and the time to generate and compile it. The exponent of a column is the slope of its logarithm from
the second to the last size: 1 is linear.
"""

import argparse
import linecache
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.measuring import by_turns, one_thread, peak, report, save
from cladpy import gradient

ROUNDS, QUICK_ROUNDS = 7, 1
COLUMNS = ("primal_ms", "gradient_ms", "peak_kb", "compile_ms")


def march(u: np.ndarray, k: float, steps: int) -> Any:
    """Return the sum of squares after steps in place."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * np.sin(u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def by_steps(steps: int) -> tuple[Callable[..., Any], str, tuple[Any, ...]]:
    """Return a loop of some steps on a hundred numbers."""
    return march, "u, k", (np.linspace(0.0, 1.0, 100), 0.1, steps)


def by_size(size: int) -> tuple[Callable[..., Any], str, tuple[Any, ...]]:
    """Return a loop of twenty steps on some numbers."""
    return march, "u, k", (np.linspace(0.0, 1.0, size), 0.1, 20)


def by_parameters(count: int) -> tuple[Callable[..., Any], str, tuple[Any, ...]]:
    """Return a function of as many arrays, each of which is read once."""
    names = [f"p{n}" for n in range(count)]
    lines = [f"def f({', '.join(names)}):", "    s = 0.0", *(f"    s = s + np.sum(np.sin({each}))" for each in names)]
    return defined([*lines, "    return s"]), ", ".join(names), tuple(np.full(10, 0.5) for _ in names)


def by_nesting(depth: int) -> tuple[Callable[..., Any], str, tuple[Any, ...]]:
    """Return loops of two iterations, as deep as asked."""
    loops = (f"{'    ' * (level + 1)}for i{level} in range(2):" for level in range(depth))
    lines = ["def f(x, w):", *loops]
    lines += [f"{'    ' * (depth + 1)}x = np.sin(w * x)", "    return np.sum(x)"]
    return defined(lines), "x, w", (np.full(10, 0.5), np.full(10, 0.9))


def by_length(count: int) -> tuple[Callable[..., Any], str, tuple[Any, ...]]:
    """Return a straight-line function of as many lines."""
    lines = ["def f(x0, w):", *(f"    x{n + 1} = np.sin(w * x{n}) + x{n // 2}" for n in range(count - 2))]
    return defined([*lines, f"    return np.sum(x{count - 2})"]), "x0, w", (np.full(10, 0.5), np.full(10, 0.9))


def defined(lines: Sequence[str]) -> Callable[..., Any]:
    """Return the function that lines define; its source can be had."""
    text = "\n".join(lines) + "\n"
    file = f"<scaling {len(linecache.cache)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"np": np, "__name__": __name__}
    exec(compile(text, file, "exec"), namespace)  # noqa: S102 - the text is made above
    return namespace["f"]


KINDS: dict[str, tuple[Callable[[int], Any], tuple[int, ...], tuple[int, ...]]] = {
    "steps": (by_steps, (10, 100, 1_000, 10_000), (5, 10)),
    "elements": (by_size, (1_000, 10_000, 100_000, 1_000_000), (10, 20)),
    "parameters": (by_parameters, (5, 20, 80), (2, 4)),
    "nested loops": (by_nesting, (1, 2, 3, 4), (1, 2)),
    "lines": (by_length, (125, 500, 2_000), (5, 10)),
}


def measure(kind: str, size: int, rounds: int) -> dict[str, Any]:
    """Return the row of a size."""
    function, wrt, arguments = KINDS[kind][0](size)
    derivative = gradient(function, tuple(wrt.split(", ")))
    start = time.process_time()
    derivative(*arguments)
    compiled = time.process_time() - start
    calls = {"primal": lambda: function(*arguments), "gradient": lambda: derivative(*arguments)}
    calls["primal"]()
    times = by_turns(calls, rounds=rounds, seconds=1.0)
    return {
        "kind": kind,
        "size": size,
        "primal_ms": times["primal"].median * 1e3,
        "gradient_ms": times["gradient"].median * 1e3,
        "peak_kb": peak(calls["gradient"]) / 1e3,
        "compile_ms": max(0.0, compiled - times["gradient"].median) * 1e3,
    }


def exponent(rows: Sequence[dict[str, Any]], column: str) -> float:
    """Return the slope of a column's logarithm over that of the size, from the second row to the last."""
    first, last = (rows[1], rows[-1]) if len(rows) > 2 else (rows[0], rows[-1])
    return math.log(max(last[column], 1e-9) / max(first[column], 1e-9)) / math.log(last["size"] / first["size"])


def draw(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Draw each column over the size, a panel a kind."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- of the extra "plot"

    figure = Figure(figsize=(12, 2.8), layout="constrained")
    for axes, kind in zip(figure.subplots(1, len(KINDS)), KINDS, strict=True):
        mine = [row for row in rows if row["kind"] == kind]
        for column in COLUMNS:
            axes.loglog([row["size"] for row in mine], [row[column] for row in mine], marker="o", ms=3, label=column)
        axes.set_xlabel(kind)
        axes.grid(visible=True, lw=0.3)
    figure.axes[0].legend(frameon=False, fontsize=7)
    save(figure, path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all, if none is given")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer runs: does it run at all?")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="picture to write")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.kinds) - set(KINDS))
    if unknown:
        parser.error(f"no such kind: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    rows: list[dict[str, Any]] = []
    with one_thread():
        for kind in options.kinds or KINDS:
            _, sizes, quick = KINDS[kind]
            print(f"{kind:>14}{''.join(f'{column:>14}' for column in COLUMNS)}", flush=True)
            mine = []
            for size in quick if options.quick else sizes:
                mine.append(measure(kind, size, QUICK_ROUNDS if options.quick else ROUNDS))
                print(f"{size:14,d}{''.join(f'{mine[-1][column]:14,.2f}' for column in COLUMNS)}", flush=True)
            print(f"{'exponent':>14}{''.join(f'{exponent(mine, column):14.2f}' for column in COLUMNS)}")
            rows += mine
    report(options.json, rows)
    if options.plot:
        draw(options.plot, rows)


if __name__ == "__main__":
    main()
