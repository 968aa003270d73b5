"""The runtime's helpers as numba compiles them: imported by text that is compiled, and by nothing else.

Importing this makes the helpers of `cladpy.runtime` known to numba. One that is not among them is refused where
compiled code calls it.
"""

from cladpy.runtime import *  # noqa: F403 -- the same names, which numba knows from here on
from cladpy.runtime.numba import (  # noqa: F401 -- what makes them known
    arrangement,
    complex_parts,
    containers,
    elementwise,
    interpolation,
    shapes,
    storage,
)
from cladpy.runtime.numba.elementwise import integer_power  # noqa: F401 -- of compiled code alone
from cladpy.runtime.numba.shapes import as_single, check_lengths, check_reach, max_along, min_along  # noqa: F401
