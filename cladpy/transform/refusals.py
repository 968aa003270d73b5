"""What the reverse sweep cannot do: each an error with the user's line and a way out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.analyses.operations import Apply, Item, Member, Opaque, Operation
from cladpy.errors import CladpyError, Location
from cladpy.ir.expressions import names_in
from cladpy.ir.statements import Assign, Effect, Statement, Update
from cladpy.normalize.recorder import PrimalLine
from cladpy.planning.escapes import LOOK_ONLY
from cladpy.rules.absences import NotImplementedRule

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints


@dataclass(frozen=True, slots=True)
class Refusals:
    """Makes errors for one function.

    Parameters
    ----------
    lines : mapping of int to PrimalLine
        The primal's statements.
    wanted : str
        What was asked for, for the note.
    """

    lines: Mapping[int, PrimalLine]
    wanted: str

    def place(self, source: int) -> Location | None:
        """Return the place of a statement of the primal."""
        line = self.lines.get(source)
        return None if line is None else line.location

    def error(
        self, code: str, message: str, source: int, hint: str | None = None, label: str | None = None
    ) -> CladpyError:
        """Return an error at a statement of the primal."""
        return CladpyError(
            code,
            message,
            location=self.place(source),
            label=label,
            notes=[f"needed to differentiate {self.wanted}"],
            hint=hint,
        )

    def opaque(self, operation: Operation | None, statement: Statement) -> CladpyError:
        """Return the error for a value that has no rule."""
        why = operation.why if isinstance(operation, Opaque) else type(operation).__name__
        source = getattr(statement, "source", 0)
        value = operation.value if isinstance(operation, Opaque) else None
        if isinstance(value, gast.Call):
            return self.error(
                "C201", f"{why} has no derivative rule", source,
                hint="register a rule with @cladpy.custom_pullback, or cut the dependency: cladpy.stop_adjoint(...)",
                label="reached by a value that depends on what is differentiated",
            )  # fmt: skip
        return self.error("C201", f"{why} cannot be differentiated yet", source, hint="write it with loops and arrays")

    def rule(self, operation: Apply, parameter: str, absence: object, source: int) -> CladpyError:
        """Return the error for a parameter whose adjoint a rule lacks."""
        why = f": {absence.why}" if isinstance(absence, NotImplementedRule) else ""
        code = "C202" if isinstance(absence, NotImplementedRule) else "C203"
        text = f"{operation.rule.name} has no derivative with respect to {parameter!r}{why}"
        return self.error(code, text, source, hint="register a rule with @cladpy.custom_pullback")

    def member(self, operation: Member, source: int) -> CladpyError:
        """Return the error for an attribute whose place in the adjoint is not known."""
        return self.error("C207", f"the attribute {operation.name!r} cannot be differentiated", source)

    def container(self, operation: Item, source: int) -> CladpyError:
        """Return the error for a container read in a way that has no adjoint yet."""
        return self.error(
            "C205",
            "this use of a list of active values is not supported yet",
            source,
            hint="use an array, or indices that are written in the source",
        )

    def container_store(self, statement: Assign | Update) -> CladpyError:
        """Return the error for a store into a list, dict or object."""
        return self.error(
            "C121",
            "storing an active value into a list, dict or object is not supported yet",
            statement.source,
            hint="store into an array, or build a new value",
        )

    def part_store(self, statement: Assign | Update, part: str) -> CladpyError:
        """Return the error for a store into the real or imaginary part of an array."""
        return self.error(
            "C208",
            f"a store into the attribute {part!r} of an active array is not supported",
            statement.source,
            hint="store the whole number: z[...] = real + 1j * imag",
        )

    def repeated_update(self, statement: Update) -> CladpyError:
        """Return the error for an update in place whose index may repeat."""
        return self.error(
            "C122",
            "this update in place with an index array is not supported",
            statement.source,
            hint="write a[i] = a[i] * v, or use slices",
        )

    def alias(self, statement: Statement, other: str) -> CladpyError:
        """Return the error for a store into an array that another name may share."""
        what = f"{other!r} may share its storage and is read later" if other != "v" else "a view of it is read later"
        return self.error(
            "C120",
            f"an array is updated in place while {what}",
            getattr(statement, "source", 0),
            hint="copy one of them: b = a.copy()",
        )

    def effect(self, sweep: Adjoints, statement: Effect) -> None:
        """Refuse a call that may change an active value in place."""
        value = statement.value
        if not isinstance(value, gast.Call):
            return
        callee = value.func
        if (isinstance(callee, gast.Name) and callee.id in LOOK_ONLY) or id(value) in sweep.analysis.harmless:
            return
        active = [
            n
            for n in names_in(value)
            if sweep.is_active(n)
            or (
                n in sweep.analysis.versions.table
                and sweep.analysis.fact(n).kind in ("array", "list", "dict", "object", "unknown", "number")
            )
        ]
        if active:
            raise self.error(
                "C123",
                "a call that may change its arguments in place is not supported yet",
                statement.source,
                hint="let the function return the new value",
            )

    def global_store(self, sweep: Adjoints, statement: Assign | Update) -> None:
        """Refuse a store into a global."""
        raise self.error(
            "C101",
            "a store into a global is not supported",
            statement.source,
            hint="pass the array as an argument and return it",
        )

    def inactive_store(self, sweep: Adjoints, statement: Assign | Update) -> None:
        """Refuse a store of an active value into something that holds no adjoint, where it would be lost."""
        value = statement.value
        fact = sweep.analysis.fact(statement.new or "")
        lost = fact.is_array and fact.dtype is not None and fact.dtype.kind not in "fc"
        if lost or not any(sweep.is_active(n) for n in names_in(value)):
            return
        if not fact.is_array:
            raise self.container_store(statement)
