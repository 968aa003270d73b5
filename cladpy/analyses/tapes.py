"""Recognise tapes: lists that are only pushed on and popped from, so that what happens to them is known.

Direction none: one look at the text. A list that is made by ``[]``, or unpacked from a state under the name of a tape,
and is never named but in ``t.append(value)``, ``t.pop()``, ``while t`` and a returned tuple. Soundness: such a list has
no other name, so that a push or a pop changes nothing else.
"""

from collections.abc import Iterator

import gast

from cladpy.analyses.expression_walk import kept_by_expression, nodes_in
from cladpy.analyses.liveness import own_expressions, target_names
from cladpy.ir import statements as ir


def tapes(function: ir.Function) -> frozenset[str]:
    """Return the lists that are only made, pushed on, popped from, tested and returned: nothing else names them.

    Such a list is made by ``[]`` here, or is one of the tapes in a state that is unpacked.
    """
    statements = list(ir.walk(function.body))
    found = {name for statement in statements for name in _made(statement)}
    if not found:
        return frozenset()
    others = set(function.parameters)
    for statement in statements:
        match statement:
            case ir.Assign(value=gast.List(elts=[])) if _made(statement):
                continue
            case ir.Assign(target=gast.Tuple(), value=gast.Name()) if _is_state(statement):
                others.update(name for name in target_names(statement.target) if not is_tape_name(name))
                others.add(statement.value.id)
                continue
            case ir.Assign() | ir.For() | ir.Update():
                others.update(target_names(statement.target))
            case ir.Return(value=value):
                others.update(_names_not_items(value))
                continue
            case ir.While(test=gast.Name()) | ir.Delete():
                continue
        for expression in own_expressions(statement):
            others.update(_names_beside_pushes(expression))
    return frozenset(found - others)


def _made(statement: ir.Statement) -> tuple[str, ...]:
    """Return the lists that a statement makes as tapes are made."""
    match statement:
        case ir.Assign(target=gast.Name(id=variable), value=gast.List(elts=[])):
            return (variable,)
        case ir.Assign(target=gast.Tuple(), value=gast.Name()) if _is_state(statement):
            return tuple(name for name in target_names(statement.target) if is_tape_name(name))
    return ()


def _is_state(unpacking: ir.Assign) -> bool:
    """Tell whether a tuple is unpacked into names alone, as the state of a function is."""
    return all(isinstance(item, gast.Name) for item in unpacking.target.elts)


def is_tape_name(variable: str) -> bool:
    """Tell whether a variable is named as cladpy names a tape."""
    base = variable.partition("@")[0]
    return base == "tape" or base.startswith("tape_")


def _names_not_items(value: gast.expr) -> Iterator[str]:
    """Yield the names in a returned value that are no items of a display: a list that is returned has ended here."""
    if isinstance(value, gast.Tuple):
        for item in value.elts:
            yield from _names_not_items(item)
    elif not isinstance(value, gast.Name):
        yield from _names_beside_pushes(value)


@kept_by_expression
def _names_beside_pushes(node: gast.AST) -> tuple[str, ...]:
    """Return the names in an expression, those on which ``append`` and ``pop`` are called left out."""
    nodes = nodes_in(node)
    receivers = {id(each.func.value) for each in nodes if list_method(each) is not None}
    return tuple(each.id for each in nodes if isinstance(each, gast.Name) and id(each) not in receivers)


def list_method(call: gast.expr) -> tuple[str, str] | None:
    """Return variable and method of ``variable.append(value)`` and ``variable.pop()``, else None."""
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Attribute) or call.keywords:
        return None
    receiver, method = call.func.value, call.func.attr
    if not isinstance(receiver, gast.Name) or (method, len(call.args)) not in (("append", 1), ("pop", 0)):
        return None
    return receiver.id, method
