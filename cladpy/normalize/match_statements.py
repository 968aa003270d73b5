"""The cases of a match, written as a chain of conditions.

before: ``case 1 | 2: A`` ``case k if k > x: B``    after: ``if n == 1 or n == 2: A`` ``else: k = n``, ``if k > x: B``

Where a case may fail behind a condition that held (a guard, alternatives that capture), a flag tells those after it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import constant, name, store_name
from cladpy.ir.statements import Assign, Block, If, Pass
from cladpy.normalize.patterns import Alternative, Patterns

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

Write = Callable[[], None]


def write_cases(flattener: "StatementFlattener", subject: gast.expr, cases: list[gast.match_case]) -> None:
    """Write the cases that are left of a match."""
    if not cases:
        return
    first, *rest = cases
    patterns = Patterns(flattener.recorder, flattener.expressions.class_meant)
    ways = patterns.alternatives(first.pattern, subject)
    if len(ways) == 1 and (first.guard is None or ways[0].test is None or not rest):
        _write_one(flattener, ways[0], first, lambda: write_cases(flattener, subject, rest))
    else:
        _write_with_flag(flattener, ways, first, lambda: write_cases(flattener, subject, rest))


def _write_one(flattener: "StatementFlattener", way: Alternative, case: gast.match_case, rest: Write) -> None:
    """Write a case that is decided by one condition: that of its pattern, or of its guard behind captures."""
    recorder, source = flattener.recorder, flattener.recorder.current
    if way.test is None:
        _capture(flattener, way)
        if case.guard is None:
            flattener.body(case.body)
        else:
            recorder.emit(_branch(flattener, case.guard, case, rest, source))
        return
    test = flattener.expressions.test(way.test)
    with recorder.nested() as body:
        _capture(flattener, way)
        if case.guard is None:
            flattener.body(case.body)
        else:
            recorder.emit(_branch(flattener, case.guard, case, lambda: None, source))
    recorder.emit(If(test, tuple(body) or (Pass(source),), _block(flattener, rest), source))


def _branch(flattener: "StatementFlattener", test: gast.expr, case: gast.match_case, rest: Write, source: int) -> If:
    """Return ``if test`` around a case's body."""
    condition = flattener.expressions.test(test)
    body = _block(flattener, lambda: flattener.body(case.body))
    return If(condition, body or (Pass(source),), _block(flattener, rest), source)


def _write_with_flag(
    flattener: "StatementFlattener", ways: list[Alternative], case: gast.match_case, rest: Write
) -> None:
    """Write a case whose flag tells whether it matched: one of several ways, then its guard."""
    recorder, source = flattener.recorder, flattener.recorder.current
    matched = recorder.fresh("matched")
    recorder.emit(Assign(store_name(matched), constant(value=False), source))
    _write_ways(flattener, ways, matched)
    if case.guard is not None:
        with recorder.nested() as guarded:
            test = gast.UnaryOp(gast.Not(), flattener.expressions.test(case.guard))
            failed = (Assign(store_name(matched), constant(value=False), source),)
            recorder.emit(If(test, failed, (), source))
        recorder.emit(If(name(matched), tuple(guarded), (), source))
    body = _block(flattener, lambda: flattener.body(case.body))
    recorder.emit(If(name(matched), body or (Pass(source),), _block(flattener, rest), source))


def _write_ways(flattener: "StatementFlattener", ways: list[Alternative], matched: str) -> None:
    """Write the ways of a pattern, each tried where those before it failed."""
    way, *others = ways
    source = flattener.recorder.current

    def succeed() -> None:
        _capture(flattener, way)
        flattener.emit_assign(store_name(matched), constant(value=True))

    if way.test is None:
        succeed()
        return
    test = flattener.expressions.test(way.test)
    body = _block(flattener, succeed)
    orelse = _block(flattener, lambda: _write_ways(flattener, others, matched)) if others else ()
    flattener.recorder.emit(If(test, body, orelse, source))


def _capture(flattener: "StatementFlattener", way: Alternative) -> None:
    """Write the assignments of what a pattern captures."""
    for target, value in way.captures:
        flattener.assign(store_name(target), value)


def _block(flattener: "StatementFlattener", write: Write) -> Block:
    """Return what ``write`` writes as a block of its own."""
    source = flattener.recorder.current
    with flattener.recorder.nested() as block:
        flattener.recorder.current = source
        write()
    return tuple(block)


def captured_names(cases: list[gast.match_case]) -> set[str]:
    """Return the names that the patterns of a match bind, and those that its guards do."""
    parts = [part for case in cases for node in (case.pattern, case.guard) if node for part in gast.walk(node)]
    found = {part.name for part in parts if isinstance(part, gast.MatchAs | gast.MatchStar) and part.name}
    found |= {part.rest for part in parts if isinstance(part, gast.MatchMapping) and part.rest}
    return found | {part.target.id for part in parts if isinstance(part, gast.NamedExpr)}
