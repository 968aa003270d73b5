"""The check with which a saved module begins that relies on facts of its arguments."""

from typing import Any

import numpy as np


def check_facts(**expected: tuple[Any, str, tuple[int | None, ...]]) -> None:
    """Raise if an argument does not have the dtype and dimensions that the text was generated for.

    Parameters
    ----------
    **expected : (value, dtype, dims)
        By name: the argument, the name of its dtype, and for each dimension 1 if it must be 1, None if it must not.

    Raises
    ------
    TypeError
        C401, naming the argument.

    Examples
    --------
    >>> check_facts(w=(np.ones((2, 1)), "float64", (None, 1)))
    """
    for name, (value, dtype, dims) in expected.items():
        shape = np.shape(value)
        if not isinstance(value, np.ndarray) or value.dtype.name != dtype:
            found = value.dtype.name if isinstance(value, np.ndarray) else type(value).__name__
            raise TypeError(f"[C401] {name} is {found}, and this text was generated for an array of {dtype}")
        fits = len(shape) == len(dims) and all((size == 1) == (dim == 1) for size, dim in zip(shape, dims, strict=True))
        if not fits:
            wanted = ", ".join("1" if dim == 1 else "not 1" for dim in dims)
            raise TypeError(f"[C401] {name} has shape {shape}, and this text was generated for dimensions ({wanted})")
