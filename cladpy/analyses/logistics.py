"""Logistic functions that are written out, differentiated by their result.

before: ``e.1 = np.exp(v.1)``, ``s.1 = 1 + e.1``, ``p.1 = 1 / s.1``        the rules of exp, add and divide
after: the same statements, of which the third has the rule of ``falling_logistic(v.1)``, or, where ``v.1`` is
``-x.1``, that of ``rising_logistic(x.1)``

The adjoint ``d_p * p * (1.0 - p)`` reads the result alone, and meets no infinite slope where the exponential overflows.
The statements stay as they are, so values are the primal's.

Requires the operations of all statements before. Soundness: the operand is the same value at the first statement and
at the last, since both are in the same loops and nothing is stored into between them.
"""

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass

import gast
import numpy as np

from cladpy import runtime
from cladpy.analyses.operations import Apply, Operation
from cladpy.analyses.root_powers import RootPowers
from cladpy.analyses.versions import Version
from cladpy.rules import choose, default_registry
from cladpy.rules.declaration import Rule

QUOTIENTS = frozenset({np.divide, operator.truediv})
SUMS = frozenset({np.add, operator.add})
EXPONENTIALS = frozenset({np.exp, math.exp})
NEGATIVES = frozenset({np.negative, operator.neg})


@dataclass(frozen=True, slots=True)
class Logistics:
    """Finds logistic functions.

    Parameters
    ----------
    table : mapping
        Where each version stands.
    operations : mapping
        What each version is made by, of those before.
    """

    table: Mapping[str, Version]
    operations: Mapping[str, Operation]

    def as_one(self, version: str, operation: Operation) -> Operation:
        """Return the operation that a version is differentiated by: another than its own for a logistic function."""
        if not isinstance(operation, Apply) or operation.rule.function not in QUOTIENTS or not _is_one(operation, "x"):
            return operation
        total = self.made(operation, "y", SUMS)
        if total is None:
            return operation
        number, other = ("x", "y") if _is_one(total, "x") else ("y", "x")
        exponential = self.made(total, other, EXPONENTIALS) if _is_one(total, number) else None
        if exponential is None or not self.stays(total.arguments[other].id, version):
            return operation
        opposite = self.made(exponential, "x", NEGATIVES)
        if opposite is not None and self.stays(exponential.arguments["x"].id, version):
            return _applied(runtime.rising_logistic, opposite) or operation
        return _applied(runtime.falling_logistic, exponential) or operation

    def made(self, operation: Apply, parameter: str, functions: frozenset[object]) -> Apply | None:
        """Return what makes an operand, if that is one of some functions."""
        operand = operation.arguments.get(parameter)
        if not isinstance(operand, gast.Name) or operand.id not in self.table:
            return None
        maker = self.operations.get(operand.id)
        is_assigned = self.table[operand.id].kind == "assign"
        return maker if is_assigned and isinstance(maker, Apply) and maker.rule.function in functions else None

    def stays(self, made: str, version: str) -> bool:
        """Tell whether what a version was made of is at a later statement what it was."""
        return RootPowers(self.table, self.operations).is_unchanged(self.table[made], version)


def _is_one(operation: Apply, parameter: str) -> bool:
    """Tell whether an operand is written as 1."""
    facts = operation.facts[parameter]
    return facts.literal and type(facts.value) in (int, float) and facts.value == 1


def _applied(function: object, maker: Apply) -> Apply | None:
    """Return the rule of a function of the operand that a rule is applied to."""
    rule: Rule | None = default_registry.lookup(function)
    operand, facts = maker.arguments.get("x"), maker.facts.get("x")
    if rule is None or not isinstance(operand, gast.Name) or facts is None:
        return None
    return Apply(rule, choose(rule, {"x": facts}), {"x": operand}, {"x": facts})
