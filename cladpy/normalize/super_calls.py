"""The methods that ``super()`` gives in a method whose object is of a known class.

before: ``super().__init__(a)`` or ``super(Sub, self).__init__(a)`` in ``Sub``
after: ``Base_init@super(self, a)``, to be written out too
"""

import types
from collections.abc import Callable

import gast

from cladpy.ir.expressions import constant, name, rebuild

Registered = Callable[[types.FunctionType], str | None]
"""Gives a method a name by which it is called; None if its text is not known."""


def uses_super(function: types.FunctionType) -> bool:
    """Tell whether a method names ``super``, and captures at most the class that it stands in."""
    code = function.__code__
    names_it = "super" in code.co_names and "super" not in function.__globals__
    return names_it and code.co_freevars in ((), ("__class__",))


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
    positional = [*tree.args.posonlyargs, *tree.args.args]
    if not positional or _is_rebound(positional[0].id, tree):
        return None
    known = True

    def change(part: gast.AST) -> gast.AST | None:
        nonlocal known
        if not (isinstance(part, gast.Call) and isinstance(part.func, gast.Attribute) and _is_super(part.func.value)):
            return None
        called = _called(_behind(part.func.value, function, cls), part.func.attr, registered)
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


def _is_rebound(this: str, tree: gast.FunctionDef) -> bool:
    """Tell whether a method gives the name of its object to another value: its class would be that of neither."""
    return sum(isinstance(part, gast.Name) and part.id == this and not _is_read(part) for part in gast.walk(tree)) > 1


def _is_read(part: gast.Name) -> bool:
    return isinstance(part.ctx, gast.Load)


def _is_super(node: gast.expr) -> bool:
    is_called = isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "super"
    return is_called and len(node.args) in (0, 2) and not node.keywords


def _behind(node: gast.Call, function: types.FunctionType, cls: type) -> tuple[type, ...]:
    """Return the classes in which the methods of ``super()`` are looked for; none where that is not known."""
    start = _start(node, function)
    return cls.__mro__[cls.__mro__.index(start) + 1 :] if start in cls.__mro__ else ()


def _start(node: gast.Call, function: types.FunctionType) -> object:
    """Return the class behind which ``super`` looks: the one written, or the one that the method stands in."""
    code = function.__code__
    if not node.args:
        return function.__closure__[0].cell_contents if function.__closure__ else None
    written, this = (getattr(argument, "id", "") for argument in node.args)
    is_global = written in code.co_names and written not in code.co_varnames
    return function.__globals__.get(written) if is_global and this == code.co_varnames[0] else None
