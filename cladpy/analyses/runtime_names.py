"""The names that generated code may use besides the user's: the runtime's, NumPy, math and builtins."""

import builtins
import math

import numpy as np

import cladpy.runtime
from cladpy.frontend.namespace import MISSING


def runtime_value(path: str) -> object:
    """Return what a dotted name of generated code means, or MISSING."""
    first, *rest = path.split(".")
    if first == "np":
        value: object = np
    elif first == "math":
        value = math
    elif first in cladpy.runtime.__all__:
        value = getattr(cladpy.runtime, first)
    else:
        value = getattr(builtins, first, MISSING)
    for member in rest:
        value = getattr(value, member, MISSING)
    return value
