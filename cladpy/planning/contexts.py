"""Refuse contexts that may update what has a derivative when they are entered or left.

Nobody sees into ``__enter__`` and ``__exit__`` of a context that is entered as it stands. One that holds nothing varied
has nothing to update.
"""

from collections.abc import Collection

import gast

from cladpy.analyses.facts import FactTable, located
from cladpy.errors import CladpyError
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import UNKNOWN
from cladpy.ir.statements import Assign, With, walk
from cladpy.planning.prepared import Prepared

IMMUTABLE = ("python", "scalar")


def check_contexts(prepared: Prepared, table: FactTable, varied: Collection[str]) -> None:
    """Raise if a context that is entered holds something varied that can be updated.

    Raises
    ------
    CladpyError
        C123, at the statement.
    """
    for statement in walk(prepared.versions.body):
        value = statement.value if isinstance(statement, Assign) else getattr(statement, "context", None)
        if not isinstance(statement, Assign | With) or not _is_entered(value):
            continue
        for version in names_in(value):
            if version in varied and table.facts.get(version, UNKNOWN).kind not in IMMUTABLE:
                with located(statement, prepared.form.lines):
                    raise CladpyError(
                        "C123",
                        "this context holds an active value, which entering or leaving it may update in place",
                        hint="write what it does before and behind the block instead",
                    )


def _is_entered(value: object) -> bool:
    return isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "entered"
