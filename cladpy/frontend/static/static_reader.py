"""Reads the statements of a file for what they bind, without running them.

A name is bound to a value where each way through the file that cladpy can see gives that value, and to something
unresolved otherwise: after a loop that rebinds it, after branches that disagree, where a function writes it.
"""

import ast
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from cladpy.frontend.static.static_class import build_class
from cladpy.frontend.static.static_function import FunctionNode, Position, build_function, decorate, value_or_unresolved
from cladpy.frontend.static.static_import import StaticImporter
from cladpy.frontend.static.static_scope import StaticScope, all_stored_names, own_nodes, pairs_of, stored_names
from cladpy.frontend.static.static_value import NotStatic, StaticValue
from cladpy.frontend.static.unresolved import Unresolved

_LOOP = "it is bound in a loop"
_BRANCHES = "it depends on a branch"
_WRITTEN = "it is written while the program runs"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """Hold what is common to the scopes of one file while it is read.

    Parameters
    ----------
    path : Path
    module : ModuleType
        Its dict is the globals of the functions.
    codes : mapping
        Code of each function by the position of its node.
    importer : StaticImporter
    made : dict
        The functions made so far, by position.
    waiting : deque
        Bodies to read once the module is read.
    """

    path: Path
    module: ModuleType
    codes: Mapping[Position, CodeType]
    importer: StaticImporter
    made: dict[Position, FunctionType] = field(default_factory=dict)
    waiting: deque[Callable[[], None]] = field(default_factory=deque)

    @property
    def namespace(self) -> dict[str, Any]:
        """Give the globals of the module."""
        return vars(self.module)

    def read(self, tree: ast.Module) -> None:
        """Read the module, then the bodies of its functions."""
        scope = StaticScope("module", self.namespace)
        StaticReader(self, scope, "").read(tree.body)
        while self.waiting:
            self.waiting.popleft()()


