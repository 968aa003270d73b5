"""Functions that call one another, and hand on some of their parameters: which they are, and what each is handed.

Direction forward along the calls, lattice: a mapping a function, met once. Requires functions of one module. Soundness:
what any call hands on in another way is not of the kind, and refused by ``OtherwiseError``.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.ir.call_arguments import Parameters, UnknownStarError
from cladpy.ir.expressions import dotted
from cladpy.normalize.closures import bound_names, has_star, is_generator, parameters
from cladpy.normalize.known_calls import with_super

MOST_MEMBERS = 16  # functions that are looked at

Given = Mapping[str, str]
"""Of a function, the parameters that are handed on, each with the parameter of the first function that it came by."""


class OtherwiseError(Exception):
    """The functions are not of the kind that is asked for."""


@dataclass(slots=True)
class Member:
    """One of the functions: its definition, what its names mean, whether it is a method, what it is handed."""

    function: types.FunctionType
    tree: gast.FunctionDef
    namespace: Namespace
    is_method: bool = False
    given: Given = field(default_factory=dict)
    local: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.local = frozenset(bound_names(self.tree.body) | {each.id for each in parameters(self.tree.args)})

    def called(self, node: gast.Call) -> types.FunctionType | None:
        """Return the function of the user's that a call in it is of."""
        if self.is_method and self.calls_itself(node.func):
            return self.function
        path = dotted(node.func) or ""
        if path.partition(".")[0] in self.local:
            return None
        value = self.namespace.resolve(path)
        return value if isinstance(value, types.FunctionType) and value.__globals__ is self.namespace.globals else None

    def calls_itself(self, function: gast.expr) -> bool:
        """Tell whether a callee is the method of this name of the object that it is called for."""
        own = [*self.tree.args.posonlyargs, *self.tree.args.args][0].id
        owner = function.value if isinstance(function, gast.Attribute) and function.attr == self.tree.name else None
        return isinstance(owner, gast.Name) and owner.id == own and not _is_bound_again(self.tree, own)

    def arguments(self, node: gast.Call, member: Member) -> dict[str, gast.expr]:
        """Return what a call in it gives to another one, by parameter."""
        first = [node.func.value] if isinstance(node.func, gast.Attribute) and member is self and self.is_method else []
        return bound(member.tree, gast.Call(node.func, [*first, *node.args], node.keywords))


def bound(tree: gast.FunctionDef, node: gast.Call) -> dict[str, gast.expr]:
    """Return the arguments of a call by parameter, where no star is involved."""
    if has_star(node) or tree.args.vararg is not None or tree.args.kwarg is not None:
        raise OtherwiseError
    try:
        return Parameters.of_arguments(tree.args).bind(node)
    except (TypeError, UnknownStarError):
        raise OtherwiseError from None


def group_of(
    function: types.FunctionType, given: Callable[[Member], Given], *, is_method: bool
) -> dict[types.FunctionType, Member]:
    """Return a function and those by which it calls itself, with what each is handed.

    Parameters
    ----------
    function : function
    given : callable
        Returns which of its parameters are handed on.
    is_method : bool

    Raises
    ------
    OtherwiseError
        Where it does not call itself, or hands on something else.
    """
    head = _member(function, is_method=is_method)
    members, reached = _reached(head)
    group = {each: members[each] for each in members if each in reached[function] and function in reached[each]}
    if function not in group:
        raise OtherwiseError
    head.given = given(head)
    todo = [head]
    while todo:
        member = todo.pop()
        if any(_is_bound_again(member.tree, each) for each in member.given):
            raise OtherwiseError
        for node, other in calls_among(member, group):
            handed = _handed(member, node, other)
            if handed and not other.given:
                other.given = handed
                todo.append(other)
    for member in group.values():
        if any(_handed(member, node, other) != other.given for node, other in calls_among(member, group)):
            raise OtherwiseError
    return group


def calls_among(member: Member, group: Mapping[types.FunctionType, Member]) -> Iterator[tuple[gast.Call, Member]]:
    """Yield the calls in a function of the functions of its group."""
    for node in gast.walk(member.tree):
        called = member.called(node) if isinstance(node, gast.Call) else None
        if isinstance(node, gast.Call) and called is not None and called in group:
            yield node, group[called]


def _handed(member: Member, node: gast.Call, other: Member) -> dict[str, str]:
    found = member.arguments(node, other)
    return {p: member.given[v.id] for p, v in found.items() if isinstance(v, gast.Name) and v.id in member.given}


def _member(function: types.FunctionType, *, is_method: bool = False) -> Member:
    tree = find_source(function).tree
    if not isinstance(tree, gast.FunctionDef) or is_generator(tree.body) or tree.decorator_list:
        raise OtherwiseError
    if with_super(tree) is not tree:
        raise OtherwiseError
    return Member(function, tree, Namespace(function), is_method)


def _reached(
    head: Member,
) -> tuple[dict[types.FunctionType, Member], dict[types.FunctionType, set[types.FunctionType]]]:
    """Return the functions that a function may come to call, and for each of them those that it may."""
    members, calls = {head.function: head}, {}
    todo = [head]
    while todo:
        member = todo.pop()
        nodes = (node for node in gast.walk(member.tree) if isinstance(node, gast.Call))
        calls[member.function] = {called for called in map(member.called, nodes) if called is not None}
        for each in calls[member.function] - members.keys():
            try:
                members[each] = _member(each)
            except OtherwiseError:
                continue
            todo.append(members[each])
        if len(members) > MOST_MEMBERS:
            raise OtherwiseError
    reached = {each: set(found) for each, found in calls.items()}
    for middle in calls:
        for each, beyond in reached.items():
            if middle in beyond:
                reached[each] = beyond | reached[middle]
    return members, reached


def _is_bound_again(tree: gast.FunctionDef, parameter: str) -> bool:
    """Tell whether a parameter, or another variable of its name in an inner function, is bound in a function."""
    nodes = list(gast.walk(tree))
    bindings = sum(isinstance(n, gast.Name) and n.id == parameter and not isinstance(n.ctx, gast.Load) for n in nodes)
    declared = any(isinstance(n, gast.Nonlocal | gast.Global) and parameter in n.names for n in nodes)
    return bindings != 1 or declared or any(isinstance(n, gast.FunctionDef) and n.name == parameter for n in nodes)
