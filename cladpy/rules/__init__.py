"""Derivative rules: importing this package registers all of them."""

from cladpy.rules import (
    builtin,
    math,
    runtime,
    runtime_assembly,
    runtime_calculus,
    runtime_elements,
    runtime_order,
    runtime_products,
    runtime_reductions,
    runtime_scans,
    runtime_ufunc_methods,
)
from cladpy.rules.absences import Absence, NotImplementedRule, Zero, not_implemented, zero
from cladpy.rules.custom import (
    CustomRules,
    RulesReliedOn,
    custom_pullback,
    custom_pushforward,
    custom_registry,
    non_differentiable,
    override,
)
from cladpy.rules.custom_signature import CustomPullback
from cladpy.rules.declaration import Rule, rule, variant
from cladpy.rules.formula import Formula
from cladpy.rules.numpy import (
    arithmetic,
    arrangement,
    calculus,
    complex_parts,
    creation,
    exponential,
    extrema,
    functions_of_functions,
    joining,
    linalg,
    linalg_factors,
    linalg_products,
    logical,
    methods,
    nan_functions,
    order_statistics,
    products,
    reductions,
    rounding,
    scans,
    selection,
    shape,
    statistics,
    trigonometric,
    ufunc_methods,
)
from cladpy.rules.operators import OPERATORS, indexed
from cladpy.rules.registry import RuleRegistry, default_registry
from cladpy.rules.signature import Parameter
from cladpy.rules.variants import ArgumentFacts, choose, holds, unknown
from cladpy.rules.writing import Variant

default_registry.register_later("scipy.special", "cladpy.rules.scipy.special")

TOPICS = (
    arithmetic,
    exponential,
    trigonometric,
    extrema,
    rounding,
    logical,
    complex_parts,
    reductions,
    nan_functions,
    scans,
    ufunc_methods,
    order_statistics,
    calculus,
    statistics,
    products,
    shape,
    arrangement,
    joining,
    functions_of_functions,
    creation,
    selection,
    linalg,
    linalg_factors,
    linalg_products,
    methods,
    math,
    builtin,
    runtime,
    runtime_reductions,
    runtime_scans,
    runtime_ufunc_methods,
    runtime_order,
    runtime_calculus,
    runtime_assembly,
    runtime_products,
    runtime_elements,
)
"""The modules that declare rules."""

__all__ = [
    "OPERATORS",
    "TOPICS",
    "Absence",
    "ArgumentFacts",
    "CustomPullback",
    "CustomRules",
    "Formula",
    "NotImplementedRule",
    "Parameter",
    "Rule",
    "RuleRegistry",
    "RulesReliedOn",
    "Variant",
    "Zero",
    "choose",
    "custom_pullback",
    "custom_pushforward",
    "custom_registry",
    "default_registry",
    "holds",
    "indexed",
    "non_differentiable",
    "not_implemented",
    "override",
    "rule",
    "unknown",
    "variant",
    "zero",
]
