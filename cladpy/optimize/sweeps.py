"""Which statements of a function belong to its reverse sweep, and which to tangents."""

import gast

from cladpy.ir import statements as ir
from cladpy.optimize.variables import is_tangent

FORWARD = "---- forward sweep ----"
REVERSE = "---- reverse sweep ----"


def reverse_sweep(function: ir.Function) -> frozenset[int]:
    """Return the ids of the statements of the reverse sweep.

    They are those behind the mark; in a function without marks all, if it is a pullback (a parameter is a cotangent),
    else none.
    """
    marked = any(is_mark(statement, FORWARD) or is_mark(statement, REVERSE) for statement in function.body)
    inside = not marked and any(parameter.startswith("d_") for parameter in function.parameters)
    found: set[int] = set()
    for statement in function.body:
        if is_mark(statement, REVERSE) or is_mark(statement, FORWARD):
            inside = is_mark(statement, REVERSE)
        elif inside:
            found.update(id(nested) for nested in ir.walk((statement,)))
    return frozenset(found)


def derivative_statements(function: ir.Function) -> frozenset[int]:
    """Return the ids of the statements that are not the primal's: the reverse sweep, and those that make tangents."""
    made = (id(statement) for statement in ir.walk(function.body) if makes_tangent(statement))
    return reverse_sweep(function).union(made)


def makes_tangent(statement: ir.Statement) -> bool:
    """Tell whether a statement assigns to a tangent, or stores into one, and to nothing else."""
    if not isinstance(statement, ir.Assign | ir.Update):
        return False
    target = statement.target
    while isinstance(target, gast.Subscript | gast.Attribute):
        target = target.value
    return isinstance(target, gast.Name) and is_tangent(target.id)


def is_mark(statement: ir.Statement, text: str) -> bool:
    """Tell whether a statement is the comment that opens a sweep."""
    return isinstance(statement, ir.Comment) and statement.text == text
