"""Which statements of a function belong to its reverse sweep."""

from cladpy.ir import statements as ir

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


def is_mark(statement: ir.Statement, text: str) -> bool:
    """Tell whether a statement is the comment that opens a sweep."""
    return isinstance(statement, ir.Comment) and statement.text == text
