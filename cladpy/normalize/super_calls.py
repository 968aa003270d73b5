"""The methods that ``super()`` gives in a method whose object is of a known class.

before: ``super().__init__(a)`` in a method of ``Sub``    after: ``Base_init@super(self, a)``, to be written out too
"""

import types
from collections.abc import Callable

import gast

from cladpy.ir.expressions import constant, name, rebuild

Registered = Callable[[types.FunctionType], str | None]
"""Gives a method a name by which it is called; None if its text is not known."""


def uses_super(function: types.FunctionType) -> bool:
    """Tell whether a method captures the class that it stands in, and nothing else."""
    return function.__code__.co_freevars == ("__class__",)


def with_super_calls(
    tree: gast.FunctionDef, function: types.FunctionType, cls: type, registered: Registered
) -> gast.FunctionDef | None:
    """Return a method in which the calls of ``super()``'s methods name what they call; None if one is not known.

    Parameters
    ----------
    tree, function
        The method.
    cls : type
        The class of its object.
    registered : callable
        Gives the methods that are called their names.
    """
    start = function.__closure__[0].cell_contents  # type: ignore[index]
    positional = [*tree.args.posonlyargs, *tree.args.args]
    if start not in cls.__mro__ or not positional:
        return None
    behind = cls.__mro__[cls.__mro__.index(start) + 1 :]
    known = True

    def change(part: gast.AST) -> gast.AST | None:
        nonlocal known
        if not (isinstance(part, gast.Call) and isinstance(part.func, gast.Attribute) and _is_super(part.func.value)):
            return None
        called = _called(behind, part.func.attr, registered)
        if called == "":
            return constant(None)
        known = known and called is not None
        arguments = [rebuild(argument, change) for argument in part.args]
        keywords = [gast.keyword(each.arg, rebuild(each.value, change)) for each in part.keywords]
        this = name(positional[0].id)
        return gast.copy_location(gast.Call(name(called or ""), [this, *arguments], keywords), part)

    made = rebuild(tree, change)
    left = any(isinstance(part, gast.Name) and part.id in ("super", "__class__") for part in gast.walk(made))
    return made if known and not left else None


def _called(classes: tuple[type, ...], method: str, registered: Registered) -> str | None:
    """Return the name of the first method of the classes; "" if it is that of Python's own that does nothing."""
    for cls in classes:
        if method in vars(cls):
            found = vars(cls)[method]
            if cls is object and method == "__init__":
                return ""
            return registered(found) if isinstance(found, types.FunctionType) else None
    return None


def _is_super(node: gast.expr) -> bool:
    return (
        isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "super" and not node.args
    )
