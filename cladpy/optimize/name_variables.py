"""Give each variable the identifier that it is printed with.

before: ``u@2 = u.copy()``, ``tape@1 = []``, ``v@6 = ...``, ``d@6 = ...``
after:  ``u = u.copy()``, ``tape_1 = []``, ``v_1 = ...``, ``d_1 = ...``

Versions of one name share it where they are never wanted at the same time; else later ones get ``_2``, ``_3``.
Temporaries and tapes are numbered as they appear. Requires: all other passes have run. Guarantees: close to linear.
Soundness: two variables that share a name never hold wanted values at once, loops included.
"""

import itertools
from collections.abc import Collection
from dataclasses import dataclass, field

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.liveness import SCOPES, binds, own_expressions, visit_backward
from cladpy.analyses.runtime_names import runtime_value
from cladpy.analyses.storage import variables
from cladpy.analyses.webs import WEB
from cladpy.frontend.namespace import MARK, MISSING
from cladpy.ir import statements as ir
from cladpy.ir.fact import BOTTOM, INT, Fact, join
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import rename
from cladpy.optimize.variables import is_count, is_numbered, is_tangent, printed_base


@dataclass(frozen=True, slots=True)
class PrintedFunction(ir.Function):
    """A function whose variables are identifiers, with what is known of them.

    Parameters
    ----------
    facts : dict of str to Fact
        By identifier, what holds of all variables that are printed with it.
    origins : dict of str to str
        By identifier, one of its variables; only where all of them have the same fact.
    tangents : frozenset of str
        The identifiers of tangents.
    """

    facts: dict[str, Fact] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    tangents: frozenset[str] = frozenset()

    def context(self, context: Context) -> Context:
        """Return what the context of the variables says of the identifiers."""
        return context.renamed(self.origins, self.facts)


def run(function: ir.Function, context: Context) -> PrintedFunction:
    """Return the function with its variables named.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> body = (ir.Assign(store_name("x@2"), parse("x + 1")), ir.Return(name("x@2")))
    >>> context = Context({}, bool, bool, True, lambda expression: UNKNOWN)
    >>> run(ir.Function("f", ("x",), body), context).body[0].target.id
    'x'
    """
    names = _Names(function, context.reserved).given
    facts: dict[str, Fact] = {}
    origins: dict[str, str] = {}
    for variable, identifier in names.items():
        fact = INT if is_count(variable) else context.fact(variable)
        if facts.get(identifier, fact) == fact:
            origins.setdefault(identifier, variable)
        else:  # nothing is known of it, and certainly not what the variable spelt like it is
            origins[identifier] = f"{identifier}@several"
        facts[identifier] = join(facts.get(identifier, BOTTOM), fact)
    spelt = {variable: name for variable, name in names.items() if variable != name}
    body = rename(function.body, spelt | _never_bound(function, set(names.values()) | context.reserved))
    parameters = tuple(names[name] for name in function.parameters)
    tangents = frozenset(identifier for variable, identifier in names.items() if is_tangent(variable))
    return PrintedFunction(function.name, parameters, body, function.docstring, facts, origins, tangents)


class _Names:
    """The naming of one function's variables."""

    def __init__(self, function: ir.Function, reserved: frozenset[str]) -> None:
        order = _in_order(function)
        conflicts = _conflicts(function)
        self.given = _parameters(function)
        self.taken = _not_to_be_bound(function) | set(self.given.values())
        self.taken |= {printed_base(variable) for variable in order if not is_numbered(variable)}
        self.reserved = reserved
        self.holders: dict[str, list[str]] = {identifier: [name] for name, identifier in self.given.items()}
        fixed = _bound_in_scopes(function)
        free = _not_to_be_bound(function)
        counts: dict[str, int] = {}
        for variable in order:
            if variable in self.given:
                continue
            base = printed_base(variable)
            if is_numbered(variable):
                self.given[variable] = self._numbered(base, counts)
            elif variable in fixed:
                self._hold(variable, variable)
            else:
                self._hold(variable, self._shared(base, conflicts.get(variable, set()), free | fixed))

    def _hold(self, variable: str, identifier: str) -> None:
        self.given[variable] = identifier
        self.taken.add(identifier)
        self.holders.setdefault(identifier, []).append(variable)

    def _numbered(self, base: str, counts: dict[str, int]) -> str:
        while True:
            counts[base] = counts.get(base, 0) + 1
            identifier = f"{base}_{counts[base]}"
            if identifier not in self.taken and identifier not in self.reserved:
                self.taken.add(identifier)
                return identifier

    def _shared(self, base: str, conflicts: set[str], avoided: set[str]) -> str:
        """Return the base, or the first numbered name whose holders are not wanted at the same time."""
        if base not in avoided and conflicts.isdisjoint(self.holders.get(base, ())):
            return base
        number = 1
        while True:
            number += 1
            identifier = f"{base}_{number}"
            holders = self.holders.get(identifier)
            if holders is None:
                if identifier not in self.taken and identifier not in self.reserved:
                    return identifier
            elif printed_base(holders[0]) == base and conflicts.isdisjoint(holders):
                return identifier


