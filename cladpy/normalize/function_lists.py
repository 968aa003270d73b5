"""Lists of nested functions that are filled one by one: each function makes a longer list of the one before.

before: ``fs.append(lambda v: v * a)``                  after: ``fs = [*fs, lambda v: v * a]``
before: ``fs = [lambda v: v * k for k in range(3)]``    after: ``fs = []``, ``for k_item in range(3): fs = [*fs, ...]``

Which functions such a list holds is known as long as its length is; one that is updated in place may hold any. Done for
lists that have one name, and that are gone through, indexed and measured only. Guarantees: the same functions in the
same order, which read what they capture when they are called.
"""

from collections.abc import Iterator

import gast

from cladpy.ir.expressions import LOAD, name, names_in, rebuild, store_name
from cladpy.normalize.closures import renamed

LOOKERS = frozenset({"len", "zip", "enumerate", "reversed"})
"""Builtins that look at what they are given."""


def with_function_lists(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function in which lists of nested functions are never updated in place."""
    found = {each for each in _filled(tree) if _is_only_read(tree, each)}
    if not found:
        return tree
    body = [part for statement in tree.body for part in _written(statement, found)]
    return gast.copy_location(gast.FunctionDef(**(dict(gast.iter_fields(tree)) | {"body": body})), tree)


def _filled(tree: gast.FunctionDef) -> set[str]:
    """Return the names of lists into which lambdas are put one by one."""
    found = set()
    for node in gast.walk(tree):
        place = _appended(node)
        if place is not None and isinstance(node.value.args[0], gast.Lambda):
            found.add(place)
        if _is_list_of_functions(node):
            found.add(node.targets[0].id)
    return found


def _appended(node: gast.AST) -> str | None:
    """Return the name of the list to which a statement appends."""
    call = node.value if isinstance(node, gast.Expr) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Attribute) or call.func.attr != "append":
        return None
    is_one = len(call.args) == 1 and not call.keywords and isinstance(call.func.value, gast.Name)
    return call.func.value.id if is_one else None


def _is_list_of_functions(node: gast.AST) -> bool:
    """Tell whether a statement binds a name to a list comprehension that makes functions."""
    if not isinstance(node, gast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], gast.Name):
        return False
    made = node.value
    return isinstance(made, gast.ListComp) and isinstance(made.elt, gast.Lambda) and len(made.generators) == 1


def _is_only_read(tree: gast.FunctionDef, identifier: str) -> bool:
    """Tell whether a list has one name, and is appended to and looked at in the function itself."""
    seen = [node for node in gast.walk(tree) if isinstance(node, gast.Name) and node.id == identifier]
    allowed = {id(node) for node in _looked_at(tree.body) if isinstance(node, gast.Name) and node.id == identifier}
    if any(isinstance(node.ctx, gast.Param) for node in seen) or len(allowed) != len(seen):
        return False
    loops = (node for node in gast.walk(tree) if isinstance(node, gast.For) and identifier in names_in(node.iter))
    inside = (part for loop in loops for statement in loop.body for part in gast.walk(statement))
    return not any(_appended(part) == identifier for part in inside)


def _looked_at(nodes: list[gast.AST]) -> Iterator[gast.AST]:
    """Yield the names that stand where a list is bound, appended to or looked at, nested functions left out."""
    for node in nodes:
        if isinstance(node, gast.FunctionDef | gast.Lambda | gast.ClassDef):
            continue
        if _appended(node) is not None:
            yield node.value.func.value
            yield from _looked_at(node.value.args)
            continue
        if isinstance(node, gast.Assign):
            yield from (target for target in node.targets if isinstance(target, gast.Name))
        if isinstance(node, gast.For | gast.comprehension):
            yield node.iter
        if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load):
            yield node.value
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in LOOKERS:
            yield from node.args
        yield from _looked_at(list(gast.iter_child_nodes(node)))


def _written(node: gast.stmt, found: set[str]) -> list[gast.stmt]:
    """Return what a statement becomes."""
    if _is_list_of_functions(node) and node.targets[0].id in found:
        return _loop(node)
    if _appended(node) in found:
        return [_longer(str(_appended(node)), node.value.args[0], node)]
    fields: dict[str, object] = {}
    for part in ("body", "orelse", "finalbody"):
        inner = getattr(node, part, None)
        if isinstance(inner, list) and not isinstance(node, gast.FunctionDef | gast.ClassDef):
            fields[part] = [made for statement in inner for made in _written(statement, found)]
    if not fields:
        return [node]
    return [gast.copy_location(type(node)(**(dict(gast.iter_fields(node)) | fields)), node)]


def _longer(identifier: str, item: gast.expr, place: gast.stmt) -> gast.stmt:
    display = gast.copy_location(gast.List([gast.Starred(name(identifier), LOAD), item], LOAD), place)
    return gast.copy_location(gast.Assign([store_name(identifier)], display, None), place)


def _loop(node: gast.Assign) -> list[gast.stmt]:
    """Return the loop that a list comprehension of functions is; its variables are its own."""
    identifier, made = node.targets[0].id, node.value
    generator = made.generators[0]
    own = {each: f"{each}_item@{node.lineno}" for each in names_in(generator.target)}
    body: list[gast.stmt] = [_longer(identifier, renamed(made.elt, own), node)]
    for test in reversed(generator.ifs):
        body = [gast.copy_location(gast.If(renamed(test, own), body, []), node)]
    empty = gast.copy_location(gast.Assign([store_name(identifier)], gast.List([], LOAD), None), node)
    target = rebuild(renamed(generator.target, own), lambda _part: None)
    return [empty, gast.copy_location(gast.For(target, generator.iter, body, [], None), node)]
