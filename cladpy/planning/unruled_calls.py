"""Refuse at the request what no arguments can make right: a library's function without a rule on the way to the result.

before: ``gradient(f, "x")`` with ``def f(x): return np.sum(np.packbits(2.0 * x))``    after: C201, at the request

One look at the statements of the function's own block, in order. A name is *reached* where it certainly depends on what
was named in the request, and *blocked* by the call that it certainly comes from. Where anything leaves a doubt (a
branch, a loop, a store, a function of the user's, a custom rule) nothing is reached: the first call decides then.
Soundness: what it refuses would be refused at every call; it misses much, on purpose.
"""

import types
from collections.abc import Collection
from dataclasses import dataclass, field

import gast

from cladpy.analyses.classify import function_with_rules
from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, location
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.expressions import dotted, names_in
from cladpy.normalize.closures import bound_names
from cladpy.rules import Absence, Rule, default_registry

LIBRARIES = ("numpy", "scipy", "math")
ARITHMETIC = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow, gast.MatMult)
DOUBTFUL = (gast.Return, gast.Raise)  # inside a branch or a loop: what follows may never run


def check_unruled_calls(source: FunctionSource, namespace: Namespace, selected: Collection[str]) -> None:
    """Raise if a function without a rule certainly lies between a selected parameter and the result.

    Parameters
    ----------
    source : FunctionSource
    namespace : Namespace
        What the function's names mean.
    selected : collection of str
        The parameters that were named in the request.

    Raises
    ------
    CladpyError
        C201, at the call.
    """
    tree = source.tree
    parameters = {part.id for part in gast.walk(tree.args) if isinstance(part, gast.Name)}
    found = _Look(namespace, bound_names(tree.body) | parameters, set(selected)).block(tree.body)
    if found is not None:
        raise CladpyError(
            "C201",
            f"{dotted(found.func)} has no derivative rule",
            location=location(found, source),
            label="reached by a value that depends on what is differentiated",
            notes=[f"needed to differentiate {source.name} with respect to {', '.join(selected)}"],
            hint="register a rule with @cladpy.custom_pullback, or cut the dependency: cladpy.stop_adjoint(...)",
        )


@dataclass(slots=True)
class _Look:
    namespace: Namespace
    local: set[str]
    reached: set[str]
    blocked: dict[str, gast.Call] = field(default_factory=dict)

    def block(self, body: list[gast.stmt]) -> gast.Call | None:
        """Return the call that the result certainly comes from."""
        for statement in body:
            if isinstance(statement, gast.Return):
                return None if statement.value is None else self.blocking(statement.value)
            if isinstance(statement, gast.Assign) and all(isinstance(each, gast.Name) for each in statement.targets):
                self.assign([each.id for each in statement.targets], statement.value)
            elif isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
                target = gast.Name(statement.target.id, gast.Load(), None, None)
                self.assign([target.id], gast.BinOp(target, statement.op, statement.value))
            elif any(isinstance(part, DOUBTFUL) for part in gast.walk(statement)):
                return None
            else:
                self.forget(set(names_in(statement)))  # their items and attributes may change
        return None

    def assign(self, names: list[str], value: gast.expr) -> None:
        reached, blocking = self.is_reached(value), self.blocking(value)
        self.forget([*names, *self.handed_out(value)])
        if reached:
            self.reached.update(names)
        if blocking is not None:
            self.blocked.update(dict.fromkeys(names, blocking))

    def handed_out(self, value: gast.expr) -> set[str]:
        """Return the names of what a call in a value may change, and of what it binds."""
        calls = [part for part in gast.walk(value) if isinstance(part, gast.Call) and self.function(part) is None]
        bound = [part.target for part in gast.walk(value) if isinstance(part, gast.NamedExpr)]
        return {name for part in (*calls, *bound) for name in names_in(part)}

    def forget(self, names: Collection[str]) -> None:
        self.reached.difference_update(names)
        for name in names:
            self.blocked.pop(name, None)

    # ---- expressions ----

    def is_reached(self, value: gast.expr) -> bool:
        """Tell whether a value certainly depends on what was selected."""
        if isinstance(value, gast.Name):
            return value.id in self.reached
        return any(self.is_reached(part) for part in self.passed_on(value)) or self.blocking(value) is not None

    def blocking(self, value: gast.expr) -> gast.Call | None:
        """Return a call without a rule that a value certainly comes from."""
        if isinstance(value, gast.Name):
            return self.blocked.get(value.id)
        if isinstance(value, gast.Call) and self.is_unruled(value) and any(map(self.is_reached, value.args)):
            return value
        return next(filter(None, map(self.blocking, self.passed_on(value))), None)

    def passed_on(self, value: gast.expr) -> list[gast.expr]:
        """Return the operands that a value certainly depends on, with a slope."""
        if isinstance(value, gast.BinOp) and isinstance(value.op, ARITHMETIC):
            return [value.left, value.right]
        if isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub | gast.UAdd):
            return [value.operand]
        if isinstance(value, gast.Call) and value.args and not isinstance(value.args[0], gast.Starred):
            function = self.function(value)
            rule = None if function is None else default_registry.lookup(function)
            return [value.args[0]] if rule is not None and _passes_first(rule) and not _has_custom(function) else []
        return []

    def is_unruled(self, value: gast.Call) -> bool:
        """Tell whether a call is that of a library's function without any rule."""
        function = self.function(value)
        if function is None or isinstance(function, type) or not callable(function):
            return False
        return default_registry.lookup(function) is None and not _has_custom(function)

    def function(self, value: gast.Call) -> object | None:
        """Return the library's function that is called by its name."""
        path = dotted(value.func)
        if path is None or path.partition(".")[0] in self.local:
            return None
        meant = self.namespace.resolve(path)
        if meant is MISSING or isinstance(meant, types.ModuleType):
            return None
        module = getattr(meant, "__module__", None) or type(meant).__module__
        return meant if str(module).partition(".")[0] in LIBRARIES else None


def _has_custom(function: object) -> bool:
    return function_with_rules(function)[1] is not None


def _passes_first(rule: Rule) -> bool:
    """Tell whether the first parameter has a slope in every variant of a rule."""
    if rule.every is not None or not rule.parameters:
        return False
    first = rule.parameters[0].name
    slopes = [variant.pullbacks.get(first) for variant in rule.variants]
    return all(slope is not None and not isinstance(slope, Absence) for slope in slopes)
