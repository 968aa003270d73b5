"""Three bits of each tangent that decide which formulas are guarded: may be infinite, of a pole, cut.

*May be infinite*: a branch point lies upstream, where the value is finite and the slope is not (``sqrt`` at 0). A slope
that is exactly 0 then gives exactly 0. *Of a pole*: upstream value and slope may be infinite (``1 / x`` at 0), which a
function that saturates flattens: ``exp(-1 / x)``. *Cut*: downstream elements are selected, overwritten or flattened, so
that the infinite tangent of a pole need not reach the result. Direction forward and backward, lattice sets of versions,
meet union, without regard to the order of statements. Parameters have the first bit where a caller says so, results of
calls where the called function, or one that it calls, has a branch point. May report more than is true; the poles of
callers and callees are not followed, so that a tangent may be NaN behind them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.loop_targets import item_sources
from cladpy.analyses.operations import Apply, CallUser, Item, is_singular, links
from cladpy.ir.expressions import names_in
from cladpy.ir.statements import Assign, For, Statement, Update, walk


@dataclass(slots=True)
class TangentBits:
    """The bits of the tangents of one function.

    Parameters
    ----------
    analysis : FunctionAnalysis
    is_root : bool
        The user calls the function: nothing happens to its result. With any other this is not known.
    has_branch_points : callable
        Whether the function that a call calls has branch points, or one that it calls in turn.
    unbounded : frozenset of str
        Parameters whose tangents may be infinite.
    """

    analysis: FunctionAnalysis
    is_root: bool
    has_branch_points: Callable[[CallUser], bool] = lambda _operation: False
    unbounded: frozenset[str] = frozenset()
    infinite: set[str] = field(default_factory=set)
    of_pole: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        edges = list(self.edges())
        born = {version for version, operation in self.analysis.operations.items() if self.is_branch_point(operation)}
        born |= {f"{parameter}.0" for parameter in self.unbounded}
        flows = [(source, target) for source, target, _ in edges]
        self.infinite = _closure(born, flows)
        poles = {version for version, operation in self.analysis.operations.items() if self.is_pole(operation)}
        self.of_pole = _closure(poles, flows)
        ends = {source for source, _, cuts in edges if cuts}
        if not self.is_root and self.analysis.result is not None:
            ends.add(self.analysis.result)
        self.cut = _closure(ends, [(target, source) for source, target, _ in edges])

    def is_branch_point(self, operation: object) -> bool:
        """Tell whether an operation may have an infinite slope at a finite value, in an active operand."""
        if isinstance(operation, CallUser):
            return self.has_branch_points(operation)
        if not isinstance(operation, Apply):
            return False
        return any(
            is_singular(operation, parameter) and any(n in self.analysis.active for n in names_in(argument))
            for parameter, argument in operation.arguments.items()
        )

    def is_pole(self, operation: object) -> bool:
        """Tell whether an operation may be infinite, with its slope, by an active operand."""
        if not isinstance(operation, Apply):
            return False
        poles = (value for parameter, value in operation.arguments.items() if parameter in operation.rule.pole)
        return any(found in self.analysis.active for value in poles for found in names_in(value))

    def edges(self) -> Iterator[tuple[str, str, bool]]:
        """Yield pairs of versions between which a tangent flows, and whether elements are dropped on the way."""
        for version, operation in self.analysis.operations.items():
            cuts = isinstance(operation, Item | CallUser)
            if isinstance(operation, Apply):
                cuts = operation.rule.cuts or operation.variant.saturates
            for source in links(operation):
                yield source, version, cuts
        for version, info in self.analysis.versions.table.items():
            if info.kind != "store":
                yield from ((source, version, False) for source in info.sources)
        for statement in walk(self.analysis.versions.body):
            yield from self.of_statement(statement)

    def of_statement(self, statement: Statement) -> Iterator[tuple[str, str, bool]]:
        """Yield the pairs of a store, an update or a loop."""
        if isinstance(statement, For):
            for target, sources in item_sources(statement):
                yield from ((source, target, True) for source in sources)
        elif isinstance(statement, Assign | Update) and statement.new is not None:
            yield statement.old or "", statement.new, isinstance(statement, Assign)
            if not isinstance(statement.target, gast.Name) or statement.new not in self.analysis.operations:
                yield from ((source, statement.new, False) for source in names_in(statement.value))


def _closure(start: Iterable[str], edges: list[tuple[str, str]]) -> set[str]:
    """Return what can be reached from the start."""
    following: dict[str, list[str]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    found: set[str] = set()
    todo = list(start)
    while todo:
        version = todo.pop()
        if version not in found:
            found.add(version)
            todo += following.get(version, ())
    return found
