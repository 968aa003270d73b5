"""Estimates of rounding errors: the errors of all assignments, each weighed with an adjoint.

The primal is rewritten so that each assignment hands its value through ``noted``; the reverse sweep of that notes the
error where the adjoint is complete. Source: the error estimation of Clad; Vassilev et al., Automatic Differentiation of
C++ Codes Based on Clang and LLVM, 2020.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.derivative import ValueAndGradient
from cladpy.errors import CladpyError
from cladpy.execute.bound import without_annotation
from cladpy.execute.shown import Shown
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import find_source, primal_function
from cladpy.normalize.noted_assignments import with_notes
from cladpy.request import Wrt, parse_wrt, signature_names
from cladpy.runtime import ErrorLog
from cladpy.runtime.error_estimates import Model, rounding

SINGLE = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, slots=True)
class ErrorEstimate:
    """The rounding error of one run, to first order.

    Parameters
    ----------
    value : object
        What the primal returned.
    total : float
        The sum over all assignments; an estimate of the largest error rather than of a typical one, since errors of
        opposite sign do not cancel in it.
    by_variable, by_line : mapping
        The parts of `total`, the largest first; lines are those of the primal's file.
    weights : mapping
        ``sum(|d_x x|)`` by variable: times the eps of a precision, the effect of rounding it to that.
    """

    value: Any
    total: float
    by_variable: Mapping[str, float]
    by_line: Mapping[int, float]
    weights: Mapping[str, float]

    def single_precision(self, tolerance: float) -> tuple[str, ...]:
        """Return variables that may be float32 together, as long as the error that this adds is within a tolerance.

        Parameters
        ----------
        tolerance : float
            Of the result, absolute.

        Returns
        -------
        tuple of str
            As many as there may be, those with the least effect first.

        Examples
        --------
        >>> estimate = ErrorEstimate(1.0, 0.0, {}, {}, {"x": 1.0, "y": 1e-3, "z": 2e-3})
        >>> estimate.single_precision(1e-8)
        ('y', 'z')
        """
        chosen: list[str] = []
        for name in sorted(self.weights, key=lambda each: self.weights[each]):
            tolerance -= self.weights[name] * SINGLE
            if tolerance < 0:
                break
            chosen.append(name)
        return tuple(chosen)

    def __str__(self) -> str:
        rows = [f"value {self.value!r}, error {self.total:.3g}"]
        rows += [f"  {name}: {amount:.3g}" for name, amount in self.by_variable.items()]
        rows += [f"  line {line}: {amount:.3g}" for line, amount in self.by_line.items()]
        return "\n".join(rows)


class ErrorEstimation(Shown):
    """From the primal's arguments to an `ErrorEstimate`.

    Parameters
    ----------
    primal : callable
    wrt : str, int, tuple or None
        What the errors come through: what does not depend on it counts as exact.
    model : callable
    """

    def __init__(self, primal: Callable[..., Any], wrt: Wrt = None, *, model: Model = rounding) -> None:
        self.primal, self.model = primal, model
        self.function = primal_function(primal)
        source = find_source(self.function)
        check_syntax(source, module_names=self.function.__globals__)
        names = signature_names(self.function)
        asked, _ = parse_wrt(wrt, names, self.function.__name__)
        chosen = asked or tuple(name for name in names if not name.startswith("*"))
        if any("[" in name for name in chosen):
            raise CladpyError("C305", "errors are estimated of whole parameters", hint="name the parameter")
        self._derivative = ValueAndGradient(with_notes(self.function, chosen), chosen)
        self.request = self._derivative.request
        self.__signature__ = without_annotation(self.function)

    def __call__(self, /, *args: object, **kwargs: object) -> ErrorEstimate:
        """Run the program and its reverse sweep; return the estimate."""
        errors = ErrorLog(self.model)
        value, _ = self._derivative(errors, *args, **kwargs)
        by_variable, by_line = _summed(errors.found, 0), _summed(errors.found, 1)
        return ErrorEstimate(value, sum(errors.found.values()), by_variable, by_line, dict(errors.weights))

    @property
    def source(self) -> str:
        """Text of the generated module; of the general form before any call."""
        return self._derivative.source


def _summed(found: Mapping[tuple[str, int], float], part: int) -> dict[Any, float]:
    sums: dict[Any, float] = {}
    for key, amount in found.items():
        sums[key[part]] = sums.get(key[part], 0.0) + amount
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def estimate_error(function: Callable[..., Any], wrt: Wrt = None, *, model: Model = rounding) -> ErrorEstimation:
    """Estimate the rounding error of a function that returns a scalar.

    Every assignment rounds what it assigns; the effect on the result is the rounding times the adjoint of the variable.
    Errors inside of helpers count through what they return.

    Parameters
    ----------
    function : callable
    wrt : str, int, tuple or None
        As for `gradient`; what does not depend on these parameters counts as exact.
    model : callable
        ``model(d_x, x, name)``, the error of an assignment to a variable ``name`` with value ``x`` and adjoint ``d_x``:
        a number, or an array of the shape of ``x``. By default ``|d_x x| eps``, with the eps of the dtype of ``x``.

    Returns
    -------
    ErrorEstimation
        It takes the primal's arguments, and gives an `ErrorEstimate`: ``total``, ``by_variable``, ``by_line``, and
        ``single_precision(tolerance)``.

    Raises
    ------
    CladpyError
        As `gradient`; C120 where an array is updated while another name or a view of it lives on.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import estimate_error
    >>> def cancelled(x):
    ...     y = x + 1e8
    ...     return y - 1e8
    >>> estimate = estimate_error(cancelled, "x")(1.0)
    >>> max(estimate.by_variable, key=estimate.by_variable.get), estimate.total < 1e-7
    ('y', True)
    """
    return ErrorEstimation(function, wrt, model=model)
