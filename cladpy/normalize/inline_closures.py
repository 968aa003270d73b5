"""Write the body of a closure or helper in place of a call of it."""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import name, store_name
from cladpy.normalize.closures import Closure, bound_names, parameters, renamed
from cladpy.normalize.exits import structure_exits

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

MAX_DEPTH = 20  # a closure that calls itself would be written out for ever


def inline(flattener: "StatementFlattener", closure: Closure, node: gast.Call) -> gast.expr:
    """Write the body of a closure in place of a call of it; return its result."""
    if flattener.depth >= MAX_DEPTH:
        raise flattener.recorder.refuse(
            node, "C118", "a local function that calls itself is not supported", hint="define it at module level"
        )
    flattener.depth += 1
    names = {bound: flattener.recorder.fresh(bound.split("@")[0]) for bound in sorted(closure.bound)}
    flattener.expressions.local.update(names.values())
    names |= bind_arguments(flattener, closure, node, names)
    body = [renamed(statement, names) for statement in closure.body]
    result = flattener.recorder.fresh("result")
    source = flattener.recorder.current
    finals, flattener.finals = flattener.finals, []
    with flattener.recorder.nested() as block:
        if len(body) == 1 and isinstance(body[0], gast.Return) and body[0].value is not None:
            value = flattener.expressions.value(body[0].value)
            single = True
        else:
            single = False
            flattener.body(body)
    flattener.depth -= 1
    flattener.finals = finals
    flattener.recorder.current = source
    for statement in block if single else structure_exits(tuple(block), flattener.recorder, result):
        flattener.recorder.emit(statement)
    return value if single else name(result)


def bind_arguments(
    flattener: "StatementFlattener", closure: Closure, node: gast.Call, names: dict[str, str]
) -> dict[str, str]:
    """Write the assignments of a call's arguments to the parameters of a closure; return what needs none.

    A parameter that the body does not rebind stands for the caller's variable that it is given.
    """
    arguments = closure.arguments
    positional = [p.id for p in [*arguments.posonlyargs, *arguments.args]]
    if arguments.vararg or arguments.kwarg or any(isinstance(a, gast.Starred) for a in node.args):
        raise flattener.recorder.refuse(node, "C119", "* and ** are not supported in a call of a local function")
    if len(node.args) > len(positional):
        raise flattener.recorder.refuse(node, "C115", "too many arguments")
    given = dict(zip(positional, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg is None:
            raise flattener.recorder.refuse(node, "C119", "* and ** are not supported in a call of a local function")
        given[keyword.arg] = keyword.value
    atoms = dict(zip(given, flattener.expressions.atoms(list(given.values())), strict=True))
    rebound = bound_names(list(closure.body))
    same: dict[str, str] = {}
    for parameter in parameters(arguments):
        value = atoms.get(parameter.id, closure.defaults.get(parameter.id))
        if value is None:
            raise flattener.recorder.refuse(node, "C115", f"the argument {parameter.id!r} is missing")
        if parameter.id in atoms and parameter.id not in rebound and _stays(flattener, closure, value):
            same[parameter.id] = value.id
        else:
            flattener.emit_assign(store_name(names[parameter.id]), value)
    return same


def _stays(flattener: "StatementFlattener", closure: Closure, value: gast.expr) -> bool:
    """Tell whether a value is a variable of the caller's that keeps its value while a closure's body runs."""
    expressions = flattener.expressions
    if not isinstance(value, gast.Name) or value.id not in expressions.local or value.id in expressions.closures:
        return False
    inner = {part.id for statement in closure.body for part in gast.walk(statement) if _binds(part)}
    return value.id not in inner and not any(
        value.id in each.nonlocals for each in (closure, *expressions.closures.values())
    )


def _binds(node: gast.AST) -> bool:
    """Tell whether a node gives a name to something, in a scope of its own too: ``lambda x: ...``."""
    return isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load)
