"""What the call of a dataclass does beyond storing its arguments: default factories, and ``__post_init__``.

before: ``Cell(x)``, whose class has ``__post_init__``
after: the body of ``def __init__(self, x): self.x = x; post_init(self)``, where that is the class's own
"""

import dataclasses
import inspect
import types
from collections.abc import Callable

import gast

from cladpy.ir.expressions import LOAD, name

POST_INIT = "__post_init__"
LITERALS = (int, float, bool, str, type(None))
_DISPLAYS: dict[object, Callable[[], gast.expr]] = {
    list: lambda: gast.List([], LOAD),
    dict: lambda: gast.Dict([], []),
}


def is_generated(cls: type | None) -> bool:
    """Tell whether a class is a dataclass with the ``__init__`` that the decorator wrote."""
    if cls is None or not dataclasses.is_dataclass(cls):
        return False
    init = inspect.getattr_static(cls, "__init__", None)
    return isinstance(init, types.FunctionType) and init.__code__.co_filename.startswith("<")


def missing_factories(cls: type, node: gast.Call) -> dict[str, Callable[..., object]] | None:
    """Return the default factories of the fields that a call leaves out, by field; None if that is not known."""
    if any(isinstance(part, gast.Starred) for part in node.args) or any(part.arg is None for part in node.keywords):
        return None
    parameters = list(inspect.signature(cls).parameters)
    given = {*parameters[: len(node.args)], *(part.arg for part in node.keywords)}
    return {
        field.name: field.default_factory
        for field in dataclasses.fields(cls)
        if field.init and field.name not in given and field.default_factory is not dataclasses.MISSING
    }


def display_of(factory: Callable[..., object]) -> gast.expr | None:
    """Return the display that a factory stands for, None if it is none of Python's own."""
    return _DISPLAYS[factory]() if factory in _DISPLAYS else None


def constructor_of(cls: type, post_init: str, post_init_parameters: list[str]) -> gast.FunctionDef | None:
    """Return what a dataclass with ``__post_init__`` does when it is called, as a function; None if that is not known.

    Parameters
    ----------
    post_init : str
        The name that ``__post_init__`` is called by.
    post_init_parameters : list of str
        Its parameters behind the object: the fields that are for initialisation alone.
    """
    if cls.__dataclass_params__.frozen or "__slots__" in vars(cls):  # type: ignore[attr-defined]
        return None
    fields = {field.name: field for field in dataclasses.fields(cls)}
    signature = inspect.signature(cls).parameters
    if any(not field.init and field.default_factory is not dataclasses.MISSING for field in fields.values()):
        return None
    given = [parameter for parameter in signature.values() if type(parameter.default) in LITERALS]
    wanted = [parameter for parameter in signature.values() if parameter.default is inspect.Parameter.empty]
    factories = [p for p in signature if p in fields and fields[p].default_factory is not dataclasses.MISSING]
    if len(given) + len(wanted) + len(factories) != len(signature):
        return None
    this = name("self") if "self" not in signature else name("this_object")
    body: list[gast.stmt] = [
        gast.Assign([gast.Attribute(this, parameter, gast.Store())], name(parameter), None)
        for parameter in signature if parameter in fields
    ]  # fmt: skip
    arguments = [name(parameter) for parameter in post_init_parameters]
    body.append(gast.Expr(gast.Call(name(post_init), [this, *arguments], [])))
    return _function(this.id, list(signature), {p.name: gast.Constant(p.default, None) for p in given}, body)


def _function(this: str, names: list[str], defaults: dict[str, gast.expr], body: list[gast.stmt]) -> gast.FunctionDef:
    parameters = [gast.Name(each, gast.Param(), None, None) for each in (this, *names)]
    every = [defaults.get(each, gast.Constant(None, None)) for each in names]
    arguments = gast.arguments(parameters, [], None, [], [], None, every)
    return gast.FunctionDef("__init__", arguments, body, [], None, None, [])
