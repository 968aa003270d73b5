"""What is known of the names of one scope of a file that is not run, and what its statements bind."""

import ast
import builtins
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import CellType
from typing import Any

from cladpy.frontend.static.unresolved import Unresolved


@dataclass(slots=True)
class StaticScope:
    """Hold the names of a module, class or function while it is read.

    Parameters
    ----------
    kind : str
        "module", "class" or "function".
    names : dict
        What each name is bound to so far; of a module, the globals of its functions.
    parent : StaticScope or None
    owned : frozenset of str
        Names that nested functions read through a cell of this scope.
    annotations : dict
        Annotations of the names, for the fields of a class.
    cells : dict
        The cells made so far.
    """

    kind: str
    names: dict[str, Any]
    parent: "StaticScope | None" = None
    owned: frozenset[str] = frozenset()
    annotations: dict[str, ast.expr] = field(default_factory=dict)
    cells: dict[str, CellType] = field(default_factory=dict)

    def visible(self) -> Mapping[str, Any]:
        """Return what a name means in this scope; a class is seen by its own statements only."""
        outer = [scope.names for scope in self._outer() if scope.kind != "class"]
        return ChainMap(self.names, *outer, vars(builtins))

    def cell(self, name: str) -> CellType:
        """Return the cell through which nested functions read a name."""
        owner = next((scope for scope in (self, *self._outer()) if name in scope.owned), None)
        if owner is None:  # bound by a comprehension or a type parameter
            return CellType(Unresolved(name, "it is bound while the program runs"))
        return owner.cells.setdefault(name, CellType())

    def close(self) -> None:
        """Put into each cell what its name is bound to at the end of the scope."""
        for name, cell in self.cells.items():
            if name != "__class__":
                cell.cell_contents = self.names.get(name, Unresolved(name, "it is bound while the program runs"))

    def uses_cell(self, name: str) -> bool:
        """Tell whether a nested function reads a name through a cell."""
        return name in self.cells

    def forget(self, name: str, reason: str) -> None:
        """Note that a name of this scope is bound to something unknown."""
        self.names[name] = Unresolved(name, reason)
        if name in self.cells:
            self.cells[name].cell_contents = self.names[name]

    def owner(self, name: str) -> "StaticScope | None":
        """Return the scope in which a name that is visible here is bound."""
        scopes = (self, *(scope for scope in self._outer() if scope.kind != "class"))
        return next((scope for scope in scopes if name in scope.names), None)

    def _outer(self) -> Iterator["StaticScope"]:
        scope = self.parent
        while scope is not None:
            yield scope
            scope = scope.parent


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that a statement evaluates itself: no nested statement, no body of a lambda.

    Targets of comprehensions are left out, since they are bound in a scope of their own.
    """
    todo = [statement]
    while todo:
        node = todo.pop()
        if node is not statement:
            yield node
        inner = [node.args] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)
        hidden = node.target if isinstance(node, ast.comprehension) else None
        todo += [child for child in inner if child is not hidden and not isinstance(child, ast.stmt)]


def stored_names(statement: ast.AST) -> Iterator[str]:
    """Yield the names that a statement binds itself."""
    for node in own_nodes(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


def all_stored_names(statement: ast.AST) -> Iterator[str]:
    """Yield the names that a statement or one nested in it binds in the same scope."""
    yield from stored_names(statement)
    for child in _nested_statements(statement):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield from all_stored_names(child)


def _nested_statements(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from _nested_statements(child)


def pairs_of(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each part of a target with its own expression, where it has one."""
    parts, items = _parts(target), _parts(value)
    if not parts or len(parts) != len(items):
        yield target, value
        return
    for part, item in zip(parts, items, strict=True):
        yield from pairs_of(part, item)


def _parts(sequence: ast.expr) -> list[ast.expr]:
    """Return the parts of a tuple or list whose length can be seen."""
    if not isinstance(sequence, ast.Tuple | ast.List) or any(isinstance(part, ast.Starred) for part in sequence.elts):
        return []
    return sequence.elts
