"""The tangent of an operation with a rule: the sum of what its operands' tangents give, in the form of the result.

before: ``z.1 = np.multiply(x.0, y.0)``    after: ``@tangent.x.0 * y.0 + @tangent.y.0 * x.0``

Elementwise rules have the tangents that their adjoints give, with the same guards; the others carry formulas of their
own. The result is broadcast and cast only where facts do not tell that its form is right.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

import gast

from cladpy.analyses.operations import Apply, array_operands, is_singular
from cladpy.ir.expressions import attribute, call, dotted, name, names_in, rebuild, subscript
from cladpy.ir.fact import Fact, same_dtype
from cladpy.rules import default_registry
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.rules.formula import Formula
from cladpy.runtime import NoAdjoint
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.fitting import cast, shape_of
from cladpy.transform.formulas import choose_formula, instantiate
from cladpy.transform.refusals import Refusals
from cladpy.transform.tangent_sums import added, constant_first, flattened, slope_of, strong_slope
from cladpy.transform.tangents import Tangents

SEQUENCES = ("list", "tuple")


@dataclass(frozen=True, slots=True)
class Applied:
    """An operation at its place.

    Parameters
    ----------
    operation : Apply
    value, result : expression
        The operation as it is written, and what reads its result.
    version : str
        The version that it makes or updates; its label names the dimensions that the operation makes.
    """

    operation: Apply
    value: gast.expr
    result: gast.expr
    version: str


@dataclass(slots=True)
class RuleTangents:
    """Writes the tangents of operations with rules."""

    tangents: Tangents
    refusals: Refusals

    def tangent(self, applied: Applied, source: int) -> gast.expr | None:
        """Return the tangent of an operation's result, None if it is zero.

        Raises
        ------
        CladpyError
            C202 where the rule is declared as not implemented; C203 where it models no tangent of an active argument.
        """
        applied = self.with_arrays(applied)
        operation = applied.operation
        total: gast.expr | None = None
        covered: set[str] = set()
        for parameter, formula in self.formulas(applied, source):
            part = self.instance(applied, parameter, formula)
            covered |= {parameter, *formula.reads}
            total = part if total is None else added(total, part, is_tuple=len(operation.variant.results) > 1)
        if total is None or not _is_diagonal(operation):
            return total
        return self.fitted(total, applied, covered)

    def limit(self, applied: Applied) -> gast.expr:
        """Return the value of an operation: in the code of a derivative its limit in the direction of the tangents."""
        operation = applied.operation
        formula = operation.rule.limit
        if formula is None or not self.tangents.is_of_derivative:
            return applied.value
        tangents = {f"t_{parameter}": self.of(value) for parameter, value in operation.arguments.items()}
        return instantiate(formula.expression, operation, applied.result, tangents)

    def formulas(self, applied: Applied, source: int) -> Iterator[tuple[str, Formula]]:
        """Yield the parameters through which a derivative flows, with their formulas."""
        for parameter, argument in applied.operation.arguments.items():
            if self.tangents.reads_active(argument):
                formula = self.formula(applied, parameter, source)
                if formula is not None:
                    yield parameter, formula

    def slope(self, applied: Applied, formula: Formula) -> gast.expr:
        """Return the factor by which an elementwise formula multiplies the tangent."""
        operation = applied.operation
        expression = slope_of(formula.expression, f"d_{operation.rule.results[0]}")
        return instantiate(expression, operation, applied.result, {})

    def with_arrays(self, applied: Applied) -> Applied:
        """Return an elementwise operation with arrays in the place of lists."""
        operation = applied.operation
        if not operation.rule.elementwise:
            return applied
        return replace(applied, operation=self.over_arrays(operation, operation.arguments))

    def over_arrays(self, operation: Apply, parameters: Container[str]) -> Apply:
        """Return an operation with arrays in the place of the lists among some of its arguments."""
        arguments = {
            parameter: call("np.asarray", argument)
            if parameter in parameters and self.infer(argument).kind in SEQUENCES
            else argument
            for parameter, argument in operation.arguments.items()
        }
        return replace(operation, arguments=arguments)

    def formula(self, applied: Applied, parameter: str, source: int) -> Formula | None:
        """Return the formula for one parameter; None where no derivative flows.

        Of an elementwise rule it is that of the adjoint, whose cotangent stands for the tangent of the parameter,
        unless the rule has one of its own: that of a function of complex numbers that is not analytic.
        """
        operation = applied.operation
        absence = operation.variant.pullbacks.get(parameter)
        if isinstance(absence, NoAdjoint | Zero):
            return None
        if absence is None or isinstance(absence, NotImplementedRule):
            raise self.refusals.rule(operation, parameter, absence, source)
        if _is_diagonal(operation) and parameter not in operation.variant.own_tangents:
            return self.guarded(applied, parameter, absence)
        found = operation.variant.tangents.get(parameter)
        if self.tangents.is_of_derivative and parameter in operation.rule.along:
            found = operation.rule.along[parameter]
        if found is None:
            raise self.refusals.rule(operation, parameter, None, source)
        return found

    def guarded(self, applied: Applied, parameter: str, plain: Formula) -> Formula:
        """Return the plain formula, or the guarded one where a zero tangent may meet an infinite slope."""
        operation = applied.operation
        kinds = {self.infer(value).kind for value in operation.arguments.values()}
        state = AdjointState(
            Fact("number"), zero=True, cut=applied.version in self.tangents.bits.cut,
            infinite=self.may_be_infinite(operation.arguments[parameter]),
        )  # fmt: skip
        chosen = choose_formula(operation, parameter, state, python=not kinds & {"array", "scalar"})
        return operation.variant.guarded[parameter] if chosen.guarded else plain

    def may_be_infinite(self, argument: gast.expr) -> bool:
        """Tell whether the tangent of an argument may be infinite."""
        return any(found in self.tangents.bits.infinite for found in names_in(argument))

    def is_flattened(self, operation: Apply, argument: gast.expr) -> bool:
        """Tell whether an operation makes something finite again of what a pole has made infinite."""
        return operation.variant.saturates and any(found in self.tangents.bits.of_pole for found in names_in(argument))

    def of(self, node: gast.expr) -> gast.expr:
        """Return the tangent of an argument: of a name, an item, or a display of them."""
        if isinstance(node, gast.Subscript):
            return subscript(self.of(node.value), node.slice)
        if isinstance(node, gast.Tuple):
            return gast.Tuple([self.of(item) for item in node.elts], gast.Load())
        if isinstance(node, gast.List):
            return gast.List([self.of(item) for item in node.elts], gast.Load())
        if isinstance(node, gast.Call):  # np.asarray(x)
            return gast.Call(node.func, [self.of(argument) for argument in node.args], [])
        return self.tangents.read(node)

    def instance(self, applied: Applied, parameter: str, formula: Formula) -> gast.expr:
        """Return a formula over the operands of a call."""
        operation = applied.operation
        is_own = parameter in operation.variant.own_tangents or not _is_diagonal(operation)
        seed = f"t_{parameter}" if is_own else f"d_{operation.rule.results[0]}"
        argument = operation.arguments[parameter]
        tangent = self.of(argument)
        is_written = any(part is argument for part in gast.walk(applied.value))  # those of a star are not, as a whole
        if is_written and _is_the_function_itself(operation, formula, seed):
            written = _without_constants(applied, formula, parameter)
            if written is not None:
                return _with_operand(written, argument, tangent)
        if not operation.rule.elementwise:  # formulas are about arrays, also where NumPy takes a list
            operation = self.over_arrays(operation, [each for each, _ in array_operands(operation)])
            tangent = self.of(operation.arguments[parameter])
        expression = formula.expression if is_own else self.strengthened(applied, parameter, formula, seed)
        return constant_first(_unpacked(instantiate(expression, operation, applied.result, {seed: tangent})))

    def strengthened(self, applied: Applied, parameter: str, formula: Formula, seed: str) -> gast.expr:
        """Return the formula of an adjoint for a tangent, guarded where the tangent may be infinite and the slope 0."""
        operation = applied.operation
        argument, plain = operation.arguments[parameter], operation.variant.pullbacks[parameter]
        if isinstance(plain, Formula) and self.is_flattened(operation, argument):
            return flattened(plain.expression, seed)
        is_guarded = formula is operation.variant.guarded.get(parameter) or is_singular(operation, parameter)
        return (
            formula.expression
            if is_guarded or not self.may_be_infinite(argument)
            else strong_slope(formula.expression, seed)
        )

    # ---- the form of the result ----

    def fitted(self, value: gast.expr, applied: Applied, covered: set[str]) -> gast.expr:
        """Return an elementwise tangent with the shape and dtype of the result."""
        result = applied.result
        whole, fact = self.infer(result), self.infer(value, applied.version)
        if not self.is_full(applied.operation, covered):
            if whole.dims is None or (whole.dtype is None and not whole.is_array):
                return call("as_tangent", value, result)
            if fact.dims != whole.dims:
                value = call("np.broadcast_to", value, shape_of(result, whole))
        if fact.dtype is None or whole.dtype is None or same_dtype(fact.dtype, whole.dtype) or whole.dtype.kind != "f":
            return value
        if fact.dtype.kind == "c":
            return attribute(value, "real")
        if fact.is_python or whole.is_python:
            return value
        return cast(value, replace(fact, dims=whole.dims), attribute(name("np"), whole.dtype.name))

    def is_full(self, operation: Apply, covered: set[str]) -> bool:
        """Tell whether formulas that read these parameters and results have the result's shape."""
        if covered & set(operation.rule.results):
            return True
        return all(p in covered or _has_no_shape(self.infer(value)) for p, value in operation.arguments.items())

    def infer(self, node: gast.expr, label: str = "e") -> Fact:
        """Return the facts of an expression."""
        return self.tangents.infer(node, label)


