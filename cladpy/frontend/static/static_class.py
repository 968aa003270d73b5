"""Classes of a file that is not run: functions, annotations and constants, on bases that run nothing."""

import abc
import ast
import types
import typing
from typing import Any

from cladpy.frontend.static.static_scope import StaticScope
from cladpy.frontend.static.static_value import NotStatic, StaticValue
from cladpy.frontend.static.unresolved import Unresolved

_METACLASS_HOMES = ("builtins", "abc", "typing")
_LIBRARY = (*_METACLASS_HOMES, "collections", "collections.abc", "contextlib")
_HOOKS = ("__init_subclass__", "__mro_entries__")


def build_class(node: ast.ClassDef, scope: StaticScope, qualname: str, module: str, known: StaticValue) -> Any:
    """Make the class that a definition would make if it ran, as far as its statements are known.

    Parameters
    ----------
    node : ast.ClassDef
    scope : StaticScope
        Its body, read already.
    qualname, module : str
        As Python would name it.
    known : StaticValue
        Evaluates bases and annotations in the scope around it.

    Returns
    -------
    type or Unresolved
        Unresolved where a base is not known, or where making the class would run code of the user's.
    """
    try:
        bases = tuple(known.visit(base) for base in node.bases)
        keywords = {keyword.arg or "**": known.visit(keyword.value) for keyword in node.keywords}
        _check(bases, keywords)
        body = _body(node, scope, qualname, module, known)
        return types.new_class(node.name, bases, keywords, lambda namespace: namespace.update(body))
    except NotStatic as reason:
        return Unresolved(node.name, str(reason) or "one of its bases is not known")
    except Exception as failure:  # noqa: BLE001 - whatever Python finds wrong with the class
        return Unresolved(node.name, f"the class cannot be made: {failure}")


def _check(bases: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Raise NotStatic where Python would call code of the user's to make the class."""
    if keywords and list(keywords.values()) != [abc.ABCMeta]:
        raise NotStatic("it has a metaclass or keywords")
    for base in types.resolve_bases(bases):
        if type(base).__module__ not in _METACLASS_HOMES:
            raise NotStatic("it has a metaclass")
        if any(hook in vars(each) for each in base.__mro__ if each.__module__ not in _LIBRARY for hook in _HOOKS):
            raise NotStatic("a base has __init_subclass__")


def _body(node: ast.ClassDef, scope: StaticScope, qualname: str, module: str, known: StaticValue) -> dict[str, Any]:
    body = {_mangled(name, node.name): value for name, value in scope.names.items()}
    body |= {"__module__": module, "__qualname__": qualname}
    docstring = ast.get_docstring(node, clean=False)
    if docstring is not None:
        body["__doc__"] = docstring
    if scope.annotations:
        body["__annotations__"] = {name: _annotation(each, known) for name, each in scope.annotations.items()}
    if scope.uses_cell("__class__"):
        body["__classcell__"] = scope.cell("__class__")
    return body


def _annotation(node: ast.expr, known: StaticValue) -> Any:
    # Objects, not text: dataclasses look text up in sys.modules, where the file is not.
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value.strip(), mode="eval").body
        except SyntaxError:
            return typing.Any
    try:
        return known.visit(node)
    except NotStatic:
        return typing.Any


def _mangled(name: str, class_name: str) -> str:
    owner = class_name.lstrip("_")
    private = name.startswith("__") and not name.endswith("__") and "." not in name
    return f"_{owner}{name}" if private and owner else name
