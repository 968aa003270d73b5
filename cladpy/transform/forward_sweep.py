"""The final forward sweep: the primal's statements over variables, with what they record, mirror and hold."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import gast

from cladpy.analyses.index_kind import is_gather_index, is_view_index
from cladpy.analyses.operations import Taken
from cladpy.ir.expressions import attribute, call, constant, name, rebuild, store_name, subscript
from cladpy.ir.fact import BOTTOM, UNKNOWN, Fact, join
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
from cladpy.transform.copied_overlaps import overlap_check
from cladpy.transform.fitting import shape_of
from cladpy.transform.mirrors import MIRROR, Held
from cladpy.transform.record_slots import RecordSlots, Slot
from cladpy.transform.reverse_custom import forward_call, number_check
from cladpy.transform.state_variables import may_be_unbound
from cladpy.transform.stored_regions import WHOLE, index_value, may_be_array


@dataclass(slots=True)
class ForwardSweep(RecordSlots):
    """Writes the forward sweep."""

    def forward_block(self, block: Block) -> Block:
        """Return the forward sweep of a block."""
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

        return rebuild(node, change)

    def forward(self, statement: Statement) -> list[Statement]:
        """Return a statement of the forward sweep, with what it records and holds."""
        held = self.sweep.mirrors.held.get(id(statement), [])
        before = [made for item in held if item.before for made in self.hold(item)]
        behind = [made for item in held if not item.before for made in self.hold(item)]
        return [*before, *self.alongside(statement), *self.forward_statement(statement), *behind]

    def alongside(self, statement: Statement) -> list[Statement]:
        """Return what is done to the shadows of containers before a statement that updates them."""
        out: list[Statement] = []
        for step in self.sweep.shadows.alongside.get(id(statement), []):
            value = self.expression(step.value)
            if step.target is not None:
                out.append(Assign(self.expression(step.target), value, 0))
            elif step.key is not None and step.key in self.needs:
                self.facts[self.variable(step.key)] = UNKNOWN
                out += [Assign(store_name(self.variable(step.key)), value, 0, impure=True), *self.records(step.key)]
            else:
                out.append(Effect(value, 0))
        return out

    def hold(self, item: Held) -> list[Statement]:
        """Return the statements that keep the content of an array for the reverse sweep, if it reads it."""
        if item.key not in self.needs and f"{item.key}:shape" not in self.needs:
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
            # What joins one storage has the mirror that was recorded where the storage was made.
            return self.records(key) if mirrors.base(version) == version else []
        if kind not in ("assign", "target", "parameter"):
            return []
        operation = self.sweep.analysis.operations.get(version)
        value = self.sweep.loop_mirrors.get(version) or mirrors.birth(version, operation)
        variable, fact = self.variable(key), self.sweep.analysis.fact(version).without_value()
        self.facts[variable] = join(self.facts.get(variable, BOTTOM), fact, variable)  # that of every array it mirrors
        impure = isinstance(operation, Taken)
        return [Assign(store_name(self.variable(key)), self.expression(value), 0, impure), *self.records(key)]

    def forward_statement(self, statement: Statement) -> list[Statement]:
        """Return a statement over variables, with what is recorded behind it."""
        if isinstance(statement, Assign):
            return self.forward_assign(statement)
        if isinstance(statement, Update):
            return self.forward_update(statement)
        if isinstance(statement, If):
            return self.forward_if(statement)
        if isinstance(statement, For | While):
            return self.forward_loop(statement)
        if isinstance(statement, With):
            return [
                replace(statement, context=self.expression(statement.context), body=self.forward_block(statement.body))
            ]
        if isinstance(statement, Effect):
            made = replace(statement, value=self.expression(statement.value), old=None, new=None)
            return [made, *self.records(statement.new or "")]
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
        """Return an assignment over variables; an active call leaves its state as well."""
        value = self.expression(statement.value)
        if not isinstance(statement.target, gast.Name):
            saved = self.save_region(statement)
            made = replace(statement, target=self.expression(statement.target), value=value, old=None, new=None)
            checked = overlap_check(self.sweep, statement)
            checks = [] if checked is None else [Effect(self.expression(checked), statement.source)]
            return [*saved, *checks, made, *self.records(statement.new or "")]
        version, before = statement.target.id, list[Statement]()
        target: gast.expr = store_name(self.variable(version))
        operation = forward_call(self.sweep, version)
        impure = statement.impure
        if operation is not None:
            impure = True
            if version in self.sweep.states:
                plan = self.sweep.callee(operation, version)
                target = gast.Tuple([target, store_name(self.variable(self.sweep.states[version]))], gast.Store())
                before, arguments = self.arguments([operation.arguments[p] for p in plan.parameters])
                value = gast.Call(name(plan.forward), arguments, [])
        impure = impure or statement.new is not None
        made = replace(statement, target=target, value=value, impure=impure, old=None, new=None)
        out: list[Statement] = [*before, made]
        out += number_check(self.sweep, version, name(self.variable(version)))
        if version in self.sweep.states and self.sweep.analysis.stores.may_change(version):
            # The state may hold the result, and what the caller stores into it must not reach the state.
            mine = self.variable(version)
            out.append(Assign(store_name(mine), call("detached", name(mine)), 0, impure=True))
        out += self.records(version)
        if statement.new is not None:
            out += self.records(statement.new)
        if version in self.sweep.states:
            out += self.records(self.sweep.states[version])
        return out

    def arguments(self, nodes: list[gast.expr]) -> tuple[list[Statement], list[gast.expr]]:
        """Return the arguments of a forward function, and what is made before the call.

        Of what the caller may store into while the state may hold it they are copies, made together: what is one object
        in two arguments is one object in the copies.
        """
        values, stores = [self.expression(node) for node in nodes], self.sweep.analysis.stores
        changing = [k for k, node in enumerate(nodes) if isinstance(node, gast.Name) and stores.may_change(node.id)]
        if len(changing) == 1:
            values[changing[0]] = call("detached", values[changing[0]])
        if len(changing) < 2:
            return [], values
        held = self.fresh("held")
        together = call("detached", gast.Tuple([values[k] for k in changing], gast.Load()))
        for place, k in enumerate(changing):
            values[k] = subscript(name(held), constant(place))
        return [Assign(store_name(held), together, 0, impure=True)], values

    def forward_update(self, statement: Update) -> list[Statement]:
        """Return an update over variables, in place where the primal's is."""
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
        if may_be_array(fact) and not is_gather_index(index, self.sweep.infer):
            is_known = is_view_index(index, self.sweep.infer)
            region = call(attribute(region, "copy")) if is_known else call("detached", region)
        return [_keep(slot, region)]

    def region(self, statement: Assign | Update, change: Callable[[gast.expr], gast.expr]) -> gast.expr:
        """Return the expression of the region that a store overwrites."""
        if isinstance(statement.target, gast.Name):
            return change(name(statement.old or ""))
        target = statement.target
        return change(gast.Subscript(target.value, target.slice, gast.Load()))

    def forward_if(self, statement: If) -> list[Statement]:
        """Return an if over variables, its condition recorded where the reverse sweep needs it."""
        test = self.expression(statement.test)
        before: list[Statement] = []
        flag = self.flag_of(statement)
        if flag is not None:
            variable = self.fresh("branch")
            known = self.sweep.infer(statement.test)
            if known.is_scalar and not known.is_array:
                self.facts[variable] = known.without_value()
            if isinstance(statement.test, gast.Name) and not self.sweep.analysis.fact(statement.test.id).is_scalar:
                test = call("bool", test)  # what it holds may change
            before = [Assign(store_name(variable), test, statement.source), *self.push(flag, name(variable))]
            test = name(variable)
        body = self.forward_block(statement.body)
        orelse = self.forward_block(statement.orelse)
        out: list[Statement] = [*before, If(test, body, orelse, statement.source)]
        for phi in statement.phis:
            out += self.records(phi.target)
        return out

    def flag_of(self, statement: If) -> Slot | None:
        """Return the slot of an if's condition; None if it is not recorded."""
        for draft in self.analysis_of_needs.tests:
            if id(draft) in self.branches and self.sweep.primal_of.get(id(draft)) == id(statement):
                return self.branch_slot(draft)
        return None

    def forward_loop(self, statement: For | While) -> list[Statement]:
        """Return a loop over variables, with its trip counter and the birth of its tapes."""
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
        out: list[Statement] = [
            Assign(store_name(t), gast.List([], gast.Load()), 0) for t in self.tapes.get(number, [])
        ]
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
                value = self.copied(value, self.fact_if_bound(key))
            out += self.push(self.slots[key], value)
        if f"{key}:shape" in self.slots:
            held = name(self.variable(key))
            out += self.push(self.slots[f"{key}:shape"], shape_of(held, self.fact_if_bound(key)))
        return out

    def fact_if_bound(self, key: str) -> Fact:
        """Return the facts of what is recorded: none of what may be None, or unbound on some path."""
        version = key.removeprefix(MIRROR)
        table = self.sweep.analysis.versions.table
        if version not in table or may_be_unbound(version, table) or self.sweep.analysis.may_be_none(version):
            return UNKNOWN
        return self.sweep.analysis.fact(version)

    def copied(self, value: gast.expr, fact: Fact) -> gast.expr:
        """Return a copy of what a store will change: of an array, or of the arrays in a container."""
        return call(attribute(value, "copy")) if fact.is_array else call("detached", value)

    def push(self, slot: Slot, value: gast.expr) -> list[Statement]:
        """Return the statements that put a value into a slot."""
        return [_keep(slot, value)]


def _keep(slot: Slot, value: gast.expr) -> Statement:
    if slot.tape is None:
        return Assign(store_name(slot.variable), value, 0)
    return Effect(call(attribute(name(slot.tape), "append"), value), 0)


def _names_of(target: gast.expr) -> list[str]:
    return [part.id for part in gast.walk(target) if isinstance(part, gast.Name)]
