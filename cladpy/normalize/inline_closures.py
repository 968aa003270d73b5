"""Write the body of a closure or helper in place of a call of it."""

from typing import TYPE_CHECKING

import gast

from cladpy.errors import CladpyError
from cladpy.ir.call_arguments import Parameters, UnknownStarError
from cladpy.ir.expressions import LOAD, call, name, store_name
from cladpy.normalize.closures import (
    Closure,
    bound_names,
    bound_once,
    called_by_values,
    called_only,
    nonlocals_in,
    parameters,
    renamed,
)
from cladpy.normalize.exits import structure_exits

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

MAX_DEPTH = 20  # a closure that calls itself would be written out for ever


def inline(flattener: "StatementFlattener", closure: Closure, node: gast.Call) -> gast.expr:
    """Write the body of a closure in place of a call of it; return its result."""
    if flattener.depth >= MAX_DEPTH:
        raise _endless(flattener, node)
    flattener.depth += 1
    names = {bound: flattener.recorder.fresh(bound.split("@")[0]) for bound in sorted(closure.bound)}
    flattener.expressions.local.update(names.values())
    own = dict(names)  # a parameter may stand for a variable of the caller below: that is none of this call's
    names |= _bind(flattener, closure, node, names)
    body = [renamed(statement, names) for statement in closure.body]
    direct = called_only(body)
    flattener.expressions.direct |= direct
    flattener.expressions.called_by_values |= called_by_values(body, direct)
    flattener.expressions.bound_once |= bound_once(body) & set(names.values())
    flattener.expressions.rebindable |= nonlocals_in(body)
    flattener.expressions.settled |= _settled(closure, body, names) & {*own.values()}
    outer_scope, flattener.recorder.scope = (
        flattener.recorder.scope,
        flattener.recorder.new_scope(each for each in names.values() if "@" in each),
    )
    outer_source, flattener.recorder.source = flattener.recorder.source, closure.source or flattener.recorder.source
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
    flattener.recorder.scope, flattener.recorder.source = outer_scope, outer_source
    flattener.recorder.current = source
    for statement in block if single else structure_exits(tuple(block), flattener.recorder, result):
        flattener.recorder.emit(statement)
    return value if single else name(result)


def _settled(closure: Closure, body: list[gast.stmt], names: dict[str, str]) -> set[str]:
    """Return the variables of a call that keep their values before any function is defined that may capture them."""
    once = bound_once(body)
    rebound = {names.get(each, each) for each in bound_names(list(closure.body))} | nonlocals_in(body)
    found = {names[each.id] for each in parameters(closure.arguments) if each.id in names} - rebound
    for statement in body:
        if any(isinstance(part, gast.Lambda | gast.FunctionDef) for part in gast.walk(statement)):
            break
        targets = statement.targets if isinstance(statement, gast.Assign) else []
        found |= {each.id for each in targets if isinstance(each, gast.Name) and each.id in once - nonlocals_in(body)}
    return found


def _endless(flattener: "StatementFlattener", node: gast.Call) -> CladpyError:
    """Return the error for a function that calls itself, and that is written out because it is local or updates."""
    if flattener.expressions.is_global(node.func):
        return flattener.recorder.refuse(
            node, "C118", "a function that calls itself updates a list, array or object of its caller",
            hint="let it return what it makes: out = out + walk(child)",
        )  # fmt: skip
    if isinstance(node.func, gast.Attribute):
        return flattener.recorder.refuse(
            node, "C118", "a method that calls itself is a generator, or updates its object or arguments",
            hint="let it return what it makes: out = out + child.walk()",
        )  # fmt: skip
    return flattener.recorder.refuse(
        node, "C118", "a local function that calls itself is not supported", hint="define it at module level"
    )


def _bind(flattener: "StatementFlattener", closure: Closure, node: gast.Call, names: dict[str, str]) -> dict[str, str]:
    """Write the assignments of a call's arguments to the parameters of a closure; return what needs none.

    A parameter that the body does not rebind stands for the caller's variable that it is given.
    """
    plain = [_run_through(part.value) if isinstance(part, gast.Starred) else part for part in node.args]
    atoms = flattener.expressions.atoms([*plain, *(keyword.value for keyword in node.keywords)])
    positional = [
        gast.Starred(atom, LOAD) if isinstance(part, gast.Starred) else atom
        for part, atom in zip(node.args, atoms, strict=False)
    ]
    keywords = zip(node.keywords, atoms[len(plain) :], strict=True)
    given = [gast.keyword(keyword.arg, atom) for keyword, atom in keywords]
    placed = gast.copy_location(gast.Call(node.func, positional, given), node)
    rebound = bound_names(list(closure.body))
    same: dict[str, str] = {}
    for parameter, value in _given(flattener, closure, placed).items():
        is_given = closure.defaults.get(parameter) is not value
        if isinstance(value, gast.Name) and is_given and parameter not in rebound and _stays(flattener, closure, value):
            same[parameter] = value.id
        else:
            flattener.emit_assign(store_name(names[parameter]), value)
    return same


def _run_through(value: gast.expr) -> gast.expr:
    """Return what a star stands for: a generator expression is run through at the call, as a list is made."""
    if not isinstance(value, gast.GeneratorExp):
        return value
    return gast.copy_location(gast.ListComp(value.elt, value.generators), value)


def _given(flattener: "StatementFlattener", closure: Closure, node: gast.Call) -> dict[str, gast.expr]:
    """Return an expression for each parameter of a closure, in signature order."""
    try:
        given = Parameters.of_arguments(closure.arguments).bind(node)
    except TypeError as error:
        raise flattener.recorder.refuse(node, "C115", str(error)) from None
    except UnknownStarError:
        raise flattener.recorder.refuse(
            node,
            "C119",
            "a * or ** stands for a number of arguments that is not known",
            hint="pass a tuple or dict of known length, or the arguments one by one",
        ) from None
    star, double_star = closure.arguments.vararg, closure.arguments.kwarg
    if star is not None and not isinstance(given[star.id], gast.Tuple):
        given[star.id] = call("tuple", given[star.id])  # what is given may be updated, or run through, later
    if double_star is not None and not isinstance(given[double_star.id], gast.Dict):
        given[double_star.id] = call("dict", given[double_star.id])
    every = {}
    for parameter in parameters(closure.arguments):
        value = given.get(parameter.id, closure.defaults.get(parameter.id))
        if value is None:
            raise flattener.recorder.refuse(node, "C115", f"the argument {parameter.id!r} is missing")
        every[parameter.id] = value
    return every


def _stays(flattener: "StatementFlattener", closure: Closure, value: gast.expr) -> bool:
    """Tell whether a value is a variable of the caller's that keeps its value while a closure's body runs."""
    expressions = flattener.expressions
    if not isinstance(value, gast.Name) or value.id not in expressions.local or value.id in expressions.closures:
        return False
    if value.id in expressions.rebindable:
        return False
    if any(
        isinstance(part, gast.Lambda | gast.FunctionDef) for statement in closure.body for part in gast.walk(statement)
    ):
        return False  # a function that the body makes may outlive it
    if any(value.id in expressions.rebound_by_calls(statement) for statement in closure.body):
        return False
    inner = {part.id for statement in closure.body for part in gast.walk(statement) if _binds(part)}
    return value.id not in inner and not any(
        value.id in each.nonlocals for each in (closure, *expressions.closures.values())
    )


def _binds(node: gast.AST) -> bool:
    """Tell whether a node gives a name to something, in a scope of its own too: ``lambda x: ...``."""
    return isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load)
