"""Conditions that the patterns of a match stand for."""

import gast

from cladpy.ir.expressions import subscript
from cladpy.normalize.recorder import Recorder

Captures = list[tuple[str, gast.expr]]


def pattern_test(pattern: gast.pattern, subject: gast.expr, recorder: Recorder) -> tuple[gast.expr | None, Captures]:
    """Return the condition under which a pattern matches (None: always), and what it captures."""
    if isinstance(pattern, gast.MatchValue):
        return gast.Compare(subject, [gast.Eq()], [pattern.value]), []
    if isinstance(pattern, gast.MatchSingleton):
        return gast.Compare(subject, [gast.Is()], [gast.Constant(pattern.value, None)]), []
    if isinstance(pattern, gast.MatchAs):
        if pattern.pattern is None:
            return None, [] if pattern.name is None else [(pattern.name, subject)]
        test, captures = pattern_test(pattern.pattern, subject, recorder)
        return test, captures if pattern.name is None else [*captures, (pattern.name, subject)]
    if isinstance(pattern, gast.MatchOr):
        tests = [pattern_test(part, subject, recorder) for part in pattern.patterns]
        if all(test is not None and not captures for test, captures in tests):
            return gast.BoolOp(gast.Or(), [test for test, _ in tests]), []
    raise recorder.refuse(
        pattern,
        "C110",
        f"the pattern {type(pattern).__name__} is not supported in a match",
        hint="use if with isinstance, len and indices",
    )


__all__ = ["pattern_test", "subscript"]
