"""A derivative as a plain function of the same parameters, so that it can be differentiated again."""

import inspect
from collections.abc import Callable

from cladpy.analyses.facts_of_values import is_derivative
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source

_DERIVATIVE = "__cladpy_derivative__"
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def as_function(value: Callable[..., object]) -> Callable[..., object]:
    """Return a function that calls a derivative; anything else as it is.

    Raises
    ------
    CladpyError
        C305 for a derivative whose primal takes ``*args``, ``**kwargs`` or keyword-only parameters.
    """
    if not is_derivative(value):
        return value
    parameters = inspect.signature(value.primal).parameters.values()  # type: ignore[attr-defined]
    if any(parameter.kind not in POSITIONAL for parameter in parameters):
        raise CladpyError(
            "C305", f"{value!r} takes *args, **kwargs or keyword-only arguments and cannot be differentiated again"
        )
    names = list(value.takes)  # type: ignore[attr-defined]
    primal = value.primal.__name__  # type: ignore[attr-defined]
    inner = f"{primal if primal.isidentifier() else 'lambda'}_{value.request.mode}"  # type: ignore[attr-defined]
    while inner in names:
        inner += "_2"
    handed = ", ".join(names)
    text = f"def {inner}_again({handed}):\n    return {inner}({handed})\n"
    made = compile_source(text, f"{inner}_again", {inner: value})
    made.__dict__[_DERIVATIVE] = value
    return made


def derivative_of(function: Callable[..., object]) -> object:
    """Return the derivative that a function made by `as_function` calls; None for any other function."""
    return getattr(function, "__dict__", {}).get(_DERIVATIVE)
