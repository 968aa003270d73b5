"""Imports inside a function, as names that it sees around it.

before: ``def f(x): import numpy as np; return np.sum(x)``
after:  ``def f(x): return np.sum(x)``, which sees ``np`` as a global

What is imported is imported while planning. Guarantees: a function without imports is handed back as it is. Refused are
names that something else binds too, of which the text does not say what they mean.
"""

import importlib
import sys
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source, location
from cladpy.frontend.namespace import LIVE, MISSING, Namespace
from cladpy.frontend.rewritten import RUN, Rewriter
from cladpy.ir.expressions import rebuild
from cladpy.normalize.closures import bound_names, parameters
from cladpy.normalize.handed_back import MadeFunctions

IMPORTED = "__cladpy_imported__"  # of a made function: what it imported, by name
_HINT = "import it at the top of the file, under a name of its own"
_KNOWN = sys.stdlib_module_names | {"numpy", "scipy"}  # may be imported though the program is not run


def with_global_imports(function: FunctionType, made: MadeFunctions) -> FunctionType:
    """Return a function that sees what it imports as globals.

    Raises
    ------
    CladpyError
        C105, at an import.
    """
    if function not in made.importing:
        made.importing[function] = function if IMPORTED in function.__dict__ else _with_global_imports(function)
    return made.importing[function]


def _with_global_imports(function: FunctionType) -> FunctionType:
    source = find_source(function)
    imports = [node for node in gast.walk(source.tree) if isinstance(node, gast.Import | gast.ImportFrom)]
    if not imports:
        return function
    rewriter = Rewriter(function, source)
    values: dict[str, object] = {}
    for node in imports:
        for name, value in _bound(node, function, source):
            _check_only(name, value, node, source, function)
            if rewriter.globals.get(name, value) is not value:
                raise _refused(node, source, f"{name!r} is imported from several places")
            rewriter.globals[name] = values[name] = value
            rewriter.globals[LIVE].pop(name, None)

    def change(part: gast.AST) -> gast.AST | None:
        return gast.copy_location(gast.Pass(), part) if isinstance(part, gast.Import | gast.ImportFrom) else None

    tree = source.tree
    body = [rebuild(statement, change) for statement in tree.body]
    made = gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, [])
    return rewriter.main(gast.copy_location(made, tree), {RUN: tree, IMPORTED: values})


def imported_by(function: FunctionType) -> Mapping[str, object]:
    """Return what a function that was made here imported, by name."""
    return function.__dict__.get(IMPORTED, {})


def _bound(
    node: gast.Import | gast.ImportFrom, function: FunctionType, source: FunctionSource
) -> Iterator[tuple[str, object]]:
    """Yield the names that an import binds, with what they mean."""
    if isinstance(node, gast.ImportFrom):
        module = _imported("." * (node.level or 0) + (node.module or ""), node, function, source)
        for alias in node.names:
            if not hasattr(module, alias.name):
                _imported(f"{module.__name__}.{alias.name}", node, function, source)
            yield alias.asname or alias.name, getattr(module, alias.name)
        return
    for alias in node.names:
        module = _imported(alias.name, node, function, source)
        root = alias.name.partition(".")[0]
        yield (alias.asname, module) if alias.asname else (root, sys.modules[root])


def _imported(path: str, node: gast.AST, function: FunctionType, source: FunctionSource) -> ModuleType:
    """Return a module, which is imported if the function is alive or the module is a library's."""
    home = sys.modules.get(function.__module__)
    is_live = home is not None and vars(home) is function.__globals__
    if not is_live and path.partition(".")[0] not in _KNOWN and path not in sys.modules:
        raise _refused(node, source, f"the module {path!r} is imported inside the function, and not known yet")
    try:
        return importlib.import_module(path, function.__globals__.get("__package__"))
    except ImportError as error:
        raise _refused(node, source, f"what is imported inside the function cannot be imported: {error}") from None


def _check_only(name: str, value: object, node: gast.AST, source: FunctionSource, function: FunctionType) -> None:
    """Refuse a name that an assignment binds too, or that means something else around a nested function."""
    nested = [part for part in gast.walk(source.tree) if isinstance(part, gast.FunctionDef | gast.Lambda)]
    bodies = [part.body for part in nested if isinstance(part, gast.FunctionDef)]
    given = {each.id for part in nested for each in parameters(part.args)}
    if name in given or any(name in bound_names(body) for body in bodies):
        raise _refused(node, source, f"{name!r} is imported inside the function, and bound in another way too")
    around = Namespace(function).lookup(name)
    is_own = any(part is node for part in _own(source.tree.body))
    if not is_own and around is not MISSING and around is not value:
        raise _refused(node, source, f"{name!r} is imported inside a nested function, and another thing around it")


def _own(body: list[gast.stmt]) -> Iterator[gast.AST]:
    """Yield the nodes of a function without those of functions in it."""
    todo: list[gast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, gast.FunctionDef | gast.Lambda):
            todo.extend(gast.iter_child_nodes(node))


def _refused(node: gast.AST, source: FunctionSource, message: str) -> CladpyError:
    return CladpyError("C105", message, location=location(node, source), hint=_HINT)
