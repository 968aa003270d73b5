"""What the optimiser knows beside the function: facts of variables and effects of calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.ir.expressions import name, rebuild
from cladpy.ir.fact import UNKNOWN, Fact


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the variables and calls of one generated function.

    Parameters
    ----------
    facts : mapping of str to Fact
        Facts of variables; a missing one is unknown.
    is_pure : callable
        Whether a call has no effects and gives the same result again.
    is_fresh : callable
        Whether a call's result shares no memory with its arguments.
    early_release : bool
        Whether ``del`` statements are wanted.
    infer : callable
        Fact of an expression over variables.
    vector_products : bool
        Whether ``a @ b`` is wanted for the sum of a product of vectors, and ``a.sum()`` for that of an array.
    element_lists : bool
        Whether loops over elements may go through lists of Python's.
    any_order : bool
        Whether sums may be taken in any order, those of the primal too.
    reserved : frozenset of str
        Identifiers that nothing made by cladpy may be printed with.
    kept : dict of str to object
        Analyses of the function that was looked at last; :func:`cladpy.optimize.analysed.analysed` alone uses it.
    """

    facts: Mapping[str, Fact]
    is_pure: Callable[[gast.Call], bool]
    is_fresh: Callable[[gast.Call], bool]
    early_release: bool
    infer: Callable[[gast.expr], Fact]
    reserved: frozenset[str] = frozenset()
    vector_products: bool = True
    element_lists: bool = False
    any_order: bool = False
    kept: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    def fact(self, variable: str) -> Fact:
        """Return what is known of a variable."""
        return self.facts.get(variable, UNKNOWN)

    def renamed(self, origins: Mapping[str, str], facts: Mapping[str, Fact] | None = None) -> "Context":
        """Return the context of a function in which variables bear new names.

        Parameters
        ----------
        origins : mapping of str to str
            By new name, the variable that this context knows.
        facts : mapping of str to Fact, optional
            Facts by new name, where they differ from those of the origin.
        """
        if not origins:
            return self
        known = {new: self.facts[old] for new, old in origins.items() if old in self.facts}

        @cache
        def back(expression: gast.expr) -> gast.expr:
            if not any(found in origins for found in names_in(expression)):
                return expression
            return rebuild(expression, _to_origin)

        def _to_origin(node: gast.AST) -> gast.AST | None:
            return name(origins[node.id]) if isinstance(node, gast.Name) and node.id in origins else None

        return replace(
            self,
            facts={**self.facts, **known, **(facts or {})},
            is_pure=lambda call: self.is_pure(back(call)),
            is_fresh=lambda call: self.is_fresh(back(call)),
            infer=lambda expression: self.infer(back(expression)),
            kept={},
        )
