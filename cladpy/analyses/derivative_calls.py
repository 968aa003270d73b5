"""The arguments of a call of a derivative: one for each that its generated function takes, defaults written out.

before: ``gradient(f, "x")(x, k=2.0)`` of ``f(x, n=3, *, k=1.0)``     after: ``(x, 3, 2.0)``
"""

import inspect
from collections.abc import Mapping
from typing import Any

import gast

from cladpy.analyses.constructors import STARS, bound_arguments
from cladpy.errors import CladpyError

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
    if any(each.kind in STARS for each in parameters.values()):
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
        bound = bound_arguments(inspect.Signature(list(parameters.values())), args, keywords)
    except CladpyError:  # as the call will raise
        return None
    return None if bound is None else list(bound.values())
