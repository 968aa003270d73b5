"""A derivative as a plain function of the same parameters, so that it can be differentiated again."""

import inspect
from collections.abc import Callable

from cladpy.analyses.facts_of_values import is_derivative
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source

_DERIVATIVE = "__cladpy_derivative__"
STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def as_function(value: Callable[..., object]) -> Callable[..., object]:
    """Return a function that calls a derivative; anything else as it is.

    Raises
    ------
    CladpyError
        C305 for a derivative whose primal takes ``*args`` or ``**kwargs``.
    """
    if not is_derivative(value):
        return value
    parameters = inspect.signature(value.function).parameters  # type: ignore[attr-defined]
    if any(parameter.kind in STARS for parameter in parameters.values()):
        raise CladpyError("C305", f"{value!r} takes *args or **kwargs and cannot be differentiated again")
    names = list(value.takes)  # type: ignore[attr-defined]
    primal = value.primal.__name__  # type: ignore[attr-defined]
    inner = f"{primal if primal.isidentifier() else 'lambda'}_{value.request.mode}"  # type: ignore[attr-defined]
    while inner in names:
        inner += "_2"
    tangents = [name for name in names if name not in parameters]
    only = [name for name, each in parameters.items() if each.kind is inspect.Parameter.KEYWORD_ONLY]
    plain = [*(name for name in parameters if name not in only), *tangents]
    taken = ", ".join([*plain, *(["*", *only] if only else [])])
    handed = ", ".join([*plain, *(f"{name}={name}" for name in only)])
    text = f"def {inner}_again({taken}):\n    return {inner}({handed})\n"
    made = compile_source(text, f"{inner}_again", {inner: value})
    defaults = {name: each.default for name, each in parameters.items() if each.default is not inspect.Parameter.empty}
    if not tangents:  # which stand last, and have none
        made.__defaults__ = tuple(value for name, value in defaults.items() if name not in only) or None
    made.__kwdefaults__ = {name: value for name, value in defaults.items() if name in only}
    made.__dict__[_DERIVATIVE] = value
    return made


def derivative_of(function: Callable[..., object]) -> object:
    """Return the derivative that a function made by `as_function` calls; None for any other function."""
    return getattr(function, "__dict__", {}).get(_DERIVATIVE)