def _parameters(function: ir.Function) -> dict[str, str]:
    """Return the identifier of each parameter: its own name; of a tangent another one, if that is taken.

    Another one that is nobody's: what it would share it with has another base, and is not known to conflict.
    """
    bases = {printed_base(variable) for variable in variables(function) if not is_numbered(variable)}
    given = {name: name for name in function.parameters if not is_tangent(name)}
    for name in function.parameters:
        identifier, number = printed_base(name), 1
        while name not in given and (identifier in given.values() or (number > 1 and identifier in bases)):
            number += 1
            identifier = f"{printed_base(name)}_{number}"
        given.setdefault(name, identifier)
    return given


def _in_order(function: ir.Function) -> list[str]:
    """Return the variables of a function in the order in which they are first bound."""
    order = dict.fromkeys(function.parameters)
    for statement in ir.walk(function.body):
        order.update(dict.fromkeys(binds(statement)))
    return list(order)


def _conflicts(function: ir.Function) -> dict[str, set[str]]:
    """Return for each variable those of the same base that are live where it is bound, and the other way round."""
    found: dict[str, set[str]] = {}
    several = _bases_of_several(function)

    def conflict(bound: str, live: set[str]) -> None:
        if printed_base(bound) not in several:
            return
        for other in several[printed_base(bound)] & live:
            if other != bound:
                found.setdefault(bound, set()).add(other)
                found.setdefault(other, set()).add(bound)

    def visit(statement: ir.Statement, live: set[str]) -> None:
        names = binds(statement)
        for bound in names:
            conflict(bound, live | set(names) if len(names) > 1 else live)

    on_entry = set(visit_backward(function, visit)) | set(function.parameters)
    for parameter in function.parameters:
        conflict(parameter, on_entry)
    return found


def _bases_of_several(function: ir.Function) -> dict[str, set[str]]:
    bases: dict[str, set[str]] = {}
    for variable in variables(function):
        if not is_numbered(variable):
            bases.setdefault(printed_base(variable), set()).add(variable)
    return {base: found for base, found in bases.items() if len(found) > 1}


def _not_to_be_bound(function: ir.Function) -> set[str]:
    """Return the globals that the function reads: binding one would hide it."""
    bound = variables(function)
    return {
        name
        for statement in ir.walk(function.body)
        for expression in own_expressions(statement)
        for name in names_in(expression)
        if name not in bound
    }


def _never_bound(function: ir.Function, taken: Collection[str]) -> dict[str, str]:
    """Return the variables that nothing binds, by a name that is free: where one is read, the primal raises too.

    Other names with marks are globals of the user's that are called like one of generated code.
    """
    found: dict[str, str] = {}
    for variable in sorted(_not_to_be_bound(function)):
        base, mark, _ = variable.partition("@")
        if not mark or variable.endswith(MARK) or runtime_value(base) is not MISSING:
            continue
        is_web = WEB in variable  # of which the others are bound: it is the same name of the primal
        found[variable] = base if is_web or base not in taken else _free(base, {*taken, *found.values()})
    return found


def _free(base: str, taken: Collection[str]) -> str:
    """Return the first numbered name that is free."""
    return next(name for number in itertools.count(2) if (name := f"{base}_{number}") not in taken)


def _bound_in_scopes(function: ir.Function) -> set[str]:
    """Return the names that lambdas and comprehensions bind themselves; they keep their spelling."""
    found: set[str] = set()
    for statement in ir.walk(function.body):
        for expression in own_expressions(statement):
            for node in nodes_in(expression):
                if isinstance(node, SCOPES):
                    for part in nodes_in(node):
                        if isinstance(part, gast.Name) and not isinstance(part.ctx, gast.Load):
                            found.add(part.id)
    return found
