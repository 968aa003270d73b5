"""A rule applied to concrete arguments: what a test needs to evaluate its formulas.

The compiler works with facts instead of values; both choose variants by the same conditions.
"""

import ast
import builtins
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import gast
import numpy as np

from cladpy import runtime
from cladpy.rules.declaration import Rule
from cladpy.rules.formula import Formula
from cladpy.rules.formula_names import formula_namespace, formula_value
from cladpy.rules.operators import python_operator
from cladpy.rules.signature import Parameter
from cladpy.rules.variants import ArgumentFacts, choose, unknown
from cladpy.rules.writing import Variant


@dataclass(frozen=True, slots=True, eq=False)
class Application:
    """Hold a rule, the values of its parameters and what is written of them.

    Parameters
    ----------
    rule : Rule
    arguments : mapping of str to object
        The value of each parameter, defaults included.
    passed : frozenset of str
        Parameters that the call passes.
    keywords : frozenset of str
        Those of them that it passes by keyword.
    literals : mapping of str to object
        The values that stand in the source, without a drawn number in them.
    """

    rule: Rule
    arguments: Mapping[str, Any]
    passed: frozenset[str]
    keywords: frozenset[str] = frozenset()
    literals: Mapping[str, Any] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        """The variant that these arguments choose."""
        return choose(self.rule, {name: self._facts(name) for name in self.passed})

    def with_arguments(self, **arguments: Any) -> "Application":
        """Return the application with other values."""
        return replace(self, arguments={**self.arguments, **arguments})

    def call(self) -> Any:
        """Return what the function gives for these values."""
        positional: list[Any] = []
        for parameter in self.rule.parameters:
            if parameter.name in self.passed - self.keywords:
                value = self.arguments[parameter.name]
                positional += value if parameter.kind == "star" else [value]
        function = self.rule.function
        if runtime.guards.is_python(*positional):
            function = python_operator(function) or function
        return function(*positional, **{name: self.arguments[name] for name in sorted(self.keywords)})

    def evaluate(self, formula: Formula, results: Any, **cotangents: Any) -> Any:
        """Return the value of a formula, given the function's results and the cotangents or tangents by name."""
        names = self.variant.results
        named = dict(zip(names, results if len(names) > 1 else [results], strict=True))
        return eval(formula.text, {**formula_namespace(), **self.arguments, **named, **cotangents})  # noqa: S307  declared text

    def adjoint(self, formula: Formula, results: Any, d: Any) -> Any:
        """Return the value of a pullback formula, given the cotangents of the results; a floating-point warning is an error."""
        names = [f"d_{result}" for result in self.variant.results]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return self.evaluate(formula, results, **dict(zip(names, d if len(names) > 1 else [d], strict=True)))

    def _facts(self, name: str) -> ArgumentFacts:
        value = self.arguments[name]
        number = isinstance(value, np.ndarray | np.generic | float | int | complex)
        written = self.literals.get(name, unknown)
        return ArgumentFacts(
            literal=name in self.literals and number and np.ndim(value) == 0,
            value=unknown if isinstance(written, np.ndarray) else written,
            absent=value is None,
            ndim=np.ndim(value) if number else None,
            is_scalar=number and np.ndim(value) == 0,
            python_float=runtime.guards.is_python(value),
            is_real=number and np.isrealobj(value),
        )


def apply(rule: Rule, text: str, draw: Callable[[str, tuple[int, ...]], Any]) -> Application:
    """Return the application that the inside of a call describes; see :func:`cladpy.rules.samples.calls`.

    Parameters
    ----------
    rule : Rule
    text : str
        ``"x[3, 4], axis=0"``
    draw : callable
        Gives the array for a name and a shape.
    """
    call: Any = ast.parse(f"f({text})", mode="eval").body
    parameters = [parameter.name for parameter in rule.parameters]
    drawn = {name: _Drawn(name, draw) for name in _names(call) if name in parameters or not _is_known(name)}
    nodes = _bound(rule.parameters, call)
    values = {name: _value(node, drawn) for name, node in nodes.items()}
    literals = {
        name: values[name]
        for name, node in nodes.items()
        if isinstance(node, ast.expr) and not _names(node) & set(drawn)
    }
    return Application(
        rule,
        MappingProxyType({item.name: _default(item) for item in rule.parameters} | values),
        passed=frozenset(values),
        keywords=frozenset(keyword.arg for keyword in call.keywords),
        literals=MappingProxyType(literals),
    )


def quietly(function: Callable[[], Any]) -> Any:
    """Call the primal: its warnings are its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function()


def require(condition: bool, message: str) -> None:  # noqa: FBT001  as the assert statement, but under -O too
    """Raise an AssertionError unless the condition holds."""
    if not condition:
        raise AssertionError(message)


class _Drawn:
    """Stand for a name in a call: an index draws an array of that shape."""

    def __init__(self, name: str, draw: Callable[[str, tuple[int, ...]], Any]) -> None:
        self.name = name
        self.draw = draw

    def __getitem__(self, shape: int | tuple[int, ...]) -> Any:
        return self.draw(self.name, shape if isinstance(shape, tuple) else (shape,))


def _is_known(name: str) -> bool:
    return formula_value(name) is not None or hasattr(builtins, name)


def _bound(parameters: tuple[Parameter, ...], call: Any) -> dict[str, ast.expr | list[ast.expr]]:
    """Return the expression of each parameter that a call passes; a list for a starred one."""
    left = list(call.args)
    bound: dict[str, ast.expr | list[ast.expr]] = {}
    for parameter in parameters:
        if parameter.kind == "star":
            bound |= {parameter.name: left} if left else {}  # no arguments count as absent
            left = []
        elif left and parameter.kind == "positional":
            bound[parameter.name] = left.pop(0)
    return bound | {keyword.arg: keyword.value for keyword in call.keywords}


def _value(node: ast.expr | list[ast.expr], drawn: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return tuple(_value(item, drawn) for item in node)
    return eval(ast.unparse(node), {**formula_namespace(), **drawn})  # noqa: S307  declared text


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}


def _default(parameter: Parameter) -> Any:
    if parameter.kind == "star":
        return ()
    return None if parameter.default is None else eval(gast.unparse(parameter.default), formula_namespace())  # noqa: S307
