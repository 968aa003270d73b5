"""Print how long an epoch of training takes by cladpy, by hand and by other libraries, in one interleaved run.

    python bench/peers.py [--quick] [--json FILE] [--plot FILE]

The network and the batches are those of examples/mnist, in float32, on one pinned thread. Timed are the copies of each
batch, both sweeps and the step. All trainings start alike and see the same batches; after each first epoch their
parameters are compared. Libraries that are missing are skipped, and said so.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.cases import mnist, mnist_peers
from bench.measuring import Times, by_turns, one_thread, report, save, skipped
from cladpy import gradient

COUNT, QUICK_COUNT = 12_800, 1_280  # examples of an epoch
ROUNDS, QUICK_ROUNDS = 18, 2
TOLERANCE = 1e-4  # of parameters of size 1 after 100 steps in float32, in another order of additions
CLADPY, EXPERT = "cladpy", "by hand, buffers reused"


def trainings(images: np.ndarray, targets: np.ndarray) -> dict[str, Callable[[], Any]]:
    """Return, by name, what makes each training."""

    def of(step: Any) -> Any:
        return mnist.Training(step, images, targets)

    return {
        CLADPY: lambda: of(mnist.stepping(gradient(mnist.loss, mnist.NAMES))),
        "by hand, naive": lambda: of(mnist.stepping(mnist.naive)),
        EXPERT: lambda: of(mnist.Expert().step),
        "HIPS autograd": lambda: of(mnist_peers.autograd()),
        "PyTorch, eager": partial(mnist_peers.Torch, images, targets, is_compiled=False),
        "PyTorch, compiled": partial(mnist_peers.Torch, images, targets, is_compiled=True),
        "JAX, batches from NumPy": partial(mnist_peers.Jax, images, targets, cuts_inside=False),
        "JAX, batches cut inside": partial(mnist_peers.Jax, images, targets, cuts_inside=True),
    }


def agreeing(found: dict[str, Any], order: np.ndarray) -> dict[str, Any]:
    """Run one epoch of each training and return them, if they end alike; those that fail are skipped."""
    done: dict[str, Any] = {}
    for name, make in found.items():
        try:
            training = make()
            training.epoch(order)
        except Exception as error:  # noqa: BLE001 - whatever a library that is not fit for this machine raises
            skipped(name, error)
            continue
        if done:
            for mine, others in zip(training.result(), next(iter(done.values())).result(), strict=True):
                np.testing.assert_allclose(mine, others, rtol=0, atol=TOLERANCE, err_msg=name)
        done[name] = training
    return done


def draw(path: Path, times: dict[str, Times]) -> None:
    """Draw the medians as bars, with the least and the most."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- of the extra "plot"

    names = list(times)[::-1]
    middle = np.array([times[name].median * 1e3 for name in names])
    ends = np.array([[min(times[name].cpu) * 1e3, max(times[name].cpu) * 1e3] for name in names]).T
    figure = Figure(figsize=(7, 0.4 * len(names) + 1), layout="constrained")
    axes = figure.subplots()
    colors = ["#c44e52" if name == CLADPY else "#8c8c8c" for name in names]
    axes.barh(names, middle, color=colors, xerr=abs(ends - middle), error_kw={"lw": 0.8})
    axes.set_xlabel("milliseconds of processor time for an epoch of MNIST-like training, one thread")
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer examples and runs: does it run at all?")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="picture to write")
    options = parser.parse_args(arguments)
    count, rounds = (QUICK_COUNT, QUICK_ROUNDS) if options.quick else (COUNT, ROUNDS)
    with one_thread():
        images, targets = mnist.examples(count)
        order = mnist.orders(count, 1)[0]
        known = trainings(images, targets)
        wanted = {name: known[name] for name in options.only or known}
        done = agreeing(wanted, order)
        times = by_turns({name: partial(each.epoch, order) for name, each in done.items()}, rounds=rounds)
    base = times.get(CLADPY)
    print(f"{'training':26}{'ms':>9}{'least':>9}{'most':>9}{'wall ms':>9}{'cladpy / it':>13}")
    rows = []
    for name, each in times.items():
        row = {"name": name, **each.summary(), "ratio": base.median / each.median if base else None}
        rows.append(row)
        numbers = "".join(f"{row[key]:9.1f}" for key in ("cpu_ms", "cpu_min_ms", "cpu_max_ms", "wall_ms"))
        print(f"{name:26}{numbers}{row['ratio'] or 0:13.2f}")
    report(options.json, rows, batches=len(order))
    if options.plot:
        draw(options.plot, times)


if __name__ == "__main__":
    main()
