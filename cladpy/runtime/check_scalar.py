"""The check that a gradient's primal has returned a real scalar, where that was not known before the call."""

import numpy as np


def check_scalar(value: object) -> None:
    """Raise if a value is not a real scalar.

    Raises
    ------
    TypeError
        C303 for an array, None or another object; C307 for a complex number.

    Examples
    --------
    >>> check_scalar(1.5), check_scalar(np.float32(2.0)), check_scalar(np.array(3.0))
    (None, None, None)
    """
    if isinstance(value, np.ndarray) and value.ndim:
        raise TypeError(f"[C303] the function returned an array of shape {value.shape}, not a scalar")
    if isinstance(value, complex | np.complexfloating) or (isinstance(value, np.ndarray) and value.dtype.kind == "c"):
        raise TypeError("[C307] the function returned a complex number")
    if not isinstance(value, float | int | np.number | np.bool_ | np.ndarray):
        what = "None" if value is None else f"a value of type {type(value).__name__}"
        raise TypeError(f"[C303] the function returned {what}, not a scalar")
