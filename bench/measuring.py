"""What the benchmarks share: one pinned thread, calls timed by turns, peaks of memory, the machine's description.

All calls that are compared run in one process, in an order that rotates from round to round, so that a machine which
slows down slows all of them. Fast calls are repeated until the clock can tell them apart. The allocator is warmed
before any of them: after a large block was freed, NumPy gets memory at twice the speed.
"""

import contextlib
import gc
import json
import os
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

Call = Callable[[], object]
SMALLEST = 2e-3  # seconds that a timed run takes at least: a hundred times what reading the clocks may err by
WARMING = 31 << 20  # bytes; glibc learns to keep memory from blocks of up to 32 MiB, its own words in them included


class Times(NamedTuple):
    """Seconds of each run of a call, of the processor and of the clock on the wall."""

    cpu: list[float]
    wall: list[float]

    @property
    def median(self) -> float:
        """Median of the processor's seconds."""
        return statistics.median(self.cpu)

    def summary(self) -> dict[str, float]:
        """Return what is written of it: milliseconds."""
        return {
            "cpu_ms": self.median * 1e3,
            "cpu_min_ms": min(self.cpu) * 1e3,
            "cpu_max_ms": max(self.cpu) * 1e3,
            "wall_ms": statistics.median(self.wall) * 1e3,
        }


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Keep this process on one core, and BLAS on one thread, where the machine allows."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if before is not None:
        os.sched_setaffinity(0, {max(before)})
    try:
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 -- of the extra "bench"

        with threadpool_limits(1):
            yield
    except ImportError:
        yield  # one core is one thread's worth
    finally:
        if before is not None:
            os.sched_setaffinity(0, before)


def by_turns(calls: Mapping[str, Call], *, rounds: int, seconds: float = float("inf")) -> dict[str, Times]:
    """Time calls by turns.

    Parameters
    ----------
    calls : mapping
        By name; each has been called before, so that nothing is compiled now.
    rounds : int
        Runs of each at most.
    seconds : float
        Of processor time for each, after which no further round begins.

    Returns
    -------
    dict
        Seconds for one call, run by run.
    """
    warm_allocator()
    repeats = {name: repeats_of(call) for name, call in calls.items()}
    times = {name: Times([], []) for name in calls}
    names = list(calls)
    begin = time.process_time()
    for turn in range(rounds):
        gc.collect()
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            cpu, wall = timed(calls[name], repeats[name])
            times[name].cpu.append(cpu)
            times[name].wall.append(wall)
        if time.process_time() - begin > seconds * len(names):
            break
    return times


def timed(call: Call, repeats: int) -> tuple[float, float]:
    """Return the seconds of one call, of the processor and on the wall."""
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(repeats):
        call()
    return (time.process_time() - cpu) / repeats, (time.perf_counter() - wall) / repeats


def repeats_of(call: Call) -> int:
    """Return how often a call is repeated in a run that the clock can tell."""
    repeats = 1
    while timed(call, repeats)[0] * repeats < SMALLEST:
        repeats *= 4
    return repeats


def warm_allocator() -> None:
    """Allocate and free a large block, so that every call that is timed gets memory alike."""
    np.ones(WARMING // 8)


def peak(call: Call) -> int:
    """Return the most bytes that Python and NumPy hold at any moment of a call, beyond what they held before."""
    call()
    gc.collect()
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def machine() -> dict[str, str]:
    """Describe the machine, as far as figures depend on it."""
    return {
        "processor": processor(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "blas": blas(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def processor() -> str:
    """Return the processor's name."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def blas() -> str:
    """Return the library of NumPy's matrix products, and the kernel that it chose, if that can be told."""
    try:
        from threadpoolctl import threadpool_info  # noqa: PLC0415 -- of the extra "bench"
    except ImportError:
        return "unknown"
    found = [each for each in threadpool_info() if each["user_api"] == "blas"]
    return ", ".join(f"{each['internal_api']} {each['version']} ({each.get('architecture', '?')})" for each in found)


def report(path: Path | None, rows: Sequence[Mapping[str, Any]], **more: Any) -> None:
    """Print the machine's description under a table, and write both as JSON if a file is named."""
    described = machine()
    print(", ".join(f"{key}: {value}" for key, value in described.items()))
    if path is not None:
        table = {"machine": described, **more, "rows": list(rows)}
        path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def save(figure: Any, path: Path) -> None:
    """Write a picture, without the date."""
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def skipped(name: str, error: BaseException) -> None:
    """Say that a peer is not there."""
    print(f"skipped {name}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
