"""Print the gradient that cladpy generates for a program of this folder, or list the programs.

python -m examples.in_place.show [NAME] [--size 5]
"""

import argparse

import numpy as np

from cladpy import gradient
from examples.in_place.collection import PROGRAMS


def main():
    """Print one generated source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=PROGRAMS)
    parser.add_argument("--size", type=int, default=5)
    options = parser.parse_args()
    if options.name is None:
        print("\n".join(PROGRAMS))
        return
    program = PROGRAMS[options.name]
    arguments = program.arguments(np.random.default_rng(0), options.size)
    print(gradient(program.function, program.wrt).source_for(*arguments), end="")


if __name__ == "__main__":
    main()
