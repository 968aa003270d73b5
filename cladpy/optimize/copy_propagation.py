"""Read the original instead of a copy.

before: ``d@3 = d@4``, ``d_b = d@3.sum(axis=0)``      ``d@9 = 1.0``, ``d@6 = d@9 / v@8``
after:  ``d_b = d@4.sum(axis=0)``                     ``d@6 = 1.0 / v@8``

A copy of a temporary takes the temporary's place instead, so that the better name stays; the name of an adjoint is not
given to a value of the primal. A literal is handed on only
where cladpy made the variable, and one of the user's names is not replaced by another. Requires split versions.
Guarantees: each round is linear, and a chain of copies takes as many rounds as its length has binary digits.
Soundness: a copy is left where either side is bound again, or where the text would need another name for the longer
life of a variable.
"""

from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.ir import statements as ir
from cladpy.ir.expressions import substitute
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.occurrences import Occurrences
from cladpy.optimize.rewriting import map_blocks, map_expressions, rename_expression
from cladpy.optimize.variables import base_of, is_derivative, is_made_here, is_temporary

ROUNDS = 20  # chains of a million copies


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with reads of copies replaced.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> body = (ir.Assign(store_name("d@1"), parse("x")), ir.Return(name("d@1")))
    >>> nothing = Context({}, bool, bool, True, lambda e: None)
    >>> run(ir.Function("f", ("x",), body), nothing).body[-1].value.id
    'x'
    """
    for _ in range(ROUNDS):
        copies = _Copies(analysed(function, context).occurrences)
        copies.collect(function.body)
        if not copies.values and not copies.names:
            break
        function = replace(function, body=copies.replaced(function.body))
    return function


class _Copies:
    """The copies that one round replaces."""

    def __init__(self, occurrences: Occurrences) -> None:
        self.occurrences = occurrences
        self.values: dict[str, gast.expr] = {}  # variable -> what is read instead
        self.names: dict[str, str] = {}  # temporary -> the better name, in its definition too
        self.sources: set[str] = set()
        self.removed: set[int] = set()

    def collect(self, block: ir.Block) -> None:
        for index, statement in enumerate(block):
            if isinstance(statement, ir.Assign) and not statement.impure and isinstance(statement.target, gast.Name):
                self._consider(block, index, statement, statement.target.id)
            map_blocks(statement, self._look_into)

    def _look_into(self, block: ir.Block) -> ir.Block:
        self.collect(block)
        return block

    def _consider(self, block: ir.Block, index: int, statement: ir.Assign, target: str) -> None:
        value = statement.value
        if not self.occurrences.is_single(target) or not self.occurrences.uses[target] or self._is_touched(target):
            return
        if isinstance(value, gast.Constant):
            if is_made_here(target) and not isinstance(value.value, str):
                self._replace(block, index, target, value)
        elif isinstance(value, gast.Name) and value.id != target and self._may_be_read_for(value.id, target):
            if is_temporary(value.id) and not is_temporary(target) and is_derivative(value.id) >= is_derivative(target):
                self._rename(block, index, target, value.id)
            else:
                self._replace(block, index, target, value)

    def _is_touched(self, variable: str) -> bool:
        return variable in self.values or variable in self.names or variable in self.sources

    def _may_be_read_for(self, source: str, target: str) -> bool:
        occurrences = self.occurrences
        if not occurrences.is_variable(source) or source in occurrences.pinned:
            return False
        if source in self.values or source in self.names:
            return False
        return is_made_here(target) or is_temporary(source) or base_of(source) == base_of(target)

    def _replace(self, block: ir.Block, index: int, target: str, value: gast.expr) -> None:
        """Read ``value`` instead of ``target``, if its reads all follow and ``value`` stays what it is."""
        stop = self.occurrences.reach(block, index, target)
        if stop is None:
            return
        if isinstance(value, gast.Name):
            start = self.occurrences.position[id(block[index])]
            if self.occurrences.defined_between(value.id, start, stop):
                return
            # Another version of the name, bound while the copy is read, would then need another name in print.
            if self.occurrences.version_defined_between(value.id, start, stop):
                return
            self.sources.add(value.id)
        self.values[target] = value
        self.removed.add(id(block[index]))

    def _rename(self, block: ir.Block, index: int, target: str, source: str) -> None:
        """Give the temporary ``source`` the name of its copy ``target``."""
        occurrences = self.occurrences
        start = occurrences.position[id(block[index])]
        if source in self.sources or not occurrences.is_single(source):
            return
        born = occurrences.definitions[source][0]
        if not occurrences.position[id(block[0])] <= born < start or not self._is_in(block, born):
            return
        if occurrences.base_mentioned_between(target, born, start) or occurrences.reach(block, index, target) is None:
            return
        self.names[source] = target
        self.sources.add(target)
        self.removed.add(id(block[index]))

    def _is_in(self, block: ir.Block, position: int) -> bool:
        """Tell whether the statement at a position stands in the block itself, not nested in one of it."""
        return self.occurrences.block_at.get(position) == id(block)

    def replaced(self, block: ir.Block) -> ir.Block:
        """Return a block with the copies gone."""
        return tuple(self._statement(statement) for statement in block if id(statement) not in self.removed)

    def _statement(self, statement: ir.Statement) -> ir.Statement:
        changed = map_expressions(statement, self._expression, target=self._expression)
        return map_blocks(changed, self.replaced)

    def _expression(self, expression: gast.expr) -> gast.expr:
        found = names_in(expression)
        if not self.names.keys().isdisjoint(found):
            expression = rename_expression(expression, self.names)
        return expression if self.values.keys().isdisjoint(found) else substitute(expression, self.values)
