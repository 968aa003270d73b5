"""Local functions that are given to others, as definitions inside of those: what they capture becomes parameters.

before: ``f`` the local function ``lambda t: w * t``, or ``functools.partial(g, w)``, or the method ``o.m``
after:  ``def f(t): return w * t``, or ``def f(*arguments): return g(f_0, *arguments)``, with ``w`` or ``f_0`` given

Requires that a captured variable which holds a function holds one only. Guarantees: no name inside means anything else.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

import gast

from cladpy.frontend.find_source import FunctionSource
from cladpy.frontend.namespace import Namespace, RenamedGlobal
from cladpy.ir.callables import LocalFunction, Method, Partial
from cladpy.ir.expressions import attribute, constant, name, store_name, subscript
from cladpy.ir.fact import Fact, holds_local_function
from cladpy.normalize.closures import Closure, renamed
from cladpy.normalize.local_definitions import free_names
from cladpy.planning.specialization.recursive_groups import OtherwiseError
from cladpy.planning.specialization.scene import Scene, literal_of


@dataclass(slots=True)
class CapturedFunctions:
    """The local functions of one call.

    Parameters
    ----------
    scene : Scene
        Where they are made.
    source : FunctionSource
        The text that they are put into.
    theirs : Namespace
        What names mean there.
    taken : set of str
        The names in it.

    Attributes
    ----------
    captured : dict of str to expr
        The new parameters, with what is given for them.
    inside : dict of str to statement
        The definitions by name.
    rebound : set of str
        The new parameters that are handed back.
    aliases : dict of str to RenamedGlobal
        New names for globals.
    """

    scene: Scene
    source: FunctionSource
    theirs: Namespace
    taken: set[str]
    captured: dict[str, gast.expr] = field(default_factory=dict)
    inside: dict[str, gast.stmt] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    rebound: set[str] = field(default_factory=set)
    aliases: dict[str, RenamedGlobal] = field(default_factory=dict)

    def define(self, identifier: str, fact: Fact, value: gast.expr) -> None:
        """Write the definition of what a parameter, or a captured variable, holds."""
        marker = literal_of(fact)
        if isinstance(marker, LocalFunction) and len(fact.items or (fact,)) == 1 + len(marker.defaults):
            self.inside[identifier] = self.definition(identifier, marker, value)
        elif isinstance(marker, Method):
            owner = self.new_parameter(f"{identifier}_owner", self.scene.bind(subscript(value, constant(1))))
            self.inside[identifier] = self.forwarding(identifier, attribute(name(owner), marker.name), [], [])
        elif isinstance(marker, Partial):
            self.inside[identifier] = self.applied(identifier, fact, value)
        elif fact.kind == "tuple" and fact.items is not None and fact.cls is None:
            items = [self.held(identifier, value, place, item) for place, item in enumerate(fact.items)]
            assigned = gast.Assign([store_name(identifier)], gast.Tuple(items, gast.Load()), None)
            self.inside[identifier] = _moved(assigned, self.source.tree)
        else:
            raise OtherwiseError

    def held(self, identifier: str, owner: gast.expr, place: int, fact: Fact) -> gast.expr:
        """Return the name inside for an item of a tuple that holds functions."""
        if not holds_local_function(fact):
            return self.part(identifier, owner, place)
        inner = self.fresh(f"{identifier}_{place}")
        self.define(inner, fact, self.scene.bind(subscript(owner, constant(place))))
        return name(inner)

    def applied(self, identifier: str, fact: Fact, value: gast.expr) -> gast.stmt:
        """Return the definition of a partial application: what it was applied to is given from outside."""
        _, function, arguments, named = fact.items or (fact,) * 4
        if arguments.items is None or named.keys is None or holds_local_function(arguments):
            raise OtherwiseError
        parts = [self.scene.bind(subscript(value, constant(position))) for position in (1, 2, 3)]
        inner = self.fresh(f"{identifier}_function")
        if holds_local_function(function):
            self.define(inner, function, parts[0])
        else:
            self.captured[inner] = parts[0]
        first = [self.part(identifier, parts[1], position) for position in range(len(arguments.items))]
        more = [gast.keyword(str(key), self.part(identifier, parts[2], key)) for key in named.keys]
        return self.forwarding(identifier, name(inner), first, more)

    def part(self, identifier: str, owner: gast.expr, key: object) -> gast.expr:
        """Return the new parameter for an argument that a function was applied to."""
        return name(self.new_parameter(f"{identifier}_{key}", self.scene.bind(subscript(owner, constant(key)))))

    def forwarding(
        self, identifier: str, function: gast.expr, first: list[gast.expr], named: list[gast.keyword]
    ) -> gast.stmt:
        """Return a local function that hands its arguments on, behind others."""
        rest = self.fresh("arguments")
        returned = gast.Return(gast.Call(function, [*first, gast.Starred(name(rest), gast.Load())], named))
        given = gast.arguments([], [], gast.Name(rest, gast.Param(), None, None), [], [], None, [])
        return _moved(gast.FunctionDef(identifier, given, [returned], [], None, None, []), self.source.tree)

    def definition(self, identifier: str, marker: LocalFunction, value: gast.expr) -> gast.FunctionDef:
        """Return the definition of a local function over the names inside."""
        closure = marker.closure
        if not isinstance(closure, Closure) or closure.is_generator:
            raise OtherwiseError
        tree = gast.FunctionDef(identifier, closure.arguments, list(closure.body), [], None, None, [])
        own = {part.id for part in gast.walk(tree) if isinstance(part, gast.Name)} & closure.bound
        self.taken |= own
        names = {free: self.inner_name(free, closure) for free in sorted(free_names(tree))}
        arguments = self.arguments(identifier, marker, closure, value)
        body = [renamed(statement, names) for statement in closure.body]
        made = gast.copy_location(gast.FunctionDef(identifier, arguments, body, [], None, None, []), body[0])
        return made if self.is_of_file(closure) else _moved(made, self.source.tree)

    def is_of_file(self, closure: Closure) -> bool:
        """Tell whether a local function was written in the file of the function that is given it."""
        return (closure.source or self.scene.prepared.form.source).file == self.source.file

    def arguments(self, identifier: str, marker: LocalFunction, closure: Closure, value: gast.expr) -> gast.arguments:
        """Return the parameters of a local function: defaults that were computed are given from outside."""
        given: dict[str, gast.expr] = dict(closure.defaults)
        for position, parameter in enumerate(marker.defaults, 1):
            held = self.scene.bind(subscript(value, constant(position)))
            given[parameter] = name(self.new_parameter(f"{identifier}_{parameter}", held))
        literals = (each for key, each in given.items() if key not in marker.defaults)
        if not all(isinstance(each, gast.Constant) for each in literals):
            raise OtherwiseError
        old = closure.arguments
        positional = [each.id for each in (*old.posonlyargs, *old.args)]
        defaults = [given[each] for each in positional if each in given]
        keyword_defaults = [given.get(each.id) for each in old.kwonlyargs]
        return gast.arguments(
            old.args, old.posonlyargs, old.vararg, old.kwonlyargs, keyword_defaults, old.kwarg, defaults
        )

    def inner_name(self, free: str, closure: Closure) -> str:
        """Return the name inside for what a local function captures, or for a global of its own."""
        if free not in self.scene.local:
            return self.global_name(free)
        if free in self.names:
            return self.names[free]
        functions = [fact for fact in self.facts_of(free) if holds_local_function(fact)]
        if functions:
            if len(self.facts_of(free)) > 1:
                raise OtherwiseError
            inner = self.names[free] = self.fresh(free)
            self.define(inner, functions[0], name(free))
            return inner
        inner = self.names[free] = self.new_parameter(free, name(free))
        if free in closure.nonlocals:
            self.rebound.add(inner)
        return inner

    def facts_of(self, identifier: str) -> list[Fact]:
        """Return the facts of the versions of a variable."""
        table = self.scene.prepared.versions.table
        known = self.scene.table.facts
        return [known[version] for version, info in table.items() if info.name == identifier and version in known]

    def global_name(self, free: str) -> str:
        """Return the name inside for what is a global where a local function is made."""
        mine = self.scene.namespace
        if free not in self.taken and mine.shares(self.theirs, free):
            return free
        owner = mine.more.get(free)
        alias = self.fresh(free)
        self.aliases[alias] = owner if isinstance(owner, RenamedGlobal) else RenamedGlobal(owner or mine, free)
        return alias

    def new_parameter(self, base: str, value: gast.expr) -> str:
        """Return a new parameter, for which a value is given."""
        made = self.fresh(base)
        self.captured[made] = value
        return made

    def fresh(self, base: str) -> str:
        """Return a name that nothing inside has."""
        plain = base.partition("@")[0] or "v"
        made, number = plain, 1
        while made in self.taken or made in self.aliases:
            number += 1
            made = f"{plain}_{number}"
        self.taken.add(made)
        return made


def _moved(node: gast.stmt, tree: gast.FunctionDef) -> gast.stmt:
    """Return a definition that is said to stand at the head of a function: its own text is in another file."""
    moved = copy.deepcopy(node)
    for part in gast.walk(moved):
        if isinstance(part, gast.stmt | gast.expr):
            gast.copy_location(part, tree)
    return moved
