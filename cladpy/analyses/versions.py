"""Number each assignment of a name: the versions that all other facts are said of.

before: ``x = a``, ``if c: x = x * b``, ``return x``
after:  ``x.1 = a.0``, ``if c.0: x.2 = x.1 * b.0`` joining ``x.3 = phi(x.2, x.1)``, ``return x.3``

A loop joins at its head (``phis``: value on entry, value at the end of an iteration) and behind its exit (``exits``:
value at the head, value at each ``break``), so that a version made inside a loop is read only inside it. A store into
``u[i]`` or ``u += v``, or a call such as ``u.append(v)``, makes a new version of ``u``. Joins that nothing reads are
left out.

Requires the normal form. Guarantees: each version is assigned at one place; a read is dominated by its version's place.
Reference: Cytron et al., Efficiently computing static single assignment form, TOPLAS 1991, for structured programs.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.mutating_calls import mutation_of
from cladpy.analyses.version_reads import used_versions, without_unused_joins
from cladpy.frontend.namespace import MARK
from cladpy.ir.expressions import STORE, names_in, nodes_of, rebuild
from cladpy.ir.statements import (
    Assert,
    Assign,
    Block,
    Break,
    Effect,
    For,
    If,
    Phi,
    Raise,
    Return,
    Statement,
    Update,
    While,
    With,
    walk,
)


@dataclass(frozen=True, slots=True)
class Version:
    """One assignment of a name, and where it stands.

    Parameters
    ----------
    name : str
        The name, as the normal form has it.
    kind : str
        "parameter", "assign", "store" (an update that keeps the storage), "target" (of a for loop), "join" (behind an
        if), "head", "exit" (of a loop) or "unbound".
    place : tuple of int
        The block that it is made in: numbers of the nested blocks, from the function's own.
    loops : tuple of int
        The loops around it, from the outside in.
    position : int
        Order in the text.
    sources : tuple of str
        The versions that a join may hold; the version updated by a store.
    """

    name: str
    kind: str
    place: tuple[int, ...]
    loops: tuple[int, ...]
    position: int
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Versions:
    """A function's body over versions, with a table of them."""

    parameters: tuple[str, ...]
    body: Block
    table: Mapping[str, Version]


def number_versions(parameters: tuple[str, ...], body: Block, foreign: Collection[str] = ()) -> Versions:
    """Return the body with each name replaced by its version, and with the foreign globals marked."""
    numbering = _Numbering(foreign=foreign)
    environment = {}
    for parameter in parameters:
        environment[parameter] = numbering.new(parameter, "parameter")
    numbered = numbering.block(body, environment)
    first = tuple(f"{parameter}.0" for parameter in parameters)
    used = used_versions(numbered, {key: value.sources for key, value in numbering.table.items()})
    table = {key: value for key, value in numbering.table.items() if key in used or value.kind not in _JOINS}
    return Versions(first, without_unused_joins(numbered, used), table)


_BINDING = ("parameter", "assign", "target")
_JOINS = ("join", "head", "exit", "unbound")
Environment = dict[str, str]


def bound_variables(table: Mapping[str, Version]) -> set[str]:
    """Return the names that are bound somewhere, the local ones: of a global that is stored into no version is."""
    return {version.name for version in table.values() if version.kind in _BINDING}


def assigned_names(block: Block) -> set[str]:
    """Return the names that a block binds or stores into."""
    found: set[str] = set()
    for statement in walk(block):
        if isinstance(statement, Assign | Update):
            found |= set(target_bases(statement.target))
        elif isinstance(statement, For):
            found |= set(names_in(statement.target))
    return found


def updated_names(block: Block) -> set[str]:
    """Return the names whose values a block may update by calls."""
    calls = [mutation_of(s.value) for s in walk(block) if isinstance(s, Assign | Effect)]
    return {mutation.owner.id for mutation in calls if mutation is not None}


def target_bases(target: gast.expr) -> Iterable[str]:
    """Return the names that an assignment to a target binds or stores into."""
    if isinstance(target, gast.Tuple):
        return [base for item in target.elts for base in target_bases(item)]
    while isinstance(target, gast.Subscript | gast.Attribute):
        target = target.value
    return [target.id] if isinstance(target, gast.Name) else []


