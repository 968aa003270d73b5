"""The way back from broadcasting: sum a contribution down to the shape of its operand."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike


def unbroadcast(d: Any, x: Any) -> Any:
    """Return a contribution with the shape, the dtype and the kind of its operand.

    Parameters
    ----------
    d : scalar or ndarray
        Contribution, of a shape that the shape of `x` broadcasts to.
    x : float, int, complex, NumPy scalar or ndarray
        The operand; only its kind, shape and dtype are used.

    Returns
    -------
    float, complex, NumPy scalar or ndarray
        `d` itself if there is nothing to do; a real operand takes the real part.  An operand that
        is not floating has no dtype to cast to: the contribution keeps its own.

    Raises
    ------
    ValueError
        C402 if the shape of `x` does not broadcast to that of `d`.
    TypeError
        C404 if `x` is not a number or an array.

    Examples
    --------
    >>> unbroadcast(np.ones((3, 2), np.float32), np.zeros((1, 2)))
    array([[3., 3.]])
    >>> unbroadcast(np.ones((3, 2)), 1.5)
    6.0
    """
    if isinstance(x, np.ndarray):
        return unbroadcast_to(d, x.shape, x.dtype)
    if isinstance(x, np.generic) and np.issubdtype(x.dtype, np.number):
        return d if type(d) is type(x) else unbroadcast_to(d, (), x.dtype)[()]
    if isinstance(x, int | float | complex):
        return d if type(d) is type(x) else _python_scalar(d, complex if isinstance(x, complex) else float)
    raise TypeError(f"[C404] an operand of type {type(x).__name__} has no adjoint")


def unbroadcast_to(d: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
    """Return a contribution with a recorded shape and dtype.

    Parameters
    ----------
    d : scalar or ndarray
        Contribution, of a shape that `shape` broadcasts to.
    shape : tuple of int
    dtype : dtype, float or complex
        The Python types `float` and `complex` give a Python scalar.

    Returns
    -------
    ndarray, shape `shape`, dtype `dtype` (of d if `dtype` is not floating)

    Raises
    ------
    ValueError
        C402 if `shape` does not broadcast to the shape of `d`.

    Examples
    --------
    >>> unbroadcast_to(np.ones(4), (), np.float64)
    array(4.)
    """
    if type(d) is np.ndarray and d.shape == shape and d.dtype == dtype:
        return d  # the usual case, and this is called for small arrays too
    if dtype is float or dtype is complex:
        return _python_scalar(d, dtype)
    array = np.asarray(d)
    if array.shape != shape:
        array = np.asarray(_summed(array, shape))
    wanted = np.dtype(dtype)
    if array.dtype == wanted or wanted.kind not in "fc":
        return array
    return (array.real if wanted.kind == "f" else array).astype(wanted)


def _python_scalar(d: Any, kind: type[float] | type[complex]) -> float | complex:
    total = d if np.ndim(d) == 0 else np.sum(d)
    return float(np.real(total)) if kind is float else complex(total)


def _summed(d: np.ndarray, shape: tuple[int, ...]) -> Any:
    """Sum over the axes that broadcasting added or stretched; leading axes of 1 that a store dropped come back."""
    added = d.ndim - len(shape)
    if added < 0 and set(shape[:-added]) == {1}:
        return _summed(d, shape[-added:]).reshape(shape)
    stretched = tuple(
        added + axis for axis, size in enumerate(shape) if added >= 0 and size == 1 and d.shape[added + axis] != 1
    )
    total = d.sum(axis=(*range(added), *stretched), keepdims=True) if added >= 0 else d
    if total.shape[max(added, 0) :] != shape:
        raise ValueError(f"[C402] a contribution of shape {d.shape} to the adjoint of an operand of shape {shape}")
    return total.reshape(shape)
