"""The cases of a match, written as a chain of conditions."""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import store_name
from cladpy.ir.statements import (
    If,
    Pass,
)
from cladpy.normalize.patterns import pattern_test

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener


def write_cases(flattener: "StatementFlattener", subject: gast.expr, cases: list[gast.match_case]) -> None:
    """Write the cases that are left of a match."""
    if not cases:
        return
    first, *rest = cases
    recorder = flattener.recorder
    source = recorder.current
    if first.guard is not None:
        raise recorder.refuse(first.guard, "C110", "a guard in a match is not supported", hint="use if inside the case")
    test, captures = pattern_test(first.pattern, subject, recorder)
    with recorder.nested() as body:
        for target, value in captures:
            flattener.assign(store_name(target), value)
        flattener.body(first.body)
    if test is None:
        for statement in body:
            recorder.emit(statement)
        return
    with recorder.nested() as orelse:
        recorder.current = source
        write_cases(flattener, subject, rest)
    recorder.emit(If(test, tuple(body) or (Pass(source),), tuple(orelse), source))
