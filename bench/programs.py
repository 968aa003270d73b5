"""Print time and peak memory of gradients next to their primals, to reverse sweeps by hand, and to other libraries.

    python bench/programs.py [NAME ...] [--quick] [--json FILE] [--plot FILE]

All that is compared runs by turns, in one process on one pinned thread, in processor time; the ratios are those of
medians. Before anything is timed, the adjoints are compared. The reverse sweeps by hand have the form of the program:
loops over numbers on floats and lists, programs on arrays with arrays reused where an expert would. A library whose
call is out of reach at the program's size is measured at a smaller one, and its time is scaled. The column of numba is
the same gradient under ``jit="numba"``, compiled before, where numba is installed and takes the program. The peak is
that of what Python and NumPy allocate in a call.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.cases.collection import CASES, Case
from bench.cases.peers import PEERS, missing
from bench.measuring import Call, by_turns, one_thread, peak, report, save, skipped
from cladpy import CladpyError, gradient, value_and_gradient

ROUNDS, SECONDS = 21, 0.6
QUICK_ROUNDS, QUICK_SECONDS = 2, 0.05
COLUMNS = ("over primal", "over hand", *(f"over {name}" for name in PEERS), "peak over hand")


def calls_of(case: Case, arguments: tuple[Any, ...]) -> dict[str, Call]:
    """Return the calls of a program, each of which has run, and whose adjoints agree."""
    ask = value_and_gradient if case.with_value else gradient
    derivative = ask(case.primal, tuple(case.wrt.split(", ")), fastmath=case.fastmath)
    calls: dict[str, Call] = {
        "primal": lambda: case.primal(*arguments),
        "cladpy": lambda: derivative(*arguments),
        "hand": lambda: case.by_hand(*arguments),
    }
    calls["primal"]()
    check(case, calls["cladpy"](), calls["hand"](), "by hand")
    return calls


def compiled_of(name: str, case: Case, arguments: tuple[Any, ...]) -> dict[str, Call]:
    """Return the call of the gradient that numba compiles, if it does; it agrees with the sweep by hand."""
    if find_spec("numba") is None:
        return {}
    ask = value_and_gradient if case.with_value else gradient
    try:
        derivative = ask(case.primal, tuple(case.wrt.split(", ")), jit="numba")
        found = derivative(*arguments)
    except CladpyError as error:
        skipped(f"{name} by numba", error)
        return {}
    check(case, found, case.by_hand(*arguments), "numba")
    return {"numba": lambda: derivative(*arguments)}


def peers_of(name: str, case: Case, arguments: tuple[Any, ...]) -> dict[str, Call]:
    """Return the calls of other libraries that can do a program, and agree with the sweep by hand."""
    calls: dict[str, Call] = {}
    expected = case.by_hand(*arguments)
    for peer, make in PEERS.items():
        try:
            call = make(case, arguments)
            found = call()
        except Exception as error:  # noqa: BLE001 - whatever a library says of what it cannot do
            if not missing(peer):
                skipped(f"{name} by {peer}", error)
            continue
        check(case, found, expected, peer)
        calls[peer] = call
    return calls


def check(case: Case, found: Any, expected: Any, whose: str) -> None:
    """Compare adjoints."""
    parts = [_adjoints(case, each, len(case.wrt.split(", "))) for each in (found, expected)]
    for mine, others in zip(*parts, strict=True):
        np.testing.assert_allclose(np.asarray(mine), np.asarray(others), rtol=1e-6, atol=1e-8, err_msg=whose)


def _adjoints(case: Case, found: Any, count: int) -> Sequence[Any]:
    if case.with_value and len(found) == 2:
        found = found[1]
    return found if isinstance(found, tuple | list) and len(found) == count else (found,)


def measure(name: str, case: Case, *, quick: bool) -> dict[str, Any]:
    """Return the row of a program."""
    size = case.quick if quick else case.size
    peer_size = size if case.peer_size is None or quick else case.peer_size
    arguments = case.arguments(size)
    calls = calls_of(case, arguments)
    compiled = compiled_of(name, case, arguments)
    peers = peers_of(name, case, case.arguments(peer_size))
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS)
    times = by_turns({**calls, **compiled, **peers}, rounds=rounds, seconds=seconds)
    medians = {each: found.median * (size / peer_size if each in peers else 1) for each, found in times.items()}
    own = medians["cladpy"]
    peaks = {each: peak(call) for each, call in calls.items()}
    return {
        "name": name,
        "size": size,
        "primal_ms": medians["primal"] * 1e3,
        "cladpy_ms": own * 1e3,
        "numba_ms": medians["numba"] * 1e3 if compiled else None,
        "wall_ms": times["cladpy"].summary()["wall_ms"],
        "over primal": own / medians["primal"],
        "over hand": own / medians["hand"],
        "over numba": own / medians["numba"] if compiled else None,
        **{f"over {peer}": own / medians[peer] if peer in medians else None for peer in PEERS},
        "peak_kb": peaks["cladpy"] / 1e3,
        "peak over primal": peaks["cladpy"] / max(1, peaks["primal"]),
        "peak over hand": peaks["cladpy"] / max(1, peaks["hand"]),
        "times": {each: found.summary() for each, found in times.items()},
    }


def draw(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Draw the times of each program over that of the sweep by hand, on a logarithmic scale."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- of the extra "plot"

    figure = Figure(figsize=(8, 0.45 * len(rows) + 1.2), layout="constrained")
    axes = figure.subplots()
    places = np.arange(len(rows))[::-1]
    marks = {"over hand": ("by hand", "#000000"), "over autograd": ("HIPS autograd", "#55a868"),
             "over torch": ("PyTorch", "#dd8452"), "over jax": ("JAX", "#8172b3"),
             "over numba": ("cladpy, numba", "#4c72b0")}  # fmt: skip
    for key, (label, color) in marks.items():
        found = [(place, 1 / row[key]) for place, row in zip(places, rows, strict=True) if row[key] is not None]
        if found:
            axes.scatter([time for _, time in found], [place for place, _ in found], label=label, color=color, zorder=3)
    axes.axvline(1, color="#c44e52", label="cladpy")
    axes.set_xscale("log")
    axes.set_yticks(places, [row["name"] for row in rows])
    axes.set_xlabel("time of a gradient, relative to cladpy's (left: faster)")
    axes.grid(visible=True, axis="x", lw=0.3)
    axes.legend(frameon=False, ncols=6, loc="upper center", bbox_to_anchor=(0.5, 1.12), fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)


def cells(row: dict[str, Any]) -> str:
    """Return the line of a program."""
    ratios = "".join(f"{'-' if row[key] is None else format(row[key], '.3f'):>15}" for key in COLUMNS)
    compiled = "-" if row["numba_ms"] is None else f"{row['numba_ms']:.3f}"
    return f"{row['name']:20}{row['primal_ms']:10.3f}{row['cladpy_ms']:10.3f}{compiled:>10}{ratios}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the programs; all, if none is given")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer runs: does it run at all?")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="picture to write")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(CASES))
    if unknown:
        parser.error(f"no such program: {', '.join(unknown)}; there are {', '.join(CASES)}")
    for peer in PEERS:
        if missing(peer):
            print(f"skipped {peer}: {missing(peer)}")
    if find_spec("numba") is None:
        print("skipped numba: it is not installed")
    titles = "".join(f"{each:>15}" for each in COLUMNS)
    print(f"{'program':20}{'primal ms':>10}{'cladpy ms':>10}{'numba ms':>10}{titles}")
    rows = []
    with one_thread():
        for name in options.names or CASES:
            rows.append(measure(name, CASES[name], quick=options.quick))
            print(cells(rows[-1]), flush=True)
    report(options.json, rows)
    if options.plot:
        draw(options.plot, rows)


if __name__ == "__main__":
    main()
