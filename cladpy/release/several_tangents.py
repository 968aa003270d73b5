"""Let a pushforward carry several tangents in one sweep: the primal runs once, a tangent's statement for each of them.

before: ``h = np.tanh(x)``, ``t_h = t_x * (1.0 - h * h)``
after:  ``h = np.tanh(x)``, ``t_h = [each_x * (1.0 - h * h) for each_x in t_x]``
before: ``t_u[i] = t_h``         after: ``for each_u, each_h in zip(t_u, t_h): each_u[i] = each_h``
before: ``for a, t_a in zip(x, t_x)``   after: ``for a, t_a in zip(x, zip(*t_x))``

Every tangent is a list, or another sequence, of as many tangents as there are; one that is the same for all, such as a
zero, may stand for itself. Requires: printed names, the releases written. Soundness: a statement of which this is not
known to be right is refused, and the columns are swept one by one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.heap import IMMUTABLE
from cladpy.analyses.liveness import own_expressions
from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, name, names_in, nodes_of, store_name, substitute
from cladpy.optimize.context import Context
from cladpy.optimize.name_variables import PrintedFunction

COUNT = "count"


class OneByOne(Exception):  # noqa: N818 - no fault: another way is taken
    """Say that a pushforward takes one tangent at a time."""


def several_tangents(
    function: ir.Function, printed: PrintedFunction, context: Context, pushforwards: Mapping[str, int]
) -> ir.Function:
    """Return a pushforward for lists of tangents.

    Parameters
    ----------
    function : Function
        As it is for one tangent of each parameter.
    printed : PrintedFunction
        The same before the releases: it knows which names are those of tangents.
    context : Context
        What is known of its names.
    pushforwards : mapping of str to int
        The pushforwards that it calls, with how many tangents they take: their last arguments.

    Raises
    ------
    OneByOne
    """
    known = {*context.facts, *(each for part in ir.walk(function.body) for each in _names(part))}
    sweep = _Several(_tangents(function, printed, pushforwards), context, pushforwards, known | context.reserved)
    body = sweep.block(function.body)
    if sweep.counts:
        first = next(each for each in function.parameters if each in printed.tangents)
        body = (ir.Assign(store_name(sweep.count), call("len", name(first))), *body)
    return replace(function, body=body)


def _names(statement: ir.Statement) -> Iterator[str]:
    for each in own_expressions(statement):
        yield from names_in(each)


def _tangents(function: ir.Function, printed: PrintedFunction, pushforwards: Mapping[str, int]) -> set[str]:
    """Return the names that hold tangents: those of tangents, and of whatever is made of them or holds them."""
    found = set(printed.tangents)
    before = -1
    while before != len(found):
        before = len(found)
        for statement in ir.walk(function.body):
            found |= set(_made(statement, found, pushforwards))
    return found


def _made(statement: ir.Statement, found: set[str], pushforwards: Mapping[str, int]) -> Iterator[str]:
    """Yield the names that a statement gives tangents to."""
    if isinstance(statement, ir.Assign) and _callee(statement.value, pushforwards):
        if isinstance(statement.target, gast.Tuple):
            yield from names_in(statement.target.elts[1])
    elif isinstance(statement, ir.Assign | ir.Update) and _reads(statement.value, found):
        yield from _bound(statement.target)
    elif isinstance(statement, ir.Effect) and isinstance(statement.value, gast.Call):
        parts = [*statement.value.args, *(each.value for each in statement.value.keywords)]
        if any(_reads(each, found) for each in parts) and isinstance(statement.value.func, gast.Attribute):
            is_module = isinstance(statement.value.func.value, gast.Name | gast.Attribute) and (
                _root(statement.value.func) in ("np", "math")
            )
            owner = statement.value.args[0] if is_module else statement.value.func.value
            yield _root(owner)


def _bound(target: gast.expr) -> Iterable[str]:
    if isinstance(target, gast.Tuple):
        return [each for part in target.elts for each in _bound(part)]
    return [_root(target)]


def _root(node: gast.expr) -> str:
    """Return the name that a place is reached from, "" if there is none."""
    while isinstance(node, gast.Attribute | gast.Subscript | gast.Starred):
        node = node.value
    return node.id if isinstance(node, gast.Name) else ""


def _reads(node: gast.expr, names: Iterable[str]) -> bool:
    return not set(names).isdisjoint(names_in(node))


def _callee(node: gast.expr, pushforwards: Mapping[str, int]) -> gast.Call | None:
    is_one = isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in pushforwards
    return node if is_one else None


@dataclass(slots=True)
class _Several:
    tangents: set[str]
    context: Context
    pushforwards: Mapping[str, int]
    taken: set[str] | frozenset[str]
    counts: bool = False
    count: str = field(init=False)

    def __post_init__(self) -> None:
        self.count = self.unused(COUNT)

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(each for statement in block for each in self.statement(statement))

    def statement(self, statement: ir.Statement) -> Iterator[ir.Statement]:
        if isinstance(statement, ir.Assign):
            yield self.assign(statement)
        elif isinstance(statement, ir.Update):
            yield from self.update(statement)
        elif isinstance(statement, ir.Effect):
            reads = _reads(statement.value, self.tangents)
            yield self.each(statement, (statement.value,)) if reads else statement
        elif isinstance(statement, ir.For):
            target, iterable = self.items(statement.target, statement.iterable)
            yield replace(statement, target=target, iterable=iterable, body=self.block(statement.body))
        elif isinstance(statement, ir.Return):
            value, tangent = (
                statement.value.elts if isinstance(statement.value, gast.Tuple) else (statement.value, None)
            )
            if tangent is None or _reads(value, self.tangents):
                raise OneByOne("what is returned")
            yield replace(statement, value=gast.Tuple([value, self.lifted(tangent)], gast.Load()))
        elif isinstance(statement, ir.If | ir.While | ir.With):
            self.plain(statement.context if isinstance(statement, ir.With) else statement.test)
            parts = {"body": self.block(statement.body)}
            if isinstance(statement, ir.If):
                parts["orelse"] = self.block(statement.orelse)
            yield replace(statement, **parts)  # type: ignore[arg-type]
        else:
            for each in own_expressions(statement):
                self.plain(each)
            yield statement

    def plain(self, node: gast.expr) -> None:
        """Refuse what reads a tangent where the primal reads none."""
        if _reads(node, self.tangents):
            raise OneByOne(gast.unparse(node))

    # ---- assignments ----

    def assign(self, statement: ir.Assign) -> ir.Statement:
        target, value = statement.target, statement.value
        callee = _callee(value, self.pushforwards)
        if callee is not None:
            return replace(statement, value=self.called(callee))
        if isinstance(value, gast.Subscript) and (inner := _callee(value.value, self.pushforwards)) is not None:
            return replace(statement, value=gast.Subscript(self.called(inner), value.slice, gast.Load()))
        bound = set(_bound(target))
        if bound.isdisjoint(self.tangents):
            self.plain(value)
            return statement
        if not bound <= self.tangents:
            raise OneByOne(gast.unparse(target))
        if isinstance(target, gast.Tuple):
            return replace(statement, value=_columns(self.lifted(value)))
        if isinstance(target, gast.Name):
            return replace(statement, value=self.lifted(value))
        return self.each(statement, (target, value))

    def update(self, statement: ir.Update) -> Iterator[ir.Statement]:
        target = statement.target
        if _root(target) not in self.tangents:
            self.plain(statement.value)
            yield statement
            return
        kind = self.context.fact(target.id).kind if isinstance(target, gast.Name) else "array"
        if kind in IMMUTABLE:
            value = gast.BinOp(name(target.id), statement.operator, statement.value)
            yield ir.Assign(target, self.lifted(value), statement.source)
            return
        loop = self.each(statement, (target, statement.value))
        if kind in ("array", "list"):
            yield loop
            return
        made = self.unused(f"new_{target.id}")  # numbers give their name another value, arrays are updated
        updated = loop.target.elts[0] if isinstance(loop.target, gast.Tuple) else loop.target
        kept = ir.Effect(call(gast.Attribute(name(made), "append", gast.Load()), name(updated.id)))
        yield ir.Assign(store_name(made), gast.List([], gast.Load()), statement.source)
        yield replace(loop, body=(*loop.body, kept))
        yield ir.Assign(store_name(target.id), name(made), statement.source)

    def called(self, node: gast.Call) -> gast.Call:
        """Return the call of a pushforward for several tangents."""
        split = len(node.args) - self.pushforwards[node.func.id]
        for each in node.args[:split]:
            self.plain(each)
        tangents = [self.lifted(each) for each in node.args[split:]]
        return gast.Call(node.func, [*node.args[:split], *tangents], node.keywords)

    # ---- expressions ----

    def read(self, node: gast.expr) -> list[str]:
        """Return the tangents in an expression."""
        if any(_callee(part, self.pushforwards) for part in nodes_of(node)):
            raise OneByOne(gast.unparse(node))
        return [each for each in dict.fromkeys(names_in(node)) if each in self.tangents]

    def lifted(self, node: gast.expr) -> gast.expr:
        """Return the list of what an expression gives for each tangent."""
        read = self.read(node)
        if isinstance(node, gast.Name) and read:
            return node
        if not read:
            self.counts = True
            generator = gast.comprehension(store_name("_"), call("range", name(self.count)), [], False)
            return gast.ListComp(node, [generator])
        names = self.names_for_one(read)
        one = substitute(node, {each: name(given) for each, given in names.items()})
        return gast.ListComp(one, [gast.comprehension(_target([*names.values()]), _zipped(read), [], False)])

    def each(self, statement: ir.Assign | ir.Update | ir.Effect, parts: tuple[gast.expr, ...]) -> ir.For:
        """Return the loop that carries a statement out for each tangent."""
        read = list(dict.fromkeys(each for part in parts for each in self.read(part)))
        names = self.names_for_one(read)
        renamed = {each: name(given) for each, given in names.items()}
        if isinstance(statement, ir.Effect):
            inner: ir.Statement = replace(statement, value=substitute(statement.value, renamed))
        else:
            target = substitute(statement.target, renamed)
            if isinstance(target, gast.Name):
                target = store_name(target.id)
            inner = replace(statement, target=target, value=substitute(statement.value, renamed))
        return ir.For(_target([names[each] for each in read]), _zipped(read), (inner,), statement.source)

    def names_for_one(self, tangents: list[str]) -> dict[str, str]:
        """Return by the name of several tangents that of one of them."""
        return {each: self.unused(f"each_{each.removeprefix('t_')}") for each in tangents}

    def items(self, target: gast.expr, iterable: gast.expr) -> tuple[gast.expr, gast.expr]:
        """Return target and iterable of a loop in which several tangents of each item go along."""
        if not _reads(iterable, self.tangents):
            if not self.tangents.isdisjoint(_bound(target)):
                raise OneByOne(gast.unparse(target))
            return target, iterable
        kind = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else ""
        parts = target.elts if isinstance(target, gast.Tuple) else []
        if kind == "enumerate" and len(parts) == 2 and len(iterable.args) == 1:
            inner, items = self.items(parts[1], iterable.args[0])
            return gast.Tuple([parts[0], inner], gast.Store()), gast.Call(iterable.func, [items], [])
        if kind != "zip" or len(parts) != len(iterable.args):
            raise OneByOne(gast.unparse(iterable))
        pairs = [self.column(part, item) for part, item in zip(parts, iterable.args, strict=True)]
        return target, gast.Call(iterable.func, pairs, iterable.keywords)

    def column(self, part: gast.expr, item: gast.expr) -> gast.expr:
        """Return what is looped over for one variable: for a tangent, those of one item after the other."""
        is_tangent = _reads(item, self.tangents)
        if is_tangent != (isinstance(part, gast.Name) and part.id in {*self.tangents, "_"}):
            raise OneByOne(gast.unparse(item))
        return _columns(self.lifted(item)) if is_tangent else item

    def unused(self, wanted: str) -> str:
        """Return a name that the function does not have."""
        while wanted in self.taken:
            wanted += "_2"
        return wanted


def _columns(node: gast.expr) -> gast.expr:
    """Return the transpose of a list of sequences."""
    return gast.Call(name("zip"), [gast.Starred(node, gast.Load())], [])


def _target(names: list[str]) -> gast.expr:
    made: list[gast.expr] = [store_name(each) for each in names]
    return made[0] if len(made) == 1 else gast.Tuple(made, gast.Store())


def _zipped(names: list[str]) -> gast.expr:
    return name(names[0]) if len(names) == 1 else call("zip", *map(name, names))
