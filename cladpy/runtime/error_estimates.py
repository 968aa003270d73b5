"""Rounding errors of the assignments of a program, each weighed with the adjoint of what it assigns."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Model = Callable[[Any, Any, str], Any]


def noted(x: Any, errors: "ErrorLog", variable: str, line: int) -> Any:
    """Return what is assigned; in a reverse sweep its error is noted.

    Examples
    --------
    >>> noted(1.5, ErrorLog(), "x", 3)
    1.5
    """
    return x


def note_error(d_x: Any, x: Any, errors: "ErrorLog", variable: str, line: int) -> Any:
    """Note the error of an assignment, and return the adjoint of what was assigned.

    Parameters
    ----------
    d_x, x : number or ndarray
        The adjoint, which broadcasts to the value, and the value.
    errors : ErrorLog
    variable : str
        Its name.
    line : int
        Of the assignment, 1-based.

    Examples
    --------
    >>> errors = ErrorLog()
    >>> note_error(2.0, 0.5, errors, "x", 3)
    2.0
    >>> bool(errors.found["x", 3] == np.finfo(float).eps)
    True
    """
    errors.add(d_x, x, variable, line)
    return d_x


def rounding(d_x: Any, x: Any, name: str) -> Any:
    """Return the first-order effect of one rounding of a value: ``|d_x x| eps``, eps that of the value's dtype.

    Examples
    --------
    >>> bool(rounding(2.0, 1.0, "x") == 2 * np.finfo(float).eps)
    True
    """
    return np.abs(np.multiply(d_x, x)) * np.finfo(np.result_type(x)).eps


class ErrorLog:
    """What the assignments of one run contribute.

    Parameters
    ----------
    model : callable
        ``model(d_x, x, name)`` gives the error of an assignment, a number or an array of such.

    Attributes
    ----------
    found : dict
        The sum of the errors, by variable and line.
    weights : dict
        The sum of ``|d_x x|`` by variable: times the eps of a precision, the effect of a rounding to it.
    """

    def __init__(self, model: Model = rounding) -> None:
        self.model = model
        self.found: dict[tuple[str, int], float] = {}
        self.weights: dict[str, float] = {}

    def add(self, d_x: Any, x: Any, name: str, line: int) -> None:
        """Add the error of an assignment; what is not floating has none."""
        for adjoint, value in _pairs(d_x, x):
            amount = float(np.sum(np.abs(np.broadcast_to(self.model(adjoint, value, name), np.shape(value)))))
            self.found[name, line] = self.found.get((name, line), 0.0) + amount
            weight = float(np.sum(np.abs(np.multiply(adjoint, value))))
            self.weights[name] = self.weights.get(name, 0.0) + weight


def _pairs(d_x: Any, x: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(x, float | complex | np.ndarray | np.generic):
        if np.result_type(x).kind in "fc":
            yield d_x, x
    elif isinstance(x, list | tuple) and isinstance(d_x, list | tuple):
        for adjoint, value in zip(d_x, x, strict=True):
            yield from _pairs(adjoint, value)
