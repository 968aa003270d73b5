"""Write out calls that give parts of their arguments which are updated here, under whatever name.

before: ``pair = joined(a, b)``, ``pair.left.v *= 2``   after: the body of ``joined``, then the same

What such a call gives has an adjoint of its own, so that the part would have two. Written out, the body's statements
tell which part is which.
"""

import inspect
from collections.abc import Collection, Mapping
from types import CodeType, FunctionType, ModuleType

import gast

from cladpy.analyses.operations import CallUser
from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source, primal_function
from cladpy.ir.call_arguments import Parameters
from cladpy.ir.expressions import names_in, rebuild, root_of
from cladpy.ir.statements import Block
from cladpy.normalize.inline_closures import inline
from cladpy.planning.specialization.foreign import foreign_closure
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

MOST_CALLS = 64  # that are written out in one function: a longer text would help nobody


def sharing_calls_written_out(scene: Scene, versions: Collection[str]) -> Block:
    """Return the body with the calls that make some versions written out, where that can be done."""

    def change(_value: gast.expr, _twin: gast.expr, target: str | None) -> gast.expr | None:
        operation = scene.table.operations.get(target or "") if target in versions else None
        if not isinstance(operation, CallUser) or len(set(scene.recorder.scopes.values())) > MOST_CALLS:
            return None
        return _written_out(scene, operation)

    return values_rewritten(scene, change)


def may_be_written_out(operation: CallUser) -> bool:
    """Tell whether a call is of a function that does not come to call itself, as far as names tell.

    Of what has its name as an attribute it may be that very method; functions are followed through those they name.
    """
    function = primal_function(operation.function)
    code = function.__code__
    if code.co_flags & inspect.CO_GENERATOR:
        return False
    if code.co_name in _names(code) and any(
        _calls(node, code.co_name, function.__globals__) for node in gast.walk(find_source(function).tree)
    ):
        return False
    return code not in _called_codes(function)


def _called_codes(function: FunctionType) -> set[CodeType]:
    """Return the codes of the functions of the user's that a function names, and so on."""
    found: set[CodeType] = set()
    todo = [function]
    while todo and len(found) < MOST_CALLS:
        each = todo.pop()
        named = (each.__globals__.get(name) for name in _names(each.__code__))
        for other in named:
            if isinstance(other, FunctionType) and other.__code__ not in found:
                found.add(other.__code__)
                todo.append(other)
    return found


def _names(code: CodeType) -> set[str]:
    """Return the names in a function's text, in those of the functions and comprehensions inside of it too."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return {*code.co_names, *code.co_freevars}.union(*map(_names, inner))


def _calls(node: gast.AST, called: str, namespace: Mapping[str, object]) -> bool:
    """Tell whether a node mentions a function or method of a name, but for those of modules: ``math.tanh``."""
    if isinstance(node, gast.Name):
        return node.id == called
    is_of_module = isinstance(node, gast.Attribute) and isinstance(namespace.get(root_of(node) or ""), ModuleType)
    return isinstance(node, gast.Attribute) and node.attr == called and not is_of_module


def _written_out(scene: Scene, operation: CallUser) -> gast.expr | None:
    try:
        closure = foreign_closure(scene, primal_function(operation.function))
    except CladpyError:
        return None
    scene.user_names |= {n for statement in closure.body for n in names_in(statement)}
    return inline(scene.flattener(), closure, _over_names(scene, operation))


def _over_names(scene: Scene, operation: CallUser) -> gast.Call:
    """Return the call over names, its arguments in the order of the parameters."""
    versions = scene.prepared.versions.table

    def named(part: gast.AST) -> gast.AST | None:
        is_version = isinstance(part, gast.Name) and part.id in versions
        return gast.Name(versions[part.id].name, part.ctx, None, None) if is_version else None

    given = {parameter: rebuild(value, named) for parameter, value in operation.arguments.items()}
    parameters = Parameters.of_arguments(scene.prepare(operation.function).form.source.tree.args)
    positional = [given.pop(parameter) for parameter in parameters.by_position if parameter in given]
    rest = given.pop(parameters.star or "", None)
    if rest is not None:
        positional += rest.elts if isinstance(rest, gast.Tuple | gast.List) else [gast.Starred(rest, gast.Load())]
    more = given.pop(parameters.double_star or "", None)
    keywords = [gast.keyword(parameter, value) for parameter, value in given.items()]
    if isinstance(more, gast.Dict):
        keywords += [gast.keyword(key.value, value) for key, value in zip(more.keys, more.values, strict=True)]
    elif more is not None:
        keywords.append(gast.keyword(None, more))
    return gast.copy_location(gast.Call(operation.call.func, positional, keywords), operation.call)
