"""The statements of a pushforward: each of the primal's, with that of its tangent beside it.

before: ``y.1 = np.sin(x.0)``              after: ``y = np.sin(x)``, ``t_y = t_x * np.cos(x)``
before: ``x.2 = x.1 * x.1`` in a loop      after: ``t_x = 2 * t_x * x``, ``x = x * x``

The tangent follows what it belongs to; it stands before where it reads what the statement overwrites. Stores and
updates in place do the same to the storage of the tangent, at the same places. Requires a ``FunctionAnalysis``.
Guarantees: a carried version has a tangent of its own structure, shape and dtype on every path. Source: Griewank &
Walther, Evaluating Derivatives, 2008, ch. 3.1.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import gast

from cladpy.analyses.index_kind import adds_axes_alone, is_gather_index
from cladpy.analyses.infer import is_library
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
    links,
)
from cladpy.ir.expressions import attribute, call, name, names_in, rebuild, store_name, subscript
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
from cladpy.transform import tangent_calls, tangent_containers, tangent_loops, tangent_objects, tangent_stores
from cladpy.transform.refusals import Refusals
from cladpy.transform.structures import member_key
from cladpy.transform.tangent_rules import Applied, RuleTangents
from cladpy.transform.tangents import PREFIX, VARIABLE, Tangents


@dataclass(slots=True)
class TangentSweep:
    """Writes the statements of one function.

    Parameters
    ----------
    tangents : Tangents
    callee : callable
        The plan of a call of a user's function.
    refusals : Refusals
    """

    tangents: Tangents
    callee: Any
    refusals: Refusals
    out: list[Statement] = field(default_factory=list)
    temporaries: int = 0

    @property
    def rules(self) -> RuleTangents:
        """The writer of the tangents of operations with rules."""
        return RuleTangents(self.tangents, self.refusals)

    # ---- writing ----

    def emit(self, statement: Statement) -> None:
        """Append a statement over variables."""
        self.out.append(statement)

    def bind(self, target: str, value: gast.expr, source: int) -> None:
        """Append ``target = value``, both of the draft."""
        tangents = self.tangents
        self.emit(Assign(store_name(tangents.variable_of(target)), tangents.printable(value), source))

    def temporary(self, value: gast.expr, source: int, *, impure: bool = False) -> str:
        """Give a value of the draft a name of its own."""
        self.temporaries += 1
        made = f"v@t{self.temporaries}"
        self.tangents.extra[made] = self.tangents.infer(value).without_value()
        self.emit(Assign(store_name(made), self.tangents.printable(value), source, impure))
        return made

    def block(self, block: Block) -> Block:
        """Return a nested block with its tangents."""
        outer, self.out = self.out, []
        for statement in block:
            self.statement(statement)
        inner, self.out = tuple(self.out), outer
        return inner

    # ---- statements ----

    def statement(self, statement: Statement) -> None:
        """Write a statement and its tangent."""
        printable = self.tangents.printable
        if isinstance(statement, Assign):
            self.assign(statement)
        elif isinstance(statement, Update):
            tangent_stores.update(self, statement)
        elif isinstance(statement, If):
            body, orelse = self.block(statement.body), self.block(statement.orelse)
            self.emit(If(printable(statement.test), body, orelse, statement.source))
        elif isinstance(statement, For):
            tangent_loops.write(self, statement)
        elif isinstance(statement, While):
            self.emit(While(printable(statement.test), self.block(statement.body), statement.source))
        elif isinstance(statement, With):
            self.emit(With(printable(statement.context), self.block(statement.body), statement.source))
        elif isinstance(statement, Effect):
            tangent_stores.effect(self, statement)
        elif isinstance(statement, Assert):
            message = None if statement.message is None else printable(statement.message)
            self.emit(replace(statement, test=printable(statement.test), message=message))
        elif isinstance(statement, Raise):
            parts = [None if part is None else printable(part) for part in (statement.exception, statement.cause)]
            self.emit(replace(statement, exception=parts[0], cause=parts[1]))
        elif not isinstance(statement, Return):
            self.emit(statement)

    def assign(self, statement: Assign) -> None:
        """Write an assignment to a name, or a store."""
        if not isinstance(statement.target, gast.Name):
            tangent_stores.store(self, statement)
            return
        version = statement.target.id
        mutation = tangent_containers.mutation(self, statement)
        if mutation is not None:
            tangent_containers.taken(self, statement, mutation)
            return
        if version not in self.tangents.carried:
            self.emit(self.primal(statement, version))
            return
        operation = self.tangents.operation(version)
        if isinstance(operation, CallUser) and self.tangents.is_active(version) and self.is_reached(operation):
            operation = tangent_calls.write(self, statement, operation)
            if operation is None:
                return
        tangent = self.tangent(operation, version, statement)
        if isinstance(operation, Apply) and self.is_reached(operation):
            applied = Applied(operation, statement.value, name(version), version)
            statement = replace(statement, value=self.rules.limit(applied))
        self.beside(statement, version, tangent)

    def primal(self, statement: Assign, version: str) -> Assign:
        """Return an assignment of the primal over variables."""
        target, value = self.tangents.variable_of(version), self.tangents.printable(statement.value)
        return Assign(store_name(target), value, statement.source, statement.impure)

    def beside(self, statement: Assign, version: str, tangent: gast.expr) -> None:
        """Write an assignment with its tangent: behind it, or before where the tangent reads what it overwrites."""
        target = self.tangents.variable_of(version)
        read = [found for found in names_in(tangent) if not found.startswith(PREFIX)]
        reads_result = version in read
        reads_old = any(found != version and self.tangents.variable_of(found) == target for found in read)
        if not reads_result and (reads_old or (self.is_computed(tangent) and self.is_shared(version))):
            self.bind(PREFIX + version, tangent, statement.source)
            self.emit(self.primal(statement, version))
        elif not reads_old:
            self.emit(self.primal(statement, version))
            self.bind(PREFIX + version, tangent, statement.source)
        else:
            held = self.temporary(statement.value, statement.source, impure=statement.impure)
            renamed = tangent_stores.renamed(tangent, {version: held})
            self.bind(PREFIX + version, renamed, statement.source)
            self.emit(Assign(store_name(target), name(held), statement.source))

    def is_computed(self, tangent: gast.expr) -> bool:
        """Tell whether a tangent is more than a literal or another name, and may be folded into one statement."""
        if isinstance(tangent, gast.Name):
            return self.tangents.variable_of(tangent.id).startswith(f"{VARIABLE}@")
        return not isinstance(tangent, gast.Constant)

    def is_shared(self, version: str) -> bool:
        """Tell whether other versions are held by the same variable."""
        variables = self.tangents.analysis.variables
        return sum(variable == variables[version] for variable in variables.values()) > 1

    # ---- tangents of operations ----

    def tangent(self, operation: Operation | None, version: str, statement: Assign | Update) -> gast.expr:
        """Return the tangent of what an operation makes, zero where nothing active flows into it."""
        result = gast.Name(version, gast.Load(), None, None)
        reached = self.tangents.is_active(version) and self.is_reached(operation)
        found = self.flowing(operation, version, statement) if reached else None
        if found is None:
            found = self.shared(operation, statement)
        if found is None:
            return self.tangents.zero(result)
        return self.held(found, operation, version)

    def held(self, tangent: gast.expr, operation: Operation | None, version: str) -> gast.expr:
        """Return a tangent in storage of its own, laid out as the primal's, where it may be updated in place."""
        if isinstance(operation, Item):
            gathers = is_gather_index(operation.index, self.tangents.infer)
            is_new = gathers and self.tangents.infer(operation.owner).is_array
        else:
            tangent = self.widened(tangent, operation, version)
            has_own = isinstance(operation, Apply) and not operation.rule.result_alias
            is_new = has_own or isinstance(operation, CallCustom)
        if is_new and self.tangents.must_be_laid_out(version):
            return call("laid_out_like", tangent, name(version))
        if not is_new or not isinstance(operation, Apply | CallCustom):
            return tangent
        if self.tangents.must_be_new(version):
            return call("owned", tangent)
        return call("settled", tangent) if self.reads_stored(operation) else tangent

    def widened(self, tangent: gast.expr, operation: Operation | None, version: str) -> gast.expr:
        """Return the tangent of a complex array as one, where it may be updated in place: it may be real at first."""
        whole = self.tangents.infer(name(version))
        is_complex = whole.is_array and whole.dtype is not None and whole.dtype.kind == "c"
        if not is_complex or not isinstance(operation, Apply | CallCustom) or not self.tangents.must_be_new(version):
            return tangent
        return call("np.asarray", tangent, attribute(name("np"), whole.dtype.name))  # type: ignore[union-attr]

    def reads_stored(self, operation: Apply | CallCustom) -> bool:
        """Tell whether an operation reads what may be updated in place, so that its tangent may be a part of such."""
        stores = self.tangents.analysis.stores
        return any(stores.is_stored(found) for each in operation.arguments.values() for found in names_in(each))

    def flowing(self, operation: Operation | None, version: str, statement: Assign | Update) -> gast.expr | None:
        """Return the tangent of what an operation makes; None if it is zero."""
        if isinstance(operation, Apply):
            applied = Applied(operation, statement.value, name(version), version)
            return self.rules.tangent(applied, statement.source)
        if isinstance(operation, CallCustom):
            return self.flowing(operation.otherwise, version, statement)
        if operation is None or not isinstance(operation, Copy | Item | Shallow | Member | Display | Repeat | Chain):
            raise self.refusals.opaque(operation, statement)
        return self.shared(operation, statement)

    def is_reached(self, operation: Operation | None) -> bool:
        """Tell whether something active flows into an operation."""
        return operation is None or any(map(self.tangents.is_active, links(operation)))

    def shared(self, operation: Operation | None, statement: Assign | Update) -> gast.expr | None:
        """Return the tangent of what an operation hands on or puts together, inactive parts included; else None."""
        read = self.tangents.read
        if isinstance(operation, Copy):
            return read(operation.atom)
        if isinstance(operation, Item) and self.is_carried(operation.owner):
            return self.item(operation)
        if isinstance(operation, Member) and self.is_carried(operation.owner):
            return self.member(operation)
        if isinstance(operation, Shallow) and self.is_carried(operation.source):
            source, tangent = operation.source, read(operation.source)
            return rebuild(statement.value, lambda part: tangent if part is source else None)
        if isinstance(operation, Display):
            return self.display(operation, statement)
        if isinstance(operation, Repeat):
            return gast.BinOp(read(operation.sequence), gast.Mult(), operation.times)
        if isinstance(operation, Chain):
            total = read(operation.parts[0])
            for part in operation.parts[1:]:
                total = gast.BinOp(total, gast.Add(), read(part))
            return total
        return None

    def item(self, operation: Item) -> gast.expr:
        """Return the tangent of an item; that of a NumPy scalar may be a Python number, which has no items."""
        tangent = self.tangents.read(operation.owner)
        if adds_axes_alone(operation.index) and self.tangents.infer(operation.owner).kind in ("scalar", "number"):
            tangent = call("np.asarray", tangent)
        return subscript(tangent, operation.index)

    def member(self, operation: Member) -> gast.expr:
        """Return the tangent of an attribute; that of a library's named tuple is read by its position."""
        tangent, fact = self.tangents.read(operation.owner), self.tangents.infer(operation.owner)
        key = member_key(operation, fact) if fact.kind == "tuple" and is_library(fact.cls) else None
        return attribute(tangent, operation.name) if key is None else subscript(tangent, gast.Constant(key, None))

    def is_carried(self, node: gast.expr) -> bool:
        """Tell whether an expression is a name with a tangent."""
        return isinstance(node, gast.Name) and node.id in self.tangents.carried

    def display(self, operation: Display, statement: Assign | Update) -> gast.expr:
        """Return the tangent of a display: one of the tangents of its items."""
        items = [self.tangents.read(item) for item in operation.items]
        if operation.kind == "list":
            return gast.List(items, gast.Load())
        if operation.kind == "dict":
            return gast.Dict([gast.Constant(key, None) for key in operation.keys], items)
        if operation.cls is None:
            return gast.Tuple(items, gast.Load())
        return tangent_objects.constructed(statement.value, operation, items)
