"""The reverse of ``u[index] op= v`` for operators other than + and -, by the rule of the operator.

before: ``u[i] /= v``      after: ``d_v -= d_u[i] * u[i] / v`` (of the result), the restore of ``u[i]``, ``d_u[i] /= v``

Contributions that read the result come before the restore of the region, those that read operands behind it, the one to
the overwritten elements last. Where an operand has its adjoint in the same storage, or the index may name an element
twice, the region's adjoint is put aside first, and the overwritten elements get theirs before the operand does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.classify import operation_of
from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import Apply
from cladpy.ir.expressions import call, constant, name, names_in, rebuild, same, subscript
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Effect, Undo, Update
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.runtime import NoAdjoint
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import fit_dtype, fit_elementwise
from cladpy.transform.formulas import choose_formula, instantiate
from cladpy.transform.mirrors import HELD
from cladpy.transform.shared_calls import share_calls
from cladpy.transform.stored_regions import WHOLE, index_value, is_basic, kept, last_writes, region

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints


@dataclass(frozen=True, slots=True)
class Share:
    """What one operand receives: the overwritten elements themselves (``own``), or the version of another operand."""

    own: bool
    receiver: str
    value: gast.expr


@dataclass(slots=True)
class UpdateReverser:
    """Writes the reverse of one update."""

    sweep: Adjoints
    statement: Update
    index: gast.expr
    variable: str
    fact: Fact = field(init=False)

    def run(self) -> None:
        """Write it."""
        taken, self.fact = region(self.sweep, self.new, self.index)
        operation = self.operation()
        repeats = not is_basic(self.sweep, self.index)
        operands = [argument for argument in operation.arguments.values() if isinstance(argument, gast.Name)]
        target = operation_target(operation)
        overlaps = any(operand is not target and self.shares(operand.id) for operand in operands)
        aside = repeats or overlaps
        if aside:
            taken = kept(self.sweep, last_writes(self.sweep, self.index, taken, self.new), self.fact)
        waiting = []
        for share in self.shared(self.contributions(operation, taken)):
            if share.own or aside or self.old in set(names_in(share.value)):
                waiting.append(share)
            else:
                self.give(share, operation)
        held = [Share(share.own, share.receiver, self.without_result(share.value)) for share in waiting]
        if repeats:
            self.sweep.emit(Assign(self.place(), constant(0), self.sweep.source))
        self.sweep.emit(Undo(self.statement, self.sweep.source))
        for share in sorted(held, key=lambda share: share.own != aside):
            if share.own:
                self.overwrite(share.value, repeats=repeats)
            else:
                self.give(share, operation)

    @property
    def new(self) -> str:
        """The version that the update makes."""
        return self.statement.new or ""

    @property
    def old(self) -> str:
        """The version that it overwrites."""
        return self.statement.old or ""

    def place(self) -> gast.expr:
        """Return the region of the adjoint as a target."""
        return gast.Subscript(name(self.variable), self.index, gast.Store())

    def of(self, version: str) -> gast.expr:
        """Return the region of a version."""
        return name(version) if self.index is WHOLE else subscript(name(version), self.index)

    def operation(self) -> Apply:
        """Return the operator applied to the region as it was before."""
        value = gast.BinOp(self.of(self.old), self.statement.operator, self.statement.value)
        inference = Inference(self.sweep.analysis.facts, self.sweep.analysis.resolve, self.new)
        operation = operation_of(value, inference, lambda node: isinstance(node, gast.Constant))
        if not isinstance(operation, Apply):
            raise self.sweep.refusals.repeated_update(self.statement)
        return operation

    def shares(self, version: str) -> bool:
        """Tell whether an operand may have its adjoint where the updated array has its own."""
        if not self.sweep.is_active(version):
            return False
        same = self.sweep.adjoint(version) == self.sweep.adjoint(self.new)
        return same or self.sweep.mirrors.share(version, self.new)

    # ---- what the operands receive ----

    def contributions(self, operation: Apply, taken: gast.expr) -> list[Share]:
        """Return the shares of the operands, in the order of the operator's parameters."""
        known = self.sweep.seed(self.new)
        seed = AdjointState(self.fact, zero=True, cut=True, infinite=known is not None and known.infinite)
        seeds = {f"d_{operation.variant.results[0]}": taken}
        found = []
        for parameter, argument in operation.arguments.items():
            own = argument is operation_target(operation)
            receiver = self.old if own else argument.id if isinstance(argument, gast.Name) else ""
            formula = operation.variant.pullbacks.get(parameter)
            if not self.sweep.is_active(receiver) or isinstance(formula, NoAdjoint):
                continue
            if formula is None or isinstance(formula, NotImplementedRule):
                raise self.sweep.refusals.repeated_update(self.statement)
            value: gast.expr = constant(0)
            if not isinstance(formula, Zero):
                chosen = choose_formula(operation, parameter, seed)
                value = instantiate(chosen.expression, operation, self.of(self.new), seeds)
            found.append(Share(own, receiver, self.stable(value)))
        return found

    def shared(self, shares: list[Share]) -> list[Share]:
        """Return the shares with what they have in common computed once; what reads the restored region is not."""
        values = share_calls(
            self.sweep, [share.value for share in shares], lambda call: self.old not in set(names_in(call))
        )
        return [replace(share, value=value) for share, value in zip(shares, values, strict=True)]

    def stable(self, value: gast.expr) -> gast.expr:
        """Return a formula's value; of shared storage, the content of operands and result is held with the update."""
        mirrors = self.sweep.mirrors
        if self.sweep.analysis.stores.is_mirrored(self.new) and self.new in set(names_in(value)):
            for part in (self.of(self.new), gast.Name(self.new, gast.Load(), None, None)):
                value = self.held_behind(value, part)
        return mirrors.stable(value, self.statement)

    def held_behind(self, value: gast.expr, read: gast.Name | gast.Subscript) -> gast.expr:
        """Return a value in which what it reads of the shared array is held behind the update."""
        occurs = any(same(part, read) for part in nodes_in(value))
        if not occurs or any(used.startswith(HELD) for used in names_in(read)):
            return value
        key = name(self.sweep.mirrors.hold(read, self.statement, before=False))
        return rebuild(value, lambda part: key if same(part, read) else None)

    def without_result(self, value: gast.expr) -> gast.expr:
        """Return the value with what it reads of the overwritten result in a temporary made before the restore."""
        if self.new not in set(names_in(value)):
            return value
        if self.old not in set(names_in(value)):
            return self.sweep.bind(value)
        held: dict[str, gast.expr] = {}

        def change(part: gast.AST) -> gast.AST | None:
            whole = isinstance(part, gast.Subscript) and isinstance(part.value, gast.Name) and part.value.id == self.new
            if whole or (isinstance(part, gast.Name) and part.id == self.new):
                held.setdefault("new", self.sweep.bind(call("owned", part)))
                return held["new"]
            return None

        return rebuild(value, change)

    def overwrite(self, value: gast.expr, *, repeats: bool) -> None:
        """Write what the overwritten elements receive in place of the adjoint of the new ones."""
        if repeats:
            added = call("add_at", name(self.variable), index_value(self.index), value)
            self.sweep.emit(Effect(added, self.sweep.source))
        else:
            self.sweep.emit(Assign(self.place(), value, self.sweep.source))

    def give(self, share: Share, operation: Apply) -> None:
        """Contribute to another operand."""
        sign = isinstance(share.value, gast.UnaryOp) and isinstance(share.value.op, gast.USub)
        value = share.value.operand if sign else share.value
        shape = subscript(name(self.variable), self.index)
        target, fact = self.sweep.analysis.fact(share.receiver), self.sweep.infer(value)
        operand = self.sweep.shaped_like(share.receiver)
        if operation.rule.elementwise:
            fitted = fit_elementwise(value, fact, operand, target, formula=self.fact, result=shape, full=True)
        else:
            fitted = replace(fit_dtype(value, fact, target), full=True)
        state = AdjointState(self.fact, zero=True, cut=True, infinite=True)
        self.sweep.contribute(Contribution(share.receiver, (), fitted, state, sign))


def operation_target(operation: Apply) -> gast.expr:
    """Return the left operand of an operator: what the update overwrites."""
    return next(iter(operation.arguments.values()))
