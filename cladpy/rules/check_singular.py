"""The singular points of a rule, on Python floats, NumPy scalars and arrays."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from cladpy.rules.application import Application, quietly, require
from cladpy.rules.declaration import Rule
from cladpy.rules.formula import Formula
from cladpy.rules.samples import SingularPoint
from cladpy.rules.writing import Variant
from cladpy.runtime.guards import is_python

_KINDS: Mapping[str, Callable[[float], Any]] = MappingProxyType(
    {"Python float": float, "np.float64": np.float64, "array": lambda value: np.array([value])}
)


def check_singular_points(rule: Rule) -> None:
    """Check that a rule gives the adjoints that its singular points declare.

    On each kind of number: the declared adjoint under the cotangent 1, exactly 0 under the cotangent 0,
    without a floating-point warning and without an exception.  The plain formula must agree under the
    cotangent 1, for which formula is emitted must not change a number; only at the branch points of Python
    floats it is never emitted.  Where a mask guards (the slope
    itself is finite), an adjoint of 0 must be 0 under an infinite cotangent too.  Python floats are left
    out where the primal raises.

    Raises
    ------
    AssertionError
        On the first disagreement; its notes name the point and the kind.
    """
    for point in rule.singular:
        for kind, make in _KINDS.items():
            if kind == "Python float" or not rule.name.startswith("math."):
                try:
                    _check(rule, point, make)
                except Exception as error:
                    error.add_note(f"{rule.name} at {dict(point.arguments)}, as {kind}")
                    raise


def _check(rule: Rule, point: SingularPoint, make: Callable[[float], Any]) -> None:
    arguments = {parameter.name: None for parameter in rule.parameters} | {
        name: value if name in point.literals else make(value) for name, value in point.arguments.items()
    }
    literals = {name: point.arguments[name] for name in point.literals}
    application = Application(rule, arguments, frozenset(point.arguments), literals=literals)
    try:
        results = quietly(application.call)
    except (ArithmeticError, ValueError):
        require(make is float, "the primal raises")
        return
    for name, expected in point.adjoints.items():
        _check_parameter(application, results, name, expected)


def _check_parameter(application: Application, results: Any, name: str, expected: float) -> None:
    variant, rule = application.variant, application.rule
    plain = variant.pullbacks[name]
    if not isinstance(plain, Formula):
        require(expected == 0, f"declared {plain!r}")
        return
    guarded = variant.guarded.get(name, plain)
    python = is_python(*(value for value in application.arguments.values() if value is not None))
    one = 1.0 if python else np.ones_like(results)[()]
    _require_equal(guarded, application.adjoint(guarded, results, one), expected)
    _require_equal(guarded, application.adjoint(guarded, results, one * 0), 0.0)
    if not (python and name in rule.branch_point):  # there the guard is always used
        _require_equal(
            plain, quietly(lambda: application.evaluate(plain, results, **_cotangent(variant, one))), expected
        )
    if guarded is not plain and name not in rule.branch_point | rule.pole and expected == 0:
        _require_equal(guarded, application.adjoint(guarded, results, one * math.inf), 0.0)


def _cotangent(variant: Variant, d: Any) -> dict[str, Any]:
    return {f"d_{variant.results[0]}": d}


def _require_equal(formula: Formula, found: Any, expected: float) -> None:
    require(
        bool(np.array_equal(np.ravel(found), [expected], equal_nan=True)),
        f"{formula.text} gives {found}, not {expected}",
    )
