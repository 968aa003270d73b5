"""Spell out the arguments of calls of the user's functions that their definition alone would not show.

before: ``f(x)`` of ``def f(x, w=WEIGHTS)``            after: ``f(x, w=f_w)``
before: ``f(x, y, k=n)`` of ``def f(a, *r, **o)``      after: ``f(x, *rest@1, **named@1)``, of a tuple and a dict
"""

import inspect

import gast

from cladpy.analyses.classify import own_signature
from cladpy.analyses.operations import CallUser
from cladpy.ir.call_arguments import Parameters
from cladpy.ir.expressions import LOAD, constant
from cladpy.ir.statements import Block
from cladpy.planning.specialization.foreign import default_value
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

_LITERAL = (int, float, bool, str, type(None))


def spelled_out(scene: Scene) -> Block:
    """Return the body with the arguments of such calls spelled out."""

    def change(value: gast.expr, _twin: gast.expr, target: str | None) -> gast.expr | None:
        operation = scene.table.operations.get(target or "")
        if not isinstance(value, gast.Call) or not isinstance(operation, CallUser):
            return None
        return _spelled_out(scene, value, operation)

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


def _is_spelled(parameter: inspect.Parameter) -> bool:
    """Tell whether a parameter has a default that no literal is."""
    return parameter.default is not inspect.Parameter.empty and type(parameter.default) not in _LITERAL
