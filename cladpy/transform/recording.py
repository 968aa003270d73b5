"""Make both sweeps final: versions become variables, and what is recorded is pushed and popped.

before (draft)                    after, in a loop                       after, elsewhere
forward  ``x.2 = f(x.1)``         ``x = f(x)``, ``tape.append(x)``       ``x = f(x)``, ``x@1 = x``
reverse  ``d_y * x.2``            ``x@1 = tape.pop()``, ``d_y * x@1``    ``d_y * x@1``

A version is pushed after its birth and popped in the reverse of the block that made it, before its first reader; each
recorded version has a variable of its own in the reverse sweep, so that no order of restores has to be kept. Push and
pop are decided together, in ``_record``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import gast

from cladpy.ir.expressions import UNWANTED, attribute, call, children, constant, name, rebuild, store_name
from cladpy.ir.fact import UNKNOWN, Fact
from cladpy.ir.statements import (
    Assign,
    Block,
    Effect,
    For,
    If,
    Return,
    Reversed,
    Statement,
    Undo,
    Update,
    While,
    With,
)
from cladpy.transform.forward_sweep import ForwardSweep
from cladpy.transform.mirrors import MIRROR
from cladpy.transform.needs import expressions_of
from cladpy.transform.places import Place
from cladpy.transform.record_slots import Slot, versions_in
from cladpy.transform.state_variables import may_be_unbound, unset
from cladpy.transform.stored_regions import WHOLE

FUNCTIONS = {"shape": "np.shape", "size": "np.size", "ndim": "np.ndim", "dtype": "np.result_type"}
"""What stands for an attribute of a value that may be a Python number."""


@dataclass(slots=True)
class Recording(ForwardSweep):
    """Writes the final sweeps from the draft."""

    def run(self, draft: Block) -> tuple[Block, Block]:
        """Return the forward and the reverse sweep."""
        self.needs = self.analysis_of_needs.run(draft)
        self.decide_tests()
        self.decide_undos(draft)
        for key, need in self.needs.items():
            if need.how == "recorded" or (key.endswith(":shape") and need.how != "twin"):
                self.slots[key] = self.slot(key, need.loops)
            elif need.is_made_again:
                self.slots[key] = Slot(self.own_variable(key), None)
        reverse = self.reverse_block(draft, (0,))
        forward = self.forward_block(self.sweep.analysis.versions.body)
        head: list[Statement] = self.unset_variables()
        for version in self.sweep.analysis.versions.parameters:
            head += self.records(version)
        return (*head, *forward), reverse

    def unset_variables(self) -> list[Statement]:
        """Return assignments to the variables that are recorded where no path may have bound them."""
        analysis = self.sweep.analysis
        found: dict[str, Fact] = {}
        for key, need in self.needs.items():
            version, is_shape = key.removesuffix(":shape").removeprefix(MIRROR), key.endswith(":shape")
            is_read = key in self.slots if is_shape else need.how == "recorded"
            if is_read and may_be_unbound(version, analysis.versions.table):
                variable = self.variable(version if is_shape else key)
                found.setdefault(variable, UNKNOWN if version != key else analysis.fact(key))
        return [Assign(store_name(v), constant(unset(fact)), 0) for v, fact in found.items()]

    # ---- names ----

    # ---- decisions that concern statements ----

    # ---- forward sweep ----

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
        """Return the final form of statements of the draft, each behind what it is the first to need."""
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
        if need.is_made_again:
            recipe = self.analysis_of_needs.recipe(key)
            out = [made for operand in versions_in(recipe) for made in self.make(operand)]
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
                yield f"@branch.{id(statement)}"
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
        shape = self.analysis_of_needs.shape_read(node)
        if shape is not None and f"{shape}:shape" in self.needs:
            yield f"{shape}:shape"
            return
        if isinstance(node, gast.Name):
            need = self.needs.get(node.id)
            if need is not None:
                if need.is_made_again:
                    yield from self.keys(self.analysis_of_needs.recipe(node.id))
                yield node.id
            return
        for child in children(node):
            yield from self.keys(child)

    def resolved(self, node: gast.expr) -> gast.expr:
        """Return an expression of the draft over variables."""

        def change(part: gast.AST) -> gast.AST | None:
            shape = self.analysis_of_needs.shape_read(part)
            if shape is not None and f"{shape}:shape" in self.needs:
                return self.shape_attribute(shape, getattr(part, "attr", "shape"))
            if shape is not None and getattr(part, "attr", "") in FUNCTIONS and self.may_be_python(shape):
                return call(FUNCTIONS[part.attr], name(self.resolve(shape)))
            if isinstance(part, gast.Name) and "." in part.id:
                return gast.Name(self.resolve(part.id), part.ctx, None, None)
            return None

        return rebuild(node, change)

    def may_be_python(self, version: str) -> bool:
        """Tell whether a version may be a Python number or a list, which have no attribute for their shape."""
        fact = self.sweep.analysis.fact(version)
        is_version = "." in version  # else a module: np.shape
        return is_version and fact.kind in ("number", "python", "unknown") and not fact.dims

    def shape_attribute(self, version: str, member: str) -> gast.expr:
        """Return ``x.shape`` and its like from the recorded shape."""
        fact = self.sweep.analysis.fact(version)
        if member == "dtype" and fact.dtype is not None:
            return attribute(name("np"), fact.dtype.name)
        twin = self.analysis_of_needs.twins.get(version)
        if twin is not None:
            return attribute(name(self.variable(twin)), member)
        held = name(self.slots[f"{version}:shape"].variable)
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
            return [
                replace(
                    statement,
                    context=self.resolved(statement.context),
                    body=tuple(self.reverse_statements(statement.body)),
                )
            ]
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
        counts = isinstance(statement.target, gast.Name) and statement.target.id == UNWANTED
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
        """Return the restore of the region that a store has overwritten, if it is still read."""
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
