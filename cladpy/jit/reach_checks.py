"""What is asked once before loops, so that no index inside of them needs a check: ``check_reach(f.shape[0], n)``.

A check is written with names and lengths that can be read where it stands, and under the condition that the loops run.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.affine import Affine
from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, call, constant, name, names_in, same


@dataclass(frozen=True, slots=True)
class Asked:
    """What a check before a statement makes sure of, where loops run so often: a length is no less than a sum."""

    trips: tuple[Affine, ...]
    symbol: str
    least: Affine
    before: ir.Statement


@dataclass(slots=True)
class ReachChecks:
    """The checks of one function.

    Parameters
    ----------
    lasting : frozenset of str
        What is bound on every path.
    """

    lasting: frozenset[str]
    asked: list[Asked] = field(default_factory=list)
    before: dict[int, list[ir.Statement]] = field(default_factory=dict)  # by statement, what comes before it
    written: dict[str, gast.expr] = field(default_factory=dict)  # by symbol, what can be written for it

    def ask(self, asked: Asked, length: gast.expr, known: Mapping[str, Affine], changing: frozenset[str]) -> bool:
        """Add a check; tell whether it was possible.

        Parameters
        ----------
        asked : Asked
        length : expression
            That which is asked for.
        known : mapping of str to Affine
            By variable, what it holds.
        changing : frozenset of str
            What the loop behind the check binds.
        """
        check = self.check(asked, length, known, changing)
        if check is None or asked in self.asked:
            return False
        self.asked.append(asked)
        self.add(check, self.before.setdefault(id(asked.before), []))
        return True

    def check(
        self, asked: Asked, length: gast.expr, known: Mapping[str, Affine], changing: frozenset[str]
    ) -> ir.Statement | None:
        """Return the statement that asks; None if it cannot be written before the loop, which binds some names."""
        needed = self.text(asked.least, known, changing)
        tests: list[gast.expr] = []
        for trips in asked.trips:
            number = self.text(Affine(0, trips.terms), known, changing)
            if number is None:
                return None
            if trips.terms or trips.number < 1:
                tests.append(gast.Compare(number, [gast.Gt()], [constant(-trips.number)]))
        if needed is None:
            return None
        check = ir.Effect(call("check_reach", length, needed))
        if not tests or (len(asked.trips) == 1 and asked.least == asked.trips[0]):
            return check
        return ir.If(tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests), (check,))

    def add(self, check: ir.Statement, checks: list[ir.Statement]) -> None:
        """Add a check to those before the same loop, under one condition with the last of them if it is the same."""
        last = checks[-1] if checks else None
        if isinstance(last, ir.If) and isinstance(check, ir.If) and same(last.test, check.test):
            checks[-1] = replace(last, body=(*last.body, *check.body))
        else:
            checks.append(check)

    def text(self, whole: Affine, known: Mapping[str, Affine], changing: frozenset[str]) -> gast.expr | None:
        """Return a sum as an expression before a loop that binds some names; None if it cannot be read there."""
        found: gast.expr | None = None
        current = {next(iter(each.terms)): variable for variable, each in known.items() if _is_symbol(each)}
        for symbol, factor in whole.terms.items():
            atom = name(current[symbol]) if symbol in current else self.written.get(symbol)
            root = None if atom is None else next(names_in(atom))
            if atom is None or root in changing or root not in self.lasting:
                return None
            term = atom if abs(factor) == 1 else binary(constant(abs(factor)), gast.Mult(), atom)
            if found is None:
                found = term if factor > 0 else gast.UnaryOp(gast.USub(), term)
            else:
                found = binary(found, gast.Add() if factor > 0 else gast.Sub(), term)
        if found is None or not whole.number:
            return constant(whole.number) if found is None else found
        return binary(found, gast.Add() if whole.number > 0 else gast.Sub(), constant(abs(whole.number)))

    def put(self, block: ir.Block) -> ir.Block:
        """Return a block with the checks before its loops."""
        out: list[ir.Statement] = []
        for statement in block:
            kept = [part for part in ("body", "orelse") if hasattr(statement, part)]
            parts = {part: self.put(getattr(statement, part)) for part in kept}
            written = replace(statement, **parts) if parts else statement  # type: ignore[arg-type]
            out += [*self.before.get(id(statement), []), written]
        return tuple(out)


def _is_symbol(known: Affine) -> bool:
    return not known.number and list(known.terms.values()) == [1]
