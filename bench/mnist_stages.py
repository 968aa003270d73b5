"""Print what each part of the compiler is worth on the MNIST gradient: time and memory, stage by stage.

    python bench/mnist_stages.py [--quick] [--json FILE] [--plot FILE] [--timeline FILE]

Each stage trains the network of examples/mnist in float32 on one pinned thread: batch copies, both sweeps and the step
are timed, epoch by epoch, in runs whose order rotates. The figure is the sum over the epochs of their medians; least
and most are of whole runs. Memory is counted in runs of its own, of one batch: the arrays that lines of the generated
code allocate, and the most that is live at once, the copies of the batch and the adjoints included.
"""

import argparse
import linecache
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.cases import mnist
from bench.cases.staged import STAGES, staged
from bench.measuring import one_thread, report, save, timed, warm_allocator

RUNS, EPOCHS, COUNT = 6, 3, 6_400
QUICK_RUNS, QUICK_EPOCHS, QUICK_COUNT = 2, 1, 512
TOLERANCE = 1e-4  # of parameters of size 1 after 100 steps in float32, in another order of additions
ARRAYS = tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)


class Line(NamedTuple):
    """What a line of generated code left.

    Attributes
    ----------
    text : str
    live : int
        Bytes of arrays behind it.
    allocated : int
        Bytes that it allocated, at least: the most that was live during it over what was live before.
    variables : dict
        Bytes by name, of local arrays that are no arguments.
    """

    text: str
    live: int
    allocated: int
    variables: dict[str, int]


def lines_of(differentiate: Callable[..., object], call: Callable[[], object]) -> list[Line]:
    """Run a call and note what each line of a generated function leaves."""
    code = getattr(differentiate, "__code__", None)
    found: list[Line] = []
    waiting: list[tuple[str, int]] = []

    def behind(frame: FrameType, event: str, _: Any) -> Any:
        if event in ("line", "return"):
            live, most = tracemalloc.get_traced_memory()
            if waiting:
                text, before = waiting.pop()
                parameters = frame.f_code.co_varnames[: frame.f_code.co_argcount]
                arrays = {n: v for n, v in frame.f_locals.items() if isinstance(v, np.ndarray) and n not in parameters}
                sizes = {each: value.nbytes for each, value in arrays.items()}
                found.append(Line(text, array_bytes(), max(0, most - before), sizes))
            if event == "line":
                waiting.append((linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip(), live))
                tracemalloc.reset_peak()
        return behind

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(lambda frame, event, _: behind if frame.f_code is code else None)
    try:
        call()
    finally:
        sys.settrace(before)
        tracemalloc.stop()
    return found


def array_bytes() -> int:
    """Return the bytes that NumPy holds for the elements of arrays, of those traced."""
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces([ARRAYS]).traces)


def memory_of(differentiate: Callable[..., object], inner: Callable[..., object]) -> list[Line]:
    """Return the lines of one batch, which is copied as in training."""
    own, (images, targets) = mnist.parameters(), mnist.examples(2 * mnist.BATCH)
    chosen = np.random.default_rng(0).permutation(len(images))[: mnist.BATCH]

    def call() -> object:
        return differentiate(*own, images[chosen], targets[chosen])

    call()
    return lines_of(inner, call)


def trained(steps: dict[str, Any], runs: int, epochs: int, count: int) -> dict[str, list[list[float]]]:
    """Return, by stage, the seconds of each epoch of each run; all stages end at the same parameters."""
    images, targets = mnist.examples(count)
    orders = mnist.orders(count, epochs)
    names, results = list(steps), dict[str, list[list[float]]]()
    ends: dict[str, list[np.ndarray]] = {}
    warm_allocator()
    for run in range(runs):
        for name in names[run % len(names) :] + names[: run % len(names)]:
            training = mnist.Training(mnist.stepping(steps[name]), images, targets)
            results.setdefault(name, []).append([timed(partial(training.epoch, order), 1)[0] for order in orders])
            ends[name] = training.result()
    for name in names:
        for mine, first in zip(ends[name], ends[names[0]], strict=True):
            np.testing.assert_allclose(mine, first, rtol=0, atol=TOLERANCE, err_msg=name)
    return results


