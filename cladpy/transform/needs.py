"""What the reverse sweep reads of the primal, and how each piece is had again: the to-be-recorded analysis.

A version that the draft reads is, in this order of preference, still in its variable when the forward sweep has ended
(*kept*); had again from what else is kept (*recomputed*: cheap scalars, views, shapes); the value of a join that is
had anyway; the content of an array whose overwritten regions are restored (*restored*), or an item read off it
(*reread*, chosen in ``rereading``); or *recorded*: in a variable, inside loops on a tape. Of a version of which only
the shape is read, only the shape is recorded.

Requires the draft. Soundness: records too much rather than too little. Reference: Hascoët, Naumann, Pascual, "To be
recorded" analysis in reverse-mode automatic differentiation, FGCS 2005.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.heap import may_be_updated
from cladpy.analyses.operations import Item
from cladpy.analyses.versions import Version
from cladpy.ir.expressions import attribute, children, constant, name, names_in, subscript
from cladpy.ir.fact import CONTAINERS, Fact, present
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
    walk,
)
from cladpy.transform.mirrors import HELD, MIRROR
from cladpy.transform.places import Place
from cladpy.transform.recomputing import is_cheap, is_cheap_array, is_negated_parameter, shape_owner, shape_read
from cladpy.transform.rereading import Rereading
from cladpy.transform.reverse_sweep import ReverseSweep
from cladpy.transform.settled_items import SettledItems

MAX_COST = 8  # operations that recomputing a scalar may take; a push and a pop cost about as much
COST_OF_ARRAY = 3  # which makes two steps of elementwise arithmetic


@dataclass(frozen=True, slots=True)
class Need:
    """How a version is had in the reverse sweep: "kept", "bound", "recomputed", "reread", "restored", "recorded"."""

    how: str
    place: Place
    loops: tuple[int, ...]

    @property
    def is_made_again(self) -> bool:
        """Whether the expression that made it is evaluated once more."""
        return self.how in ("recomputed", "reread")


@dataclass(slots=True)
class NeedAnalysis:
    """Decides how each version that the draft reads is had.

    Parameters
    ----------
    sweep : ReverseSweep
        The draft and what it noted.
    record_all : bool
        Record whatever is not kept, without recomputing (the analysis switched off).
    is_carried : bool
        What is kept is carried in a state: a parameter of which only the shape is read is not kept alive for that.
    """

    sweep: ReverseSweep
    record_all: bool = False
    is_carried: bool = False
    values: set[str] = field(default_factory=set)
    shapes: set[str] = field(default_factory=set)
    tests: list[If] = field(default_factory=list)
    needs: dict[str, Need] = field(default_factory=dict)
    twins: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)  # versions of which the shape is read off their variable
    reread: frozenset[str] = frozenset()
    definitions: dict[str, Assign | Update] = field(default_factory=dict)
    defined: dict[str, list[str]] = field(default_factory=dict)
    stored_at: dict[str, list[str]] = field(default_factory=dict)
    settled: SettledItems | None = None

    @property
    def analysis(self) -> FunctionAnalysis:
        """The function's analysis."""
        return self.sweep.analysis

    def run(self, draft: Block) -> Mapping[str, Need]:
        """Return the needs by version (``x.3``), shape (``x.3:shape``), trip counter, state and branch."""
        self.index()
        self.collect(draft)
        self.reread = frozenset() if self.record_all else Rereading(self).run()
        for version in sorted(self.values, key=self.position):
            self.decide(version)
        for version in sorted(self.shapes - self.values, key=self.position):
            self.decide_shape(version)
        return self.needs

    def index(self) -> None:
        """Tabulate definitions and stores."""
        table = self.analysis.versions.table
        for statement in walk(self.analysis.versions.body):
            if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
                self.definitions[statement.target.id] = statement
            elif isinstance(statement, Assign | Update) and statement.new is not None:
                self.definitions[statement.new] = statement
            new = getattr(statement, "new", None)
            if new is not None and (new not in self.analysis.operations or self.may_update(statement)):
                self.stored_at.setdefault(self.analysis.stores.classes[new], []).append(new)
        for version, info in table.items():
            if info.kind in ("assign", "target", "store", "parameter"):
                self.defined.setdefault(self.analysis.variables[version], []).append(version)

    def may_update(self, statement: Statement) -> bool:
        """Tell whether an update, written as if it gave a number another value, may be one of an array in place."""
        return isinstance(statement, Update) and may_be_updated(self.analysis.fact(statement.old or ""))

    # ---- what is read ----

    def collect(self, block: Block) -> None:
        """Collect the versions that a block of the draft reads."""
        for statement in block:
            if isinstance(statement, Reversed):
                self.collect(statement.body)
            elif isinstance(statement, If):
                self.tests.append(statement)
                self.collect(statement.body)
                self.collect(statement.orelse)
            elif isinstance(statement, For | While | With):
                self.reads(_header(statement))
                self.collect(statement.body)
            else:
                for expression in expressions_of(statement):
                    self.reads(expression)

    def reads(self, node: gast.AST) -> None:
        """Collect the versions that an expression reads, values and shapes apart."""
        shape = self.shape_read(node)
        if shape is not None and self.is_version(shape):
            unknown = getattr(node, "attr", "") == "dtype" and self.analysis.fact(shape).dtype is None
            (self.values if unknown else self.shapes).add(shape)  # a shape does not tell a dtype
            return
        if isinstance(node, gast.Name):
            if self.is_version(node.id):
                self.values.add(node.id)
            return
        if isinstance(node, gast.Subscript) and self.is_settled_element(node):
            self.reads(node.slice)
            return
        for child in children(node):
            self.reads(child)

    def shape_read(self, node: gast.AST) -> str | None:
        """Return what an expression reads the shape of; an object may have an attribute of its own called ``size``."""
        version = shape_read(node)
        if version is None or not isinstance(node, gast.Attribute):
            return version
        base = version.removeprefix(MIRROR)
        is_known = base in self.analysis.versions.table
        return None if is_known and present(self.analysis.fact(base)).kind in CONTAINERS else version

    def is_version(self, identifier: str) -> bool:
        """Tell whether a name of the draft is a version of the primal, or something that it noted."""
        return "." in identifier

    # ---- where versions stand ----

    def info(self, version: str) -> Version:
        """Return the place of a version, trip counter, state or branch."""
        if version in self.analysis.versions.table:
            return self.analysis.versions.table[version]
        for prefix in ("@state.", MIRROR):
            if version.startswith(prefix):
                return self.analysis.versions.table[version.removeprefix(prefix)]
        if version.startswith(HELD):
            place = self.sweep.places.around[self.sweep.mirrors.places[version]]
            return Version(version, "held", place, self.sweep.places.loops_of(place), 1 << 29)
        place = self.extra_place(version)
        return Version(version, "extra", place, self.sweep.places.loops_of(place), 1 << 30)

    def extra_place(self, version: str) -> Place:
        """Return the place of a loop's trip counter, or the outermost place."""
        for key, trip in self.sweep.trips.items():
            if trip == version:
                return self.sweep.places.around[key]
        return (0,)

    def position(self, version: str) -> tuple[int, str]:
        """Return a key that orders versions as the forward sweep makes them."""
        return self.info(version).position, version

    # ---- decisions ----

    def decide(self, version: str) -> None:
        """Decide how the value of a version is had."""
        info = self.info(version)
        how = "recorded"
        mirrored = version in self.analysis.versions.table and self.analysis.stores.is_mirrored(version)
        if mirrored and not (self.sweep.shadows.is_container(version) and self.is_kept(version)):
            raise self.sweep.refusals.error(
                "C120", "the content of a shared array is read in a way that is not supported", 0
            )
        if version in self.sweep.rebound:
            how = "bound"
        elif not self.record_all and is_negated_parameter(self, version):
            how = "recomputed"
            self.add_operands(version)
        elif self.is_kept(version) or self.is_held_by_join(version):
            how = "kept"
        elif not self.record_all and self.can_recompute(version, MAX_COST) > 0:
            how = "recomputed"
            self.add_operands(version)
        elif version in self.reread:
            how = "reread"
            self.add_operands(version)
        elif self.is_restored(version):
            how = "restored"
        self.needs[version] = Need(how, info.place, info.loops)

    def decide_shape(self, version: str) -> None:
        """Decide how the shape of a version is had."""
        info = self.info(version)
        kept = self.is_named(version)
        stays = info.kind == "parameter" and not (self.is_carried and self.analysis.fact(version).dtype is not None)
        twin = None if self.record_all or stays else self.twin(version)
        if kept and (stays or self.record_all):
            self.named.add(version)  # which says nothing of its content
        elif twin is not None:
            self.twins[version] = twin
            self.needs[f"{version}:shape"] = Need("twin", info.place, info.loops)
        elif kept:
            self.needs[f"{version}:shape"] = Need("kept", info.place, info.loops)
        else:
            self.needs[f"{version}:shape"] = Need("recorded", info.place, info.loops)

    def twin(self, version: str) -> str | None:
        """Return an array of certainly the same shape that is at hand anyway: a parameter, or one that is kept."""
        fact = self.analysis.fact(version)
        if not fact.is_array or not fact.dims or self.varies_in_a_loop(fact):
            return None
        place = self.info(version).place
        for other in [*self.analysis.versions.parameters, *self.needs]:
            if other not in self.analysis.versions.table or not self.analysis.fact(other).is_array:
                continue
            around = self.info(other).place
            if place[: len(around)] != around:
                continue  # made on a path that need not have been taken
            if self.analysis.fact(other).dims != fact.dims or not self.is_kept(other):
                continue
            at_hand = self.info(other).kind == "parameter" or other in self.needs
            carried = other in self.named or self.needs.get(other, Need("", (), ())).how == "kept"
            if at_hand and (not self.is_carried or carried):
                return other
        return None

    def varies_in_a_loop(self, fact: Fact) -> bool:
        """Tell whether a dimension is one of an iteration: its name means another number in the next."""
        table = self.analysis.versions.table
        named = [part for dim in fact.dims or () for part in _VERSION.findall(dim.name)]
        return any(part in table and table[part].loops for part in named)

    def add_operands(self, version: str) -> None:
        """Decide on what a recomputed version reads."""
        owner = self.shape_read(self.made_of(version))
        if owner is not None:
            if owner not in self.needs and owner not in self.named and f"{owner}:shape" not in self.needs:
                self.decide_shape(owner)
            return
        for operand in names_in(self.made_of(version)):
            known = operand in self.analysis.versions.table or operand.startswith(MIRROR)
            if self.is_version(operand) and operand not in self.needs and known:
                self.decide(operand)

    def recipe(self, version: str) -> gast.expr:
        """Return the expression that makes a version again."""
        if version in self.sweep.recomputed:
            return self.sweep.recomputed[version]
        if version.startswith(MIRROR):
            base = version.removeprefix(MIRROR)
            return self.sweep.mirrors.birth(base, self.analysis.operations.get(base))
        statement = self.definitions[version]
        owner = shape_owner(self, version)
        if owner is not None:
            shape = attribute(name(owner), "shape")
            return subscript(shape, constant(0)) if isinstance(statement.value, gast.Call) else shape
        if isinstance(statement, Update):
            return gast.BinOp(gast.Name(statement.old, gast.Load(), None, None), statement.operator, statement.value)
        return statement.value

    def made_of(self, version: str) -> gast.expr:
        """Return what has to be had to make a version again: of a settled item, its index; its array is at hand."""
        operation = self.analysis.operations.get(version)
        if isinstance(operation, Item) and self.is_settled(version):
            return operation.index
        recipe = self.recipe(version)
        is_length = isinstance(recipe, gast.Subscript) and self.shape_read(recipe.value) is not None
        return recipe.value if is_length else recipe

    def is_named(self, version: str) -> bool:
        """Tell whether the variable of a version still refers to it when the forward sweep has ended."""
        info = self.info(version)
        if info.loops:
            return False
        if version.startswith(MIRROR):
            version = version.removeprefix(MIRROR)
        if version not in self.analysis.versions.table or version.startswith("@state."):
            return True
        later = self.defined.get(self.analysis.variables[version], [])
        return not any(self.rebinds(d) and self.info(d).position > info.position for d in later)

    def rebinds(self, version: str) -> bool:
        """Tell whether a definition binds its name anew (a store into an array does not)."""
        return self.info(version).kind != "store" or version in self.analysis.operations

    def is_kept(self, version: str) -> bool:
        """Tell whether the variable still holds the value of a version when the forward sweep has ended."""
        return self.is_named(version) and not self.is_overwritten(version)

    def is_held_by_join(self, version: str) -> bool:
        """Tell whether a join behind the branch that made a version keeps its value."""
        place = self.info(version).place
        for other, info in self.analysis.versions.table.items():
            if info.kind == "join" and version in info.sources and len(info.place) < len(place):
                return self.is_kept(other) or self.is_held_by_join(other)
        return False

    def is_overwritten(self, version: str) -> bool:
        """Tell whether a store may change the content of a version's storage after it was made."""
        stores = self.analysis.stores
        if version not in self.analysis.versions.table or not stores.is_stored(version):
            return False
        info = self.info(version)
        for store in self.stored_at.get(stores.classes[version], []):
            other = self.info(store)
            if store != version and other.position > info.position:
                return True
            if set(other.loops) & set(info.loops):
                return True
        return False

    def is_restored(self, version: str) -> bool:
        """Tell whether undoing stores in the reverse sweep brings the content of a version back."""
        if version not in self.analysis.versions.table or not self.is_overwritten(version):
            return False
        info = self.info(version)
        variable = self.analysis.variables[version]
        owners = {self.analysis.variables[s] for s in self.stored_at[self.analysis.stores.classes[version]]}
        if owners != {variable}:
            return False
        for other in self.defined.get(variable, []):
            if self.rebinds(other):
                later = self.info(other).position > info.position
                if later or set(self.info(other).loops) & set(info.loops):
                    return False
        return True

    def is_settled(self, version: str) -> bool:
        """Tell whether a version is an item of an array that holds it to the end, whatever is stored elsewhere."""
        operation = self.analysis.operations.get(version)
        if not isinstance(operation, Item) or not isinstance(operation.owner, gast.Name):
            return False
        return self.is_settled_item(operation.owner.id, operation.index, version)

    def is_settled_element(self, node: gast.Subscript) -> bool:
        """Tell whether an expression of the draft reads what a store has just put where nothing else is put later."""
        owner = node.value.id if isinstance(node.value, gast.Name) else ""
        if self.record_all or owner not in self.definitions or self.info(owner).kind != "store":
            return False
        return self.is_settled_item(owner, node.slice, owner)

    def is_settled_item(self, owner: str, index: gast.expr, version: str) -> bool:
        """Tell whether an item of an array, as it is where a version is made, stays."""
        if owner not in self.analysis.versions.table or not self.analysis.fact(owner).is_array:
            return False
        if not self.analysis.stores.is_stored(owner):
            return False
        self.settled = self.settled or SettledItems(self)
        return self.settled.holds(owner, index, version)

    # ---- recomputing ----

    def can_recompute(self, version: str, budget: int) -> int:
        """Return what is left of a budget of operations after making a version again; 0 if it cannot be made."""
        if version.startswith(MIRROR):
            return budget if self.is_temporary_view(version.removeprefix(MIRROR)) else 0
        if budget <= 0 or version not in self.analysis.versions.table:
            return 0
        if version in self.sweep.recomputed:
            return self.operands_left(self.sweep.recomputed[version], budget)
        if version not in self.definitions:
            return 0
        if is_cheap_array(self, version):
            return self.operands_left(self.made_of(version), budget - COST_OF_ARRAY)
        return self.operands_left(self.made_of(version), budget - 1) if is_cheap(self, version) else 0

    def is_temporary_view(self, version: str) -> bool:
        """Tell whether the mirror of a version is a view that the primal has no name for: taken again when wanted."""
        operation = self.analysis.operations.get(version)
        view = isinstance(operation, Item) and self.sweep.mirrors.is_view(version, operation)
        view = view and not self.sweep.shadows.is_shadowed(operation.owner)  # type: ignore[union-attr]
        return view and self.analysis.variables[version].startswith("v@")

    def operands_left(self, recipe: gast.expr, budget: int) -> int:
        """Return what is left of a budget after making again what a recipe reads; 0 if it cannot be made."""
        for operand in () if self.shape_read(recipe) is not None else names_in(recipe):
            if "." not in operand or operand not in self.analysis.versions.table:
                continue
            need = self.needs.get(operand)
            available = need is not None or self.is_kept(operand) or operand in self.sweep.rebound
            if available and (need is None or need.how not in ("restored", "reread")):
                continue
            budget = self.can_recompute(operand, budget)
            if budget <= 0:
                return 0
        return budget


_VERSION = re.compile(r"[\w@]+\.\d+")


def _header(statement: For | While | With) -> gast.expr:
    if isinstance(statement, For):
        return statement.iterable
    return statement.test if isinstance(statement, While) else statement.context


def expressions_of(statement: Statement | Reversed | Undo) -> Iterator[gast.expr]:
    """Yield the expressions that a simple statement of the draft evaluates."""
    if isinstance(statement, Assign):
        yield statement.value
        if not isinstance(statement.target, gast.Name):
            yield statement.target
    elif isinstance(statement, Update):
        yield statement.value
        yield statement.target
    elif isinstance(statement, Effect | Return):
        yield statement.value