class StaticReader(ast.NodeVisitor):
    """Read the statements of one scope.

    Parameters
    ----------
    file : StaticFile
    scope : StaticScope
        Filled as the statements are read.
    prefix : str
        What qualified names begin with in this scope.
    """

    def __init__(self, file: StaticFile, scope: StaticScope, prefix: str) -> None:
        self._file = file
        self._scope = scope
        self._prefix = prefix
        self._known = StaticValue(scope.visible(), self._made, file.module.__name__)
        self._in_loop = False

    def read(self, statements: Iterable[ast.stmt]) -> None:
        """Read statements in order."""
        for statement in statements:
            for node in own_nodes(statement):
                if isinstance(node, ast.Lambda):
                    self._function(node)
            self.visit(statement)

    def generic_visit(self, node: ast.AST) -> None:
        """Forget the names that any other statement binds."""
        for name in stored_names(node):
            self._scope.forget(name, _WRITTEN)

    # ---- bindings ----

    def visit_Import(self, node: ast.Import) -> None:
        """Bind modules."""
        for alias in node.names:
            if alias.asname:
                self._scope.names[alias.asname] = self._file.importer.module(alias.name, 0, self._file.path)
            else:
                self._scope.names[alias.name.partition(".")[0]] = self._file.importer.root(alias.name, self._file.path)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Bind members of a module."""
        names = {alias.name: alias.asname or alias.name for alias in node.names}
        found = self._file.importer.names(node.module or "", node.level, self._file.path, list(names))
        self._scope.names.update({names.get(name, name): value for name, value in found})

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Bind a function, decorated if that runs no code of the user's."""
        function = self._function(node)
        if function is None:
            self._scope.forget(node.name, "Python drops its code")
        else:
            self._scope.names[node.name] = decorate(function, node.decorator_list, self._known)
        if self._scope.kind == "module" and node.name in ("__getattr__", "__dir__"):
            del self._scope.names[node.name]  # Python would call it for an attribute of the module

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Bind a class, read from its body."""
        owned = frozenset({"__class__"})
        scope = StaticScope("class", {}, self._scope, owned)
        qualname = self._prefix + node.name
        StaticReader(self._file, scope, f"{qualname}.").read(node.body)
        made = build_class(node, scope, qualname, self._file.module.__name__, self._known)
        decorated = made if isinstance(made, Unresolved) else decorate(made, node.decorator_list, self._known)
        self._scope.names[node.name] = decorated

    def visit_Assign(self, node: ast.Assign) -> None:
        """Bind names to a value."""
        for target in node.targets:
            self._bind(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Bind a name to a value, and note its annotation."""
        if isinstance(node.target, ast.Name):
            self._scope.annotations[node.target.id] = node.annotation
        if node.value is not None:
            self._bind(node.target, node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Rebind a number; forget anything else."""
        if isinstance(node.target, ast.Name):
            value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
            self._bind(node.target, ast.copy_location(value, node))
        else:
            self._bind(node.target, node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        """Unbind names."""
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._scope.names.pop(target.id, None)
            else:
                self._forget_owner(target)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Forget the containers that a call may update."""
        parts = list(own_nodes(node))
        if any(isinstance(part, ast.Call) for part in parts):
            for part in parts:
                if isinstance(part, ast.Name):
                    self._forget_if(part.id, lambda value: isinstance(value, list | dict | set))
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        """Forget the globals that a function writes."""
        if self._scope.kind == "function":
            for name in node.names:
                self._file.namespace[name] = Unresolved(name, _WRITTEN)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        """Forget the names of an enclosing function that this one writes."""
        for name in node.names:
            owner = self._scope.parent.owner(name) if self._scope.parent is not None else None
            if owner is not None:
                owner.forget(name, _WRITTEN)

    # ---- several ways through ----

    def visit_If(self, node: ast.If) -> None:
        """Read the branch taken; where that is not known, both, and keep what they agree on."""
        try:
            self.read(node.body if self._known.visit(node.test) else node.orelse)
        except NotStatic:
            self.generic_visit(node)
            self._read_either(node.body, node.orelse)

    def visit_Try(self, node: ast.Try) -> None:
        """Read the body; a handler counts only where the imports of the body fail."""
        self.read([*node.body, *node.orelse])
        if not self._imports_succeed(node.body):
            for handler in node.handlers:
                self.generic_visit(handler)
                self._read_either([], handler.body)
        self.read(node.finalbody)

    visit_TryStar = visit_Try  # type: ignore[assignment]  # noqa: N815

    def visit_For(self, node: ast.For | ast.AsyncFor | ast.While | ast.Match) -> None:
        """Read the body, and forget what it rebinds."""
        was_in_loop, self._in_loop = self._in_loop, True
        for name in all_stored_names(node):
            self._scope.forget(name, _LOOP)
        parts = node.cases if isinstance(node, ast.Match) else [node]
        for part in parts:
            self.read([*part.body, *getattr(part, "orelse", ())])
        self._in_loop = was_in_loop

    visit_AsyncFor = visit_While = visit_Match = visit_For  # noqa: N815

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        """Read the body."""
        self.generic_visit(node)
        self.read(node.body)

    visit_AsyncWith = visit_With  # noqa: N815

    def _read_either(self, first: list[ast.stmt], second: list[ast.stmt]) -> None:
        names = self._scope.names
        before = dict(names)
        self.read(first)
        after_first = dict(names)
        names.clear()
        names.update(before)
        self.read(second)
        for name, value in after_first.items():
            # Bound on one way only: a program that goes the other way has no such name to use.
            if names.setdefault(name, value) is not value and not _fills(names[name], value):
                self._scope.forget(name, _BRANCHES)

    def _imports_succeed(self, body: list[ast.stmt]) -> bool:
        imports = [statement for statement in body if isinstance(statement, ast.Import | ast.ImportFrom)]
        names = [alias.asname or alias.name.partition(".")[0] for statement in imports for alias in statement.names]
        return bool(names) and not any(isinstance(self._scope.names.get(name), Unresolved) for name in names)

    # ---- values ----

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        """Bind a target; each value of an unpacking is found before a name is rebound."""
        pairs = list(pairs_of(target, value))
        values = [self._value(item, ast.unparse(part)) for part, item in pairs]
        for (part, _), found in zip(pairs, values, strict=True):
            if isinstance(part, ast.Name):
                self._scope.names[part.id] = found
            else:
                self.generic_visit(part)
                self._forget_owner(part)

    def _value(self, node: ast.expr, name: str) -> Any:
        return Unresolved(name, _LOOP) if self._in_loop else value_or_unresolved(node, name, self._known)

    def _forget_owner(self, target: ast.expr) -> None:
        """Forget a container, module or class in which something is stored."""
        while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred):
            target = target.value
        if isinstance(target, ast.Name):
            self._forget_if(target.id, lambda value: not isinstance(value, FunctionType))

    def _forget_if(self, name: str, condition: Callable[[Any], bool]) -> None:
        owner = self._scope.owner(name)
        if owner is not None and condition(owner.names[name]):
            owner.forget(name, _WRITTEN)

    # ---- functions ----

    def _made(self, node: ast.Lambda) -> Any:
        return self._file.made.get((node.lineno, node.col_offset), Unresolved("lambda", "Python drops its code"))

    def _function(self, node: FunctionNode) -> FunctionType | None:
        position = node.lineno, node.col_offset
        code = self._file.codes.get(position)
        if code is None or position in self._file.made:
            return self._file.made.get(position)
        function = build_function(node, code, self._scope, self._file.namespace, self._known)
        self._file.made[position] = function
        self._file.waiting.append(lambda: self._read_body(node, code, function.__qualname__))
        return function

    def _read_body(self, node: FunctionNode, code: CodeType, qualname: str) -> None:
        local = (*code.co_varnames, *code.co_cellvars)
        names: dict[str, Any] = {name: Unresolved(name, "it is bound while the program runs") for name in local}
        scope = StaticScope("function", names, self._scope, frozenset(code.co_cellvars))
        reader = StaticReader(self._file, scope, f"{qualname}.<locals>.")
        reader.read([ast.copy_location(ast.Expr(node.body), node.body)] if isinstance(node, ast.Lambda) else node.body)
        scope.close()


def _fills(found: object, before: object) -> bool:
    return isinstance(before, Unresolved) and isinstance(found, Unresolved)
