"""Write array statements as loops over their elements, neighbours over the same elements in one loop.

before                          after
``d_1 = k * d_u[1:-1]``         ``d_1 = np.empty(max(len(d_u) - 2, 0))``, ``for i in range(len(d_u) - 2): ...``
``d_u[2:] = d_u[2:] + d_1``     ``for i in range(len(d_u) - 2): d_u[i + 2] += d_1[i]``
``d_k += np.sum(d_u * v)``      ``sum_1 = 0.0``, ``for i in ...: sum_1 += d_u[i] * v[i]``, ``d_k += sum_1``

Requires the form of the backend. Guarantees: what is read is read before it is written, as by the array statement; sums
are added from the first element on. Soundness: a statement is left alone unless its operands are known to be arrays of
known dimensions and equal lengths, or such as must be equal, which is then checked where it runs.
"""

from dataclasses import dataclass, field, replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import (
    attribute,
    binary,
    call,
    constant,
    dotted,
    name,
    names_in,
    rebuild,
    same,
    store_name,
    subscript,
)
from cladpy.ir.fact import FLOAT, UNKNOWN, Dim, Fact, array
from cladpy.ir.union_find import UnionFind
from cladpy.jit.elementwise import Elementwise, elementwise
from cladpy.jit.extents import Extent, Extents
from cladpy.jit.nests import Nest, Step
from cladpy.jit.regions import Region, Span, region_of
from cladpy.jit.storage_sets import StorageSets
from cladpy.optimize.context import Context

INDICES = ("i", "j", "k", "m", "n")
IN_PLACE = (gast.Add, gast.Sub, gast.Mult, gast.Div)
DTYPES = {"bool": "np.bool_", "complex128": "np.complex128", "float32": "np.float32"}
FLOATING = ("float64", "float32")


