"""Which statement of a file's own block binds each of its names, where that statement alone says what the name means.

Direction none: one look at the tree. Lattice: nothing < one statement < not known. Soundness: a name that another
statement binds again, that a function writes, or whose value the running file may change in place, is not known.
"""

from collections.abc import Mapping

import gast

from cladpy.frontend.source_file import parse_file, read_text
from cladpy.normalize.closures import bound_names

SIMPLE = (gast.Assign, gast.AnnAssign, gast.FunctionDef, gast.ClassDef, gast.Import, gast.ImportFrom)
FIXED = (gast.FunctionDef, gast.ClassDef, gast.Import, gast.ImportFrom)


def bindings_of(file: str) -> Mapping[str, gast.stmt | None]:
    """Return the statement that binds each name of a file; None where no single one does.

    Parameters
    ----------
    file : str
        As Python reports it.
    """
    body = parse_file(read_text(file) or "").tree.body
    found: dict[str, gast.stmt | None] = {}
    for statement in body:
        for name in bound_by(statement):
            found[name] = statement if name not in found and isinstance(statement, SIMPLE) else None
    written = {name for statement in body for name in _written_by(statement)}
    changed = {name for statement in body for name in _changed_by(statement)}
    return {
        name: None if name in written or (name in changed and _may_change(statement)) else statement
        for name, statement in found.items()
    }


def bound_by(statement: gast.stmt) -> set[str]:
    """Return the names that a statement of a file's own block binds.

    Examples
    --------
    >>> sorted(bound_by(gast.parse("import a.b, c as d").body[0])), bound_by(gast.parse("x: int").body[0])
    (['a', 'd'], set())
    """
    if isinstance(statement, gast.Import | gast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    if isinstance(statement, gast.AnnAssign) and statement.value is None:
        return set()
    return bound_names([statement])


def _written_by(statement: gast.stmt) -> set[str]:
    """Return the names that functions bind anew."""
    return {name for part in gast.walk(statement) if isinstance(part, gast.Global) for name in part.names}


def _changed_by(statement: gast.stmt) -> set[str]:
    """Return the names whose values a statement may change: by a store anywhere in it, or by what it does when run."""
    parts = list(gast.walk(statement))
    found = set() if isinstance(statement, SIMPLE) else {part.id for part in parts if isinstance(part, gast.Name)}
    for part in parts:
        if isinstance(part, gast.Subscript | gast.Attribute) and isinstance(part.ctx, gast.Store | gast.Del):
            target: gast.AST = part
            while isinstance(target, gast.Subscript | gast.Attribute):
                target = target.value
            if isinstance(target, gast.Name):
                found.add(target.id)
    return found


def _may_change(statement: gast.stmt | None) -> bool:
    """Tell whether what a statement binds may be changed in place."""
    if isinstance(statement, FIXED):
        return False
    value = getattr(statement, "value", None)
    return not isinstance(value.operand if isinstance(value, gast.UnaryOp) else value, gast.Constant)
