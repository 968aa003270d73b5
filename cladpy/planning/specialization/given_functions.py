"""Functions that call themselves and are given local functions: made over into functions that have those inside.

before: ``simpson(f, a, b, n)``, ``f`` the local function ``lambda t: w * t``
after:  ``simpson_of_f(a, b, n, w=w)`` of ``def simpson_of_f(a, b, n, *, w): def f(t): return w * t; ...``

What a local function captures is read where the recursive one is called, and handed down; what it rebinds
(``nonlocal``) is handed back (``handed_back``). Requires that each call in the recursion hands on what it was given.
Guarantees: what is not of that kind gives None, and is written out call by call.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import LIVE
from cladpy.frontend.rewritten import RUN, Rewriter
from cladpy.ir.expressions import name, rebuild
from cladpy.ir.fact import Fact, holds_local_function
from cladpy.normalize.argument_stores import stores
from cladpy.normalize.cached_functions import KEYS
from cladpy.normalize.closures import renamed
from cladpy.normalize.handed_back import REBOUND, handed_by, handing_back, rebound_by
from cladpy.planning.specialization.captured_functions import CapturedFunctions
from cladpy.planning.specialization.recursive_groups import Given, Member, OtherwiseError, bound, calls_among, group_of
from cladpy.planning.specialization.scene import Scene


def made_over(
    scene: Scene, function: types.FunctionType, first: list[gast.expr], node: gast.Call, facts: Mapping[int, Fact]
) -> gast.Call | None:
    """Return the call of a recursive function that is given local functions as one that is given what they capture.

    Parameters
    ----------
    scene : Scene
    function : function
        What is called.
    first : list of expr
        What it is given besides: the object of a method.
    node : Call
        The call, over names.
    facts : mapping of int to Fact
        Facts of its arguments, by their identity.
    """
    whole = gast.copy_location(gast.Call(node.func, [*first, *node.args], node.keywords), node)
    try:
        return _Making(scene, function, facts).call(whole, is_method=bool(first))
    except (OtherwiseError, CladpyError):
        return None


@dataclass(slots=True)
class _Making:
    """Makes the functions of one call."""

    scene: Scene
    function: types.FunctionType
    facts: Mapping[int, Fact]
    local: CapturedFunctions = field(init=False)

    def call(self, node: gast.Call, *, is_method: bool) -> gast.Call:
        """Return the call of the function that is made."""
        handed = handed_by(self.function)
        if handed:
            self.function = self.before_handing()
        if KEYS in self.function.__dict__ or (RUN in self.function.__dict__ and rebound_by(self.function)):
            raise OtherwiseError
        group = group_of(self.function, lambda head: self.given(head, node), is_method=is_method)
        head = group[self.function]
        if not head.given:
            raise OtherwiseError
        made_of = {each: member for each, member in group.items() if member.given}
        taken = {n.id for each in made_of.values() for n in gast.walk(each.tree) if isinstance(n, gast.Name)}
        source = find_source(self.function)
        self.local = CapturedFunctions(self.scene, source, head.namespace, taken)
        for parameter, value in bound(head.tree, node).items():
            if parameter in head.given:
                self.local.define(parameter, self.facts[id(value)], value)
        made = self.made(made_of, head)
        if handed:
            self.check_apart([value for key, value in bound(head.tree, node).items() if key in handed])
            made = self.handing_back(made, frozenset(handed))
        called = self.scene.name_of_value(made.__name__, made)
        return self.without_functions(node, called, head, self.local.captured)

    def before_handing(self) -> types.FunctionType:
        """Return the function of which one was made that hands back what it updates."""
        for (function, _), made in self.scene.made_functions.handing.items():
            if made is not None and made.function is self.function:
                return function
        raise OtherwiseError

    def check_apart(self, updated: list[gast.expr]) -> None:
        """Check that no local function captures what is updated: it would see a copy."""
        captured = {value.id for value in self.local.captured.values() if isinstance(value, gast.Name)}
        if any(isinstance(value, gast.Name) and value.id in captured for value in updated):
            raise OtherwiseError

    def handing_back(self, made: types.FunctionType, updated: frozenset[str]) -> types.FunctionType:
        """Return a function that was made as one that hands back what the function before it does, and no more."""
        if self.local.rebound or any(isinstance(each, gast.FunctionDef) and stores(each) for each in self.inside()):
            raise OtherwiseError
        found = handing_back(made, updated, self.scene.made_functions)
        if found is None:
            raise OtherwiseError
        return found.function

    def inside(self) -> Iterator[gast.stmt]:
        """Yield the definitions of the local functions."""
        yield from self.local.inside.values()

    def given(self, head: Member, node: gast.Call) -> Given:
        """Return the parameters for which a call gives local functions."""
        arguments = bound(head.tree, node)
        return {p: p for p, value in arguments.items() if holds_local_function(self.facts.get(id(value), Fact("none")))}

    def without_functions(
        self, node: gast.Call, called: gast.expr, member: Member, more: Mapping[str, gast.expr]
    ) -> gast.Call:
        """Return a call that gives what is captured in place of functions."""
        positional = [each.id for each in (*member.tree.args.posonlyargs, *member.tree.args.args)]
        plain = [value for key, value in zip(positional, node.args, strict=False) if key not in member.given]
        named = [keyword for keyword in node.keywords if keyword.arg not in member.given]
        named += [gast.keyword(key, gast.copy_location(value, node)) for key, value in more.items()]
        return gast.copy_location(gast.Call(called, plain, named), node)

    # ---- the functions that have them inside ----

    def made(self, members: Mapping[types.FunctionType, Member], head: Member) -> types.FunctionType:
        """Make the functions of a group; return the first."""
        rewriter = Rewriter(self.function, find_source(self.function))
        live = rewriter.globals[LIVE]
        called = {each: self.name_of(member, rewriter) for each, member in members.items()}
        for member in members.values():
            seen = {part.id for part in gast.walk(member.tree) if isinstance(part, gast.Name)}
            live |= {each: member.namespace for each in seen if each not in live}
        inner = {
            part.id for each in self.local.inside.values() for part in gast.walk(each) if isinstance(part, gast.Name)
        }
        live |= {each: head.namespace for each in inner if each not in live}
        for alias, owner in self.local.aliases.items():
            live[alias] = owner
            rewriter.globals[alias] = owner.lookup(alias)
        made = {each: self.function_of(member, members, called, rewriter) for each, member in members.items()}
        for each in called.values():
            live.pop(each, None)
        return made[self.function]

    def name_of(self, member: Member, rewriter: Rewriter) -> str:
        """Return a name for a function that has local ones inside."""
        base = f"{member.tree.name}_of_{'_'.join(member.given)}"
        while rewriter.is_seen(base) or base in self.local.taken:
            base += "_2"
        self.local.taken.add(base)
        return base

    def function_of(
        self, member: Member, members: Mapping[types.FunctionType, Member],
        called: Mapping[types.FunctionType, str], rewriter: Rewriter,
    ) -> types.FunctionType:  # fmt: skip
        """Make one of the functions."""
        tree = member.tree
        among = {id(node): other for node, other in calls_among(member, members)}
        handed = {key: name(key) for key in self.local.captured}

        def change(part: gast.AST) -> gast.AST | None:
            other = among.get(id(part))
            if other is None or not isinstance(part, gast.Call):
                return None
            first = [part.func.value] if member.is_method and isinstance(part.func, gast.Attribute) else []
            values = [*first, *(rebuild(each, change) for each in part.args)]
            named = [gast.keyword(each.arg, rebuild(each.value, change)) for each in part.keywords]
            whole = gast.copy_location(gast.Call(part.func, values, named), part)
            callee = gast.copy_location(name(called[other.function]), part.func)
            return self.without_functions(whole, callee, other, handed)

        body = [*self.local_ones(member), *(rebuild(statement, change) for statement in tree.body)]
        arguments, defaults, named = self.parameters(member)
        made = gast.FunctionDef(called[member.function], arguments, body, [], None, None, [])
        function = rewriter.add(gast.copy_location(made, tree), {REBOUND: frozenset(self.local.rebound)})
        function.__defaults__, function.__kwdefaults__ = defaults or None, named or None
        return function

    def local_ones(self, member: Member) -> Iterator[gast.stmt]:
        """Yield the definitions of the local functions by the names that a function of the group has for them."""
        for identifier, definition in self.local.inside.items():
            own = [key for key, first in member.given.items() if first == identifier] or [identifier]
            yield from (definition if key == identifier else renamed(definition, {identifier: key}) for key in own)

    def parameters(self, member: Member) -> tuple[gast.arguments, tuple[object, ...], dict[str, object]]:
        """Return the parameters of a function without those that are functions, with the live defaults."""
        old, function = member.tree.args, member.function
        positional = [each.id for each in (*old.posonlyargs, *old.args)]
        live = function.__defaults__ or ()
        known = dict(zip(positional[len(positional) - len(live) :], zip(old.defaults, live, strict=True), strict=True))
        defaults = [pair for key, pair in known.items() if key not in member.given]
        only = [
            (each, value) for each, value in zip(old.kwonlyargs, old.kw_defaults, strict=True)
            if each.id not in member.given
        ]  # fmt: skip
        only += [(gast.Name(each, gast.Param(), None, None), None) for each in self.local.captured]
        named = {key: value for key, value in (function.__kwdefaults__ or {}).items() if key not in member.given}
        arguments = gast.arguments(
            [each for each in old.args if each.id not in member.given],
            [each for each in old.posonlyargs if each.id not in member.given],
            None, [each for each, _ in only], [value for _, value in only], None, [node for node, _ in defaults],
        )  # fmt: skip
        return arguments, tuple(value for _, value in defaults), named
