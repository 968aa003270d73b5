"""Functions that call a function: written out by the compiler where their arguments show what is called.

What is left for a rule is the reason why one is not.
"""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule

rule(
    np.piecewise,
    "y = piecewise(x, condlist, funclist, *args)",
    x=not_implemented("its conditions and functions must be written as lists in the call"),
    args=not_implemented("its conditions and functions must be written as lists in the call"),
)
rule(
    np.apply_along_axis,
    "y = apply_along_axis(func1d, axis, arr, *args)",
    arr=not_implemented("the function must be a lambda or a function that is known by its name"),
    args=not_implemented("the function must be a lambda or a function that is known by its name"),
)
rule(
    np.apply_over_axes,
    "y = apply_over_axes(func, a, axes)",
    a=not_implemented("the function must be known by its name, and the axes written in the call"),
)
rule(
    np.fromfunction,
    "y = fromfunction(made_of, shape, *, dtype=float)",
    made_of=not_implemented("the shape must be written as a tuple in the call"),
)
