"""Which features of the table a node of the tree has: its kind, and details that the table tells apart."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gast

_BY_TEXT = frozenset({"exec", "eval", "locals", "vars", "globals"})


@dataclass(frozen=True, slots=True)
class Finding:
    """A feature, the node that an error about it points to, and the name that it is about."""

    feature: str
    node: gast.AST
    name: str = ""


def features(node: gast.AST, parent: gast.AST | None) -> Iterator[Finding]:
    r"""Yield the features of a node itself, not of what lies below it.

    Examples
    --------
    >>> [finding.feature for finding in features(gast.parse("for i in x: pass\nelse: pass").body[0], None)]
    ['For', 'For.else']
    """
    kind = type(node).__name__
    if isinstance(node, gast.GeneratorExp):
        yield Finding(f"{kind}.argument" if _is_consumed(node, parent) else kind, node)
    elif isinstance(node, gast.Delete | gast.MatchAs | gast.TryStar):
        pass  # the details take the place of the kind
    elif isinstance(node, gast.stmt | gast.expr | gast.pattern):
        yield Finding(kind, node, getattr(node, "name", None) or kind)
    details = _DETAILS.get(type(node))
    if details:
        yield from details(node)


def _is_consumed(node: gast.AST, parent: gast.AST | None) -> bool:
    """Tell whether a generator expression is an argument, or what is iterated over or taken apart at once."""
    if isinstance(parent, gast.For | gast.comprehension | gast.Starred | gast.YieldFrom):
        return True
    if isinstance(parent, gast.Assign):  # whether it is consumed at one place is looked at later
        return len(parent.targets) == 1 and isinstance(parent.targets[0], gast.Name | gast.Tuple | gast.List)
    return isinstance(parent, gast.keyword) or (isinstance(parent, gast.Call) and node is not parent.func)


def _delete(node: Any) -> Iterator[Finding]:
    kinds = {gast.Attribute: "Delete.attribute", gast.Subscript: "Delete.item"}
    targets = list(node.targets)
    while targets:
        target = targets.pop(0)
        if isinstance(target, gast.Tuple | gast.List):
            targets[:0] = target.elts
        else:
            yield Finding(kinds.get(type(target), "Delete"), target)


def _match_as(node: Any) -> Iterator[Finding]:
    yield Finding("MatchAs" if node.name else "MatchAs.wildcard", node, node.name or "_")


def _loop(node: Any) -> Iterator[Finding]:
    if node.orelse:
        yield Finding(f"{type(node).__name__}.else", node.orelse[0])


def _match_case(node: Any) -> Iterator[Finding]:
    if node.guard:
        yield Finding("match_case.guard", node.guard)


def _try_star(node: Any) -> Iterator[Finding]:
    yield Finding("TryStar", node.handlers[0])


def _function(node: Any) -> Iterator[Finding]:
    if node.decorator_list:
        yield Finding("FunctionDef.decorated", node.decorator_list[0], node.name)
    if node.type_params:
        yield Finding("FunctionDef.type_params", node.type_params[0], node.name)


def _arguments(node: Any) -> Iterator[Finding]:
    for feature, parts in (
        ("arguments.positional_only", node.posonlyargs),
        ("arguments.star", [node.vararg]),
        ("arguments.keyword_only", node.kwonlyargs),
        ("arguments.double_star", [node.kwarg]),
        ("arguments.default", [*node.defaults, *node.kw_defaults]),
    ):
        yield from (Finding(feature, part, getattr(part, "id", "")) for part in parts[:1] if part)


def _call(node: Any) -> Iterator[Finding]:
    yield from (Finding("Call.star", argument) for argument in node.args if isinstance(argument, gast.Starred))
    yield from (Finding("Call.double_star", keyword.value) for keyword in node.keywords if keyword.arg is None)
    if isinstance(node.func, gast.Name) and node.func.id in _BY_TEXT:
        yield Finding("Call.by_text", node, node.func.id)


def _dict(node: Any) -> Iterator[Finding]:
    pairs = zip(node.keys, node.values, strict=True)
    yield from (Finding("Dict.double_star", value) for key, value in pairs if key is None)


def _comprehension(node: Any) -> Iterator[Finding]:
    if node.is_async:
        yield Finding("comprehension.async", node.target)


def _attribute(node: Any) -> Iterator[Finding]:
    if isinstance(node.ctx, gast.Store):
        yield Finding("Attribute.store", node, node.attr)


_DETAILS: dict[type, Callable[[Any], Iterator[Finding]]] = {
    gast.Delete: _delete,
    gast.MatchAs: _match_as,
    gast.match_case: _match_case,
    gast.For: _loop,
    gast.While: _loop,
    gast.TryStar: _try_star,
    gast.FunctionDef: _function,
    gast.arguments: _arguments,
    gast.Call: _call,
    gast.Dict: _dict,
    gast.comprehension: _comprehension,
    gast.Attribute: _attribute,
}
