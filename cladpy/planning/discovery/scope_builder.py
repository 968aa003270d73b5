"""Walks a file for the scope of each expression and the bindings of each scope."""

import ast
from collections.abc import Iterator, Mapping, Sequence

from cladpy.planning.discovery.name_scopes import Binding, NameScope, Position

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BRANCHES = (ast.If, ast.Try, ast.TryStar, ast.For, ast.AsyncFor, ast.While, ast.Match)


def scopes_of(tree: ast.Module) -> Mapping[ast.AST, NameScope]:
    """Return the scope in which each node of a file is evaluated; of a scope's own node, the scope that it opens.

    Examples
    --------
    >>> tree = ast.parse("import cladpy as c; g = c.gradient(f)")
    >>> binding, scope = scopes_of(tree)[tree.body[1].value].find("c")
    >>> binding.module, scope.node is tree
    ('cladpy', True)
    """
    builder = _Builder(tree)
    builder.generic_visit(tree)
    return builder.scopes


class _Builder(ast.NodeVisitor):
    """Walk a file, noting the scope of each node and each binding."""

    def __init__(self, tree: ast.Module) -> None:
        self._scope = NameScope(tree)
        self._branches = 0
        self.scopes: dict[ast.AST, NameScope] = {tree: self._scope}

    def visit(self, node: ast.AST) -> None:
        """Note the scope of the node, and whether what lies below it is conditional."""
        self.scopes.setdefault(node, self._scope)
        self._branches += isinstance(node, _BRANCHES)
        super().visit(node)
        self._branches -= isinstance(node, _BRANCHES)

    # ---- scopes ----

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Bind the name outside, the parameters inside."""
        self._bind(node.name, "function", node, _start(node))
        self._function(node, node.body, [*node.decorator_list, *_outside(node.args), *filter(None, [node.returns])])

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Bind the parameters inside."""
        self._function(node, [node.body], _outside(node.args))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Bind the name outside, read the body inside."""
        self._bind(node.name, "class", node, _start(node))
        self._visit_all([*node.decorator_list, *node.bases, *node.keywords])
        self._inside(node, node.body)

    def _visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        first = node.generators[0].iter
        self.visit(first)
        below = [child for child in _children(node) if child is not first]
        self._inside(node, below)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension  # noqa: N815

    def _function(self, node: ast.AST, body: Sequence[ast.AST], outside: Sequence[ast.AST]) -> None:
        self._visit_all(outside)
        arguments = node.args  # type: ignore[attr-defined]
        stars = [star for star in (arguments.vararg, arguments.kwarg) if star is not None]
        inner = self._inside(node, body)
        for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *stars):
            binding = Binding("parameter", node, _start(parameter))
            inner.bindings.setdefault(parameter.arg, []).insert(0, binding)

    def _inside(self, node: ast.AST, body: Sequence[ast.AST]) -> NameScope:
        outer, branches = self._scope, self._branches
        self._scope, self._branches = NameScope(node, outer), 0
        self.scopes[node] = self._scope
        self._visit_all(body)
        inner, self._scope, self._branches = self._scope, outer, branches
        return inner

    # ---- bindings ----

    def visit_Import(self, node: ast.Import) -> None:
        """Bind modules; ``import a.b`` binds ``a``."""
        for alias in node.names:
            root = alias.name.partition(".")[0]
            module = alias.name if alias.asname else root
            self._bind(alias.asname or root, "module", node, _start(node), module=module)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Bind members of a module."""
        for alias in node.names:
            module, level = node.module or "", node.level
            if alias.name == "*":
                self._scope.stars.append(Binding("member", node, _start(node), module=module, level=level))
            else:
                name = alias.asname or alias.name
                self._bind(name, "member", node, _start(node), module=module, level=level, member=alias.name)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Bind a name to an expression, or several to something else."""
        self.visit(node.value)
        for target in node.targets:
            self._target(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Bind a name to an expression; an annotation alone binds nothing."""
        self.visit(node.annotation)
        if node.value is not None:
            self.visit(node.value)
            self._target(node.target, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """Bind a name in the scope around comprehensions."""
        self.visit(node.value)
        inner = self._scope
        while isinstance(self._scope.node, _COMPREHENSIONS) and self._scope.parent is not None:
            self._scope = self._scope.parent
        self._target(node.target, node.value)
        self._scope = inner

    def visit_Name(self, node: ast.Name) -> None:
        """Bind the name of any other target."""
        if not isinstance(node.ctx, ast.Load):
            self._bind(node.id, "other", node, _start(node))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """Bind the exception."""
        if node.name:
            self._bind(node.name, "other", node, _start(node))
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        """Bind what a pattern captures."""
        if node.name:
            self._bind(node.name, "other", node, _start(node))
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs  # noqa: N815

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        """Bind what a pattern leaves over."""
        if node.rest:
            self._bind(node.rest, "other", node, _start(node))
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Note names of other scopes."""
        kind = "global" if isinstance(node, ast.Global) else "nonlocal"
        self._scope.outside.update(dict.fromkeys(node.names, kind))

    visit_Nonlocal = visit_Global  # noqa: N815

    def _target(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            # From the end of the value on: in `f = gradient(f)` the right-hand side means the old one.
            self._bind(target.id, "value", value, (value.end_lineno or 0, value.end_col_offset or 0))
        else:
            self.visit(target)

    def _bind(self, name: str, kind: str, node: ast.AST, position: Position, **imported: str | int) -> None:
        scope = self._scope
        if scope.outside.get(name) == "global":
            scope = scope.module
        is_conditional = kind in ("value", "function", "class") and self._branches > 0
        binding = Binding(kind, node, position, is_conditional, **imported)  # type: ignore[arg-type]
        scope.bindings.setdefault(name, []).append(binding)

    def _visit_all(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)


def _start(node: ast.AST) -> Position:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a comprehension that its own scope evaluates."""
    for generator in node.generators:  # type: ignore[attr-defined]
        yield from (generator.target, generator.iter, *generator.ifs)
    yield from (getattr(node, part) for part in ("key", "value", "elt") if hasattr(node, part))


def _outside(arguments: ast.arguments) -> list[ast.AST]:
    """Return what the scope around a function evaluates of its parameters."""
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star is not None]
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *stars]
    annotations = [parameter.annotation for parameter in named if parameter.annotation is not None]
    return [*arguments.defaults, *filter(None, arguments.kw_defaults), *annotations]