def row_of(name: str, seconds: list[list[float]], lines: list[Line]) -> dict[str, Any]:
    """Return what is report of a stage."""
    totals = [sum(run) * 1e3 for run in seconds]
    return {
        "stage": name,
        "title": STAGES[name].title,
        "ms": sum(statistics.median(epoch) for epoch in zip(*seconds, strict=True)) * 1e3,
        "min_ms": min(totals),
        "max_ms": max(totals),
        "allocated": sum(line.allocated for line in lines),
        "peak": max(line.live for line in lines),
    }


def draw(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Draw time and peak of each stage as bars."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- of the extra "plot"

    names = [f"{row['stage']}  {row['title']}" for row in rows][::-1]
    figure = Figure(figsize=(9, 3), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    middle = np.array([row["ms"] for row in rows][::-1])
    ends = np.array([[row["min_ms"], row["max_ms"]] for row in rows][::-1]).T
    left.barh(names, middle, xerr=np.maximum(0, abs(ends - middle)), color="#4c72b0", error_kw={"lw": 0.8})
    left.set_xlabel("ms of processor time, all epochs")
    right.barh(names, [row["peak"] / 1e3 for row in rows][::-1], color="#dd8452")
    right.set_xlabel("peak of live arrays in one batch, kB")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


def draw_timeline(path: Path, lines: Sequence[Line]) -> None:
    """Draw the bytes that are live behind each line, and the life of each variable as a bar."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- of the extra "plot"

    names = list(dict.fromkeys(name for line in lines for name in line.variables))
    figure = Figure(figsize=(9, 6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    upper.step(range(len(lines)), [line.live / 1e3 for line in lines], where="mid", color="#c44e52")
    upper.set_ylabel("live arrays, kB")
    for row, name in enumerate(names):
        alive = [position for position, line in enumerate(lines) if name in line.variables]
        lower.barh(row, len(alive), left=alive[0] - 0.5, color="#4c72b0", height=0.6)
    lower.set_yticks(range(len(names)), names)
    lower.invert_yaxis()
    texts = [line.text if len(line.text) < 40 else f"{line.text[:37]}..." for line in lines]
    lower.set_xticks(range(len(lines)), texts, rotation=90, fontsize=7, family="monospace")
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer examples and runs: does it run at all?")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="picture of times and peaks to write")
    parser.add_argument("--timeline", type=Path, metavar="FILE", help="picture of the last stage's batch to write")
    options = parser.parse_args(arguments)
    runs, epochs, count = (QUICK_RUNS, QUICK_EPOCHS, QUICK_COUNT) if options.quick else (RUNS, EPOCHS, COUNT)
    with one_thread():
        steps = {name: staged(stage) for name, stage in STAGES.items()}
        seconds = trained({name: step.call for name, step in steps.items()}, runs, epochs, count)
        lines = {name: memory_of(step.call, step.function) for name, step in steps.items()}
    rows = [row_of(name, seconds[name], lines[name]) for name in STAGES]
    print(f"{'stage':58}{'ms':>8}{'least':>8}{'most':>8}{'allocated':>11}{'peak':>9}")
    for row in rows:
        numbers = f"{row['ms']:8.1f}{row['min_ms']:8.1f}{row['max_ms']:8.1f}{row['allocated']:11,d}{row['peak']:9,d}"
        print(f"{row['stage'] + '  ' + row['title']:58}{numbers}")
    timeline = [line._asdict() for line in lines["S6"]]
    report(options.json, rows, timeline=timeline, batches=epochs * (count // mnist.BATCH))
    if options.plot:
        draw(options.plot, rows)
    if options.timeline:
        draw_timeline(options.timeline, lines["S6"])


if __name__ == "__main__":
    main()