@dataclass(slots=True)
class ElementLoops:
    """Rewrites the statements of one function.

    Parameters
    ----------
    function : Function
        Its variables are identifiers.
    context : Context
        That of its identifiers.
    taken : set of str
        Names that are used already.
    """

    function: ir.Function
    context: Context
    taken: set[str]
    made: dict[str, Fact] = field(default_factory=dict)  # by name, the facts of what is bound here
    buffers: set[str] = field(default_factory=set)
    equal: UnionFind = field(default_factory=UnionFind)  # lengths that were checked
    extents: Extents = field(init=False)
    sets: StorageSets = field(init=False)
    indices: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.extents = Extents(self.function, self.fact, self.infer)
        self.sets = StorageSets(self.function, self.context, self.fact)
        self.indices = tuple(self.fresh(each, plain=True) for each in INDICES)

    def run(self) -> ir.Function:
        """Return the function with loops in place of array statements."""
        return replace(self.function, body=self.block(self.function.body))

    # ---- facts ----

    def fact(self, identifier: str) -> Fact:
        """Return what is known of a name: a variable's, or that of a global."""
        known = self.made.get(identifier) or self.context.fact(identifier)
        return self.context.infer(name(identifier)) if known == UNKNOWN else known

    def infer(self, node: gast.expr) -> Fact:
        """Return what is known of an expression; nothing if it holds what was bound here."""
        if isinstance(node, gast.Name):
            return self.fact(node.id)
        if any(isinstance(part, gast.Name) and part.id in self.made for part in gast.walk(node)):
            return UNKNOWN
        return self.context.infer(node)

    def fresh(self, base: str, *, plain: bool = False) -> str:
        """Return a name that nothing has yet: ``base``, or with a number."""
        number = 0 if plain else 1
        while (found := base if number == 0 else f"{base}_{number}") in self.taken:
            number += 2 if number == 0 else 1
        self.taken.add(found)
        return found

    # ---- statements ----

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block, its array statements as loops, neighbours in one."""
        known = dict(self.equal.parents)
        done: list[ir.Statement] = []
        waiting: Nest | None = None
        for statement in block:
            for each in self.lowered(statement):
                if isinstance(each, Nest) and waiting is not None and waiting.takes(each, self.sets, self.is_equal):
                    waiting.add(each)
                    continue
                if waiting is not None:
                    done += waiting.statements(self.indices)
                waiting = each if isinstance(each, Nest) else None
                if not isinstance(each, Nest):
                    done.append(each)
        self.equal.parents = known  # what was checked in a block may not have been reached behind it
        return tuple(done if waiting is None else [*done, *waiting.statements(self.indices)])

    def lowered(self, statement: ir.Statement) -> "list[ir.Statement | Nest]":
        """Return what stands for a statement."""
        match statement:
            case ir.If():
                return [replace(statement, body=self.block(statement.body), orelse=self.block(statement.orelse))]
            case ir.For() | ir.While() | ir.With():
                return [replace(statement, body=self.block(statement.body))]
            case ir.Assign() | ir.Update() if not getattr(statement, "at", False):
                nests = self.of_array(statement)
                return [*nests] if nests is not None else self.with_sums(statement)
            case ir.Return():
                return self.with_sums(statement)
        return [statement]

    def of_array(self, statement: "ir.Assign | ir.Update") -> list[ir.Statement | Nest] | None:
        """Return the loops of a statement that stores into a region or makes an array; None if it is no such."""
        target = region_of(statement.target, self.fact)
        if isinstance(statement.target, gast.Name):
            if isinstance(statement, ir.Assign):
                return self.new_array(statement)
            target = target if self.context.fact(statement.target.id).is_array else None
        if target is None or not target.spans:
            return None
        operator, written = self.operation(statement)
        value = elementwise(written, self.fact, self.infer)
        if value is None or not _fits(value.dtype, str(target.fact.dtype)):
            return None
        if operator is not None and not isinstance(operator, IN_PLACE):
            return None
        nest = self.nest(self.extents.of_region(target), target, value, statement.source)
        if nest is None:
            return None
        step = Step(target, operator, value, self.numbers(value, nest, statement.source), statement.source)
        if not any(self.sets.conflict(target, each) for each in value.regions.values()):
            nest.steps.append(step)
            return [nest]
        return self.buffered(nest, step)

    def operation(self, statement: "ir.Assign | ir.Update") -> tuple[gast.operator | None, gast.expr]:
        """Return the operator of an update, written as one or not, and the right side."""
        if isinstance(statement, ir.Update):
            return statement.operator, statement.value
        value, whole = statement.value, statement.target
        if not isinstance(value, gast.BinOp) or not isinstance(value.op, IN_PLACE):
            return None, value
        is_own = same(value.left, whole) or (_is_all(whole) and same(value.left, whole.value))
        return (value.op, value.right) if is_own else (None, value)

    def buffered(self, nest: Nest, step: Step) -> list[ir.Statement | Nest]:
        """Return the loops of a store whose right side reads what it writes: the right side comes first."""
        (target,) = step.written
        held, made = self.new_buffer(nest, str(target.fact.dtype), step.source)
        first = replace(step, target=held, operator=None)
        regions = Elementwise(name("@0"), {"@0": held}, {})
        second = Nest(nest.shape, nest.lengths, [replace(step, value=regions, numbers={})])
        nest.before.append(made)
        nest.steps.append(first)
        return [nest, second]

    def new_array(self, statement: ir.Assign) -> list[ir.Statement | Nest] | None:
        """Return the loops that fill a new array."""
        value = elementwise(statement.value, self.fact, self.infer)
        bound = statement.target.id
        if value is None or not value.operations or not value.dtype or _is_whole_copy(statement.value, value):
            return None
        shape = self.extents.of_elementwise(value)
        known = self.context.fact(bound)
        if shape is None or not known.is_array or known.ndim != len(shape):
            return None
        nest = self.nest(shape, None, value, statement.source)
        if nest is None:
            return None
        if bound in value.reads:
            held, made = self.new_buffer(nest, value.dtype, statement.source)
        else:
            held = Region(bound, tuple(Span(axis) for axis in range(len(nest.shape))), known)
            made = self.allocation(bound, nest, value.dtype, statement.source)
        numbers = self.numbers(value, nest, statement.source)
        nest.before.append(made)
        nest.steps.append(Step(held, None, value, numbers, statement.source))
        if held.name == bound:
            return [nest]
        return [nest, replace(statement, value=name(held.name))]

    def new_buffer(self, nest: Nest, dtype: str, source: int) -> tuple[Region, ir.Statement]:
        """Return an array for the values of a nest, and the statement that makes it."""
        held = self.fresh("new")
        self.made[held] = array(None, tuple(Dim(f"{held}@{k}", each.one) for k, each in enumerate(nest.shape)))
        self.buffers.add(held)
        region = Region(held, tuple(Span(axis) for axis in range(len(nest.shape))), self.made[held])
        return region, self.allocation(held, nest, dtype, source)

    # ---- sums ----

    def with_sums(self, statement: ir.Statement) -> "list[ir.Statement | Nest]":
        """Return a statement behind the loops of the sums in its value."""
        found: list[ir.Statement | Nest] = []

        def changed(node: gast.AST) -> gast.AST | None:
            if isinstance(node, gast.IfExp | gast.BoolOp | gast.Lambda | gast.ListComp | gast.GeneratorExp):
                return node
            return self.sum_of(node, found, statement.source) if isinstance(node, gast.Call) else None

        value = statement.value  # type: ignore[union-attr]
        if not isinstance(value, gast.AST) or not self.is_calm(value):
            return [statement]
        new = rebuild(value, changed)
        return [*found, replace(statement, value=new)] if new is not value else [statement]

    def is_calm(self, value: gast.AST) -> bool:
        """Tell whether no call in a value changes what another part of it reads; taking from a tape does not."""
        calls = [part for part in gast.walk(value) if isinstance(part, gast.Call)]
        return all(self.context.is_pure(each) or getattr(each.func, "attr", None) == "pop" for each in calls)

    def sum_of(self, node: gast.Call, found: "list[ir.Statement | Nest]", source: int) -> gast.expr | None:
        """Return the name of the sum or mean that a call takes of what is computed element by element."""
        path, arguments = dotted(node.func), node.args
        kind = {"np.sum": "sum", "np.mean": "mean"}.get(path or "")
        if kind is None and getattr(node.func, "attr", None) in ("sum", "mean") and not arguments:
            kind, arguments = node.func.attr, [node.func.value]
        if kind is None or node.keywords or len(arguments) != 1:
            return None
        value = elementwise(arguments[0], self.fact, self.infer)
        if value is None or not value.operations or value.dtype not in FLOATING:
            return None
        shape = self.extents.of_elementwise(value)
        nest = None if shape is None else self.nest(shape, None, value, source)
        if nest is None:
            return None
        total = self.fresh("sum")
        self.made[total] = FLOAT
        numbers = self.numbers(value, nest, source)
        nest.before.append(ir.Assign(store_name(total), constant(0.0), source))
        nest.steps.append(Step(total, None, value, numbers, source))
        found.append(nest)
        if kind == "sum":
            return name(total)
        count = nest.lengths[0]
        for length in nest.lengths[1:]:
            count = binary(count, gast.Mult(), length)
        return binary(name(total), gast.Div(), count)

    # ---- nests ----

    def nest(self, shape: tuple[Extent, ...], target: Region | None, value: Elementwise, source: int) -> Nest | None:
        """Return the loops, without steps, over a shape; None if an operand may have another one."""
        regions = [*([target] if target is not None else []), *value.regions.values()]
        lengths: list[gast.expr | None] = [None] * len(shape)
        checks: dict[tuple[Extent, Extent], ir.Statement] = {}
        for region in regions:
            own = self.extents.of_region(region)
            if len(own) > len(shape):
                return None
            for axis, (span, extent) in enumerate(zip(region.spans, own, strict=True), len(shape) - len(own)):
                if region.one(span) is True and region is not target:
                    continue
                known = lengths[axis]
                if not self.is_equal(extent, shape[axis]):
                    if extent.one is not False or shape[axis].one is not False or known is None:
                        return None
                    check = ir.Effect(call("check_lengths", known, region.length(span)), source)
                    checks.setdefault((shape[axis], extent), check)
                is_worse = known is None or (set(names_in(known)) & self.buffers and region.name not in self.buffers)
                lengths[axis] = region.length(span) if is_worse else known
        if any(length is None for length in lengths):
            return None
        for left, right in checks:
            if left.lasting and right.lasting:
                self.equal.union(left.key, right.key)
        counted = tuple(length for length in lengths if length is not None)
        return Nest(shape, counted, [], list(checks.values()))

    def is_equal(self, left: Extent, right: Extent) -> bool:
        """Tell whether two lengths are certainly the same, or were found so before."""
        if left.is_equal(right):
            return True
        return left.lasting and right.lasting and self.equal.find(left.key) == self.equal.find(right.key)

    def numbers(self, value: Elementwise, nest: Nest, source: int) -> dict[str, str]:
        """Bind the numbers of a value before its loops; return their names."""
        bound: dict[str, str] = {}
        for mark, number in value.numbers.items():
            bound[mark] = self.fresh("number")
            self.made[bound[mark]] = self.infer(number)
            nest.before.append(ir.Assign(store_name(bound[mark]), number, source))
            nest.numbers = True
        return bound

    def allocation(self, bound: str, nest: Nest, dtype: str, source: int) -> ir.Statement:
        """Return the statement that makes an array of the lengths of a nest."""
        lengths = [
            call("max", length, constant(0)) if isinstance(length, gast.BinOp) else length for length in nest.lengths
        ]
        shape = lengths[0] if len(lengths) == 1 else self.whole_shape(lengths) or gast.Tuple(lengths, gast.Load())
        more = [attribute(name("np"), DTYPES[dtype].partition(".")[2])] if dtype in DTYPES else []
        self.buffers.add(bound)
        return ir.Assign(store_name(bound), call("np.empty", shape, *more), source)

    def whole_shape(self, lengths: list[gast.expr]) -> gast.expr | None:
        """Return the shape that several lengths are, if they are all those of one array."""
        owner = getattr(lengths[0], "value", None)
        if not isinstance(owner, gast.Attribute) or not isinstance(owner.value, gast.Name):
            return None
        is_whole = self.fact(owner.value.id).ndim == len(lengths)
        axes = [subscript(owner, constant(axis)) for axis in range(len(lengths))]
        return owner if is_whole and all(map(same, lengths, axes)) else None


def element_loops(function: ir.Function, context: Context, taken: set[str]) -> tuple[ir.Function, set[str]]:
    """Return the function with loops in place of array statements, and the arrays that were made for them.

    Parameters
    ----------
    function : Function
        In the form of the backend.
    context : Context
        That of its identifiers.
    taken : set of str
        Names that nothing new may have; those that are made are added.
    """
    loops = ElementLoops(function, context, taken)
    written = loops.run()
    return written, loops.buffers


def _fits(value: str, target: str) -> bool:
    """Tell whether values of one dtype are stored into an array of another without being cut."""
    order = ("bool", "float64", "complex128")
    value, target = (each.replace("float32", "float64") for each in (value, target))  # rounded in a store, as by NumPy
    return value in order and order.index(value) <= order.index(target)


def _is_whole_copy(written: gast.expr, value: Elementwise) -> bool:
    """Tell whether an expression is ``u.copy()``, which needs no loop."""
    return getattr(getattr(written, "func", None), "attr", None) == "copy" and all(
        region.is_whole for region in value.regions.values()
    )


def _is_all(target: gast.expr) -> bool:
    return isinstance(target, gast.Subscript) and getattr(target.slice, "value", None) is ...