def _is_diagonal(operation: Apply) -> bool:
    """Tell whether the adjoint's formula is the tangent's: each element of the one result has its own slope."""
    return operation.rule.elementwise and len(operation.rule.results) == 1


def _has_no_shape(fact: Fact) -> bool:
    return fact.dims == () or fact.kind in ("none", "str", "class")


def _is_the_function_itself(operation: Apply, formula: Formula, seed: str) -> bool:
    """Tell whether a formula calls the rule's function on the tangent and the other arguments, as linear rules do."""
    node = formula.expression
    if not isinstance(node, gast.Call):
        return False
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    names = [each.value if isinstance(each, gast.Starred) else each for each in values]
    if isinstance(node.func, gast.Attribute) and isinstance(node.func.value, gast.Name) and node.func.value.id == seed:
        method = default_registry.lookup_method("array", node.func.attr)
        return method is operation.rule and _are_names(names, set(operation.arguments))
    is_same = default_registry.lookup_name(_qualified(node.func)) is operation.rule
    seeds = sum(isinstance(each, gast.Name) and each.id == seed for each in names)
    return is_same and seeds == 1 and _are_names(names, {seed, *operation.arguments})


def _without_constants(applied: Applied, formula: Formula, operand: str) -> gast.expr | None:
    """Return a call without what a formula does not pass on: constants that are added have no part in the tangent.

    None where they are not given by keyword.
    """
    passed = {operand, *names_in(formula.expression)}
    left_out = {id(node) for parameter, node in applied.operation.arguments.items() if parameter not in passed}
    written = applied.value
    if not isinstance(written, gast.Call):
        return written
    if any(id(argument) in left_out for argument in written.args):
        return None
    kept = [keyword for keyword in written.keywords if id(keyword.value) not in left_out]
    return written if len(kept) == len(written.keywords) else gast.Call(written.func, written.args, kept)


def _are_names(nodes: list[gast.expr], known: set[str]) -> bool:
    return all(isinstance(each, gast.Name) and each.id in known for each in nodes)


def _qualified(function: gast.expr) -> str:
    path = dotted(function) or ""
    return f"numpy{path.removeprefix('np')}" if path.startswith("np.") else path


def _unpacked(node: gast.expr) -> gast.expr:
    """Return a call with the items of a display as its arguments: ``f(*(a, b))`` is ``f(a, b)``."""
    if not isinstance(node, gast.Call) or not any(isinstance(each, gast.Starred) for each in node.args):
        return node
    parts = [
        each.value.elts if isinstance(each, gast.Starred) and isinstance(each.value, gast.Tuple) else [each]
        for each in node.args
    ]
    return gast.Call(node.func, [item for part in parts for item in part], node.keywords)


def _with_operand(value: gast.expr, operand: gast.expr, tangent: gast.expr) -> gast.expr:
    """Return an operation as it is written, with the tangent in the place of an operand."""

    def change(part: gast.AST) -> gast.AST | None:
        return tangent if part is operand else None

    return rebuild(value, change)
