"""The storage regime: an adjoint storage beside the primal's; every view and alias is taken of the adjoint too.

before: ``v = a[1:3]``, ``v *= s``          after (forward sweep): ``v = a[1:3]``, ``d_v = d_a[1:3]``, ``v *= s``

It is used for arrays that are updated in place while a view or another name of them lives on. The mirror of a version
is a value of the forward sweep, recorded like any other; in the reverse sweep contributions are added to it in place,
and what a view receives its base has. Values that a formula reads are held where the statement stands, since a store
through another name changes them without a new version. Source: design, section on storage.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.operations import VIEW_OR_COPY, Apply, Copy, Item, Member, Operation, is_view_or_copy
from cladpy.ir.expressions import attribute, call, constant, fingerprint, name, negative, rebuild, subscript
from cladpy.ir.fact import UNKNOWN, Fact
from cladpy.ir.statements import Effect, Statement, Update
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.contribution import Contribution
from cladpy.transform.overlapping_views import added_to, overlapping_classes, short_name
from cladpy.transform.recomputing import SHAPE_READS, is_shape_call
from cladpy.transform.shadow_forms import with_form

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints

MIRROR, HELD = "@mirror.", "@held."  # no name of a program has an @ in front
SURE_VIEWS = frozenset(
    {"T", "mT", "transpose", "matrix_transpose", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "flip",
     "flipud", "fliplr", "rot90", "real", "atleast_1d", "atleast_2d", "atleast_3d", "diagonal", "broadcast_to",
     "sliding_window_view", "view"}
)  # fmt: skip
LISTS_OF_VIEWS = frozenset({"split", "array_split", "hsplit", "vsplit", "dsplit"})
WHOLE = gast.Constant(Ellipsis, None)


@dataclass(frozen=True, slots=True)
class Held:
    """A value kept before or behind a statement, under a key of its own."""

    key: str
    value: gast.expr
    before: bool


@dataclass(slots=True)
class Mirrors:
    """The mirrors of one function, and the values held for its reverse sweep."""

    sweep: Adjoints
    held: dict[int, list[Held]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    known: dict[tuple[int, str, bool], str] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    overlapping: frozenset[str] | None = None

    def has(self, version: str) -> bool:
        """Tell whether a version has a mirror."""
        stores = self.sweep.analysis.stores
        return version in self.sweep.analysis.active and stores.is_mirrored(version)

    def share(self, version: str, other: str) -> bool:
        """Tell whether two versions may share one mirror."""
        classes = self.sweep.analysis.stores.classes
        return self.has(version) and self.has(other) and classes[version] == classes[other]

    def base(self, version: str) -> str:
        """Return the version whose mirror a version has: a store, and what joins stores into one storage, keeps it."""
        if version not in self.bases:
            self.bases[version] = self.found_base(version)
        return self.bases[version]

    def found_base(self, version: str) -> str:
        """Look a version's base up through stores and joins."""
        table = self.sweep.analysis.versions.table
        seen, todo, ends = {version}, [version], set()
        while todo:
            current = todo.pop()
            if table[current].kind not in ("store", "join", "head", "exit"):
                ends.add(current)
                continue
            for source in table[current].sources:
                if source not in seen:
                    seen.add(source)
                    todo.append(source)
        if len(ends) == 1:
            return ends.pop()
        while table[version].kind == "store":
            version = table[version].sources[0]
        return version

    def key(self, version: str) -> str:
        """Return the name of a version's mirror in the draft."""
        version = self.base(version)
        self.sweep.extra[MIRROR + version] = self.sweep.analysis.fact(version).without_value()
        return MIRROR + version

    def state(self, version: str) -> AdjointState:
        """Return what is known of a mirror: a full array that may hold anything."""
        fact = self.sweep.analysis.fact(version)
        return AdjointState(fact, zero=True, cut=True, infinite=True, owned=True, full=True)

    # ---- forward sweep ----

    def birth(self, version: str, operation: Operation | None) -> gast.expr:
        """Return the expression of a mirror, over versions: the view of a mirror, or zeros."""
        owner = operation.owner if isinstance(operation, Item | Member) else None
        if isinstance(owner, gast.Name) and self.sweep.shadows.has(owner.id):
            return self.sweep.shadows.birth(version, operation)
        if isinstance(operation, Copy) and isinstance(operation.atom, gast.Name) and self.has(operation.atom.id):
            return name(self.key(operation.atom.id))
        if (
            isinstance(operation, Item)
            and (isinstance(operation.owner, gast.Name) and self.has(operation.owner.id))
            and is_view_index(operation.index, self.sweep.infer)
        ):
            return subscript(name(self.key(operation.owner.id)), operation.index)
        if isinstance(operation, Apply) and short_name(operation) in SURE_VIEWS | VIEW_OR_COPY | LISTS_OF_VIEWS:
            base = self.viewed_array(operation)
            if base is not None:
                return self.viewed(version, base, short_name(operation))
        if self.sweep.shadows.is_container(version):
            return self.sweep.shadows.birth(version, operation)
        if self.sweep.analysis.may_be_none(version) or self.sweep.analysis.fact(version).kind == "none":
            return self.sweep.shadows.zeros(name(version))
        if self.sweep.analysis.layout_matters and version in self.sweep.analysis.versions.parameters:
            return call("laid_out_like", constant(0.0), name(version))
        return call("np.zeros_like", name(version))

    def viewed(self, version: str, base: str, short: str) -> gast.expr:
        """Return the primal's own expression of a view, taken of the base's mirror."""
        statement = self.sweep.statement_of[version]

        def change(part: gast.AST) -> gast.AST | None:
            return name(self.key(base)) if isinstance(part, gast.Name) and part.id == base else None

        return added_to(rebuild(statement.value, change), short)

    # ---- reverse sweep ----

    def add(self, contribution: Contribution) -> None:
        """Add a contribution to a mirror in place."""
        if self.sweep.shadows.is_container(contribution.version):
            value = contribution.fitted.value
            shadow = name(self.key(contribution.version))
            added = with_form(call("add_to_shadow", shadow, value), self.sweep.analysis.fact(contribution.version))
            self.sweep.emit(Effect(added, self.sweep.source))
            return
        if self.overlaps(contribution.version):
            value = contribution.fitted.value
            self.add_overlapping(contribution.version, negative(value) if contribution.negative else value)
            return
        operator = gast.Sub() if contribution.negative else gast.Add()
        place = gast.Subscript(name(self.key(contribution.version)), WHOLE, gast.Store())
        self.sweep.emit(Update(place, operator, contribution.fitted.value, self.sweep.source))

    def overlaps(self, version: str) -> bool:
        """Tell whether an element of a mirror may lie at several of its places."""
        if self.overlapping is None:
            classes = self.sweep.analysis.stores.classes
            self.overlapping = overlapping_classes(self.sweep.analysis.operations, classes)
        return self.has(version) and self.sweep.analysis.stores.classes.get(version) in self.overlapping

    def add_overlapping(self, version: str, *arguments: gast.expr) -> None:
        """Write an addition to such a mirror: of a value, at an index or to the whole."""
        self.sweep.emit(Effect(call("add_overlapping", name(self.key(version)), *arguments), self.sweep.source))

    def is_view(self, version: str, operation: Operation) -> bool:
        """Tell whether a version shares its storage with its operand, so that its mirror does too."""
        if isinstance(operation, Copy):
            return isinstance(operation.atom, gast.Name) and self.has(operation.atom.id)
        if isinstance(operation, Item | Member):
            shared = isinstance(operation.owner, gast.Name) and self.has(operation.owner.id)
            if shared and self.sweep.shadows.has(operation.owner.id):
                return not (isinstance(operation, Item) and isinstance(operation.index, gast.Slice))
            return shared and isinstance(operation, Item) and is_view_index(operation.index, self.sweep.infer)
        is_sure = isinstance(operation, Apply) and short_name(operation) in SURE_VIEWS | LISTS_OF_VIEWS
        return is_sure and self.viewed_array(operation) is not None  # type: ignore[arg-type]

    def viewed_array(self, operation: Apply) -> str | None:
        """Return the array with a mirror that an operation may view; None if its operand is a list or a number."""
        base = next(iter(operation.arguments.values()))
        is_array = isinstance(base, gast.Name) and self.has(base.id) and self.sweep.analysis.fact(base.id).is_array
        return base.id if is_array else None

    def give_back(self, version: str, operation: Operation) -> bool:
        """Write what a reshape that had to copy owes to its operand; tell whether the operation is one."""
        if not (isinstance(operation, Apply) and is_view_or_copy(operation)):
            return False
        base = self.viewed_array(operation)
        if base is None:
            return False
        owed = call("return_copy", name(self.key(base)), name(self.key(version)))
        self.sweep.emit(Effect(owed, self.sweep.source))
        return True

    # ---- held values ----

    def stable(self, node: gast.expr, statement: Statement, *, before: bool = True) -> gast.expr:
        """Return an expression in which the content of mirrored storage is held where the statement stands."""
        stores = self.sweep.analysis.stores

        def change(part: gast.AST) -> gast.AST | None:
            if is_shape_call(part) or (isinstance(part, gast.Attribute) and part.attr in SHAPE_READS):
                return part
            if isinstance(part, gast.Name) and part.id in stores.classes and stores.is_mirrored(part.id):
                return name(self.hold(part, statement, before=before))
            return None

        return rebuild(node, change)

    def kept_key(self, statement: Statement) -> str:
        """Return the key of what a step beside a statement gives, kept for the reverse sweep."""
        wanted = (id(statement), "", True)
        if wanted not in self.known:
            key = f"{HELD}{len(self.known) + 1}"
            self.known[wanted] = key
            self.places[key] = id(statement)
            self.facts[key] = self.sweep.extra[key] = UNKNOWN
        return self.known[wanted]

    def hold(self, node: gast.Name | gast.Subscript, statement: Statement, *, before: bool) -> str:
        """Return the key of the content of a version, or of a region of it, as it is before or behind a statement."""
        wanted = (id(statement), fingerprint(node), before)
        if wanted not in self.known:
            key = f"{HELD}{len(self.known) + 1}"
            self.known[wanted] = key
            self.places[key] = id(statement)
            self.facts[key] = self.sweep.infer(node).without_value()
            self.sweep.extra[key] = self.facts[key]
            value = self.content(node)
            self.held.setdefault(id(statement), []).append(Held(key, value, before))
        return self.known[wanted]

    def content(self, node: gast.Name | gast.Subscript) -> gast.expr:
        """Return a copy of what a name or a region holds, as far as it may change."""
        if isinstance(node, gast.Subscript):
            return node if self.sweep.infer(node).is_scalar else call("own", node)
        fact = self.sweep.analysis.fact(node.id)
        if fact.kind == "object":
            raise self.sweep.refusals.error("C205", "an object that is updated is used in this way", self.sweep.source)
        if fact.kind in ("list", "dict") and not self.sweep.analysis.stores.holds_mirrored_arrays(node.id):
            return call(attribute(name(node.id), "copy"))
        return call("own", name(node.id))
