"""Which variables hold memory that belongs to them alone, and where nothing else reaches it any more.

A variable owns its memory where each of its values is new: the result of arithmetic, of a call known to be fresh, a
copy. Parameters, seeds, views, items of containers and what an unknown call may have kept are borrowed.
"""

from types import EllipsisType

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.liveness import binds, own_expressions, target_names, visit_backward
from cladpy.analyses.storage import FIRST_ARGUMENT_ALONE, Storage, is_request
from cladpy.ir import statements as ir
from cladpy.optimize.context import Context

LARGEST_CLASS = 64  # variables that share memory; larger classes are taken for shared, to stay linear
WHOLE_VIEW_METHODS = frozenset({"reshape", "transpose", "swapaxes", "ravel", "squeeze"})
WHOLE_VIEW_FUNCTIONS = WHOLE_VIEW_METHODS | {"expand_dims", "moveaxis", "atleast_1d", "atleast_2d"}


class Ownership:
    """The ownership of one function's variables."""

    def __init__(self, function: ir.Function, context: Context, storage: Storage) -> None:
        self.context = context
        self.storage = storage
        self.dying: dict[int, frozenset[str]] = {}
        self._shared: dict[int, frozenset[str]] = {}
        self._owning = self._find_owning(function)
        visit_backward(function, self._visit)

    def is_owning(self, variable: str) -> bool:
        """Tell whether each value of a variable is new memory, or has none."""
        return variable in self._owning

    def is_unique(self, variable: str, statement: ir.Statement) -> bool:
        """Tell whether a variable owns its memory, and behind a statement nothing else that is read shares it."""
        return variable in self._owning and variable not in self._shared[id(statement)]

    def may_be_handed_on(self, variable: str, statement: ir.Statement) -> bool:
        """Tell whether the memory of a variable is free for another name behind a statement."""
        return self.is_unique(variable, statement) and variable in self.dying[id(statement)]

    def _visit(self, statement: ir.Statement, live: set[str]) -> None:
        names = {name for part in own_expressions(statement) for name in names_in(part)}
        bound = binds(statement) if isinstance(statement, ir.Assign) else ()  # what such a name held is gone, too
        self.dying[id(statement)] = frozenset(name for name in names if name not in live or name in bound)
        self._shared[id(statement)] = frozenset(
            name for name in names if name in self._owning and self._has_live_alias(name, live)
        )

    def _has_live_alias(self, variable: str, live: set[str]) -> bool:
        members = self.storage.members(variable)
        if len(members) > LARGEST_CLASS:
            return True
        return any(member in live for member in members if member != variable)

    def _find_owning(self, function: ir.Function) -> set[str]:
        found: set[str] = set()
        borrowed = set(function.parameters)
        views: list[tuple[str, str]] = []  # a variable, and the one of which it is all
        for statement in ir.walk(function.body):
            if isinstance(statement, ir.Assign):
                names = set(target_names(statement.target))
                base = whole_view_of(statement.value)
                if isinstance(statement.target, gast.Name) and base is not None:
                    views.append((statement.target.id, base))
                (found if self._is_new(statement) or base is not None else borrowed).update(names)
            elif isinstance(statement, ir.For):
                borrowed.update(target_names(statement.target))
        owning = {name for name in found - borrowed if not self.storage.is_external(name)}
        return _without_borrowed(owning, views)

    def _is_new(self, statement: ir.Assign) -> bool:
        if isinstance(statement.target, gast.Tuple | gast.List):
            return isinstance(statement.value, gast.Call) and self.context.is_fresh(statement.value)
        return self.storage.owns(statement.value)


def _without_borrowed(owning: set[str], views: list[tuple[str, str]]) -> set[str]:
    """Return the variables that own their memory: not those that are views of one that does not."""
    views_of: dict[str, list[str]] = {}
    for view, base in views:
        views_of.setdefault(base, []).append(view)
    todo = [base for base in views_of if base not in owning]
    while todo:
        for view in views_of.get(todo.pop(), ()):
            if view in owning:
                owning.discard(view)
                todo.append(view)
    return owning


def whole_view_of(expression: gast.expr) -> str | None:
    """Return the variable of which an expression is a view of all elements (``d.T``, ``d.reshape(n)``), or itself."""
    match expression:
        case gast.Name():
            return expression.id
        case gast.Attribute(value=value, attr="T"):
            return whole_view_of(value)
        case gast.Call(func=gast.Attribute(value=gast.Name(id="np"), attr=function), args=[value, *_]):
            return whole_view_of(value) if function in WHOLE_VIEW_FUNCTIONS else None
        case gast.Call(func=gast.Name(id=function), args=[value, *_]):
            return whole_view_of(value) if function in FIRST_ARGUMENT_ALONE else None
        case gast.Subscript(value=value, slice=gast.Constant(value=EllipsisType())):
            return whole_view_of(value)
        case gast.Call(func=gast.Attribute(value=value, attr=method)):
            return whole_view_of(value) if method in WHOLE_VIEW_METHODS else None
    return None


def requests_in(expression: gast.AST) -> list[gast.Call]:
    """Return the requests for owned storage in an expression, in the order of the text."""
    return [node for node in nodes_in(expression) if is_request(node)]
