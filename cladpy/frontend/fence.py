"""The fence: a function with syntax outside the table is refused before anything else looks at it."""

from collections.abc import Container, Iterator, Sequence

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.features import Finding, features
from cladpy.frontend.find_source import FunctionSource, location
from cladpy.frontend.scopes import NO_NAMES, Scope, scope_of, written_names
from cladpy.frontend.supported_syntax import refusal_of

_FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda)
_ANNOTATIONS = frozenset({"annotation", "returns", "type_comment"})  # they have no values that matter


def check_syntax(source: FunctionSource, *, module_names: Container[str] = (), notes: Sequence[str] = ()) -> None:
    """Raise for the first piece of syntax in a function that is not supported.

    Decorators, defaults and annotations of the function itself are evaluated by
    its module, so they may be anything.

    Parameters
    ----------
    source : FunctionSource
        The function, nested ones included.
    module_names : container of str, optional
        Names that the module binds: one called ``eval`` or ``vars`` is the user's own.
    notes : sequence of str, optional
        Handed to the error: why this function is differentiated.

    Raises
    ------
    CladpyError
        C1xx with the place, the reason and what to write instead.
    """
    for finding in _findings(source.tree):
        refusal = refusal_of(finding.feature)
        if refusal is None or (finding.feature == "Call.by_text" and finding.name in module_names):
            continue
        raise CladpyError(
            refusal.code,
            refusal.message.format(name=finding.name),
            location=location(finding.node, source),
            label=refusal.label or None,
            notes=notes,
            hint=refusal.hint.format(name=finding.name),
        )


def _findings(function: gast.AST) -> Iterator[Finding]:
    """Yield the features of a function in source order."""
    if isinstance(function, gast.AsyncFunctionDef):
        yield Finding("AsyncFunctionDef", function, function.name)
    yield from features(function.args, function)
    todo = _inside(function, None)
    while todo:
        node, parent, scope = todo.pop()
        yield from _local_features(node, parent, scope)
        if isinstance(node, _FUNCTIONS):
            todo += _inside(node, scope)
        else:
            todo += _below(node, scope)


def _inside(function: gast.AST, outer: Scope | None) -> list[tuple[gast.AST, gast.AST, Scope]]:
    """Return what is evaluated with a function's names, last first; for a nested one also what defines it."""
    scope = scope_of(function, outer)
    body = function.body if isinstance(function.body, list) else [function.body]
    inside = [(node, function, scope) for node in reversed(body)]
    if outer is None:
        return inside
    outside = [*getattr(function, "decorator_list", []), function.args]
    return [*inside, *((node, function, outer) for node in reversed(outside))]


def _below(node: gast.AST, scope: Scope) -> list[tuple[gast.AST, gast.AST, Scope]]:
    """Return the children of a node, last first; a comprehension's variables are its own."""
    below = []
    for field, value in gast.iter_fields(node):
        parts = value if isinstance(value, list) else [value]
        own = isinstance(node, gast.comprehension) and field == "target"
        children = [part for part in parts if isinstance(part, gast.AST) and field not in _ANNOTATIONS]
        below += [(child, node, NO_NAMES if own else scope) for child in children]
    return below[::-1]


def _local_features(node: gast.AST, parent: gast.AST, scope: Scope) -> Iterator[Finding]:
    """Yield a node's features as the names of its scope make them."""
    for finding in features(node, parent):
        if isinstance(node, gast.Yield | gast.YieldFrom) and scope.outer is not None:
            continue  # a generator defined here is written out where it is consumed
        if finding.feature != "Call.by_text" or not scope.binds(finding.name):
            yield finding
    for name in written_names(node):
        if name in scope.declared_global:
            yield Finding("Global.write", node, name)
        elif scope.leads_outside(name):
            yield Finding("Nonlocal.write", node, name)
