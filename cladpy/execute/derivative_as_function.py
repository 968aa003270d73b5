"""A derivative as a plain function of the same parameters, so that it can be differentiated again."""

import inspect
from collections.abc import Callable, Mapping, Sequence

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
    text = f"def {inner}_again({_taken(parameters, tangents)}):\n    return {inner}({_handed(parameters, tangents)})\n"
    made = compile_source(text, f"{inner}_again", {inner: value})
    defaults = {name: each.default for name, each in parameters.items() if each.default is not inspect.Parameter.empty}
    positional = [each for each in parameters.values() if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    if not tangents:  # which stand last, and have none
        made.__defaults__ = tuple(each.default for each in positional if each.name in defaults) or None
    made.__kwdefaults__ = {n: v for n, v in defaults.items() if parameters[n].kind is inspect.Parameter.KEYWORD_ONLY}
    made.__dict__[_DERIVATIVE] = value
    return made


def _taken(parameters: Mapping[str, inspect.Parameter], tangents: Sequence[str]) -> str:
    """Return the parameters of the function: those of the primal, keyword-only ones last, behind the tangents."""
    only = [name for name, each in parameters.items() if each.kind is inspect.Parameter.KEYWORD_ONLY]
    plain = [name for name in parameters if name not in only]
    return ", ".join([*plain, *tangents, *(["*", *only] if only else [])])


def _handed(parameters: Mapping[str, inspect.Parameter], tangents: Sequence[str]) -> str:
    """Return the arguments of the call."""
    only = [name for name, each in parameters.items() if each.kind is inspect.Parameter.KEYWORD_ONLY]
    plain = [name for name in parameters if name not in only]
    return ", ".join([*plain, *tangents, *(f"{name}={name}" for name in only)])


def derivative_of(function: Callable[..., object]) -> object:
    """Return the derivative that a function made by `as_function` calls; None for any other function."""
    return getattr(function, "__dict__", {}).get(_DERIVATIVE)
