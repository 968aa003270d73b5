"""Tell whether all indices of a compiled function are inside their arrays, so that they need not be checked one by one.

before: ``u[i, j] = u[i - 1, j] - f[i, j]`` in ``for i in range(1, u.shape[0] - 1)`` ..., each index checked
after:  the same unchecked, behind ``check_reach(f.shape[0], u.shape[0] - 1)`` where the nest runs at all

*Direction* forward, over the text. *Lattice*: an integer variable is a sum over symbols, or a symbol of its own; a
loop's variable lies between the bounds of its range. *Meet*: what branches and loops bind becomes a new symbol.

Requires the last form of the backend. Soundness: one index that is not proved keeps the checks of the whole function. A
length that the text does not tell is asked once, before the loops, and only where the nest certainly comes to an index
that far: the primal would raise there, too.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.affine import Affine, Bound, affine, is_nonnegative
from cladpy.analyses.liveness import SCOPES, binds, own_expressions
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, constant, dotted, name, nodes_of, subscript
from cladpy.ir.fact import Fact
from cladpy.jit.extents import Extents
from cladpy.jit.reach_checks import Asked, ReachChecks
from cladpy.optimize.context import Context

ONE = Affine(1)
# What is called with arrays must take no index from them.
NUMPY = frozenset(
    {"abs", "arctan", "arctan2", "ascontiguousarray", "cos", "cosh", "dot", "empty", "empty_like", "exp", "expm1",
     "float64", "floor", "full", "hypot", "isfinite", "isnan", "log", "log1p", "log2", "log10", "max", "maximum",
     "mean", "min", "minimum", "ones", "ones_like", "power", "sign", "sin", "sinh", "sqrt", "square", "sum", "tan",
     "tanh", "zeros", "zeros_like"}
)  # fmt: skip
BUILTINS = frozenset(
    {"range", "len", "max", "min", "abs", "float", "int", "bool", "divide_guarded", "multiply_guarded", "as_single",
     "check_lengths"}
)  # fmt: skip
METHODS = frozenset({"copy", "sum", "mean", "append", "pop"})


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over a range: the symbol of its variable, how often it runs, and its statement."""

    symbol: str
    trips: Affine
    first: Affine
    last: Affine
    statement: ir.For


