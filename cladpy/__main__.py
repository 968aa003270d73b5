"""Run the command line: ``python -m cladpy``."""

import sys

from cladpy.cli import main

if __name__ == "__main__":
    sys.exit(main())
