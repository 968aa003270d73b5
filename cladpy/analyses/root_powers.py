"""Powers of what has a branch point or a kink, differentiated as the smooth functions that they are.

before: ``n.1 = np.linalg.norm(x.0)``, ``z.1 = n.1 ** 2``   the rules of norm and of power
after: the same statements, of which the second has the rule of ``squared_norm(x.0)``

The norm has no derivative at 0, and its square has two: by the chain rule both 0/0 and its slope in x are taken for 0
there. The statements stay as they are, so values are the primal's; only the rule of the power is another one.

Requires the operations of all statements before. Soundness: the operands of the root are the same values at both
statements, since both are in the same loops and nothing is stored into between them.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import gast
import numpy as np

from cladpy import runtime
from cladpy.analyses.operations import Apply, Copy, Operation
from cladpy.analyses.versions import Version
from cladpy.ir.expressions import constant, name, tuple_of
from cladpy.rules import ArgumentFacts, choose, default_registry
from cladpy.rules.declaration import Rule
from cladpy.rules.roots import (
    CUBE_ROOTS,
    HYPOTS,
    MODULI,
    NORMS,
    POWERS,
    PRODUCTS,
    SQUARE_ROOTS,
    SQUARES,
    VARIANCES,
)


@dataclass(frozen=True, slots=True)
class RootPowers:
    """Finds powers of roots.

    Parameters
    ----------
    table : mapping
        Where each version stands.
    operations : mapping
        What each version is made by, of those before.
    """

    table: Mapping[str, Version]
    operations: Mapping[str, Operation]

    def smooth(self, version: str, operation: Operation) -> Operation:
        """Return the operation that a version is differentiated by: another than its own for the power of a root."""
        if not isinstance(operation, Apply):
            return operation
        power = self.of_one(operation)
        if power is not None:
            return self.composed(version, *power) or operation
        return self.product(version, operation) or operation

    # ---- powers ----

    def of_one(self, operation: Apply) -> tuple[str, float] | None:
        """Return the version and the exponent of which an operation is the power."""
        function, arguments = operation.rule.function, operation.arguments
        if function in POWERS and isinstance(arguments["x"], gast.Name):
            exponent = operation.facts["y"].value if operation.facts["y"].literal else None
            if isinstance(exponent, int | float) and not isinstance(exponent, bool):
                return arguments["x"].id, exponent
            return None
        if function in SQUARES and isinstance(arguments["x"], gast.Name):
            return arguments["x"].id, 2
        return None

    def product(self, version: str, operation: Apply) -> Operation | None:
        """Return what stands for a product of a root and itself, or of two powers of one value."""
        x, y = operation.arguments.get("x"), operation.arguments.get("y")
        if operation.rule.function not in PRODUCTS or not isinstance(x, gast.Name) or not isinstance(y, gast.Name):
            return None
        first, second = self.root(x.id), self.root(y.id)
        if first is not None and second is not None and _is_same(first, second):
            return self.composed(version, x.id, 2)
        return self.powers(version, self.monomial(x.id), self.monomial(y.id))

    def powers(self, version: str, first: tuple[str, float], second: tuple[str, float]) -> Operation | None:
        """Return the power that the product of two powers of one value is, one of them a root."""
        (base, one), (other, two) = first, second
        is_root = any(0 < exponent < 1 for exponent in (one, two))
        if base != other or not is_root or one + two < 1 or min(one, two) <= 0 or base not in self.table:
            return None
        return _power(name(base), one + two) if self.is_unchanged(self.table[base], version) else None

    def monomial(self, version: str) -> tuple[str, float]:
        """Return the value and the exponent of which a version is the power."""
        root = self.root(version)
        if root is not None and isinstance(root.arguments.get("x"), gast.Name):
            if root.rule.function in SQUARE_ROOTS:
                return self.named(root.arguments["x"].id), 0.5
            power = self.of_one(root)
            if power is not None:
                return self.named(power[0]), float(power[1])
            if root.rule.function in PRODUCTS and isinstance(root.arguments["y"], gast.Name):
                (base, one), (other, two) = (self.monomial(root.arguments[operand].id) for operand in ("x", "y"))
                if base == other and min(one, two) > 0:
                    return base, one + two
        return self.named(version), 1.0

    def composed(self, version: str, root_version: str, exponent: float) -> Operation | None:
        """Return the smooth operation that the power of a root is, None if it is none."""
        root = self.root(root_version)
        if root is None or not exponent >= 1 or not self.is_current(root, self.named(root_version), version):
            return None
        function = root.rule.function
        if function in MODULI and exponent == 2:
            return _apply(runtime.squared_modulus, root, {})
        if function in SQUARE_ROOTS | CUBE_ROOTS:
            return self.power_of_root(root, exponent / (2 if function in SQUARE_ROOTS else 3))
        if function in POWERS and root.facts["y"].literal:
            inner = root.facts["y"].value
            if isinstance(inner, float) and 0 < inner < 1:
                return self.power_of_root(root, inner * exponent)
            return None
        if exponent < 2:
            return None
        if function in HYPOTS:
            return _of_hypot(root, exponent)
        if function in VARIANCES and exponent == 2:
            return _apply(VARIANCES[function], root, {})
        return _of_norm(root) if function in NORMS and exponent == 2 else None

    def power_of_root(self, root: Apply, exponent: float) -> Operation | None:
        """Return the power of a root's operand; one of less than 1 is a root itself."""
        is_whole = math.isclose(exponent, round(exponent))
        if exponent < 1 or (root.rule.function in CUBE_ROOTS and not is_whole):
            return None
        return _power(root.arguments["x"], exponent)

    # ---- versions ----

    def named(self, version: str) -> str:
        """Return the version that a version is another name of."""
        operation = self.operations.get(version)
        while isinstance(operation, Copy) and isinstance(operation.atom, gast.Name):
            version = operation.atom.id
            operation = self.operations.get(version)
        return version

    def root(self, version: str) -> Apply | None:
        """Return the rule by which a version is made."""
        operation = self.operations.get(self.named(version))
        return operation if isinstance(operation, Apply) else None

    def is_current(self, root: Apply, made_as: str, version: str) -> bool:
        """Tell whether the operands of a root are at a later statement what they were."""
        made = self.table.get(made_as)
        if made is None or version not in self.table:
            return False
        immutable = all(facts.is_scalar or facts.python_float for p, facts in root.facts.items() if p in ("x", "y"))
        return immutable or self.is_unchanged(made, version)

    def is_unchanged(self, made: Version, version: str) -> bool:
        """Tell whether nothing is stored into between two statements, which are in the same loops."""
        here = self.table.get(version)
        if here is None or made.loops != here.loops:
            return False
        between = (v for v in self.table.values() if made.position < v.position < here.position)
        return not any(each.kind == "store" for each in between)