@dataclass(slots=True)
class IndexBounds:
    """Looks at one function.

    Parameters
    ----------
    function : Function
    context : Context
        That of its identifiers.
    trusted : collection of str
        Arrays of which the indices are known to be inside.
    """

    function: ir.Function
    context: Context
    trusted: Collection[str]
    known: dict[str, Affine] = field(default_factory=dict)  # by variable
    bounds: dict[str, Bound] = field(default_factory=dict)  # by symbol
    order: dict[str, int] = field(default_factory=dict)
    active: list[Asked] = field(default_factory=list)  # the checks that have come
    sizes: dict[str, list[Affine | None]] = field(default_factory=dict)  # by array, the lengths that it is made with
    here: ir.Statement = field(default_factory=ir.Pass)
    is_asking: bool = True  # finds what is to be asked; then what is asked is known inside of the loops behind it
    extents: Extents = field(init=False)
    checks: ReachChecks = field(init=False)
    lasting: frozenset[str] = field(init=False)  # what is bound on every path
    once: frozenset[str] = field(init=False)  # what is bound once, outside of loops

    def __post_init__(self) -> None:
        self.extents = Extents(self.function, self.context.fact, self.context.infer)
        outermost = [each for each in self.function.body if isinstance(each, ir.Assign)]
        self.lasting = frozenset([*self.function.parameters, *(bound for each in outermost for bound in binds(each))])
        self.checks = ReachChecks(self.lasting)
        times = Counter(bound for each in ir.walk(self.function.body) for bound in binds(each))
        self.once = frozenset(each for each in self.lasting if times[each] == 1)

    def run(self) -> ir.Function:
        """Return the function, marked and with checks before its loops if all its indices are inside."""
        for self.is_asking in (True, False):
            self.known, self.bounds, self.order, self.sizes, self.active = {}, {}, {}, {}, []
            for parameter in self.function.parameters:
                self.known[parameter] = self.new(parameter)
            if not self.block(self.function.body, (), is_certain=True) and not self.is_asking:
                return self.function
        return replace(self.function, body=self.checks.put(self.function.body), in_bounds=True)

    # ---- statements ----

    def block(self, block: ir.Block, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether all indices of a block are inside."""
        inside = True
        for statement in block:
            inside &= self.statement(statement, loops, is_certain=is_certain)
        return inside

    def statement(self, statement: ir.Statement, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether the indices of a statement are inside, and note what it binds."""
        if isinstance(statement, ir.For | ir.While):
            self.forget(statement)
        self.active += [each for each in self.checks.asked if each.before is statement and not self.is_asking]
        self.here = statement if not loops else self.here
        # All is looked at, whatever is found: both looks must come to the same symbols.
        inside = True
        for each in own_expressions(statement):
            inside &= self.expression(each, loops, is_certain=is_certain)
        match statement:
            case ir.For():
                inside &= self.loop(statement, loops, is_certain=is_certain)
            case ir.While():
                inside &= self.block(statement.body, loops, is_certain=False)
                self.forget(statement)
            case ir.If():
                before = dict(self.known)
                inside &= self.block(statement.body, loops, is_certain=False)
                self.known = before
                inside &= self.block(statement.orelse, loops, is_certain=False)
                self.forget(statement)
            case ir.Assign(target=gast.Name(id=bound), value=value):
                self.bind(bound, value)
            case ir.Assign() | ir.Update():
                for bound in binds(statement):
                    self.known[bound] = self.new(bound)
            case ir.Effect() | ir.Return() | ir.Comment() | ir.Pass() | ir.Break() | ir.Continue():
                pass
            case _:
                return False
        return inside

    def loop(self, statement: ir.For, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether the indices of a loop are inside."""
        found = self.range_of(statement)
        if found is None:
            return False
        leaves = any(isinstance(each, ir.Break | ir.Continue) for each in ir.walk(statement.body))
        is_certain = is_certain and not leaves
        inside = self.block(statement.body, (*loops, found), is_certain=is_certain)
        self.forget(statement)
        return inside

    def range_of(self, statement: ir.For) -> Loop | None:
        """Return a loop over a range, its variable bound; None if it is none."""
        iterable = statement.iterable
        is_range = isinstance(iterable, gast.Call) and dotted(iterable.func) == "range"
        if not is_range or not isinstance(statement.target, gast.Name):
            return None
        parts = [self.sum_of(part) for part in iterable.args]
        start, stop = (Affine(0), parts[0]) if len(parts) == 1 else parts[:2]
        step = parts[2] if len(parts) == 3 else ONE
        if start is None or stop is None or step is None or step.terms or step.number not in (1, -1):
            return None
        variable = self.new(statement.target.id)
        self.known[statement.target.id] = variable
        (symbol,) = variable.terms
        low, high = (start, stop - ONE) if step.number > 0 else (stop + ONE, start)
        self.bounds[symbol] = Bound((low,), (high,))
        return Loop(symbol, high - low + ONE, low, high, statement)

    def bind(self, bound: str, value: gast.expr) -> None:
        """Note what a variable is bound to: an integer, or an array of some length."""
        fact = self.context.infer(value)
        is_sum = _is_integer(fact) or _length_in(value)[0] is not None
        found = self.sum_of(value) if is_sum else None
        if found is not None:
            self.known[bound] = found
            return
        self.known[bound] = self.new(bound)
        is_new = isinstance(value, gast.Call) and dotted(value.func) in ("np.empty", "np.zeros", "np.ones")
        if is_new and bound in self.once and value.args:
            self.sizes[bound] = self.sizes_of(value.args[0])

    def sizes_of(self, shape: gast.expr) -> list[Affine | None]:
        """Return the lengths of an array that is made with a shape."""
        if isinstance(shape, gast.Attribute) and isinstance(shape.value, gast.Name):
            owner = shape.value.id
            known = self.sizes.get(owner) or self.extents.shapes.get(owner) or ()
            return [self.length_of(owner, axis) for axis in range(len(known))]
        return [self.size_of(part) for part in (shape.elts if isinstance(shape, gast.Tuple) else [shape])]

    def size_of(self, part: gast.expr) -> Affine | None:
        """Return a length that is written in a shape: it is no less than the parts of a maximum."""
        found = self.sum_of(part)
        if found is not None or not isinstance(part, gast.Call) or dotted(part.func) != "max":
            return found
        least = tuple(each for each in map(self.sum_of, part.args) if each is not None)
        size = self.new("size")
        (symbol,) = size.terms
        self.bounds[symbol] = Bound(least)
        self.order[symbol] = -1  # lengths are replaced behind what is bounded by them
        return size

    def forget(self, statement: ir.Statement) -> None:
        """Give what a statement binds symbols of their own."""
        for each in ir.walk((statement,)):
            for bound in binds(each):
                self.known[bound] = self.new(bound)

    # ---- indices ----

    def expression(self, node: gast.expr, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether the indices in an expression are inside, and nothing else in it takes one."""
        parts = list(nodes_of(node))
        choices = [part for part in parts if isinstance(part, gast.IfExp | gast.BoolOp)]
        chosen = {id(inner) for part in choices for inner in nodes_of(part)}
        calls = [part for part in parts if isinstance(part, gast.Call)]
        inside = all(map(_takes_no_index, calls)) and not any(isinstance(part, SCOPES) for part in parts)
        for part in parts:
            if isinstance(part, gast.Subscript):
                inside &= self.subscript(part, loops, is_certain=is_certain and id(part) not in chosen)
        return inside

    def subscript(self, node: gast.Subscript, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether the index of an array is inside."""
        if isinstance(node.value, gast.Attribute) and node.value.attr == "shape":
            return isinstance(node.slice, gast.Constant)
        if not isinstance(node.value, gast.Name):
            return False
        if node.value.id in self.trusted:
            return True
        if not self.context.fact(node.value.id).is_array and node.value.id not in self.sizes:
            return False
        inside = True
        for axis, part in enumerate(node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]):
            if not isinstance(part, gast.Slice):
                inside &= self.is_inside(node.value.id, axis, part, loops, is_certain=is_certain)
        return inside

    def is_inside(self, owner: str, axis: int, part: gast.expr, loops: tuple[Loop, ...], *, is_certain: bool) -> bool:
        """Tell whether a part of an index is proved to be inside, or is so behind a check that is made."""
        place, length = self.sum_of(part), self.length_of(owner, axis)
        if place is None or length is None:
            return False
        if not place.terms and place.number < 0:
            place = Affine(-1 - place.number)  # counted from the end
        trips = [loop.trips for loop in loops]
        bounds = dict(self.bounds)
        order = dict(self.order)
        for each in self.active:
            if all(any(trip == other for other in trips) for trip in each.trips):
                known = bounds.get(each.symbol, Bound())
                bounds[each.symbol] = Bound((*known.least, each.least), known.most)
                order[each.symbol] = -1

        def depth(symbol: str) -> int:
            return order.get(symbol, -2)

        is_short = not is_nonnegative(length - place - ONE, bounds, depth)
        if is_short and self.is_asking and is_certain:
            self.ask(owner, axis, place, length, loops)
        return is_nonnegative(place, bounds, depth) and not is_short

    def ask(self, owner: str, axis: int, place: Affine, length: Affine, loops: tuple[Loop, ...]) -> None:
        """Ask for the length before the loops that certainly come to the last place, if that is possible."""
        inner = {loop.symbol for loop in loops}
        if any(inner & (loop.first.terms.keys() | loop.last.terms.keys()) for loop in loops):
            return
        last = Affine(place.number)
        for symbol, factor in place.terms.items():
            ends = [loop.last if factor > 0 else loop.first for loop in loops if loop.symbol == symbol]
            last += (ends[0] if ends else Affine.of(symbol)).times(factor)
        outermost = loops[0].statement if loops else self.here
        changing = frozenset(found for each in ir.walk((outermost,)) for found in binds(each) if loops)
        if owner in changing or owner not in self.lasting or len(length.terms) != 1 or length.number:
            return
        asked = Asked(tuple(loop.trips for loop in loops), next(iter(length.terms)), last + ONE, outermost)
        if self.checks.ask(asked, subscript(attribute(name(owner), "shape"), constant(axis)), self.known, changing):
            self.active.append(asked)

    # ---- integers ----

    def new(self, variable: str) -> Affine:
        """Return a new symbol for a variable."""
        symbol = f"{variable}#{len(self.order)}"
        self.order[symbol] = len(self.order)
        return Affine.of(symbol)

    def sum_of(self, node: gast.expr) -> Affine | None:
        """Return an integer expression as a sum over symbols."""
        return affine(node, self.leaf)

    def leaf(self, node: gast.expr) -> Affine | None:
        """Return what is known of a variable or of a length."""
        if isinstance(node, gast.Name):
            return self.known.get(node.id)
        owner, axis = _length_in(node)
        return None if owner is None else self.length_of(owner, axis)

    def length_of(self, owner: str, axis: int) -> Affine | None:
        """Return the length of an array along an axis; None where arrays of other lengths have the name, too."""
        if owner in self.sizes:
            return self.sizes[owner][axis] if axis < len(self.sizes[owner]) else None
        shape = self.extents.shapes.get(owner)
        if shape is None or axis >= len(shape) or shape[axis].removed or not shape[axis].lasting:
            return None
        symbol = f"{shape[axis].symbol}#length"
        self.bounds.setdefault(symbol, Bound((Affine(0),)))
        if owner in self.lasting:
            self.checks.written.setdefault(symbol, subscript(attribute(name(owner), "shape"), constant(axis)))
        return Affine.of(symbol)


def in_bounds(function: ir.Function, context: Context, trusted: Collection[str]) -> ir.Function:
    """Return the function, marked as one whose indices need no check if that is proved.

    Parameters
    ----------
    function : Function
        In its last form.
    context : Context
        That of its identifiers.
    trusted : collection of str
        Arrays of which the indices are known to be inside.
    """
    return IndexBounds(function, context, trusted).run()


def _takes_no_index(node: gast.Call) -> bool:
    """Tell whether what is called reads and writes no elements but by the rules of array arithmetic."""
    path = dotted(node.func)
    if path is not None and "." not in path:
        return path in BUILTINS
    root, _, function = (path or "").partition(".")
    if root in ("math", "np"):
        return root == "math" or function in NUMPY
    return isinstance(node.func, gast.Attribute) and node.func.attr in METHODS


def _is_integer(fact: Fact) -> bool:
    return fact.is_scalar and not fact.is_array and fact.dtype is not None and fact.dtype.kind == "i"


def _length_in(node: gast.expr) -> tuple[str | None, int]:
    """Return array and axis of ``len(x)`` and ``x.shape[k]``."""
    if isinstance(node, gast.Call) and dotted(node.func) == "len" and isinstance(node.args[0], gast.Name):
        return node.args[0].id, 0
    owner = node.value if isinstance(node, gast.Subscript) and isinstance(node.slice, gast.Constant) else None
    if isinstance(owner, gast.Attribute) and owner.attr == "shape" and isinstance(owner.value, gast.Name):
        return owner.value.id, node.slice.value
    return None, 0
