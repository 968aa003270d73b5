"""Derivatives as functions that code which numba compiles may call.

Of the types of such a call more is unknown than of the values of one from Python: an array may have a length of one,
and booleans are no part of the signature. Imported where numba asks for the type of a derivative: it is there.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import make_overload_template

from cladpy.emit.other_meaning import refusal
from cladpy.ir.fact import BOOL, COMPLEX, FLOAT, INT, Dim, Fact, array

NUMBERS = {types.float64: FLOAT, types.int64: INT, types.boolean: BOOL, types.complex128: COMPLEX}
Make = Callable[[Sequence[Fact]], Any]


def function_type(derivative: Any, names: Sequence[str], make: Make) -> types.Function:
    """Return the type that numba takes a derivative for.

    Parameters
    ----------
    derivative : Derivative
    names : sequence of str
        Of its arguments.
    make : callable
        Gives the compiled function for facts of the arguments.
    """

    def typed(*given: Any) -> Any:
        if len(given) != len(names):
            raise refusal(f"calls {derivative.__name__} with {len(given)} arguments, and it takes {len(names)}")
        return _calling(make([fact_of_type(*each) for each in zip(given, names, strict=True)]), names)

    return types.Function(make_overload_template(derivative, typed, {}, False, "never"))


def fact_of_type(kind: Any, name: str) -> Fact:
    """Return what is known of an argument of a type.

    Raises
    ------
    CladpyError
        C410 for a type of which derivatives are not compiled.

    Examples
    --------
    >>> fact_of_type(types.float64, "x").dtype, fact_of_type(types.Array(types.float64, 2, "C"), "x").ndim
    (dtype('float64'), 2)
    """
    kind = types.unliteral(kind)
    if kind in NUMBERS:
        return NUMBERS[kind]
    if isinstance(kind, types.Array) and kind.dtype in NUMBERS:
        return array(
            np.dtype(str(kind.dtype)), tuple(Dim(f"{name}:{axis}", constant=True) for axis in range(kind.ndim))
        )
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return Fact("tuple", items=tuple(fact_of_type(item, f"{name}[{k}]") for k, item in enumerate(kind)))
    raise refusal(f"hands the derivative a {kind} for '{name}', of which compiled code may not ask one")


def _calling(compiled: Any, names: Sequence[str]) -> Any:
    """Return a function of these parameters that calls a compiled one."""
    given = ", ".join(names)
    namespace: dict[str, Any] = {"compiled": compiled}
    exec(f"def call({given}): return compiled({given})", namespace)
    return namespace["call"]
