"""Print what the forms that generated code is written in cost over those that say the same.

    python bench/cheap_forms.py [--quick] [--json FILE]

Ratios of medians, below 1 where the chosen form is the faster one: a method's sum over np.sum, zeros of a known shape
over zeros_like, a product with a mask over np.where, an inner product over the sum of a product.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measuring import by_turns, one_thread, report

SIZES = (10, 1_000, 100_000)
FORMS = ("x.sum()", "np.sum(x)"), ("np.zeros(x.shape, x.dtype)", "np.zeros_like(x)"), (
    "x * mask",
    "np.where(mask, x, 0.0)",
), ("x @ y", "np.sum(x * y)")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each pair of forms and each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round of one size, for a test that it runs")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args(arguments)
    sizes = SIZES[:1] if options.quick else SIZES
    print(f"{'chosen':28} {'instead of':24} " + " ".join(f"{size:>9,}" for size in sizes))
    rows = []
    with one_thread():
        for chosen, other in FORMS:
            ratios = [ratio(chosen, other, size, rounds=1 if options.quick else 15) for size in sizes]
            rows.append({"chosen": chosen, "other": other, **dict(zip(map(str, sizes), ratios, strict=True))})
            print(f"{chosen:28} {other:24} " + " ".join(f"{each:9.2f}" for each in ratios))
    report(options.json, rows)


def ratio(chosen: str, other: str, size: int, *, rounds: int) -> float:
    """Return the time of one form over that of another, for arrays of a size."""
    x, y = np.linspace(-1.0, 1.0, size), np.linspace(1.0, 2.0, size)
    names = {"np": np, "x": x, "y": y, "mask": x > 0}
    forms = {text: eval(f"lambda: {text}", names) for text in (chosen, other)}  # noqa: S307 - the texts above
    if not np.allclose(forms[chosen](), forms[other](), rtol=1e-12):
        raise ValueError(f"{chosen} is not {other}")
    times = by_turns(forms, rounds=rounds)
    return times[chosen].median / times[other].median


if __name__ == "__main__":
    main()
