"""The draft of the reverse sweep: each active statement in reverse, over versions of the primal.

Direction: against the primal's order, with the state of each adjoint (unborn or born) carried along, so that a first
contribution assigns, a later one adds, and a join or loop gives a zero to the path that lacks one. Requires a
``FunctionAnalysis``. Guarantees: an adjoint that is read was assigned on every path; the adjoint of a version is
consumed where the version was made. Source: Griewank & Walther, Evaluating Derivatives, 2008, ch. 3 and 4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import gast
import numpy as np

from cladpy.analyses.operations import (
    Apply,
    CallCustom,
    CallUser,
    Chain,
    Copy,
    Display,
    Item,
    Member,
    Operation,
    Repeat,
    Shallow,
)
from cladpy.analyses.stores import is_store
from cladpy.ir.expressions import constant, dotted, names_in, negative, store_name
from cladpy.ir.statements import (
    Assign,
    Block,
    Effect,
    For,
    If,
    Reversed,
    Statement,
    Update,
    While,
    With,
)
from cladpy.transform import reverse_containers, stores_reversed, typed_adjoints
from cladpy.transform.adjoint_state import ZERO, AdjointState, join_states
from cladpy.transform.adjoints import Adjoints
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted
from cladpy.transform.loops import LoopReverser
from cladpy.transform.reverse_calls import reverse_call
from cladpy.transform.reverse_custom import reverse_custom
from cladpy.transform.reverse_rules import reverse_rule
from cladpy.transform.structures import (
    Path,
)


@dataclass(slots=True)
class ReverseSweep(Adjoints):
    """Writes the draft."""

    # ---- names and facts ----

    # ---- adjoints ----

    def spread(self, contributions: list[Contribution], consumed: str) -> None:
        """Add contributions; those to the variable of what is consumed come last and replace it."""
        variable = self.analysis.variables[consumed]
        mine = [c for c in contributions if self.analysis.variables[c.version] == variable]
        own = [c for c in mine if not self.mirrors.has(c.version)]
        others = [c for c in contributions if c not in own]
        stays = any(self.is_itself(c) for c in own)
        for contribution in others:
            self.contribute(replace(contribution, lent=contribution.lent or stays))
        if len({c.path for c in own}) > 1:
            own = [replace(c, fitted=Fitted(self.bind(c.fitted.value), c.fitted.fact)) for c in own]
        kept = {c.path for c in own if c.fitted.value is not None and self.is_itself(c)}
        before = {path: self.state.get(self.adjoint(consumed, path)) for path in kept}
        if len(own) > len({c.path for c in own}):
            own = self.merged(own)
        self.consume(consumed)
        for contribution in own:
            if contribution.path in kept and len([c for c in own if c.path == contribution.path]) == 1:
                known = before[contribution.path]
                if known is not None and self.is_itself(contribution):
                    self.set_state(self.adjoint(consumed, contribution.path), known.with_bits_of(contribution.state))
                    continue
            self.contribute(contribution)

    def is_itself(self, contribution: Contribution) -> bool:
        """Tell whether a contribution is the adjoint's own value: ``d_x = d_x``."""
        value = contribution.fitted.value
        variable = self.adjoint(contribution.version, contribution.path)
        return isinstance(value, gast.Name) and value.id == variable and not contribution.negative

    def merged(self, own: list[Contribution]) -> list[Contribution]:
        """Sum several contributions to one path into one, since the first replaces what the others read."""
        by_path: dict[Path, Contribution] = {}
        for contribution in own:
            first = by_path.get(contribution.path)
            if first is None:
                value = contribution.fitted.value
                value = negative(value) if contribution.negative else value
                by_path[contribution.path] = replace(
                    contribution, fitted=replace(contribution.fitted, value=value), negative=False
                )
                continue
            operator = gast.Sub() if contribution.negative else gast.Add()
            total = gast.BinOp(first.fitted.value, operator, contribution.fitted.value)
            fact = self.infer_sum(first.fitted.fact, contribution.fitted.fact, total)
            state = first.state.with_bits_of(contribution.state)
            by_path[contribution.path] = replace(first, fitted=Fitted(total, fact), state=state)
        return list(by_path.values())

    # ---- statements ----

    def block(self, block: Block) -> None:
        """Write the reverse of a block."""
        for statement in reversed(block):
            self.source = getattr(statement, "source", 0)
            self.statement(statement)

    def inner(
        self, block: Block, place: tuple[int, ...], state: Mapping[str, AdjointState]
    ) -> tuple[Block, dict[str, AdjointState]]:
        """Return the reverse of a nested block and the state at its end, starting from a state."""
        outer, before, source = self.out, self.state, self.source
        self.out, self.state = [], dict(state)
        self.block(block)
        body, after = tuple(self.out), self.state
        self.out, self.state, self.source = outer, before, source
        return ((Reversed(place, body),) if body else ()), after

    def statement(self, statement: Statement) -> None:
        """Write the reverse of a statement."""
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            if self.is_update(statement):
                self.shadows.reverse_update(statement)
            else:
                self.defined(statement, statement.target.id)
        elif isinstance(statement, Update) and statement.new in self.analysis.operations:
            self.defined(statement, statement.new or "")
        elif isinstance(statement, Assign | Update | Effect) and self.is_update(statement):
            self.shadows.reverse_update(statement)
        elif isinstance(statement, Assign | Update):
            stores_reversed.reverse_store(self, statement)
        elif isinstance(statement, If):
            self.branch(statement)
        elif isinstance(statement, For | While):
            LoopReverser(self, statement).run()
        elif isinstance(statement, With):
            self.context(statement)
        elif isinstance(statement, Effect) and not self.is_inactive_update(statement):
            self.refusals.effect(self, statement)

    def is_update(self, statement: Assign | Update | Effect) -> bool:
        """Tell whether a statement updates a container that has a shadow."""
        return is_store(statement, self.analysis.facts) and self.shadows.has(statement.new or "")

    def is_inactive_update(self, statement: Effect) -> bool:
        """Tell whether a statement updates a container in which nothing active is, nor comes: a list of indices."""
        return is_store(statement, self.analysis.facts) and not any(map(self.is_active, names_in(statement.value)))

    def context(self, statement: With) -> None:
        """Write the reverse of a with: inside the same context if it has no effects, unless it is empty."""
        context = statement.context
        path = dotted(context.func) if isinstance(context, gast.Call) else None
        if path is None or self.analysis.resolve(path) is not np.errstate:
            self.block(statement.body)
            return
        outer, self.out = self.out, []
        self.block(statement.body)
        body, self.out = tuple(self.out), outer
        if body:
            self.emit(With(context, body, statement.source))

    def defined(self, statement: Assign | Update, version: str) -> None:
        """Write the reverse of the operation that makes a version."""
        seed = self.seed(version) if self.is_active(version) else None
        if seed is None:
            self.consume(version)
            return
        operation = self.analysis.operations[version]
        if self.shadows.has(version) and self.shadows.reverse_made(version, operation):
            return
        if self.mirrors.has(version) and (
            self.mirrors.is_view(version, operation) or self.mirrors.give_back(version, operation)
        ):
            return
        self.spread(self.contributions(operation, version, seed, statement), version)

    def contributions(
        self, operation: Operation, version: str, seed: AdjointState, statement: Statement
    ) -> list[Contribution]:
        """Return what the operands of an operation receive."""
        if isinstance(operation, Apply):
            return reverse_rule(self, operation, version, seed)
        if isinstance(operation, CallCustom):
            return reverse_custom(self, operation, version, seed, statement)
        if isinstance(operation, CallUser):
            return reverse_call(self, operation, version, seed)
        if isinstance(operation, Copy):
            return reverse_containers.copied(self, operation, version)
        if isinstance(operation, Display):
            return reverse_containers.displayed(self, operation, version)
        if isinstance(operation, Shallow):
            return reverse_containers.shallow(self, operation, version, seed)
        if isinstance(operation, Item | Member) and self.shadows.is_shadowed(operation.owner):
            self.shadows.take(operation, version)
            return []
        if isinstance(operation, Item | Member):
            return reverse_containers.taken(self, operation, version, seed)
        if isinstance(operation, Repeat | Chain):
            return reverse_containers.joined(self, operation, version, seed)
        raise self.refusals.opaque(operation, statement)

    # ---- branches ----

    def branch(self, statement: If) -> None:
        """Write the reverse of an if: the branch that was taken."""
        body, after_body = self.inner(statement.body, self.places.body(statement), self.state)
        orelse, after_else = self.inner(statement.orelse, self.places.orelse(statement), self.state)
        if self.is_typed:
            ends = typed_adjoints.meet(self, statement, after_body, after_else)
            body, orelse = (*body, *ends[0]), (*orelse, *ends[1])
        variables = dict.fromkeys([*after_body, *after_else])
        body += self.missing(after_body, after_else, statement)
        orelse += self.missing(after_else, after_body, statement)
        if body or orelse:
            draft = _if(statement.test, body, orelse, statement.source)
            self.primal_of[id(draft)] = id(statement)
            self.negated[id(draft)] = not body
            self.drafts.append(draft)
            self.emit(draft)
        joined = {}
        for variable in variables:
            left, right = after_body.get(variable), after_else.get(variable)
            if left is not None and right is not None:
                joined[variable] = join_states(left, right)
        self.state = joined

    def missing(self, mine: dict[str, AdjointState], other: dict[str, AdjointState], statement: Statement) -> Block:
        """Return zeros for the adjoints that only the other side has; they are born here then."""
        made = []
        for variable, known in other.items():
            if variable not in mine:
                sole = None if known.is_hollow else self.sole_version(variable)
                mine[variable] = ZERO if sole is None else known
                value = constant(0.0) if sole is None else self.zero(sole)
                made.append(Assign(store_name(variable), value, 0))
        return tuple(made)


def _if(test: gast.expr, body: Block, orelse: Block, source: int) -> If:
    if body:
        return If(test, body, orelse, source)
    return If(gast.UnaryOp(gast.Not(), test), orelse, (), source)
