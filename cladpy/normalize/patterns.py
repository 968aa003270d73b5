"""Conditions that the patterns of a match stand for.

before: ``case [1, *rest]:``        after: ``matches_sequence(s) and len(s) >= 1 and s[0] == 1``, ``rest = list(s[1:])``
before: ``case Point(x=0, y=h):``   after: ``isinstance(s, Point) and hasattr(s, "x") and s.x == 0``, ``h = s.y``

The conditions of one pattern are tried from left to right; each relies on those before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import gast

from cladpy.ir.expressions import attribute, call, constant, dotted, subscript
from cladpy.normalize.recorder import Recorder

Captures = list[tuple[str, gast.expr]]
SELF_MATCHING = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes that one pattern in brackets matches as a whole: ``float(x)``."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way in which a pattern matches: the conditions, in order, and what is captured behind them."""

    tests: tuple[gast.expr, ...] = ()
    captures: tuple[tuple[str, gast.expr], ...] = ()

    def __add__(self, other: "Alternative") -> "Alternative":
        """Return the way in which both match."""
        return Alternative(self.tests + other.tests, self.captures + other.captures)

    @property
    def test(self) -> gast.expr | None:
        """The conditions as one; None if there is none."""
        if not self.tests:
            return None
        return self.tests[0] if len(self.tests) == 1 else gast.BoolOp(gast.And(), list(self.tests))


@dataclass(frozen=True, slots=True)
class Patterns:
    """Takes patterns apart.

    Parameters
    ----------
    recorder : Recorder
        Makes the errors.
    resolve : callable
        Returns the class that an expression means, or None.
    """

    recorder: Recorder
    resolve: Callable[[gast.expr], object]

    def alternatives(self, pattern: gast.pattern, subject: gast.expr) -> list[Alternative]:
        """Return the ways in which a pattern matches, in the order in which they are tried."""
        if isinstance(pattern, gast.MatchValue):
            return [Alternative((gast.Compare(subject, [gast.Eq()], [pattern.value]),))]
        if isinstance(pattern, gast.MatchSingleton):
            return [Alternative((gast.Compare(subject, [gast.Is()], [constant(pattern.value)]),))]
        if isinstance(pattern, gast.MatchAs):
            inner = [Alternative()] if pattern.pattern is None else self.alternatives(pattern.pattern, subject)
            captured = Alternative() if pattern.name is None else Alternative((), ((pattern.name, subject),))
            return [way + captured for way in inner]
        if isinstance(pattern, gast.MatchOr):
            return self.either(pattern, subject)
        if isinstance(pattern, gast.MatchSequence):
            return self.sequence(pattern, subject)
        if isinstance(pattern, gast.MatchMapping):
            return self.mapping(pattern, subject)
        return self.object(pattern, subject)

    def either(self, pattern: gast.MatchOr, subject: gast.expr) -> list[Alternative]:
        """Return the ways of ``a | b``: one condition if nothing is captured."""
        ways = [way for part in pattern.patterns for way in self.alternatives(part, subject)]
        if any(way.captures for way in ways):
            return ways
        tests = [way.test for way in ways]
        return [Alternative()] if None in tests else [Alternative((gast.BoolOp(gast.Or(), tests),))]

    def sequence(self, pattern: gast.MatchSequence, subject: gast.expr) -> list[Alternative]:
        """Return the ways of ``[a, *b, c]``."""
        starred = [isinstance(part, gast.MatchStar) for part in pattern.patterns]
        count = len(starred) - any(starred)
        length = gast.Compare(call("len", subject), [gast.GtE() if any(starred) else gast.Eq()], [constant(count)])
        parts = []
        for position, part in enumerate(pattern.patterns):
            if isinstance(part, gast.MatchStar):
                behind = count - position
                cut = gast.Slice(constant(position), constant(-behind) if behind else None, None)
                rest = call("list", subscript(subject, cut))
                parts.append([Alternative((), ((part.name, rest),) if part.name else ())])
            else:
                index = position if not any(starred[:position]) else position - len(starred)
                parts.append(self.alternatives(part, subscript(subject, constant(index))))
        return _in_turn(Alternative((call("matches_sequence", subject), length)), parts)

    def mapping(self, pattern: gast.MatchMapping, subject: gast.expr) -> list[Alternative]:
        """Return the ways of ``{key: a, **rest}``."""
        tests = [gast.Compare(key, [gast.In()], [subject]) for key in pattern.keys]
        parts = [
            self.alternatives(part, subscript(subject, key))
            for key, part in zip(pattern.keys, pattern.patterns, strict=True)
        ]
        if pattern.rest is not None:
            rest = call("without_keys", subject, gast.Tuple(list(pattern.keys), gast.Load()))
            parts.append([Alternative((), ((pattern.rest, rest),))])
        return _in_turn(Alternative((call("matches_mapping", subject), *tests)), parts)

    def object(self, pattern: gast.MatchClass, subject: gast.expr) -> list[Alternative]:
        """Return the ways of ``Class(a, name=b)``."""
        parts = []
        if pattern.patterns and len(pattern.patterns) == 1 and self.resolve(pattern.cls) in SELF_MATCHING:
            parts.append(self.alternatives(pattern.patterns[0], subject))
            names = list(pattern.kwd_attrs)
            patterns = list(pattern.kwd_patterns)
        else:
            names = [*self.positions(pattern), *pattern.kwd_attrs]
            patterns = [*pattern.patterns, *pattern.kwd_patterns]
        for name, part in zip(names, patterns, strict=True):
            has = Alternative((call("hasattr", subject, constant(name)),))
            parts.append([has + way for way in self.alternatives(part, attribute(subject, name))])
        return _in_turn(Alternative((call("isinstance", subject, pattern.cls),)), parts)

    def positions(self, pattern: gast.MatchClass) -> list[str]:
        """Return the attributes that the patterns without a name stand for."""
        if not pattern.patterns:
            return []
        cls = self.resolve(pattern.cls)
        names = getattr(cls, "__match_args__", ()) if isinstance(cls, type) else None
        if names is None or len(names) < len(pattern.patterns):
            found = dotted(pattern.cls) or "this class"
            raise self.recorder.refuse(
                pattern,
                "C110",
                f"{found} names no attributes for the patterns in its brackets",
                hint="name the attributes: case Point(x=a, y=b)",
            )
        return list(names[: len(pattern.patterns)])


def _in_turn(first: Alternative, parts: list[list[Alternative]]) -> list[Alternative]:
    """Return the ways in which all parts match behind a first condition."""
    return [sum(ways, first) for ways in product(*parts)]