def _is_same(first: Apply, second: Apply) -> bool:
    """Tell whether two operations are the same function of the same operands."""
    if first is second:
        return True
    if first.rule is not second.rule or first.arguments.keys() != second.arguments.keys():
        return False
    pairs = ((each, second.arguments[parameter]) for parameter, each in first.arguments.items())
    return all(gast.dump(one) == gast.dump(other) for one, other in pairs)


def _apply(function: Callable[..., object], root: Apply, more: Mapping[str, float]) -> Apply | None:
    """Return the rule of a function applied to the arguments of a root, and to further numbers."""
    rule: Rule | None = default_registry.lookup(function)
    if rule is None:
        return None
    known = [parameter.name for parameter in rule.parameters]
    arguments = {key: value for key, value in root.arguments.items() if key in known}
    facts = {key: value for key, value in root.facts.items() if key in known}
    arguments |= {key: constant(value) for key, value in more.items()}
    facts |= {key: ArgumentFacts(literal=True, value=value) for key, value in more.items()}
    return Apply(rule, choose(rule, facts), {key: arguments[key] for key in known if key in arguments}, facts)


def _power(base: gast.expr, exponent: float) -> Apply | None:
    rule: Rule | None = default_registry.lookup(np.power)
    if rule is None:
        return None
    exponent = round(exponent) if math.isclose(exponent, round(exponent)) else exponent
    facts = {"x": ArgumentFacts(), "y": ArgumentFacts(literal=True, value=exponent)}
    return Apply(rule, choose(rule, facts), {"x": base, "y": constant(exponent)}, facts)


def _of_hypot(root: Apply, exponent: float) -> Apply | None:
    if root.rule.function is np.hypot:
        return _apply(runtime.power_of_hypot, root, {"k": exponent})
    if root.rule.function is math.hypot:
        return _apply(runtime.power_of_distance, root, {"k": exponent})
    return _apply(runtime.squared_distance, root, {}) if exponent == 2 else None


def _of_norm(root: Apply) -> Apply | None:
    """Return the square of a Euclidean norm; other norms have kinks elsewhere too."""
    function, order = root.rule.function, root.facts.get("ord")
    given = None if order is None or order.absent else order.value
    x, axis = root.facts["x"], root.facts.get("axis")
    if function is np.linalg.matrix_norm:
        return _of_matrices(root) if given in (None, "fro") else None
    is_vector = function is np.linalg.vector_norm or x.ndim == 1 or (axis is not None and type(axis.value) is int)
    is_euclidean = given is None or given == "fro" or (given == 2 and is_vector)
    return _apply(runtime.squared_norm, root, {}) if is_euclidean else None


def _of_matrices(root: Apply) -> Apply | None:
    made = _apply(runtime.squared_norm, root, {})
    if made is None:
        return None
    axes = tuple_of([constant(-2), constant(-1)])
    facts = {**made.facts, "axis": ArgumentFacts(value=(-2, -1))}
    return Apply(made.rule, choose(made.rule, facts), {**made.arguments, "axis": axes}, facts)
