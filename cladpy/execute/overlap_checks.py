"""Keep the backend's tests for overlapping memory in the loops that they are about, while cladpy's code is compiled.

Before a loop whose arrays may overlap LLVM tests their addresses, and runs it unvectorised if they do. Where it can it
moves the test out of the loop around, for all iterations of that loop at once; but then it takes every outer loop that
counts downwards for an overlap. The reverse sweep's loops count downwards: rows of a matrix are swept unvectorised, at
half the speed. The option belongs to the process, so it is set for as long as one function is compiled.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

OPTION = "-hoist-runtime-checks"
VERSIONS = range(20, 23)  # of LLVM, that are known to have the option; another one might end the process


@contextmanager
def overlap_checks_inside() -> Iterator[None]:
    """Compile what is compiled in the block with each test before its own loop."""
    binding = sys.modules.get("llvmlite.binding")  # the backend's; nothing is to be set where it was not imported
    if binding is None or binding.llvm_version_info[0] not in VERSIONS:
        yield
        return
    binding.set_option("", f"{OPTION}=false")
    try:
        yield
    finally:
        binding.set_option("", f"{OPTION}=true")
