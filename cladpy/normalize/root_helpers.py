"""Which helpers take a root, and which a power: written out where one may be of the other's result.

before: ``distance(a, b) ** 2`` and ``def distance(a, b): return np.sqrt(np.sum((a - b) ** 2))``
after:  ``v@1 = a - b``, ``v@2 = v@1 ** 2``, ``v@3 = np.sum(v@2)``, ``v@4 = np.sqrt(v@3)``, ``v@4 ** 2``

The square of a distance is smooth where the distance is 0 and has no slope: that is seen where both stand in one
function. May say yes too often, which costs length alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import dotted
from cladpy.rules.roots import POWERS, ROOTS, SQUARES

MOST_STATEMENTS = 8  # of a helper that is written out for this: it takes one root, it is not a program

Resolve = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class RootsAndPowers:
    """Whether a text takes roots, and whether it takes powers."""

    roots: bool = False
    powers: bool = False

    @classmethod
    def of(cls, tree: gast.AST, resolve: Resolve) -> "RootsAndPowers":
        """Read them off a text."""
        roots = powers = False
        for node in gast.walk(tree):
            roots = roots or _is_root(node, resolve)
            powers = powers or _is_power(node, resolve)
        return cls(roots, powers)

    def meets(self, other: "RootsAndPowers") -> bool:
        """Tell whether one takes roots where the other takes powers."""
        return (self.roots and other.powers) or (self.powers and other.roots)


def is_straight(tree: gast.FunctionDef) -> bool:
    """Tell whether a function is a few assignments to names and the return of one value.

    Examples
    --------
    >>> is_straight(gast.parse("def f(a, b): return abs(a - b)").body[0])
    True
    >>> is_straight(gast.parse("def f(a): return abs(a), a").body[0])
    False
    """
    body = tree.body[1:] if _is_docstring(tree.body[0]) else tree.body
    if not body or len(body) > MOST_STATEMENTS or not isinstance(body[-1], gast.Return):
        return False
    if body[-1].value is None or isinstance(body[-1].value, _SEVERAL):
        return False
    if not all(isinstance(each, gast.Assign) and _is_of_names(each.targets) for each in body[:-1]):
        return False
    return not any(isinstance(node, _SCOPES) for statement in body for node in gast.walk(statement))


_SCOPES = (gast.Lambda, gast.ListComp, gast.DictComp, gast.SetComp, gast.GeneratorExp, gast.Yield, gast.YieldFrom)


_SEVERAL = (gast.Tuple, gast.List, gast.Dict)


def _is_docstring(statement: gast.stmt) -> bool:
    return isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)


def _is_of_names(targets: list[gast.expr]) -> bool:
    return len(targets) == 1 and isinstance(targets[0], gast.Name)


def _is_root(node: gast.AST, resolve: Resolve) -> bool:
    if isinstance(node, gast.Call):
        return _is_one_of(node.func, ROOTS, resolve) or _is_method(node.func, "std")
    return _exponent(node) is not None and 0 < _exponent(node) < 1  # type: ignore[operator]


def _is_power(node: gast.AST, resolve: Resolve) -> bool:
    if isinstance(node, gast.Call):
        return _is_one_of(node.func, POWERS | SQUARES, resolve)
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        return gast.dump(node.left) == gast.dump(node.right)
    return _exponent(node) is not None and _exponent(node) >= 1  # type: ignore[operator]


def _exponent(node: gast.AST) -> float | None:
    """Return the exponent of a power that is written as a number."""
    if not isinstance(node, gast.BinOp) or not isinstance(node.op, gast.Pow):
        return None
    value = node.right.value if isinstance(node.right, gast.Constant) else None
    return value if isinstance(value, int | float) else None


def _is_method(function: gast.expr, word: str) -> bool:
    return isinstance(function, gast.Attribute) and function.attr == word


def _is_one_of(function: gast.expr, meant: frozenset[object], resolve: Resolve) -> bool:
    path = dotted(function)
    value = None if path is None else resolve(path)
    return callable(value) and value.__hash__ is not None and value in meant
