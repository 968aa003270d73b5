"""Methods that call themselves and update their object, as functions, which hand back what they update.

before: ``o.visit(x)``, with ``self.n += 1; self.visit(y)`` in it
after: ``Tree_visit(o, x)``, with ``self.n += 1; Tree_visit(self, y)`` in it

Requires the very class of the object. What is called on the same object becomes a function too, what is called on
others stays a method.
"""

import inspect
from collections.abc import Callable
from types import FunctionType

import gast

from cladpy.frontend.find_source import find_source
from cladpy.frontend.rewritten import Rewriter
from cladpy.ir.expressions import name, rebuild
from cladpy.normalize.closures import bound_names, parameters
from cladpy.normalize.handed_back import REBOUND

TreeOf = Callable[[FunctionType], gast.FunctionDef | None]
"""Returns the definition of a function whose text is known."""


def functions_of(function: FunctionType, cls: type, tree_of: TreeOf) -> dict[str, FunctionType]:
    """Return a method of a class, and those that it calls on its object, as functions; the first is the method's.

    Nothing if the method may call others on another object of that name.

    Parameters
    ----------
    function : function
        The method.
    cls : type
        The class of the object.
    tree_of : callable
    """
    methods: dict[str, tuple[FunctionType, gast.FunctionDef]] = {}
    todo = [(function.__name__, function)]
    while todo:
        called, method = todo.pop()
        tree = tree_of(method)
        if called in methods or tree is None or _object_of(tree) is None:
            continue
        methods[called] = method, tree
        todo += [(each, found) for each in _called_on(tree) if (found := _method(cls, each)) is not None]
    if function.__name__ not in methods:
        return {}
    rewriter = Rewriter(function, find_source(function))
    names = {each: _free_name(rewriter, f"{cls.__name__}_{each.strip('_')}") for each in methods}
    made = {}
    for each, (method, tree) in methods.items():
        made[names[each]] = rewriter.add(_as_function(tree, names, names[each]), {REBOUND: ()})
        made[names[each]].__defaults__, made[names[each]].__kwdefaults__ = method.__defaults__, method.__kwdefaults__
    return made


def _method(cls: type, called: str) -> FunctionType | None:
    found = inspect.getattr_static(cls, called, None)
    return found if isinstance(found, FunctionType) else None


def _free_name(rewriter: Rewriter, wanted: str) -> str:
    while rewriter.is_seen(wanted):
        wanted += "_2"
    return wanted


def _object_of(tree: gast.FunctionDef) -> str | None:
    """Return the name of the object in a method; None if it may be bound to another one."""
    positional = [*tree.args.posonlyargs, *tree.args.args]
    if not positional or positional[0].id in bound_names(tree.body):
        return None
    inner = (each for each in gast.walk(tree) if isinstance(each, gast.FunctionDef | gast.Lambda) and each is not tree)
    hidden = {parameter.id for each in inner for parameter in parameters(each.args)}
    return None if positional[0].id in hidden else positional[0].id


def _called_on(tree: gast.FunctionDef) -> list[str]:
    """Return the names of the methods that a method calls on its object."""
    return [part.func.attr for part in gast.walk(tree) if _is_called_on(part, _object_of(tree))]


def _is_called_on(node: gast.AST, this: str | None) -> bool:
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return False
    return isinstance(node.func.value, gast.Name) and node.func.value.id == this


def _as_function(tree: gast.FunctionDef, names: dict[str, str], called: str) -> gast.FunctionDef:
    this = _object_of(tree)

    def change(part: gast.AST) -> gast.AST | None:
        if not _is_called_on(part, this) or part.func.attr not in names:
            return None
        arguments = [rebuild(each, change) for each in part.args]
        keywords = [gast.keyword(each.arg, rebuild(each.value, change)) for each in part.keywords]
        function = gast.copy_location(name(names[part.func.attr]), part.func)
        return gast.copy_location(gast.Call(function, [part.func.value, *arguments], keywords), part)

    body = [rebuild(statement, change) for statement in tree.body]
    return gast.copy_location(gast.FunctionDef(called, tree.args, body, [], tree.returns, None, []), tree)
