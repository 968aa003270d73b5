"""Print the bytes of arrays live after each line of the generated MNIST gradient, for one batch.

    python bench/mnist_memory.py [--batch 128] [--hidden 64]

Counted are the arrays allocated from the batch's copies on: these copies, what the
gradient makes and the adjoints it returns. The parameters and the data set are not.
"""

import argparse
import linecache
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "mnist"))
from train import Examples, initial_parameters, loss  # the example is a folder of scripts

GENERATED = "<cladpy "  # how the file name of compiled generated source begins
ARRAYS = tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)


class LiveBytes(NamedTuple):
    """The bytes of arrays that are live after a line of generated code."""

    line: str
    size: int


def array_bytes() -> int:
    """Return the bytes that NumPy holds for the elements of arrays, of those traced."""
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces([ARRAYS]).traces)


def live_bytes_by_line(call: Callable[[], object]) -> list[LiveBytes]:
    """Run a call and count the bytes of arrays after each line of generated code.

    What the call allocates before and besides generated code counts too, as long as it lives.
    """
    timeline: list[LiveBytes] = []
    running: dict[FrameType, str] = {}

    def after_line(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if frame in running and event in {"line", "return"}:
            timeline.append(LiveBytes(running[frame], array_bytes()))
        if event == "line":
            running[frame] = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
        elif event == "return":
            running.pop(frame, None)
        return after_line

    def enter(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        generated = frame.f_code.co_filename.startswith(GENERATED)
        return after_line(frame, event, argument) if generated else None

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
        tracemalloc.stop()
    return timeline


def total_peak(call: Callable[[], object]) -> int:
    """Return the most bytes that Python and NumPy held at any moment of a call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def one_batch(batch: int, hidden: int, differentiate: Callable[..., object] = loss) -> Callable[[], object]:
    """Return a call that copies a batch of images out of more and differentiates the loss on it.

    It has run twice: compiling, and what a first call caches, is not counted.
    """
    generator = np.random.default_rng(0)
    parameters = initial_parameters(784, hidden, generator)
    images = generator.random((2 * batch, 784), dtype=np.float32)
    targets = generator.random((2 * batch, 10), dtype=np.float32)
    chosen = generator.permutation(2 * batch)[:batch]

    def call() -> object:
        examples = Examples(images[chosen], targets[chosen])
        return differentiate(*parameters, *examples)

    call()
    call()
    return call


def main() -> None:
    """Print the timeline and the two peaks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--hidden", type=int, default=64)
    options = parser.parse_args()
    call = one_batch(options.batch, options.hidden)
    timeline = live_bytes_by_line(call)
    print("bytes live  after the line")
    for line, size in timeline:
        print(f"{size:10,d}  {line}")
    print(f"{max(size for _, size in timeline):10,d}  peak of the arrays after a line")
    print(f"{total_peak(call):10,d}  peak of all that Python and NumPy allocate, within lines too")


if __name__ == "__main__":
    main()
