"""Compute which parameters' memory each variable of a function may reach.

Direction: along assignments, without regard to order; lattice: sets of parameters; meet: union; transfer: a variable
reaches what the value that it is bound to may share memory with, and what is stored into it. Unlike the classes of
``Storage`` this is not symmetric: a tuple that holds two arrays reaches both, and neither reaches the other.

Requires: printed names and the storage of the function. Soundness: may over-report; a call of which nothing is known
reaches everything.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import own_expressions, target_names
from cladpy.analyses.storage import EXTERNAL, SHAPE_ATTRIBUTES, Storage, is_request
from cladpy.ir import statements as ir
from cladpy.ir.expressions import names_in
from cladpy.optimize.context import Context
from cladpy.release.quiet_functions import QuietFunctions


class ReachedParameters:
    """What the variables of one function reach, of some of its parameters."""

    def __init__(
        self,
        function: ir.Function,
        context: Context,
        storage: Storage,
        parameters: Collection[str],
        quiet: QuietFunctions,
    ) -> None:
        self._quiet = quiet
        self._context = context
        self._storage = storage
        self._all = frozenset(parameters)
        self._reached: dict[str, frozenset[str]] = {each: frozenset({each}) for each in parameters}
        edges = [edge for statement in ir.walk(function.body) for edge in self._edges(statement)]
        changed = True
        while changed:
            changed = False
            for target, sources in edges:
                found = self.by(target).union(*(self._from(source) for source in sources))
                if found != self.by(target):
                    self._reached[target] = found
                    changed = True

    def by(self, variable: str) -> frozenset[str]:
        """Return the parameters whose memory a variable may reach."""
        return self._reached.get(variable, frozenset())

    def _from(self, source: str) -> frozenset[str]:
        return self._all if source == EXTERNAL else self.by(source)

    def _edges(self, statement: ir.Statement) -> list[tuple[str, set[str]]]:
        """Return from which variables memory may get into which by a statement."""
        found: list[tuple[str, set[str]]] = []
        if isinstance(statement, ir.Assign | ir.Update | ir.For):
            value = statement.iterable if isinstance(statement, ir.For) else statement.value
            roots = self._storage.roots(value)
            targets = self._targets(statement.target, value)
            found += [(each, roots) for each in targets if not self._storage.is_immutable(each)]
        for part in own_expressions(statement):
            found += [edge for node in nodes_in(part) if isinstance(node, gast.Call) for edge in self._of_call(node)]
        return found

    def _targets(self, target: gast.expr, value: gast.expr) -> Iterator[str]:
        """Yield the variables through which a target keeps what a value shares memory with."""
        if isinstance(target, gast.Tuple) and not any(isinstance(item, gast.Starred) for item in target.elts):
            for position, item in enumerate(target.elts):
                if not self._quiet.is_new(value, position):
                    yield from target_names(item)
        elif isinstance(target, gast.Tuple | gast.List | gast.Starred | gast.Name):
            yield from target_names(target)
        else:
            yield from names_in(target)

    def _of_call(self, node: gast.Call) -> Iterable[tuple[str, set[str]]]:
        """Return what a call with effects may put into what it is given: any of it into any other."""
        if is_request(node) or (self._context.is_pure(node) and not self._storage.is_tape_call(node)):
            return []
        mentioned = {each for each in names_in(node) if not self._storage.is_immutable(each)}
        known = self._storage.is_tape_call(node) or self._storage.written_by(node) is not None
        return [(each, mentioned if known else {*mentioned, EXTERNAL}) for each in mentioned]


def contents_read(expression: gast.AST, has_shape: Callable[[str], bool]) -> set[str]:
    """Return the variables of which an expression may read more than the shape.

    Parameters
    ----------
    expression : AST
    has_shape : callable
        Whether a variable is a number or an array, so that its ``size`` is no content.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> sorted(contents_read(parse("np.zeros(w.shape) + len(x) * y[0] + z.size"), "wxy".__contains__))
    ['np', 'y', 'z']
    """
    if isinstance(expression, gast.Name):
        return {expression.id}
    if _looked_at(expression) and has_shape(_looked_at(expression)):
        return set()
    return {found for child in gast.iter_child_nodes(expression) for found in contents_read(child, has_shape)}


def _looked_at(expression: gast.AST) -> str:
    """Return ``x`` of ``x.shape`` and ``len(x)``, else nothing."""
    value: gast.AST | None = None
    if isinstance(expression, gast.Attribute) and expression.attr in SHAPE_ATTRIBUTES:
        value = expression.value
    elif isinstance(expression, gast.Call) and isinstance(expression.func, gast.Name) and expression.func.id == "len":
        value = expression.args[0] if expression.args else None
    return value.id if isinstance(value, gast.Name) else ""
