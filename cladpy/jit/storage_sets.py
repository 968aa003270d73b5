"""Names that may share memory: a partition that errs on the side of sharing."""

from collections.abc import Callable, Iterable, Iterator

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted, names_in
from cladpy.ir.fact import Fact
from cladpy.ir.union_find import UnionFind
from cladpy.jit.elementwise import elementwise
from cladpy.jit.regions import Region
from cladpy.optimize.context import Context

OUTSIDE = "@outside"  # what comes from the caller, or is read as a global
SIZES = frozenset({"shape", "dtype", "size", "ndim"})
COPIES = frozenset({"own", "detached"})  # of an array, where they are compiled
NEW = (gast.BinOp, gast.UnaryOp, gast.Compare)


class StorageSets:
    """The partition of a function's names.

    Parameters
    ----------
    function : Function
        Its variables are identifiers.
    context : Context
    fact : callable
        Gives what is known of a name.
    """

    def __init__(self, function: ir.Function, context: Context, fact: Callable[[str], Fact]) -> None:
        self._sets, self._context, self._fact = UnionFind(), context, fact
        bound: set[str] = set()
        read: set[str] = set()
        for statement in ir.walk(function.body):
            self._note(statement)
            for part in ("target", "value", "test", "iterable", "context"):
                node = getattr(statement, part, None)
                for each in gast.walk(node) if isinstance(node, gast.AST) else ():
                    if isinstance(each, gast.Name):
                        (bound if isinstance(each.ctx, gast.Store) else read).add(each.id)
        for each in (*function.parameters, *(read - bound)):
            self._join([OUTSIDE, each])

    def may_share(self, left: str, right: str) -> bool:
        """Tell whether two names may stand for memory that overlaps."""
        return left == right or self._sets.find(left) == self._sets.find(right)

    def is_outside(self, name: str) -> bool:
        """Tell whether the caller may hold what a name stands for."""
        return self.may_share(name, OUTSIDE)

    def conflict(self, written: Region, read: Region) -> bool:
        """Tell whether an element that is written may be another one of those that are read."""
        if not self.may_share(written.name, read.name):
            return False
        if written.name != read.name:
            return True
        return written.key() != read.key() and not _are_apart(written, read)

    def _note(self, statement: ir.Statement) -> None:
        match statement:
            case ir.Effect(value=gast.Call(func=function, args=arguments, keywords=[])):
                self._join([*names_in(function), *(held for each in arguments for held in self._held_by(each))])
            case ir.Effect():
                self._join(names_in(statement.value))
            case ir.For():
                self._join([*names_in(statement.target), *self._held_by(statement.iterable)])
            case ir.Assign() | ir.Update() if not self._copies(statement.target):
                self._join([*names_in(statement.target), *self._held_by(statement.value)])

    def _held_by(self, value: gast.AST) -> Iterator[str]:
        """Yield the names whose storage a value may share."""
        if isinstance(value, gast.Name):
            yield value.id
        elif isinstance(value, gast.Attribute) and value.attr in SIZES:
            return
        elif isinstance(value, gast.Subscript):
            if not self._context.infer(value).is_storageless:
                yield from self._held_by(value.value)
        elif not isinstance(value, gast.expr) or not self._is_new(value):
            for part in gast.iter_child_nodes(value):
                yield from self._held_by(part)

    def _copies(self, target: gast.expr) -> bool:
        """Tell whether what is stored into a target is copied there: into the elements of an array."""
        if not isinstance(target, gast.Subscript):
            return False
        owner = target.value
        return (self._fact(owner.id) if isinstance(owner, gast.Name) else self._context.infer(owner)).is_array

    def _is_new(self, value: gast.expr) -> bool:
        """Tell whether a value is a number or a new array; a new list may hold arrays that others hold too."""
        if isinstance(value, gast.Constant):
            return True
        found = elementwise(value, self._fact, self._context.infer)
        if found is not None:
            return found.operations > 0
        known = self._context.infer(value)
        if not known.is_number or known.is_storageless:
            return known.is_number
        if isinstance(value, gast.Call) and dotted(value.func) in COPIES:
            return known.is_array
        return isinstance(value, NEW) or (isinstance(value, gast.Call) and self._context.is_fresh(value))

    def _join(self, names: Iterable[str]) -> None:
        held = [each for each in names if not _is_number(self._fact(each))]
        for each in held[1:]:
            self._sets.union(held[0], each)


def _is_number(fact: Fact) -> bool:
    """Tell whether something certainly holds no storage."""
    return fact.is_scalar and not fact.is_array


def _are_apart(written: Region, read: Region) -> bool:
    """Tell whether two regions of an array differ in an index that is written as a number, counted from one end."""
    for left, right in zip(written.axes, read.axes, strict=True):
        if isinstance(left, gast.Constant) and isinstance(right, gast.Constant) and left.value != right.value:
            return True
    return False
