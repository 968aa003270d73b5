"""Refuse checkpoints of what cannot be run again, or whose state is not all that an iteration leaves.

A step copies what it stores into, so that the state before it stays what it was. That is the primal as long as no other
name sees the store: none outside of the loop, and no two names that the loop carries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.facts import FactTable
from cladpy.analyses.heap import IMMUTABLE
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.operations import CallCustom, CallUser, Display
from cladpy.analyses.stores import Stores
from cladpy.errors import CladpyError
from cladpy.frontend.namespace import MISSING
from cladpy.frontend.pure_functions import is_pure
from cladpy.ir.expressions import dotted
from cladpy.ir.expressions import name as name_of
from cladpy.ir.statements import Assign, Effect, Raise, Statement, walk
from cladpy.normalize.checkpoints import carried_by, role_of
from cladpy.planning.prepared import Prepared
from cladpy.rules import default_registry

PURE_METHODS = frozenset(
    {"copy", "item", "tolist", "items", "keys", "values", "get", "index", "count", "format", "join"}
)

if TYPE_CHECKING:
    from cladpy.planning.scheduler import DiffScheduler


def check_checkpoints(
    scheduler: DiffScheduler, prepared: Prepared, table: FactTable, stores: Stores, active: frozenset[str]
) -> None:
    """Check the functions that are made of checkpoints, and the calls of them.

    Raises
    ------
    CladpyError
        C124 for effects that would happen again, and for stores that are seen by other names.
    """
    role = role_of(prepared.function)
    if role == "step":
        _check_step(prepared, table, stores)
    if role in ("step", "call"):
        check_pure(scheduler, prepared, table, set())
    if role == "loop" and f"{prepared.form.parameters[0]}.0" in active:
        raise _error(
            prepared, prepared.versions.body[-1], "a checkpointed loop goes over what is differentiated",
            "for i in checkpoint(range(len(x))): and index it: x[i]",
        )  # fmt: skip
    for operation in table.operations.values():
        if isinstance(operation, CallUser) and role_of(operation.function) == "loop":
            _check_call(scheduler, prepared, table, stores, operation)


def check_pure(scheduler: DiffScheduler, prepared: Prepared, table: FactTable, seen: set[object]) -> None:
    """Check that a function, and those that it calls, may be run again."""
    if prepared.function in seen:
        return
    seen.add(prepared.function)
    resolve = scheduler.resolver(prepared)
    for statement in walk(prepared.versions.body):
        made = statement.target.id if isinstance(statement, Assign) and isinstance(statement.target, gast.Name) else ""
        operation = table.operations.get(made)
        if isinstance(operation, CallUser) and not isinstance(operation, CallCustom):
            facts = scheduler.argument_facts(prepared, table, operation)
            inner = scheduler.prepare(operation.function)
            check_pure(scheduler, *scheduler.specialized(inner.function, scheduler.complete(inner, facts)), seen)
        elif not (isinstance(operation, Display) or _is_repeatable(statement)):
            _check_statement(prepared, statement, resolve)


def _check_statement(prepared: Prepared, statement: Statement, resolve: Callable[[str], object]) -> None:
    calls = [n for each in own_expressions(statement) for n in gast.walk(each) if isinstance(n, gast.Call)]
    for node in calls:
        if not _may_be_repeated(node.func, resolve):
            what = (dotted(node.func) or "this").rpartition(".")[2]
            raise _error(
                prepared, statement, f"{what}(...) in a checkpoint would be called a second time",
                "call it outside of the checkpoint; random numbers can be drawn before the loop",
            )  # fmt: skip


def _may_be_repeated(function: gast.expr, resolve: Callable[[str], object]) -> bool:
    """Tell whether a call has no effects and gives the same result again."""
    path = dotted(function)
    value = MISSING if path is None else resolve(path)
    if value is MISSING:
        name = function.attr if isinstance(function, gast.Attribute) else ""
        return name in PURE_METHODS or default_registry.lookup_method("array", name) is not None
    return is_pure(value) or str(getattr(value, "__module__", "")).startswith("cladpy.")


def _is_repeatable(statement: Statement) -> bool:
    """Tell whether a statement updates what it names, or ends the run."""
    return isinstance(statement, Raise) or (isinstance(statement, Assign | Effect) and statement.new is not None)


def _check_step(prepared: Prepared, table: FactTable, stores: Stores) -> None:
    """Check that a step stores into what it carries alone, and hands on no storage under two names."""
    count = carried_by(prepared.function)
    carried = prepared.form.parameters[1 : 1 + count]
    last = prepared.versions.body[-1]
    for stored in stores.parameters:
        if stored not in carried:
            raise _error(
                prepared, last, f"'{stored}' is updated in a checkpointed loop through another name",
                f"store into it by its own name, as in {stored}[...] = ...",
            )  # fmt: skip
    if not stores.stored:
        return
    for version in _returned(prepared, getattr(last.value, "id", "")):  # type: ignore[union-attr]
        operation = table.operations.get(version)
        items = list(operation.items) if isinstance(operation, Display) and count > 1 else [name_of(version)]
        _check_returned(prepared, table, stores, dict(zip(carried, items, strict=True)))


def _returned(prepared: Prepared, version: str) -> list[str]:
    """Return the versions that a function returns, one for each of its returns."""
    found: list[str] = []
    seen: set[str] = set()
    todo = [version]
    while todo:
        each = todo.pop()
        info = prepared.versions.table.get(each)
        if info is None or info.kind != "join":
            found.append(each)
        elif each not in seen:
            seen.add(each)
            todo += info.sources
    return found


def _check_returned(prepared: Prepared, table: FactTable, stores: Stores, handed: Mapping[str, gast.expr]) -> None:
    """Check that what a step hands on has one name for each storage."""
    last = prepared.versions.body[-1]
    owners: dict[str, str] = {
        stores.classes[f"{p}.0"]: p for p in prepared.form.parameters
        if f"{p}.0" in stores.classes and table.facts[f"{p}.0"].kind not in IMMUTABLE
    }  # fmt: skip
    for name, item in handed.items():
        version = getattr(item, "id", "")
        if version not in stores.classes or table.facts[version].kind in IMMUTABLE:
            continue
        other = owners.setdefault(stores.classes[version], name)
        if other != name:
            raise _error(
                prepared, last, f"'{name}' and '{other}' may share storage in a checkpointed loop that updates arrays",
                f"copy one of them: {name} = {other}.copy()",
            )  # fmt: skip


def _check_call(
    scheduler: DiffScheduler, prepared: Prepared, table: FactTable, stores: Stores, operation: CallUser
) -> None:
    """Check that no other name sees what a loop stores into."""
    updated = scheduler.updated_by(operation, scheduler.argument_facts(prepared, table, operation))
    for parameter in updated:
        given = operation.arguments[parameter]
        if not isinstance(given, gast.Name) or given.id not in stores.classes:
            continue
        mine = prepared.versions.table[given.id].name
        for version, info in prepared.versions.table.items():
            same = stores.classes.get(version) == stores.classes[given.id]
            if same and info.name != mine and "@" not in info.name and table.facts[version].kind not in IMMUTABLE:
                place = next(s for s in walk(prepared.versions.body) if _calls(s, operation))
                raise _error(
                    prepared, place, f"a checkpointed loop updates '{mine}', whose storage '{info.name}' may share",
                    f"copy it before the loop: {mine} = {mine}.copy()",
                )  # fmt: skip


def _calls(statement: Statement, operation: CallUser) -> bool:
    return isinstance(statement, Assign) and statement.value is operation.call


def _error(prepared: Prepared, statement: Statement, message: str, hint: str) -> CladpyError:
    line = prepared.form.lines.get(getattr(statement, "source", 0))
    return CladpyError("C124", message, location=None if line is None else line.location, hint=hint)
