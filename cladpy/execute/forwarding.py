"""A request for a function that has custom rules itself: the derivative of a call of it."""

import inspect
import types
from collections.abc import Callable

from cladpy.analyses.classify import function_with_rules
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source
from cladpy.rules.custom_signature import primal_parameters


def with_own_rules(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function to differentiate: one that calls the given one, if that has custom rules, else that itself.

    Raises
    ------
    CladpyError
        C305 if the function is declared non-differentiable.
    """
    owner, rules = function_with_rules(function)
    if rules is None:
        return function
    if rules.is_inactive:
        name = getattr(function, "__name__", "the function")
        hint = "request the derivative of a function that calls it"
        raise CladpyError("C305", f"{name} is declared non_differentiable", hint=hint)
    return forwarding(owner)  # type: ignore[arg-type]


def forwarding(function: Callable[..., object]) -> types.FunctionType:
    """Return a function with source that does nothing but call the given one.

    Parameters
    ----------
    function : callable
        Without ``*args`` and ``**kwargs``.

    Examples
    --------
    >>> def product(data, weight):
    ...     return data * weight
    >>> print(inspect.getsource(forwarding(product)))
    def product(data, weight):
        return product(data, weight)
    """
    name = str(getattr(function, "__name__", ""))
    name = name if name.isidentifier() else "function"
    keyword_only = inspect.Parameter.KEYWORD_ONLY
    parameters = [(each.name, each.kind is keyword_only) for each in primal_parameters(function)]
    handed = ", ".join(f"{own}={own}" if by_keyword else own for own, by_keyword in parameters)
    text = f"def {name}({', '.join(own for own, _ in parameters)}):\n    return {name}({handed})\n"
    namespace: dict[str, object] = {}
    compile_source(text, name, namespace)
    made = namespace[name]
    namespace[name] = function
    return made  # type: ignore[return-value]
