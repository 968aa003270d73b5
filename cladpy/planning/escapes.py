"""What a varied value is put into that no adjoint follows: globals, sets, and objects that nobody sees into.

Three ways out. What a call may take in that is local and not seen into, and a store into a global, are refused. A call
of a method of a global, ``history.append(loss)``, is output, and stands as long as nothing that is differentiated reads
that global: such calls are noted, and asked about once all functions are known. A user's function that is called for
its effect is looked into: it may print, check and raise.

Requires varied versions. Soundness: may refuse what is never read; a global that is reached under another global's
attributes is not seen.
"""

import types
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

import gast

from cladpy.analyses.facts import FactTable
from cladpy.analyses.infer import Inference
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.operations import Apply, Copy, Item, Member, Opaque, Operation
from cladpy.analyses.versions import bound_variables
from cladpy.errors import CladpyError
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.expressions import names_in, root_of
from cladpy.ir.fact import UNKNOWN, present
from cladpy.ir.statements import Assign, Effect, Statement, Update, walk
from cladpy.normalize.cached_functions import keys_of
from cladpy.planning.prepared import Prepared

LOOK_ONLY = frozenset(
    {"print", "check_apart", "check_facts", "check_number", "check_overlap", "check_scalar", "check_unshared"}
)
"""Calls that look at their arguments and keep nothing of them."""
_NOT_SEEN_INTO = frozenset({"set", "object", "unknown", "iterator"})
_UPDATED = frozenset({"array", "list", "dict", "set"})
_FIXED = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type, str, int, float, complex, type(None))

Looks = Callable[[Effect, Inference], bool]
"""Tells whether the function that a statement calls for its effect lets no varied argument escape."""


@dataclass(frozen=True, slots=True)
class Escape:
    """A global that a method was given something varied, with the error for the case that it is read."""

    value: object
    error: CladpyError


@dataclass(slots=True)
class Escapes:
    """Looks through one function.

    Parameters
    ----------
    prepared, table
        The function with its facts.
    resolve : callable
        Live values of dotted global names.
    varied : collection of str
    looks : callable
    is_useful : callable
        Tells whether a version may reach the result.
    """

    prepared: Prepared
    table: FactTable
    resolve: Callable[[str], object]
    varied: Collection[str]
    looks: Looks
    is_useful: Callable[[str], bool]
    noted: list[Escape] = field(default_factory=list)
    harmless: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Note what escapes.

        Raises
        ------
        CladpyError
            C101 for a global that is stored into, C123 for a call.
        """
        for statement in walk(self.prepared.versions.body):
            if isinstance(statement, Effect):
                self.called(statement)
            elif isinstance(statement, Assign | Update):
                self.stored(statement)

    # ---- stores ----

    def stored(self, statement: Assign | Update) -> None:
        """Refuse the store of something varied into a global, and another name of a global that is stored into."""
        if isinstance(statement.target, gast.Name):
            target = statement.target.id
            self.kept(statement, self.table.operations.get(target), target)
            operation = self.table.operations.get(target) if target in self.varied else None
            for owner in _handed_on(operation):
                if self.is_global(owner):
                    raise self.error(statement, "C101", f"{owner!r} {_STORED}")
            return
        self.check_key(statement, statement.target)
        self.check_place(statement)
        root = root_of(_owner(statement.target))
        if root is not None and self.is_global(root) and self.gives(statement.value):
            raise self.error(statement, "C101", f"{root.split('.')[0]!r} {_STORED}")

    def check_key(self, statement: Statement, target: gast.expr) -> None:
        """Refuse the store of a dict's item at a key that has a derivative: who walks through the keys reads it."""
        if not isinstance(target, gast.Subscript) or not self.gives(target.slice):
            return
        if keys_of(self.prepared.function):
            return  # the memory of a cached function, which is refused as that
        inference = Inference(self.table.facts, self.resolve)
        is_dict = present(inference.infer(target.value)).kind == "dict"
        key = inference.infer(target.slice)
        if is_dict and key.may_hold_derivative and key.kind != "unknown":  # else of keys that were looked at before
            raise self.error(statement, "C205", "an active value is a key of a dict, where no adjoint follows it")

    def check_place(self, statement: Assign | Update) -> None:
        """Refuse the store of something varied into an array of objects or records, or the dict of an object."""
        if not self.gives(statement.value):
            return
        inference = Inference(self.table.facts, self.resolve)
        place: gast.expr = statement.target
        while isinstance(place, gast.Subscript | gast.Attribute):
            place = place.value
            fact = present(inference.infer(place))
            if fact.is_number and fact.dtype is not None and fact.dtype.kind in _NO_NUMBERS:
                what = "objects" if fact.dtype.kind == "O" else "records"
                raise self.error(statement, "C205", f"an active value is put into an array of {what}{_UNFOLLOWED}")
        operation = self.table.operations.get(getattr(place, "id", ""))
        if isinstance(operation, Member) and operation.name == "__dict__":
            raise self.error(statement, "C205", f"an active value is put into the __dict__ of an object{_UNFOLLOWED}")

    def is_global(self, root: str) -> bool:
        """Tell whether a name or version is a global that holds something of the user's."""
        value = self.value(root)
        return value is not MISSING and not isinstance(value, _FIXED)

    def value(self, root: str) -> object:
        """Return what a global holds, MISSING for a local name."""
        variable = root
        if root in self.prepared.versions.table:
            variable = self.prepared.versions.table[root].name
            if variable not in globals_stored_into(self.prepared):
                return MISSING
        return self.resolve(variable)

    # ---- calls for their effect ----

    def called(self, statement: Effect) -> None:
        """Note or refuse a call that may keep something varied."""
        value = statement.value
        if not isinstance(value, gast.Call) or statement.new is not None:
            return
        if isinstance(value.func, gast.Name) and value.func.id in LOOK_ONLY:
            return
        given = set(self.given(value))
        if not given:
            return
        inference = Inference(self.table.facts, self.resolve)
        if self.looks(statement, inference):
            self.harmless.add(id(value))
            return
        owner = root_of(value.func.value) if isinstance(value.func, gast.Attribute) else None
        if owner is not None and self.is_global(owner):
            error = self.error(statement, "C101", f"{owner!r} {_GIVEN}")
            self.noted.append(Escape(self.value(owner), error))
            if all(self.table.facts.get(each, UNKNOWN).is_storageless for each in given):
                self.harmless.add(id(value))
            return
        kinds = {self.kept_in(name, given) for name in names_in(value)}
        if "set" in kinds:
            raise self.error(statement, "C205", "an active value is put into a set, where no adjoint follows it")
        if not kinds.isdisjoint(_NOT_SEEN_INTO):
            raise self.error(statement, "C123", "a call that may change its arguments in place is not supported yet")

    def kept(self, statement: Assign | Update, operation: Operation | None, target: str) -> None:
        """Refuse a method that nobody knows, of something local that can be updated, with something varied.

        What such a method of an object gives is refused as that, where it is read.
        """
        value = operation.value if isinstance(operation, Opaque) and not operation.inactive else None
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute):
            return
        given = set(self.given(value))
        owner = root_of(value.func.value)
        kind = None if owner is None else self.kept_in(owner, given)
        is_read = target in self.varied and self.is_useful(target)
        if given and (kind in _UPDATED or (kind in _NOT_SEEN_INTO and not is_read)):
            raise self.error(statement, "C123", "a call that may change its arguments in place is not supported yet")

    def given(self, value: gast.Call) -> Iterator[str]:
        """Yield the varied versions among the arguments of a call."""
        for part in (*value.args, *(keyword.value for keyword in value.keywords)):
            yield from (each for each in names_in(part) if each in self.varied)

    def gives(self, value: gast.expr) -> bool:
        """Tell whether an expression holds something varied."""
        return any(each in self.varied for each in names_in(value))

    def kept_in(self, name: str, given: set[str]) -> str | None:
        """Return the kind of a local value of a call that may keep the others that it is given."""
        is_local = name in self.prepared.versions.table and given != {name}
        return self.table.facts.get(name, UNKNOWN).kind if is_local else None

    def error(self, statement: Statement, code: str, message: str) -> CladpyError:
        """Return an error at a statement."""
        line = self.prepared.form.lines.get(getattr(statement, "source", 0))
        hint = _HINTS[code]
        return CladpyError(code, message, location=None if line is None else line.location, hint=hint)


