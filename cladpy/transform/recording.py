"""Make both sweeps final: versions become variables, and what is recorded is pushed and popped.

before (draft)                    after, in a loop                       after, elsewhere
forward  ``x.2 = f(x.1)``         ``x = f(x)``, ``tape.append(x)``       ``x = f(x)``, ``x@1 = x``
reverse  ``d_y * x.2``            ``x@1 = tape.pop()``, ``d_y * x@1``    ``d_y * x@1``

A version is pushed after its birth and popped in the reverse of the block that made it, before its first reader; each
recorded version has a variable of its own in the reverse sweep, so that no order of restores has to be kept. Push and
pop are decided together, in ``_record``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.ir.expressions import attribute, call, constant, name, rebuild, store_name, subscript
from cladpy.ir.fact import Fact
from cladpy.ir.statements import (
    Assert,
    Assign,
    Block,
    Effect,
    For,
    If,
    Raise,
    Return,
    Statement,
    Update,
    While,
    With,
)
from cladpy.transform.fitting import shape_of
from cladpy.transform.mirrors import HELD, MIRROR, Held
from cladpy.transform.needs import Need, NeedAnalysis, expressions_of, shape_read
from cladpy.transform.places import Place
from cladpy.transform.reverse_custom import forward_call, number_check
from cladpy.transform.reverse_statements import Reversed, Undo
from cladpy.transform.reverse_sweep import ReverseSweep
from cladpy.transform.stores_reversed import WHOLE, index_value, is_basic, may_be_array


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a recorded value lies: a variable, or in loops a tape and the variable that it is popped into."""

    variable: str
    tape: str | None


