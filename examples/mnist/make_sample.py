"""Draw the embedded sample from the four IDX files of MNIST, evenly by class.

    python examples/mnist/make_sample.py FOLDER_OF_MNIST [FOLDER_OF_SAMPLE]

Takes 600 training and 100 test images of each digit at random, with a fixed seed,
keeps them in their original order and writes them as four gzipped IDX files.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from idx import DataError, Digits, load_digits, write_idx

PER_DIGIT = {"train": 600, "t10k": 100}
SEED = 0


def draw(digits: Digits, count: int, generator: np.random.Generator) -> Digits:
    """Return a sample with the same number of images of each digit."""
    chosen = [generator.choice(np.flatnonzero(digits.labels == digit), count, replace=False) for digit in range(10)]
    order = np.sort(np.concatenate(chosen))
    return Digits(digits.images[order], digits.labels[order])


def main() -> int:
    """Write the sample; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="folder of the four IDX files, gzipped or not")
    parser.add_argument("target", type=Path, nargs="?", default=Path(__file__).parent / "sample")
    options = parser.parse_args()
    options.target.mkdir(exist_ok=True)
    try:
        for part, count in PER_DIGIT.items():
            images, labels = draw(load_digits(options.source, part), count, np.random.default_rng(SEED))
            side = round(images.shape[1] ** 0.5)
            write_idx(options.target / f"{part}-images-idx3-ubyte.gz", images.reshape(-1, side, side))
            write_idx(options.target / f"{part}-labels-idx1-ubyte.gz", labels)
    except (DataError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
