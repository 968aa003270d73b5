"""How often the innermost statement of a nest of loops runs at most, as an expression or as loops that count it.

``for i in range(n): for j in range(3):``  ``max(n, 0) * 3``
``for j in range(n): for k in range(j):``  ``size_1 = 0``, ``for j in range(n): size_1 += max(j, 0)``

The counts are taken on entry: a bound may read what no loop of the nest binds, the variables of loops around, and what
the nest computes from these alone. Soundness: None where a bound is of another kind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import gast

from cladpy.analyses.liveness import binds
from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, call, constant, names_in, rebuild, store_name
from cladpy.ir.fact import Fact

MOST_DEFINITIONS = 10  # of a bound, read back one behind the other


@dataclass(slots=True)
class TripCounts:
    """Counts for one nest.

    Parameters
    ----------
    nest : sequence of Statement
        The loops, and the branches between them, from the outside in.
    fact : callable
        What is known of a name.
    """

    nest: Sequence[ir.Statement]
    fact: Callable[[str], Fact]
    defined: dict[str, list[ir.Statement]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for statement in ir.walk((self.nest[0],)):
            for bound in binds(statement):
                self.defined.setdefault(bound, []).append(statement)

    def before(self, size: str) -> list[ir.Statement] | None:
        """Return statements that give a name the number; None where it is not known on entry."""
        loops = self.loops()
        if loops is None or any(isinstance(each, ir.Break) for each in ir.walk((self.nest[0],))):
            return None  # what is left early may be allowed to run for ever
        free = [loop for loop in loops if not self.is_read(loop, loops)]
        if len(free) == len(loops):
            return [ir.Assign(store_name(size), self.product(loops))]
        if any(isinstance(each, ir.If) for each in self.nest):
            return None  # the counting loops would bind what the nest may leave as it is
        last = max(place for place, loop in enumerate(loops) if self.is_read(loop, loops))
        count: ir.Statement = ir.Update(store_name(size), gast.Add(), self.product(loops[last + 1 :]))
        for target, iterable in reversed(loops[: last + 1]):
            count = ir.For(store_name(target), iterable, (count,))
        return [ir.Assign(store_name(size), constant(0)), count]

    def loops(self) -> list[tuple[str, gast.expr]] | None:
        """Return target and range of each loop, the bounds as they are read on entry; None if there are others."""
        found: list[tuple[str, gast.expr]] = []
        for loop in self.nest:
            if isinstance(loop, ir.If):
                continue
            if not isinstance(loop, ir.For) or not isinstance(loop.target, gast.Name) or not _is_range(loop.iterable):
                return None
            outer = {target for target, _ in found if len(self.defined[target]) == 1}
            iterable = self.on_entry(loop.iterable, outer)
            if iterable is None:
                return None
            found.append((loop.target.id, iterable))
        return found

    def is_read(self, loop: tuple[str, gast.expr], loops: list[tuple[str, gast.expr]]) -> bool:
        """Tell whether the range of another loop reads the variable of one."""
        return any(loop[0] in set(names_in(iterable)) for _, iterable in loops)

    def on_entry(self, node: gast.expr, outer: set[str], budget: int = MOST_DEFINITIONS) -> gast.expr | None:
        """Return an expression over what has its value before the nest already, or is the variable of a loop around."""
        values: dict[str, gast.expr] = {}
        for found in set(names_in(node)) - {"range", "len", "max", "min"}:
            if found in outer or found not in self.defined:
                continue
            made = self.defined[found]
            value = made[0].value if len(made) == 1 and isinstance(made[0], ir.Assign) and not made[0].impure else None
            inner = None if value is None or not budget else self.on_entry(value, outer, budget - 1)
            if inner is None:
                return None
            values[found] = inner
        written = rebuild(node, lambda part: values.get(part.id) if isinstance(part, gast.Name) else None)
        return written if self.is_lasting(written) else None

    def is_lasting(self, node: gast.expr) -> bool:
        """Tell whether an expression is made of numbers, lengths, sums and products, which no store changes."""
        if isinstance(node, gast.Constant):
            return type(node.value) is int
        if isinstance(node, gast.Name):
            known = self.fact(node.id)
            return known.is_scalar and not known.is_array and known.dtype is not None and known.dtype.kind == "i"
        if _is_length(node):
            return True
        if isinstance(node, gast.UnaryOp):
            return self.is_lasting(node.operand)
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in ("range", "max", "min"):
            return not node.keywords and all(map(self.is_lasting, node.args))
        is_sum = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add | gast.Sub | gast.Mult | gast.FloorDiv)
        return is_sum and self.is_lasting(node.left) and self.is_lasting(node.right)

    def product(self, loops: list[tuple[str, gast.expr]]) -> gast.expr:
        """Return the product of the trip counts of loops."""
        whole: gast.expr | None = None
        for _, iterable in loops:
            count = trips(iterable)
            whole = count if whole is None else binary(whole, gast.Mult(), count)
        return constant(1) if whole is None else whole


def trips(iterable: gast.expr) -> gast.expr:
    """Return the number of elements of a range.

    Examples
    --------
    >>> from cladpy.emit.printer import print_tree
    >>> from cladpy.ir.expressions import parse
    >>> [print_tree(trips(parse(text))) for text in ("range(n)", "range(3)", "range(len(x))", "range(1, n)")]
    ['max(n, 0)', '3', 'len(x)', 'len(range(1, n))']
    """
    if len(iterable.args) != 1:
        return call("len", iterable)
    (count,) = iterable.args
    if _is_length(count) or (isinstance(count, gast.Constant) and count.value >= 0):
        return count
    return call("max", count, constant(0))


def _is_range(node: gast.expr) -> bool:
    return _calls(node, "range") and not node.keywords


def _is_length(node: gast.expr) -> bool:
    """Tell whether an expression is the length of what a name holds, along some axis."""
    if _calls(node, "len") and len(node.args) == 1:
        return isinstance(node.args[0], gast.Name)
    owner = node.value if isinstance(node, gast.Subscript) and isinstance(node.slice, gast.Constant) else None
    return isinstance(owner, gast.Attribute) and owner.attr == "shape" and isinstance(owner.value, gast.Name)


def _calls(node: gast.expr, function: str) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == function
