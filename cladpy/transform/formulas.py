"""Turn the formula of a rule into an expression over the versions of a call.

Chooses between the plain and the guarded form (strong zeros), and says what the contribution's bits are.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from cladpy.analyses.operations import Apply
from cladpy.ir.expressions import constant, names_in, rebuild, same, subscript, substitute
from cladpy.rules.formula import Formula
from cladpy.transform.adjoint_state import AdjointState


@dataclass(frozen=True, slots=True)
class Chosen:
    """The formula to use for one parameter."""

    expression: gast.expr
    guarded: bool


def choose_formula(
    operation: Apply, parameter: str, seed: AdjointState, *, python: bool = False, regular: bool = False
) -> Chosen:
    """Return the plain formula, or the guarded one where a zero cotangent may meet an infinite slope.

    ``python`` says that the operands may all be Python numbers, whose arithmetic raises at singular points; ``regular``
    that the operands are not at one.
    """
    plain = operation.variant.pullbacks[parameter]
    guarded = operation.variant.guarded.get(parameter)
    if not isinstance(plain, Formula):
        raise TypeError(parameter)
    if regular and not seed.infinite:
        return Chosen(plain.expression, guarded=False)
    if guarded is not None and _needs_guard(operation, parameter, seed, python=python):
        return Chosen(guarded.expression, guarded=True)
    return Chosen(plain.expression, guarded=False)


def _needs_guard(operation: Apply, parameter: str, seed: AdjointState, *, python: bool) -> bool:
    rule = operation.rule
    if parameter in rule.branch_point and (seed.zero or python):
        return True
    if parameter in rule.pole and seed.cut and not all(facts.python_float for facts in operation.facts.values()):
        return True  # on Python numbers the primal itself raises at its pole
    singular = parameter in rule.branch_point or parameter in rule.pole
    return seed.infinite and not singular


def bits_of(
    operation: Apply, parameter: str, expression: gast.expr, seed: AdjointState, *, regular: bool = False
) -> tuple[bool, bool, bool]:
    """Return (may be zero, cut, may be infinite) of a contribution; ``regular``: not at a singular point."""
    rule = operation.rule
    results = {f"d_{result}" for result in operation.variant.results}
    zero = seed.zero or not _keeps_nonzero(expression, results)
    cut = seed.cut or rule.cuts or operation.variant.saturates
    # At a pole the primal is infinite itself, so that only branch points make a slope infinite at a finite value.
    is_root = parameter in rule.branch_point and parameter in operation.variant.guarded
    infinite = seed.infinite or (is_root and not regular)
    return zero or rule.cuts, cut, infinite


def _keeps_nonzero(expression: gast.expr, seeds: set[str]) -> bool:
    """Tell whether a formula only scales the cotangent by a nonzero constant, negates or broadcasts it."""
    if isinstance(expression, gast.Name):
        return expression.id in seeds
    if isinstance(expression, gast.UnaryOp):
        return _keeps_nonzero(expression.operand, seeds)
    if isinstance(expression, gast.BinOp) and isinstance(expression.op, gast.Mult | gast.Div):
        scale = expression.left if isinstance(expression.left, gast.Constant) else expression.right
        other = expression.right if scale is expression.left else expression.left
        if isinstance(scale, gast.Attribute) and scale.attr == "size":
            return _keeps_nonzero(other, seeds)
        return isinstance(scale, gast.Constant) and bool(scale.value) and _keeps_nonzero(other, seeds)
    if isinstance(expression, gast.Call) and expression.args:
        callee = expression.func
        if isinstance(callee, gast.Attribute) and callee.attr == "broadcast_to":
            return _keeps_nonzero(expression.args[0], seeds)
    return False


def broadcast_operand(expression: gast.expr, parameter: str) -> gast.expr | None:
    """Return e where the formula is ``np.broadcast_to(e, x.shape)`` for its own parameter x, else None."""
    if not (isinstance(expression, gast.Call) and isinstance(expression.func, gast.Attribute)):
        return None
    if expression.func.attr != "broadcast_to" or len(expression.args) != 2:
        return None
    shape = expression.args[1]
    if (
        isinstance(shape, gast.Attribute)
        and shape.attr == "shape"
        and same(shape.value, gast.Name(parameter, None, None, None))
    ):
        return expression.args[0]
    return None


def instantiate(
    expression: gast.expr, operation: Apply, result: gast.expr, seeds: Mapping[str, gast.expr]
) -> gast.expr:
    """Return a formula over the call's own operands, result and cotangents."""
    values = dict(operation.arguments)
    results = operation.variant.results
    if len(results) == 1:
        values[results[0]] = result
    else:
        values |= {part: subscript(result, constant(position)) for position, part in enumerate(results)}
    values |= seeds
    return fold_sizes(substitute(expression, values))


def fold_sizes(expression: gast.expr) -> gast.expr:
    """Evaluate arithmetic of literals that a formula contains: ``3 - 1`` is 2, ``a if 1 is None else b`` is b."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.IfExp):
            decided = _decided(part.test)
            return None if decided is None else fold_sizes(part.body if decided else part.orelse)
        if (
            isinstance(part, gast.BinOp)
            and isinstance(part.left, gast.Constant)
            and isinstance(part.right, gast.Constant)
        ):
            left, right = part.left.value, part.right.value
            if type(left) in (int, float) and type(right) in (int, float) and isinstance(part.op, gast.Add | gast.Sub):
                return constant(left + right if isinstance(part.op, gast.Add) else left - right)
        return None

    return rebuild(expression, change)


def _decided(test: gast.expr) -> bool | None:
    """Return what a test of literals gives, None if it is not one: ``True``, ``1 is None``, ``(0, 1) is None``."""
    if isinstance(test, gast.Constant):
        return bool(test.value)
    is_none = isinstance(test, gast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], gast.Is)
    if is_none and same(test.comparators[0], constant(None)):
        if isinstance(test.left, gast.Constant):
            return test.left.value is None
        return False if isinstance(test.left, gast.Tuple | gast.List) else None
    return None


def reads_name(expression: gast.expr, identifier: str) -> bool:
    """Tell whether a formula names something."""
    return identifier in names_in(expression)
