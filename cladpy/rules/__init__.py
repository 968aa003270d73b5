"""Derivative rules: importing this package registers all of them."""

from cladpy.rules import builtin, math
from cladpy.rules.absences import Absence, NotImplementedRule, Zero, not_implemented, zero
from cladpy.rules.declaration import Rule, Variant, rule, variant
from cladpy.rules.formula import Formula
from cladpy.rules.numpy import arithmetic, exponential, extrema, logical, rounding, trigonometric
from cladpy.rules.operators import OPERATORS
from cladpy.rules.registry import RuleRegistry, default_registry
from cladpy.rules.signature import Parameter
from cladpy.rules.variants import ArgumentFacts, choose, holds, unknown

TOPICS = (arithmetic, exponential, trigonometric, extrema, rounding, logical, math, builtin)
"""The modules that declare rules."""

__all__ = [
    "OPERATORS",
    "TOPICS",
    "Absence",
    "ArgumentFacts",
    "Formula",
    "NotImplementedRule",
    "Parameter",
    "Rule",
    "RuleRegistry",
    "Variant",
    "Zero",
    "choose",
    "default_registry",
    "holds",
    "not_implemented",
    "rule",
    "unknown",
    "variant",
    "zero",
]
