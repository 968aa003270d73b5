"""Numbers that are read from texts which were made of active values: ``float(str(x))``, whose derivative a text loses.

before: ``s = f"{x}"``, ``y = float(s)``    refused: (C205) the adjoint of y does not come back to x

Direction forward, lattice sets of versions, meet union. A version is *of an active text* if it is a text that is made
of something varied, or is made of, holds or is taken out of such a version; whole numbers and truth values end it, for
they have no derivative by any way. Requires varied versions. Soundness: of a user's function that is given such a text
beside the active value itself, nothing is asked.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import gast

from cladpy.analyses.facts import FactTable
from cladpy.analyses.liveness import own_expressions
from cladpy.errors import CladpyError
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import UNKNOWN, Fact, present
from cladpy.ir.statements import Assign, Effect, Phi, Statement, Update, walk
from cladpy.planning.prepared import Prepared

_OF_DICTS = frozenset({"get", "pop", "setdefault"})
"""Methods that look a text up."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Looks through one function.

    Parameters
    ----------
    prepared, table
        The function with its facts.
    varied : collection of str
    is_useful : callable
        Tells whether a version may reach the result.
    """

    prepared: Prepared
    table: FactTable
    varied: Collection[str]
    is_useful: Callable[[str], bool]

    def check(self) -> None:
        """Refuse numbers that are read from such texts.

        Raises
        ------
        CladpyError
            C205.
        """
        if not any(self.is_text(self.fact(version)) for version in self.table.facts):
            return
        found: set[str] = set()
        before = -1
        while len(found) != before:
            before = len(found)
            for statement in walk(self.prepared.versions.body):
                self.note(statement, found)
        for statement in walk(self.prepared.versions.body) if found else ():
            self.check_statement(statement, found)

    def note(self, statement: Statement, found: set[str]) -> None:
        """Add the versions that a statement makes of active texts."""
        for phi in (*getattr(statement, "phis", ()), *getattr(statement, "exits", ())):
            if isinstance(phi, Phi) and not found.isdisjoint(phi.sources):
                found.add(phi.target)
        read = {name for each in own_expressions(statement) for name in names_in(each)}
        is_made_of_one = not found.isdisjoint(read)
        for made in _made(statement):
            fact = self.fact(made)
            if (is_made_of_one and self.may_hold_text(fact)) or (self.is_text(fact) and self.prints(statement)):
                found.add(made)

    def prints(self, statement: Statement) -> bool:
        """Tell whether a statement makes a text of something varied; to take one out of a container is not that."""
        value = getattr(statement, "value", None)
        is_taken = value is None or isinstance(value, gast.Subscript | gast.Attribute | gast.Name)
        return not is_taken and any(each in self.varied for each in names_in(value))

    def check_statement(self, statement: Statement, found: set[str]) -> None:
        """Refuse a call that makes something floating of an active text."""
        value = getattr(statement, "value", None)
        if not isinstance(value, gast.Call) or found.isdisjoint(names_in(value)) or self.looks_up(value):
            return
        for made in _made(statement):
            fact = self.fact(made)
            is_read = made not in self.varied and not self.is_text(fact) and fact.may_hold_derivative
            if is_read and self.is_useful(made):
                raise self.error(statement)

    def looks_up(self, value: gast.Call) -> bool:
        """Tell whether a call is ``d.get(text)``: which item it gives depends on the text, as with any index."""
        method = value.func if isinstance(value.func, gast.Attribute) else None
        owner = method.value if method is not None else None
        is_dict = isinstance(owner, gast.Name) and self.fact(owner.id).kind == "dict"
        return is_dict and method is not None and method.attr in _OF_DICTS

    def fact(self, version: str) -> Fact:
        """Return what is known of a version."""
        return present(self.table.facts.get(version, UNKNOWN))

    def is_text(self, fact: Fact) -> bool:
        """Tell whether a value is a text."""
        return fact.kind == "str"

    def may_hold_text(self, fact: Fact) -> bool:
        """Tell whether a value may be, or hold, a text."""
        return not fact.is_number or fact.dtype is None or fact.dtype.kind in "OSU"

    def error(self, statement: Statement) -> CladpyError:
        """Return the error at a statement."""
        line = self.prepared.form.lines.get(getattr(statement, "source", 0))
        return CladpyError(
            "C205", "a number is read from a text that was made of an active value, where no adjoint follows it",
            location=None if line is None else line.location,
            hint="use the value itself, np.round(value, 3) to round it, or cut it off: cladpy.stop_adjoint(value)",
        )  # fmt: skip


def _made(statement: Statement) -> Iterator[str]:
    """Yield the versions that a statement makes."""
    if isinstance(statement, Assign) and not isinstance(statement.target, gast.Subscript | gast.Attribute):
        yield from names_in(statement.target)
    if isinstance(statement, Assign | Update | Effect) and statement.new is not None:
        yield statement.new
    target = getattr(statement, "target", None)
    if not isinstance(statement, Assign | Update | Effect) and isinstance(target, gast.expr):
        yield from names_in(target)  # of a loop
