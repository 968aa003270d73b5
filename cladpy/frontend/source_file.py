"""The tree of a whole file, and every function that is defined in it.

Functions are looked up in the file's own tree by position, never in dedented
text: docstrings that hang left of the code, lambdas that share a line and
decorators break the latter.  A tree is shared by all who ask for the same text,
so nobody may edit it.
"""

import ast
import functools
import itertools
import linecache
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import gast

Function: TypeAlias = gast.FunctionDef | gast.AsyncFunctionDef | gast.Lambda

LAMBDA = "<lambda>"
_DEEP = 20_000  # frames: four a node, so as deep as Python's own compiler goes
_RECURSION = threading.Lock()  # the recursion limit is one for all threads
_SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda, gast.ClassDef)


@dataclass(frozen=True, slots=True)
class Definition:
    """One function of a file.

    Parameters
    ----------
    node : gast.FunctionDef, gast.AsyncFunctionDef or gast.Lambda
        Its node in the tree of the file.
    name : str
        Its name; ``lambda_1``, ``lambda_2``, ... for lambdas in source order.
    qualname : str
        What Python has in ``co_qualname``, comprehensions around a lambda left out.
    class_name : str or None
        The innermost class around it.
    first_line : int
        What Python has in ``co_firstlineno``: the line of the first decorator, if any.
    """

    node: Function
    name: str
    qualname: str
    class_name: str | None
    first_line: int

    @property
    def is_lambda(self) -> bool:
        """Tell whether the function is a lambda."""
        return isinstance(self.node, gast.Lambda)


@dataclass(frozen=True, slots=True)
class SourceFile:
    r"""The text of a file, its tree and its functions in source order.

    Parameters
    ----------
    lines : tuple of str
        The text without line ends.
    tree : gast.Module
        The tree of the whole file; shared, never edited.
    definitions : tuple of Definition
        Every function, nested ones and lambdas included.

    Examples
    --------
    >>> file = parse_file("class A:\n    def f(self):\n        return lambda x: x\n")
    >>> [(d.qualname, d.name) for d in file.definitions]
    [('A.f', 'f'), ('A.f.<locals>.<lambda>', 'lambda_1')]
    """

    lines: tuple[str, ...]
    tree: gast.Module
    definitions: tuple[Definition, ...]


def read_text(file: str, module_globals: Mapping[str, Any] | None = None) -> str | None:
    """Return the text behind a file name as Python reports it, or None.

    Real files, modules in a zip archive, cells of a notebook and text that was
    registered in ``linecache`` are found; each line ends in one newline.

    Parameters
    ----------
    file : str
        ``co_filename`` of a code object, or a path.
    module_globals : mapping, optional
        Globals of the module, through which a loader can hand out the text.
    """
    if file == "<string>":
        return None  # Python 3.13 knows the text of ``python -c`` by the name that every text for ``exec`` has
    known = dict(module_globals or {})
    own = known.get("__file__")
    if own and not Path(file).exists() and Path(own).name == Path(file).name:
        file = own  # a script started by a relative path keeps it, also after a change of directory
    linecache.checkcache(file)
    text = "".join(linecache.getlines(file, known))
    return text or None


@functools.lru_cache(maxsize=128)
def parse_file(text: str) -> SourceFile:
    """Parse the text of a file; the same text gives the same object.

    Raises
    ------
    SyntaxError
        The text is no Python of this interpreter.
    """
    tree = _to_gast(ast.parse(text))
    found = _definitions(tree, "", None, frozenset())
    number = itertools.count(1)
    definitions = (replace(each, name=f"lambda_{next(number)}") if each.is_lambda else each for each in found)
    return SourceFile(tuple(text.split("\n")), tree, tuple(definitions))


def _to_gast(tree: ast.Module) -> gast.Module:
    """Convert a tree; gast recurses, and one long sum in a file must not put all its functions out of reach."""
    with _RECURSION:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, _DEEP))
        try:
            return gast.ast_to_gast(tree)
        finally:
            sys.setrecursionlimit(limit)


def _definitions(
    scope: gast.AST, prefix: str, class_name: str | None, declared_global: frozenset[str]
) -> Iterator[Definition]:
    """Yield the functions below a scope in source order, as ``co_qualname`` spells them."""
    for node in _scopes_below(scope):
        name = getattr(node, "name", LAMBDA)
        qualname = name if name in declared_global else prefix + name
        if isinstance(node, gast.ClassDef):
            yield from _definitions(node, f"{qualname}.", name, frozenset())
            continue
        decorators = getattr(node, "decorator_list", [])
        first_line = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        yield Definition(node, name, qualname, class_name, first_line)
        yield from _definitions(node, f"{qualname}.<locals>.", class_name, _global_names(node))


def _scopes_below(scope: gast.AST) -> list[Any]:
    """Return the functions and classes directly below a scope, in source order."""
    found = [node for node in _walk_scope(scope) if isinstance(node, _SCOPES)]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _global_names(function: gast.AST) -> frozenset[str]:
    nodes = _walk_scope(function)
    return frozenset(name for node in nodes if isinstance(node, gast.Global) for name in node.names)


def _walk_scope(scope: gast.AST) -> Iterator[gast.AST]:
    """Yield the nodes evaluated in a scope, and the functions and classes in it without their bodies."""
    todo = _children(scope, "body")
    while todo:
        node = todo.pop()
        yield node
        fields = _outer_fields(node) if isinstance(node, _SCOPES) else node._fields
        todo += [child for field in fields for child in _children(node, field)]


def _outer_fields(scope: gast.AST) -> tuple[str, ...]:
    """Name the parts of a function or class that the scope around it evaluates."""
    return tuple(field for field in scope._fields if field != "body")


def _children(node: gast.AST, field: str) -> list[gast.AST]:
    value = getattr(node, field, None)
    parts = value if isinstance(value, list) else [value]
    return [part for part in parts if isinstance(part, gast.AST)]
