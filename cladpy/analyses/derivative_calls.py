"""The arguments of a call of a derivative: one for each that its generated function takes, defaults written out.

before: ``gradient(f, "x")(x, k=2.0)`` of ``f(x, n=3, *, k=1.0)``     after: ``(x, 3, 2.0)``
"""

import inspect
from collections.abc import Mapping
from typing import Any

import gast

WRITTEN = (int, float, bool, str, type(None))
"""Types of defaults that are written into the call."""
_STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_TANGENT = "t_"  # how the names of tangents begin that generated code takes


def whole_call(derivative: Any, value: gast.Call) -> list[gast.expr] | None:
    """Return what the generated function of a derivative takes in a call; None where that cannot be told.

    Parameters
    ----------
    derivative : Derivative
        Tangents stand last, by position or as ``t_x=``.
    value : gast.Call
        Without stars.
    """
    parameters = inspect.signature(derivative.function).parameters
    if any(each.kind in _STARS for each in parameters.values()):
        return None if value.keywords else list(value.args)
    keywords = {str(each.arg): each.value for each in value.keywords}
    mark = getattr(derivative, "mark", _TANGENT)
    spelt = {name: mark + name.removeprefix(_TANGENT) for name in derivative.takes[len(parameters) :]}
    tangents = {name: keywords.pop(word) for name, word in spelt.items() if word in keywords}
    left = [name for name in spelt if name not in tangents]
    if len(left) > len(value.args):
        return None
    first = len(value.args) - len(left)
    tangents |= dict(zip(left, value.args[first:], strict=True))
    bound = _bound(parameters, value.args[:first], keywords)
    return None if bound is None else [*bound, *(tangents[name] for name in spelt)]


def _bound(
    parameters: Mapping[str, inspect.Parameter], args: list[gast.expr], keywords: Mapping[str, gast.expr]
) -> list[gast.expr] | None:
    """Return an argument for each parameter; None where one is missing or its default is no literal."""
    try:
        given = inspect.Signature(list(parameters.values())).bind_partial(*args, **keywords).arguments
    except TypeError:  # as the call will raise
        return None
    found = []
    for name, parameter in parameters.items():
        if name not in given and type(parameter.default) not in WRITTEN:
            return None
        found.append(given[name] if name in given else gast.Constant(parameter.default, None))
    return found
