"""What a gradient is of: a real scalar, checked where only the call can tell."""

import numpy as np

from cladpy.errors import CladpyError

SCALARS = frozenset({float, int, bool, np.float64, np.float32})


def check_scalar(value: object, name: str) -> None:
    """Raise if a value is not a real scalar.

    Parameters
    ----------
    value : object
        What the primal returned.
    name : str
        Of the primal.

    Raises
    ------
    CladpyError
        C303 if it is missing, or no scalar; C307 if it is complex.
    """
    if type(value) in SCALARS:
        return
    if value is None:
        raise CladpyError("C303", f"{name} returned None", hint="return the loss: is a return statement missing?")
    if not isinstance(value, np.ndarray | np.generic | float | int | complex):
        raise CladpyError("C303", f"{name} returned a {type(value).__name__}, not a scalar", hint=_pullback(name))
    if np.ndim(value):
        shape = np.shape(value)
        raise CladpyError("C303", f"{name} returned an array of shape {shape}, not a scalar", hint=_pullback(name))
    if np.iscomplexobj(value):
        raise CladpyError("C307", f"{name} returned a complex number", hint="return its abs or real part")


def _pullback(name: str) -> str:
    return f"use pullback({name}, ...) with a seed, or return a scalar such as np.sum(...)"