@dataclass(slots=True)
class _Numbering:
    table: dict[str, Version] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    place: tuple[int, ...] = (0,)
    loops: tuple[int, ...] = ()
    blocks: int = 0
    breaks: list[list[Environment]] = field(default_factory=list)
    local: set[str] = field(default_factory=set)
    foreign: Collection[str] = ()

    def new(self, name: str, kind: str, sources: tuple[str, ...] = ()) -> str:
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        version = f"{name}.{count}"
        self.table[version] = Version(name, kind, self.place, self.loops, len(self.table), sources)
        return version

    def read(self, environment: Environment, name: str) -> str:
        if name not in environment:
            return self.unbound(name)
        return environment[name]

    def unbound(self, name: str) -> str:
        version = f"{name}.unbound"
        if version not in self.table:
            self.table[version] = Version(name, "unbound", (0,), (), -1)
        return version

    def expression(self, node: gast.expr, environment: Environment) -> gast.expr:
        bound: set[str] = {
            part.id
            for inner in nodes_of(node)
            if isinstance(inner, gast.comprehension)
            for part in nodes_of(inner.target)
            if isinstance(part, gast.Name)
        }

        def change(part: gast.AST) -> gast.AST | None:
            if not isinstance(part, gast.Name) or part.id in bound:
                return None
            if part.id in self.local:
                return gast.copy_location(gast.Name(self.read(environment, part.id), part.ctx, None, None), part)
            return gast.Name(part.id + MARK, part.ctx, None, None) if part.id in self.foreign else None

        return rebuild(node, change)

    # ---- blocks ----

    def block(self, block: Block, environment: Environment) -> Block:
        if not self.local:
            self.local = assigned_names(block) | set(environment)
        out = []
        for statement in block:
            if isinstance(statement, Break):
                self.breaks[-1].append(dict(environment))
            out.append(self.statement(statement, environment))
        return tuple(out)

    def inner(self, block: Block, environment: Environment) -> Block:
        self.blocks += 1
        outer, self.place = self.place, (*self.place, self.blocks)
        try:
            return self.block(block, environment)
        finally:
            self.place = outer

    def statement(self, statement: Statement, environment: Environment) -> Statement:
        if isinstance(statement, Assign):
            return self.assign(statement, environment)
        if isinstance(statement, Update):
            return self.update(statement, environment)
        if isinstance(statement, If):
            return self.branch(statement, environment)
        if isinstance(statement, For | While):
            return self.loop(statement, environment)
        if isinstance(statement, With):
            context = self.expression(statement.context, environment)
            return replace(statement, context=context, body=self.block(statement.body, environment))
        if isinstance(statement, Effect):
            value = self.expression(statement.value, environment)
            old, new = self.mutation(statement.value, environment)
            return replace(statement, value=value, old=old, new=new)
        if isinstance(statement, Return):
            return replace(statement, value=self.expression(statement.value, environment))
        if isinstance(statement, Assert):
            message = None if statement.message is None else self.expression(statement.message, environment)
            return replace(statement, test=self.expression(statement.test, environment), message=message)
        if isinstance(statement, Raise):
            parts = [
                None if p is None else self.expression(p, environment) for p in (statement.exception, statement.cause)
            ]
            return replace(statement, exception=parts[0], cause=parts[1])
        return statement

    def assign(self, statement: Assign, environment: Environment) -> Assign:
        value = self.expression(statement.value, environment)
        target = statement.target
        if isinstance(target, gast.Name):
            updated, new = self.mutation(statement.value, environment)
            environment[target.id] = self.new(target.id, "assign")
            bound = gast.Name(environment[target.id], STORE, None, None)
            return replace(statement, target=bound, value=value, old=updated, new=new)
        place, old, new = self.store(target, environment)
        return replace(statement, target=place, value=value, old=old, new=new)

    def mutation(self, value: gast.expr, environment: Environment) -> tuple[str | None, str | None]:
        """Return the versions of what a call updates in place, before and behind it."""
        mutation = mutation_of(value)
        if mutation is None or mutation.owner.id not in self.local:
            return None, None
        owner = mutation.owner.id
        old = self.read(environment, owner)
        environment[owner] = self.new(owner, "store", (old,))
        return old, environment[owner]

    def store(self, target: gast.expr, environment: Environment) -> tuple[gast.expr, str | None, str | None]:
        place = self.expression(target, environment)
        bases = [base for base in target_bases(target) if base in self.local]
        if not bases:
            return place, None, None
        old = self.read(environment, bases[0])
        environment[bases[0]] = self.new(bases[0], "store", (old,))
        return place, old, environment[bases[0]]

    def update(self, statement: Update, environment: Environment) -> Update:
        value = self.expression(statement.value, environment)
        place, old, new = self.store(statement.target, environment)
        gast.copy_location(place, statement.target)
        return replace(statement, target=place, value=value, old=old, new=new)

    def branch(self, statement: If, environment: Environment) -> If:
        test = self.expression(statement.test, environment)
        sides = []
        for block in (statement.body, statement.orelse):
            inner = dict(environment)
            sides.append((self.inner(block, inner), None if _leaves(block) else inner))
        phis = self.join([inner for _, inner in sides], environment, "join")
        return replace(statement, test=test, body=sides[0][0], orelse=sides[1][0], phis=phis)

    def join(self, sides: list[Environment | None], environment: Environment, kind: str) -> tuple[Phi, ...]:
        reached = [side for side in sides if side is not None]
        if not reached:
            return ()
        phis = []
        for name in dict.fromkeys(name for side in reached for name in side):
            sources = tuple(dict.fromkeys(self.read(side, name) for side in reached))
            if len(sources) == 1:
                environment[name] = sources[0]
                continue
            environment[name] = self.new(name, kind, sources)
            phis.append(Phi(environment[name], sources))
        return tuple(phis)

    def loop(self, statement: For | While, environment: Environment) -> For | While:
        iterable = self.expression(statement.iterable, environment) if isinstance(statement, For) else None
        self.blocks += 1
        number, outside = self.blocks, self.loops
        outer_place = self.place
        self.place, self.loops = (*self.place, number), (*self.loops, number)
        carried = sorted(assigned_names((statement,)) | (updated_names((statement,)) & self.local))
        entry = {name: self.read(environment, name) for name in carried}
        for name in carried:
            environment[name] = self.new(name, "head")
        head = {name: environment[name] for name in carried}
        at_head = dict(environment)
        test = self.expression(statement.test, environment) if isinstance(statement, While) else None
        if isinstance(statement, For):
            for name in names_in(statement.target):
                environment[name] = self.new(name, "target")
            target = self.expression(statement.target, environment)
        self.breaks.append([])
        body = self.block(statement.body, environment)
        ends = [] if _leaves(statement.body, Break) else [environment]
        left = self.breaks.pop()
        phis = []
        for name in carried:
            sources = tuple(dict.fromkeys([entry[name], *[end[name] for end in ends if end[name] != head[name]]]))
            phis.append(Phi(head[name], sources))
            self.table[head[name]] = replace(self.table[head[name]], sources=sources)
        self.place, self.loops = outer_place, outside
        endless = isinstance(statement, While) and isinstance(statement.test, gast.Constant) and statement.test.value
        exits = self.exits(carried, [*([] if endless else [at_head]), *left], environment)
        if isinstance(statement, For):
            return replace(statement, target=target, iterable=iterable, body=body, phis=tuple(phis), exits=exits)
        return replace(statement, test=test, body=body, phis=tuple(phis), exits=exits)

    def exits(self, carried: list[str], ends: list[Environment], environment: Environment) -> tuple[Phi, ...]:
        phis = []
        for name in carried:
            sources = tuple(dict.fromkeys(self.read(end, name) for end in ends))
            environment[name] = self.new(name, "exit", sources)
            phis.append(Phi(environment[name], sources))
        return tuple(phis)


def _leaves(block: Block, *kinds: type) -> bool:
    """Tell whether a block never reaches its end: it ends in an exit, on every path."""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, kinds or (Break, Raise)):
        return True
    if isinstance(last, If):
        return _leaves(last.body, *kinds) and _leaves(last.orelse, *kinds)
    return isinstance(last, With) and _leaves(last.body, *kinds)
