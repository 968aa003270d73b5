"""Spell out the arguments of calls of the user's functions that their definition alone would not show.

before: ``f(x)`` of ``def f(x, w=WEIGHTS)``            after: ``f(x, w=f_w)``
before: ``f(x, y, k=n)`` of ``def f(a, *r, **o)``      after: ``f(x, *rest@1, **named@1)``, of a tuple and a dict
before: ``Layer(w)``, a dataclass with ``act=Act.TANH`` after: ``Layer(w, act=Layer_act)``
"""

import enum
import inspect
import types

import gast
import numpy as np

from cladpy.analyses.classify import own_signature
from cladpy.analyses.objects import plain_constructor
from cladpy.analyses.operations import CallUser, Opaque
from cladpy.ir.call_arguments import Parameters
from cladpy.ir.expressions import LOAD, constant
from cladpy.ir.statements import Block
from cladpy.normalize.closures import has_star
from cladpy.normalize.dataclass_calls import is_generated
from cladpy.planning.specialization.foreign import default_value
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

_LITERAL = (int, float, bool, str, type(None))


def spelled_out(scene: Scene) -> Block:
    """Return the body with the arguments of such calls spelled out."""

    def change(value: gast.expr, twin: gast.expr, target: str | None) -> gast.expr | None:
        operation = scene.table.operations.get(target or "")
        if not isinstance(value, gast.Call):
            return None
        if isinstance(operation, CallUser):
            return _spelled_out(scene, value, operation)
        return _object(scene, value, scene.fact(twin.func).value) if isinstance(operation, Opaque) else None

    return values_rewritten(scene, change)


def _spelled_out(scene: Scene, node: gast.Call, operation: CallUser) -> gast.expr | None:
    signature = own_signature(operation.function)  # type: ignore[arg-type]
    parameters = Parameters.of_signature(signature)
    is_method = len(operation.call.args) > len(node.args)
    names = parameters.by_position[is_method:]
    plain = [part for part in node.args if not isinstance(part, gast.Starred)]
    stars = [part for part in node.args if isinstance(part, gast.Starred)]
    extra, plain = plain[len(names) :], plain[: len(names)]
    known = {*parameters.named, *parameters.keyword_only}
    named = [keyword for keyword in node.keywords if keyword.arg is None or keyword.arg in known]
    more = [keyword for keyword in node.keywords if keyword not in named]
    given = {*names[: len(plain)], *(keyword.arg for keyword in named)}
    missing = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.name not in given
        and _is_spelled(parameter)
        and parameter.name not in parameters.by_position[:is_method]
    ]
    if not extra and not more and not missing:
        return None
    rest = [gast.Starred(scene.held(gast.Tuple(extra, LOAD), "rest"), LOAD)] if extra else stars
    if more:
        display = gast.Dict([constant(keyword.arg) for keyword in more], [keyword.value for keyword in more])
        named.append(gast.keyword(None, scene.held(display, "named")))
    for parameter in missing:
        value = default_value(scene, operation.function, parameter.name, parameter.default)
        named.append(gast.keyword(parameter.name, value))
    return gast.Call(node.func, [*plain, *rest], named)


def _object(scene: Scene, node: gast.Call, cls: object) -> gast.expr | None:
    """Return a call of a class of the user's with the defaults that nothing can update, and no literal is."""
    if not isinstance(cls, type) or not (is_generated(cls) or plain_constructor(cls)) or has_star(node):
        return None
    every = list(inspect.signature(cls).parameters.values())
    given = {*(each.name for each in every[: len(node.args)]), *(keyword.arg for keyword in node.keywords)}
    missing = [each for each in every if each.name not in given and _is_spelled(each) and _is_lasting(each.default)]
    if not missing or any(each.kind is inspect.Parameter.POSITIONAL_ONLY for each in missing):
        return None
    more = [
        gast.keyword(each.name, scene.name_of_value(f"{cls.__name__}_{each.name}", each.default)) for each in missing
    ]
    return gast.copy_location(gast.Call(node.func, node.args, [*node.keywords, *more]), node)


def _is_lasting(value: object) -> bool:
    """Tell whether nothing can update a value."""
    if type(value) is tuple:
        return bool(value) and all(type(item) in _LITERAL or _is_lasting(item) for item in value)
    return isinstance(value, enum.Enum | types.FunctionType | types.BuiltinFunctionType | type | np.ufunc)


def _is_spelled(parameter: inspect.Parameter) -> bool:
    """Tell whether a parameter has a default that no literal is."""
    return parameter.default is not inspect.Parameter.empty and type(parameter.default) not in _LITERAL
