"""The samples of a rule as programs: what is drawn are the parameters, everything else stands in the source.

before: ``np.concatenate`` at ``"[x[2], x[3]], axis=0"``
after: ``def f(p1, p2): return np.concatenate([p1, p2], axis=0)``
"""

import ast
import cmath
import operator
import statistics
import zlib
from dataclasses import dataclass

import numpy as np

from cladpy.rules.application import apply, quietly
from cladpy.rules.check_rule import calls_of
from cladpy.rules.formula_names import formula_namespace, formula_value
from tests.stages import define


@dataclass(frozen=True)
class SampleProgram:
    """A function that calls another one as a rule's sample does, and arguments for it."""

    text: str
    function: object
    args: tuple

    def runs(self):
        """Tell whether the primal takes these arguments, some of which may be anything: a condition without choices."""
        try:
            quietly(lambda: self.function(*self.args))
        except (TypeError, ValueError):
            return False
        return bool(self.args)


def programs_of(rule):
    """Yield a program for each sample."""
    for text in dict.fromkeys(calls_of(rule)):
        yield program_of(rule, text)


def one_for_each_variant(rule):
    """Yield a program for the first sample that chooses a variant, for each variant."""
    generator = np.random.default_rng(zlib.crc32(rule.name.encode()))
    chosen = set()
    for text in dict.fromkeys(calls_of(rule)):
        application = apply(rule, text, lambda name, shape: np.asarray(rule.samples.draw(name, shape, generator)))
        variant = rule.variants.index(application.variant)
        if variant not in chosen:
            chosen.add(variant)
            yield program_of(rule, text)


def program_of(rule, text):
    """Return the program for one sample."""
    lift = _Lift(rule, text)
    call = lift.visit(ast.parse(f"f({text})", mode="eval").body)
    call.func = ast.parse(_callee(rule, call), mode="eval").body
    if isinstance(call.func, ast.Subscript):
        call.func.slice = call.args[0]
    value = ast.unparse(call.func if isinstance(call.func, ast.Subscript) else call)
    names = ", ".join(f"p{number}" for number in range(1, len(lift.args) + 1))
    modules = {"operator": operator, "cmath": cmath, "statistics": statistics}
    function = define(f"def f({names}):\n    return {value}\n", **modules, **formula_namespace())
    return SampleProgram(value, function, tuple(lift.args))


def _callee(rule, call):
    *owner, name = rule.name.split(".")
    if name in ("r_", "c_"):
        return f"np.{name}[0]"
    if owner[:2] == ["numpy", "ndarray"]:
        return f"{ast.unparse(call.args.pop(0))}.{name}"
    if owner[0] == "cladpy":
        return name
    if owner[0] == "builtins":
        return name
    return ".".join(["np" if owner[0] == "numpy" else owner[0], *owner[1:], name])


class _Lift(ast.NodeTransformer):
    """Puts a parameter in place of each drawn array or number."""

    def __init__(self, rule, text):
        self.rule = rule
        self.generator = np.random.default_rng(zlib.crc32(f"{rule.name}({text})".encode()))
        self.parameters = {parameter.name for parameter in rule.parameters}
        self.args = []

    def is_drawn(self, node):
        name = node.value.id if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) else None
        known = name in ("float", "int") or (name is not None and formula_value(name) is not None)
        return name is not None and (name in self.parameters or not known)

    def lifted(self, node, kind):
        shape = ast.literal_eval(node.slice)
        drawn = self.rule.samples.draw(node.value.id, shape if isinstance(shape, tuple) else (shape,), self.generator)
        missing = np.isnan(drawn)
        value = self.parameter(kind(np.where(missing, 0.5, drawn)))
        if not missing.any():
            return value
        # A difference in NaN says nothing: the program puts it where it is.
        where = ast.unparse(self.parameter(missing))
        return ast.parse(f"np.where({where}, np.nan, {ast.unparse(value)})", mode="eval").body

    def parameter(self, value):
        self.args.append(value)
        return ast.Name(f"p{len(self.args)}", ast.Load())

    def visit_Call(self, node):
        kinds = {"float": float, "np.float64": np.float64, "np.float32": np.float32}
        kind = kinds.get(ast.unparse(node.func))
        if kind is not None and len(node.args) == 1 and self.is_drawn(node.args[0]):
            return self.lifted(node.args[0], kind)
        return self.generic_visit(node)

    def visit_Subscript(self, node):
        return self.lifted(node, lambda array: array) if self.is_drawn(node) else self.generic_visit(node)
