"""A derivative as a plain function of the same parameters, so that it can be differentiated again."""

import inspect
from collections.abc import Callable

from cladpy.analyses.facts_of_values import is_derivative
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source

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
    names = ", ".join(parameter.name for parameter in parameters)
    inner = f"{value.primal.__name__}_{value.request.mode}"  # type: ignore[attr-defined]
    text = f"def {inner}_again({names}):\n    return {inner}({names})\n"
    return compile_source(text, f"{inner}_again", {inner: value})