@dataclass(slots=True)
class Recording:
    """Writes the final sweeps from the draft."""

    sweep: ReverseSweep
    analysis_of_needs: NeedAnalysis
    needs: Mapping[str, Need] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    tapes: dict[int, list[str]] = field(default_factory=dict)
    undone: dict[int, Slot] = field(default_factory=dict)
    branches: dict[int, str] = field(default_factory=dict)
    made: list[set[str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def run(self, draft: Block) -> tuple[Block, Block]:
        """Return the forward and the reverse sweep."""
        self.needs = self.analysis_of_needs.run(draft)
        self.decide_tests()
        self.decide_undos(draft)
        for key, need in self.needs.items():
            if need.how == "recorded" or key.endswith(":shape"):
                self.slots[key] = self.slot(key, need.loops)
            elif need.how == "recomputed":
                self.slots[key] = Slot(self.own_variable(key), None)
        reverse = self.reverse_block(draft, (0,))
        forward = self.forward_block(self.sweep.analysis.versions.body)
        head: list[Statement] = []
        for version in self.sweep.analysis.versions.parameters:
            head += self.records(version)
        return (*head, *forward), reverse

    # ---- names ----

    def fresh(self, base: str) -> str:
        """Return a new variable."""
        self.counts[base] = self.counts.get(base, 0) + 1
        return f"{base}@s{self.counts[base]}"

    def base(self, key: str) -> str:
        """Return the name that a variable for a version is made from."""
        if key.startswith("trip."):
            return "trip"
        if key.startswith("state."):
            return "state"
        if key.startswith("branch."):
            return "branch"
        if key.startswith(HELD):
            return "v"
        if key.startswith(MIRROR):
            return self.sweep.adjoint(key.removeprefix(MIRROR)).split("@")[0]
        version = key.removesuffix(":shape")
        base = self.sweep.analysis.variables[version].split("@")[0]
        return f"{base}_shape" if key.endswith(":shape") else base

    def own_variable(self, key: str) -> str:
        variable = self.fresh(self.base(key))
        if key in self.sweep.analysis.versions.table:
            self.facts[variable] = self.sweep.analysis.fact(key).without_value()
        return variable

    def slot(self, key: str, loops: tuple[int, ...]) -> Slot:
        """Return the place for a recorded value, made in these loops."""
        variable = self.own_variable(key)
        if not loops:
            return Slot(variable, None)
        base = self.base(key)
        tape = self.fresh("tape" if base in ("v", "result") else f"tape_{base}")
        self.tapes.setdefault(loops[0], []).append(tape)
        self.facts[tape] = Fact("list")
        return Slot(variable, tape)

    def variable(self, version: str) -> str:
        """Return the variable that holds a version in the forward sweep."""
        if version in self.sweep.analysis.variables:
            return self.sweep.analysis.variables[version]
        if version.startswith(MIRROR):
            return self.sweep.adjoint(version.removeprefix(MIRROR))
        if version.startswith(HELD):
            return f"v@h{version.removeprefix(HELD)}"
        if version.startswith("state."):
            return f"state@{version.removeprefix('state.')}".replace(".", "_").replace("v@", "v")
        return f"trip@{version.removeprefix('trip.')}"

    # ---- decisions that concern statements ----

    def decide_tests(self) -> None:
        """Decide for each branch of the draft whether its condition is evaluated again or was recorded."""
        analysis = self.analysis_of_needs
        needs = dict(self.needs)
        for draft in analysis.tests:
            if _is_cheap_test(draft.test, self.sweep) and self.is_available(draft.test, analysis, needs):
                continue
            self.branches[id(draft)] = ""
        self.needs = needs

    def is_available(self, test: gast.expr, analysis: NeedAnalysis, needs: dict[str, Need]) -> bool:
        versions = [n for n in _versions_in(test) if n not in needs]
        for version in versions:
            if not (analysis.is_kept(version) or version in self.sweep.rebound):
                if analysis.record_all or analysis.can_recompute(version, 3) <= 0:
                    return False
        for version in versions:
            analysis.decide(version)
            needs.update(analysis.needs)
        return True

    def decide_undos(self, draft: Block) -> None:
        """Decide which stores are undone: those behind which older content is still read."""
        analysis = self.analysis_of_needs
        restored = [key for key, need in self.needs.items() if need.how == "restored"]
        classes = self.sweep.analysis.stores.classes
        for undo in _undos(draft):
            new = undo.store.new or ""
            info = analysis.info(new)
            for version in restored:
                other = analysis.info(version)
                earlier = other.position < info.position or set(other.loops) & set(info.loops)
                if classes.get(version) == classes.get(new) and earlier:
                    self.undone[id(undo.store)] = self.undo_slot(new, info.loops)
                    break

    def undo_slot(self, version: str, loops: tuple[int, ...]) -> Slot:
        base = self.sweep.analysis.variables[version].split("@")[0]
        variable = self.fresh(f"{base}_old")
        if not loops:
            return Slot(variable, None)
        tape = self.fresh(f"tape_{base}")
        self.tapes.setdefault(loops[0], []).append(tape)
        self.facts[tape] = Fact("list")
        return Slot(variable, tape)

    # ---- forward sweep ----

    def forward_block(self, block: Block) -> Block:
        out: list[Statement] = []
        for statement in block:
            out += self.forward(statement)
        return tuple(out)

    def expression(self, node: gast.expr) -> gast.expr:
        """Return an expression of the primal over variables."""

        def change(part: gast.AST) -> gast.AST | None:
            if isinstance(part, gast.Name) and "." in part.id:
                version = part.id
                if version.endswith(".unbound"):
                    return gast.Name(version.removesuffix(".unbound"), part.ctx, None, None)
                return gast.Name(self.variable(version), part.ctx, None, None)
            return None

        return rebuild(node, change)  # type: ignore[return-value]

    def forward(self, statement: Statement) -> list[Statement]:
        """Return a statement of the forward sweep, with what it records and holds."""
        held = self.sweep.mirrors.held.get(id(statement), [])
        before = [made for item in held if item.before for made in self.hold(item)]
        behind = [made for item in held if not item.before for made in self.hold(item)]
        return [*before, *self.forward_statement(statement), *behind]

    def hold(self, item: Held) -> list[Statement]:
        """Return the statements that keep the content of an array for the reverse sweep, if it reads it."""
        if item.key not in self.needs:
            return []
        made = Assign(store_name(self.variable(item.key)), self.expression(item.value), 0)
        self.facts[self.variable(item.key)] = self.sweep.mirrors.facts[item.key]
        return [made, *self.records(item.key)]

    def mirrored(self, version: str) -> list[Statement]:
        """Return the statements that make the mirror of a version just made, and record it."""
        mirrors = self.sweep.mirrors
        if version not in self.sweep.analysis.versions.table or not mirrors.has(version):
            return []
        key = mirrors.key(version)
        kind = self.sweep.analysis.versions.table[version].kind
        if kind in ("join", "head", "exit"):
            return self.records(key)
        if kind not in ("assign", "target", "parameter"):
            return []
        operation = self.sweep.analysis.operations.get(version)
        value = self.sweep.loop_mirrors.get(version) or mirrors.birth(version, operation)
        self.facts[self.variable(key)] = self.sweep.analysis.fact(version).without_value()
        return [Assign(store_name(self.variable(key)), self.expression(value), 0), *self.records(key)]

    def forward_statement(self, statement: Statement) -> list[Statement]:
        if isinstance(statement, Assign):
            return self.forward_assign(statement)
        if isinstance(statement, Update):
            return self.forward_update(statement)
        if isinstance(statement, If):
            return self.forward_if(statement)
        if isinstance(statement, For | While):
            return self.forward_loop(statement)
        if isinstance(statement, With):
            return [replace(statement, context=self.expression(statement.context), body=self.forward_block(statement.body))]
        if isinstance(statement, Effect):
            return [replace(statement, value=self.expression(statement.value))]
        if isinstance(statement, Return):
            return []
        if isinstance(statement, Assert):
            message = None if statement.message is None else self.expression(statement.message)
            return [replace(statement, test=self.expression(statement.test), message=message)]
        if isinstance(statement, Raise):
            parts = [None if p is None else self.expression(p) for p in (statement.exception, statement.cause)]
            return [replace(statement, exception=parts[0], cause=parts[1])]
        return [statement]

    def forward_assign(self, statement: Assign) -> list[Statement]:
        value = self.expression(statement.value)
        if not isinstance(statement.target, gast.Name):
            saved = self.save_region(statement)
            made = replace(statement, target=self.expression(statement.target), value=value, old=None, new=None)
            return [*saved, made, *self.records(statement.new or "")]
        version = statement.target.id
        target: gast.expr = store_name(self.variable(version))
        operation = forward_call(self.sweep, version)
        impure = statement.impure
        if operation is not None:
            impure = True
            if version in self.sweep.states:
                plan = self.sweep.callee(operation, version)
                target = gast.Tuple([target, store_name(self.variable(self.sweep.states[version]))], gast.Store())
                arguments = [self.argument(operation.arguments[p]) for p in plan.parameters]
                value = gast.Call(name(plan.forward), arguments, [])
        out: list[Statement] = [replace(statement, target=target, value=value, impure=impure)]
        out += number_check(self.sweep, version, name(self.variable(version)))
        if version in self.sweep.states and self.sweep.analysis.stores.is_stored(version):
            # The state may hold the result, and what the caller stores into it must not reach the state.
            mine = self.variable(version)
            out.append(Assign(store_name(mine), call("own", name(mine)), 0, impure=True))
        out += self.records(version)
        if version in self.sweep.states:
            out += self.records(self.sweep.states[version])
        return out

    def argument(self, node: gast.expr) -> gast.expr:
        """Return an argument of a forward function; a copy where the caller stores into it while the state may hold it."""
        value = self.expression(node)
        if isinstance(node, gast.Name) and self.sweep.analysis.stores.is_stored(node.id):
            return call("own", value)
        return value

    def forward_update(self, statement: Update) -> list[Statement]:
        value, target = self.expression(statement.value), self.expression(statement.target)
        new, old = statement.new or "", statement.old or ""
        if new not in self.sweep.analysis.operations:
            saved = self.save_region(statement)
            made: Statement = replace(statement, target=target, value=value, old=None, new=None)
            if statement.at and isinstance(target, gast.Subscript):
                function = "np.add.at" if isinstance(statement.operator, gast.Add) else "np.subtract.at"
                made = Effect(call(function, target.value, index_value(target.slice), value), statement.source)
            return [*saved, made, *self.records(new)]
        mine, before = self.variable(new), self.variable(old)
        if mine == before:
            made = Update(store_name(mine), statement.operator, value, statement.source)
        else:
            made = Assign(store_name(mine), gast.BinOp(name(before), statement.operator, value), statement.source)
        return [made, *self.records(new)]

    def save_region(self, statement: Assign | Update) -> list[Statement]:
        """Return the statement that keeps the region that a store overwrites, if it is undone."""
        slot = self.undone.get(id(statement))
        if slot is None:
            return []
        region = self.region(statement, self.expression)
        index = statement.target.slice if isinstance(statement.target, gast.Subscript) else WHOLE
        fact = self.sweep.infer(subscript(name(statement.old or ""), index))
        if may_be_array(fact) and is_basic(self.sweep, index):
            region = call(attribute(region, "copy"))
        return [_keep(slot, region)]

    def region(self, statement: Assign | Update, change: object) -> gast.expr:
        """Return the expression of the region that a store overwrites."""
        if isinstance(statement.target, gast.Name):
            return change(name(statement.old or ""))  # type: ignore[operator,no-any-return]
        target = statement.target
        return change(gast.Subscript(target.value, target.slice, gast.Load()))  # type: ignore[operator,no-any-return]

    def forward_if(self, statement: If) -> list[Statement]:
        test = self.expression(statement.test)
        before: list[Statement] = []
        flag = self.flag_of(statement)
        if flag is not None:
            variable = self.fresh("branch")
            before = [Assign(store_name(variable), test, statement.source), *self.push(flag, name(variable))]
            test = name(variable)
        body = self.forward_block(statement.body)
        orelse = self.forward_block(statement.orelse)
        out: list[Statement] = [*before, If(test, body, orelse, statement.source)]
        for phi in statement.phis:
            out += self.records(phi.target)
        return out

    def flag_of(self, statement: If) -> Slot | None:
        for draft in self.analysis_of_needs.tests:
            if id(draft) in self.branches and self.sweep.primal_of.get(id(draft)) == id(statement):
                return self.branch_slot(draft)
        return None

    def branch_slot(self, draft: If) -> Slot:
        key = f"branch.{id(draft)}"
        if key not in self.slots:
            place = self.sweep.places.around[self.sweep.primal_of[id(draft)]]
            loops = self.sweep.places.loops_of(place)
            self.slots[key] = self.slot("branch.", loops)
            self.needs = {**self.needs, key: Need("recorded", place, loops)}
        return self.slots[key]

    def forward_loop(self, statement: For | While) -> list[Statement]:
        number = self.sweep.places.body(statement)[-1]
        head: list[Statement] = []
        trip = self.sweep.trips.get(id(statement))
        if trip is not None:
            head.append(Update(store_name(self.variable(trip)), gast.Add(), constant(1), 0))
        for phi in statement.phis:
            head += self.records(phi.target)
        if isinstance(statement, For):
            for target in _names_of(statement.target):
                head += self.records(target)
        body = (*head, *self.forward_block(statement.body))
        out: list[Statement] = [Assign(store_name(t), gast.List([], gast.Load()), 0) for t in self.tapes.get(number, [])]
        if trip is not None:
            out.append(Assign(store_name(self.variable(trip)), constant(0), 0))
        if isinstance(statement, For):
            target, iterable = self.expression(statement.target), self.expression(statement.iterable)
            out.append(For(target, iterable, body, statement.source))
        else:
            out.append(While(self.expression(statement.test), body, statement.source))
        for phi in statement.exits:
            out += self.records(phi.target)
        if trip is not None:
            out += self.records(trip)
        return out

    def records(self, key: str) -> list[Statement]:
        """Return the statements that record a version just made, its shape and its mirror."""
        out: list[Statement] = self.mirrored(key)
        need = self.needs.get(key)
        if need is not None and need.how == "recorded":
            value: gast.expr = name(self.variable(key))
            if key in self.sweep.analysis.versions.table and self.analysis_of_needs.is_overwritten(key):
                value = call(attribute(value, "copy"))
            out += self.push(self.slots[key], value)
        if f"{key}:shape" in self.slots:
            held = name(self.variable(key))
            out += self.push(self.slots[f"{key}:shape"], shape_of(held, self.sweep.analysis.fact(key)))
        return out

    def push(self, slot: Slot, value: gast.expr) -> list[Statement]:
        return [_keep(slot, value)]

    # ---- reverse sweep ----

    def reverse_block(self, block: Block, place: Place) -> Block:
        """Return the final form of the reverse of a block of the primal."""
        self.places.append(place)
        self.made.append(set())
        out = self.reverse_statements(block)
        self.places.pop()
        self.made.pop()
        return tuple(out)

    def reverse_statements(self, block: Block) -> list[Statement]:
        out: list[Statement] = []
        for statement in block:
            out += self.prepare(statement)
            out += self.reverse(statement)
        return out

    def prepare(self, statement: Statement | Reversed | Undo) -> list[Statement]:
        """Return pops and recomputations that a statement is the first to need."""
        out: list[Statement] = []
        for key in self.wanted(statement):
            out += self.make(key)
        return out

    def make(self, key: str) -> list[Statement]:
        """Return the statements that bring a version back at the current place, once."""
        need = self.needs.get(key)
        if need is None or need.place != self.places[-1] or key in self.made[-1]:
            return []
        self.made[-1].add(key)
        slot = self.slots.get(key)
        if slot is None or (need.how == "recorded" and slot.tape is None) or need.how == "kept":
            return []
        if need.how == "recomputed":
            recipe = self.analysis_of_needs.recipe(key)
            out = [made for operand in _versions_in(recipe) for made in self.make(operand)]
            return [*out, Assign(store_name(slot.variable), self.resolved(recipe), 0)]
        popped = call(attribute(name(slot.tape or ""), "pop"))
        return [Assign(store_name(slot.variable), popped, 0, impure=True)]

    def wanted(self, statement: Statement | Reversed | Undo) -> Iterator[str]:
        """Yield what a statement of the draft reads of the primal, nested blocks included."""
        if isinstance(statement, Reversed):
            for inner in statement.body:
                yield from self.wanted(inner)
            return
        if isinstance(statement, Undo):
            if id(statement.store) in self.undone:
                yield from self.keys(self.region(statement.store, lambda node: node))
            return
        if isinstance(statement, If):
            if id(statement) in self.branches:
                self.branch_slot(statement)
                yield f"branch.{id(statement)}"
            else:
                yield from self.keys(statement.test)
            for inner in (*statement.body, *statement.orelse):
                yield from self.wanted(inner)
            return
        if isinstance(statement, For | While | With):
            header = statement.iterable if isinstance(statement, For) else getattr(statement, "context", None)
            if header is not None:
                yield from self.keys(header)
            for inner in statement.body:
                yield from self.wanted(inner)
            return
        for expression in expressions_of(statement):
            yield from self.keys(expression)

    def keys(self, node: gast.AST) -> Iterator[str]:
        """Yield the needs that an expression of the draft has, those of recomputed versions included."""
        shape = shape_read(node)
        if shape is not None and f"{shape}:shape" in self.needs:
            yield f"{shape}:shape"
            return
        if isinstance(node, gast.Name):
            need = self.needs.get(node.id)
            if need is not None:
                if need.how == "recomputed":
                    yield from self.keys(self.analysis_of_needs.recipe(node.id))
                yield node.id
            return
        for child in gast.iter_child_nodes(node):
            yield from self.keys(child)

    def resolved(self, node: gast.expr) -> gast.expr:
        """Return an expression of the draft over variables."""

        def change(part: gast.AST) -> gast.AST | None:
            shape = shape_read(part)
            if shape is not None and f"{shape}:shape" in self.needs:
                return self.shape_attribute(shape, getattr(part, "attr", "shape"))
            if isinstance(part, gast.Name) and "." in part.id:
                return gast.Name(self.resolve(part.id), part.ctx, None, None)
            return None

        return rebuild(node, change)  # type: ignore[return-value]

    def shape_attribute(self, version: str, member: str) -> gast.expr:
        """Return ``x.shape`` and its like from the recorded shape."""
        held = name(self.slots[f"{version}:shape"].variable)
        fact = self.sweep.analysis.fact(version)
        if member == "dtype" and fact.dtype is not None:
            return attribute(name("np"), fact.dtype.name)
        if member == "ndim":
            return call("len", held)
        return held if member == "shape" else call("math.prod", held)

    def resolve(self, version: str) -> str:
        """Return the variable that holds a version in the reverse sweep."""
        need = self.needs.get(version)
        if need is not None and version in self.slots:
            return self.slots[version].variable
        return self.variable(version)

    def reverse(self, statement: Statement | Reversed | Undo) -> list[Statement]:
        """Return the final form of a statement of the draft."""
        if isinstance(statement, Reversed):
            return list(self.reverse_block(statement.body, statement.place))
        if isinstance(statement, Undo):
            return self.undo(statement)
        if isinstance(statement, If):
            test = statement.test
            if id(statement) in self.branches:
                flag: gast.expr = name(self.branch_slot(statement).variable)
                test = gast.UnaryOp(gast.Not(), flag) if self.sweep.negated.get(id(statement)) else flag
            body, orelse = self.reverse_statements(statement.body), self.reverse_statements(statement.orelse)
            return [If(self.resolved(test), tuple(body), tuple(orelse), statement.source)]
        if isinstance(statement, For):
            tape = self.tape_of_loop(statement)
            if tape is not None:
                return [While(name(tape), tuple(self.reverse_statements(statement.body)), statement.source)]
            target, iterable = self.resolved(statement.target), self.resolved(statement.iterable)
            return [For(target, iterable, tuple(self.reverse_statements(statement.body)), statement.source)]
        if isinstance(statement, With):
            return [replace(statement, context=self.resolved(statement.context), body=tuple(self.reverse_statements(statement.body)))]
        if isinstance(statement, Assign):
            return [replace(statement, target=self.resolved(statement.target), value=self.resolved(statement.value))]
        if isinstance(statement, Update):
            return [replace(statement, target=self.resolved(statement.target), value=self.resolved(statement.value))]
        if isinstance(statement, Effect | Return):
            return [replace(statement, value=self.resolved(statement.value))]
        return [statement]

    def tape_of_loop(self, statement: For) -> str | None:
        """Return a tape that holds one value for each iteration of a loop that only counts: it counts as well.

        Such a loop runs ``while`` the tape is not empty. Inside another loop the tape holds values of other runs too.
        """
        counts = isinstance(statement.target, gast.Name) and statement.target.id == "_"
        places = [inner.place for inner in statement.body if isinstance(inner, Reversed)]
        if not counts or not places or len(self.sweep.places.loops_of(places[0])) != 1:
            return None
        wanted = {key for inner in statement.body for key in self.wanted(inner)}
        for key, need in self.needs.items():
            slot = self.slots.get(key)
            if need.how == "recorded" and need.place == places[0] and slot is not None and slot.tape and key in wanted:
                return slot.tape
        return None

    def undo(self, statement: Undo) -> list[Statement]:
        slot = self.undone.get(id(statement.store))
        if slot is None:
            return []
        target = statement.store.target
        if isinstance(target, gast.Name):
            place: gast.expr = gast.Subscript(name(self.variable(statement.store.new or "")), WHOLE, gast.Store())
        else:
            place = self.resolved(target)
        held: gast.expr = name(slot.variable) if slot.tape is None else call(attribute(name(slot.tape), "pop"))
        return [Assign(place, held, statement.source, impure=slot.tape is not None)]


def _keep(slot: Slot, value: gast.expr) -> Statement:
    if slot.tape is None:
        return Assign(store_name(slot.variable), value, 0)
    return Effect(call(attribute(name(slot.tape), "append"), value), 0)


def _versions_in(node: gast.AST) -> list[str]:
    return [part.id for part in gast.walk(node) if isinstance(part, gast.Name) and "." in part.id]


def _names_of(target: gast.expr) -> list[str]:
    return [part.id for part in gast.walk(target) if isinstance(part, gast.Name)]


def _undos(block: Block) -> Iterator[Undo]:
    for statement in block:
        if isinstance(statement, Undo):
            yield statement
        elif isinstance(statement, If):
            yield from _undos(statement.body)
            yield from _undos(statement.orelse)
        elif isinstance(statement, For | While | With | Reversed):
            yield from _undos(statement.body)


def _is_cheap_test(test: gast.expr, sweep: ReverseSweep) -> bool:
    """Tell whether evaluating a condition again costs about as much as recording it."""
    for part in gast.walk(test):
        if isinstance(part, gast.Call | gast.Subscript):
            return False
        if isinstance(part, gast.Name) and "." in part.id and not sweep.analysis.fact(part.id).is_scalar:
            return False
    return True