_NO_NUMBERS = frozenset("OV")
"""Kinds of dtypes whose items are no numbers, and may hold some."""
_UNFOLLOWED = ", where no adjoint follows it"
_STORED = "outlives the call (a global, cell or default), and an active value is stored into it"
_GIVEN = "outlives the call (a global, cell or default), is given an active value here, and is read too"
_HINTS = {
    "C101": "pass it as an argument and return its new value",
    "C123": "let the function return the new value",
    "C205": "use what has no derivative, a position or a name, or cut it off: cladpy.stop_adjoint(value)",
}


def globals_stored_into(prepared: Prepared) -> set[str]:
    """Return the names that a function stores into and never binds: those of globals."""
    table = prepared.versions.table
    unbound = {version.name for version in table.values() if version.kind == "unbound"}
    return unbound - bound_variables(table) if unbound else unbound


def check_escaped(escapes: Iterable[Escape], functions: Iterable[Prepared]) -> None:
    """Refuse globals that were given something varied and that any of the functions reads.

    Raises
    ------
    CladpyError
        C101, where the global was given it.
    """
    noted = {id(each.value): each.error for each in escapes}
    if not noted:
        return
    for prepared in functions:
        for name in _globals_read(prepared):
            error = noted.get(id(_meaning(prepared.namespace, name)))
            if error is not None:
                raise error


def _meaning(namespace: Namespace, name: str) -> object:
    return namespace.lookup(name)


def _globals_read(prepared: Prepared) -> set[str]:
    """Return the globals that a function mentions, but for owners of methods that are called for their effect."""
    found: set[str] = set()
    for statement in walk(prepared.versions.body):
        for each in own_expressions(statement):
            is_call = isinstance(statement, Effect) and isinstance(each, gast.Call)
            parts = [*each.args, *each.keywords] if is_call and isinstance(each.func, gast.Attribute) else [each]
            found.update(name for part in parts for name in names_in(part))
    return {name for name in found if name not in prepared.versions.table}


def _owner(target: gast.expr) -> gast.expr:
    """Return what a store goes into, through items and attributes."""
    while isinstance(target, gast.Subscript | gast.Attribute):
        target = target.value
    return target


def _handed_on(operation: Operation | None) -> Iterator[str]:
    """Yield the names of which a result may be another name, a part or a view."""
    if isinstance(operation, Copy):
        parts = [operation.atom]
    elif isinstance(operation, Item | Member):
        parts = [operation.owner]
    elif isinstance(operation, Apply):
        words = operation.rule.result_alias.split()
        parts = [operation.arguments[word] for word in words if word in operation.arguments]
    else:
        return
    for part in parts:
        root = root_of(part)
        if root is not None:
            yield root
