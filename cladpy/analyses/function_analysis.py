"""Everything that is known of one function under one signature, in one frozen value."""

from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.infer import Inference
from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.operations import CallUser, Operation
from cladpy.analyses.stores import Stores
from cladpy.analyses.versions import Versions
from cladpy.errors import Location
from cladpy.ir.fact import UNKNOWN, Fact, present
from cladpy.ir.statements import walk
from cladpy.normalize.normal_form import NormalForm


@dataclass(frozen=True, slots=True)
class FunctionAnalysis:
    """The analyses of a function.

    Parameters
    ----------
    form : NormalForm
    versions : Versions
    variables : mapping
        Variable of each version.
    facts, operations : mapping
        By version.
    active : frozenset of str
        Versions that are varied and useful.
    stores : Stores
    result : str or None
        The version that is returned; None for a literal.
    resolve : callable
        Live values of dotted global names.
    promised : frozenset of str
        Versions in storage that the caller promises to stay inactive.
    may_be_complex : bool
        A value whose dtype is not known may be complex, since the function or one that it calls holds complex values.
    layout_matters : bool
        A reshape, which is a view or a copy as the memory of its operand is laid out, is in the function or in one that
        calls it or is called by it.
    given : mapping
        Facts of what makes each version, by which callers and callees agree on the order of attributes.
    harmless : frozenset of int
        Identities of calls for their effect that may be given something active: they keep and change nothing of it.
    """

    form: NormalForm
    versions: Versions
    variables: Mapping[str, str]
    facts: Mapping[str, Fact]
    operations: Mapping[str, Operation]
    active: frozenset[str]
    stores: Stores
    result: str | None
    resolve: Callable[[str], object]
    promised: frozenset[str] = frozenset()
    may_be_complex: bool = False
    layout_matters: bool = False
    harmless: frozenset[int] = frozenset()
    given: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def last_location(self) -> Location | None:
        """The place of the primal's last statement that has one: where what concerns its result is told."""
        numbers = [getattr(statement, "source", 0) for statement in walk(self.versions.body)]
        line = self.form.lines.get(next(filter(None, reversed(numbers)), 0))
        return None if line is None else line.location

    @property
    def globals(self) -> frozenset[str]:
        """The names that the function reads and does not bind: globals, cells and builtins."""
        statements = walk(self.versions.body)
        read = {name for statement in statements for each in own_expressions(statement) for name in names_in(each)}
        return frozenset(name for name in read if "." not in name)

    def fact(self, version: str) -> Fact:
        """Return the facts of a version, where it is not None."""
        return present(self.facts.get(version, UNKNOWN))

    def fact_given(self, version: str) -> Fact:
        """Return the facts that a version was given with, before anything else was taken to be one with it."""
        return present(self.given.get(version, self.facts.get(version, UNKNOWN)))

    def may_be_none(self, version: str) -> bool:
        """Tell whether a version may be None."""
        return self.facts.get(version, UNKNOWN).kind == "optional"

    def argument_facts(self, operation: CallUser) -> dict[str, Fact]:
        """Return the facts of the arguments of a call, of which some may be None."""
        inference = Inference(self.facts, self.resolve)
        return {name: inference.infer(value) for name, value in operation.arguments.items()}

    def infer(self, node: gast.expr, more: MutableMapping[str, Fact], label: str = "e") -> Fact:
        """Return the facts of an expression over versions and further variables, where it is not None."""
        return present(Inference(ChainMap(more, self.facts), self.resolve, label).infer(node))  # type: ignore[arg-type]
