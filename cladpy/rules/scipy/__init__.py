"""Rules of SciPy's functions, each module of which is imported when the library that it is about has been."""

import cladpy.runtime.scipy  # noqa: F401  what the formulas call
