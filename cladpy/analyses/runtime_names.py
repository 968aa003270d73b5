"""The names that generated code may use besides the user's: the runtime's, NumPy, math, SciPy and builtins."""

import builtins

from cladpy.frontend.namespace import MISSING
from cladpy.rules.formula_names import formula_value


def runtime_value(path: str) -> object:
    """Return what a dotted name of generated code means, or MISSING."""
    first, *rest = path.split(".")
    value = formula_value(first)
    if value is None:
        value = getattr(builtins, first, MISSING)
    for member in rest:
        value = getattr(value, member, MISSING)
    return value
