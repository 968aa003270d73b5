"""Let loops of the reverse sweep count upwards whose iterations need no order: a compiler vectorises these alone.

before: ``for i in range(n - 1, -1, -1):``    after: ``for i in range(n):``
        ``    d_q[j, i] += d_r * q[k, i]``           ``    d_q[j, i] += d_r * q[k, i]``

Requires the form of the backend, tapes as arrays. Guarantees: the same numbers; sums over the loop are added up in the
other order. Soundness: each iteration stores only into elements that no other one reads or stores into, as the variable
of the loop is the same axis' index of all elements of that memory; its own numbers are read nowhere else.
"""

from collections.abc import Iterator
from dataclasses import replace

import gast

from cladpy.analyses.liveness import binds, own_expressions
from cladpy.emit.to_gast import REVERSE
from cladpy.ir import statements as ir
from cladpy.ir.expressions import binary, call, constant, mentions, names_in, nodes_of
from cladpy.jit.storage_sets import StorageSets
from cladpy.optimize.context import Context

SUMS = (gast.Add, gast.Sub)


def forward_loops(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the loops of its reverse sweep turned round where that changes nothing.

    Parameters
    ----------
    function : Function
        In the form of the backend.
    context : Context
        That of its identifiers.
    """
    marks = [place for place, each in enumerate(function.body) if isinstance(each, ir.Comment) and each.text == REVERSE]
    if not marks or not any(upwards(each.iterable) for each in ir.walk(function.body) if isinstance(each, ir.For)):
        return function
    turned = _Turned(function, context)
    body = (*function.body[: marks[0]], *turned.block(function.body[marks[0] :]))
    return replace(function, body=body)


def upwards(iterable: gast.expr) -> gast.expr | None:
    """Return ``range(n)`` for ``range(n - 1, -1, -1)``.

    Examples
    --------
    >>> from cladpy.emit.printer import print_tree
    >>> from cladpy.ir.expressions import parse
    >>> [print_tree(upwards(parse(text))) for text in ("range(n - 1, -1, -1)", "range(3, -1, -1)")]
    ['range(n)', 'range(4)']
    """
    match iterable:
        case gast.Call(func=gast.Name(id="range"), args=[first, last, step]) if _is_minus_one(last, step):
            pass
        case _:
            return None
    match first:
        case gast.Constant(value=int(value)):
            return call("range", constant(value + 1))
        case gast.BinOp(left=count, op=gast.Sub(), right=gast.Constant(value=1)):
            return call("range", count)
        case gast.BinOp(left=count, op=gast.Sub(), right=gast.Constant(value=int(value))) if value > 1:
            return call("range", binary(count, gast.Sub(), constant(value - 1)))
    return None


class _Turned:
    """Turns the loops of one function."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.context = context
        self.sets = StorageSets(function, context, context.fact)
        self.exposed = _exposed(function)

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block with its loops turned."""
        return tuple(map(self.statement, block))

    def statement(self, statement: ir.Statement) -> ir.Statement:
        """Return a statement with the loops in it turned."""
        match statement:
            case ir.If():
                return replace(statement, body=self.block(statement.body), orelse=self.block(statement.orelse))
            case ir.For():
                iterable = upwards(statement.iterable)
                if iterable is not None and self.needs_no_order(statement):
                    return replace(statement, iterable=iterable)
                return replace(statement, body=self.block(statement.body))
            case ir.While() | ir.With():
                return replace(statement, body=self.block(statement.body))
        return statement

    def needs_no_order(self, loop: ir.For) -> bool:
        """Tell whether the iterations of a loop may run in any order."""
        index = getattr(loop.target, "id", "")
        if index in self.exposed or not loop.body or len(_simple(loop)) < len(loop.body):
            return False
        return self.has_own_numbers(loop, index) and self.has_own_elements(loop, index)

    def has_own_numbers(self, loop: ir.For, index: str) -> bool:
        """Tell whether each name is set before it is read in an iteration, or is a sum that nothing there reads."""
        bound = {each for part in loop.body for each in binds(part)}
        read = {each for part in _simple(loop) for node in _read(part) for each in names_in(node)}
        set_anew = {each for part in loop.body if isinstance(part, ir.Assign) for each in binds(part)}
        made: set[str] = set()
        for part in _simple(loop):
            if any(each in bound - made for node in _read(part) for each in names_in(node)):
                return False
            if isinstance(part.target, gast.Subscript):
                continue
            if not isinstance(part.target, gast.Name) or not self.is_number(part.target.id):
                return False
            target = part.target.id
            if isinstance(part, ir.Assign):
                made.add(target)
            elif target not in made and (target in read | set_anew or not isinstance(part.operator, SUMS)):
                return False
        return index not in bound and self.exposed.isdisjoint(made)

    def is_number(self, name: str) -> bool:
        """Tell whether a name certainly holds a number."""
        fact = self.context.fact(name)
        return fact.is_scalar and not fact.is_array

    def has_own_elements(self, loop: ir.For, index: str) -> bool:
        """Tell whether what an iteration stores into is neither read nor stored into by another one."""
        elements: list[gast.Subscript] = []
        for part in _simple(loop):
            found = [each for node in _read(part) for each in _elements(node)]
            elements += found
            if not all(self.is_known(node) for node in _leaves(part)):
                return False
        stored = {part.target.value.id for part in _simple(loop) if isinstance(part.target, gast.Subscript)}
        for owner in stored:
            shared = [each for each in elements if self.sets.may_share(owner, each.value.id)]
            axes = [self.axes_of(each, index) for each in shared]
            if any(each.value.id != owner for each in shared) or not axes[0].intersection(*axes):
                return False
        return True

    def axes_of(self, element: gast.Subscript, index: str) -> set[int]:
        """Return the axes along which an element lies at the loop's variable; none if its place is told otherwise."""
        parts = element.slice.elts if isinstance(element.slice, gast.Tuple) else [element.slice]
        own = {axis for axis, part in enumerate(parts) if isinstance(part, gast.Name) and part.id == index}
        others = [part for axis, part in enumerate(parts) if axis not in own]
        is_plain = all(map(self.is_place, others)) and not any(mentions(part, index) for part in others)
        return own if is_plain else set()

    def is_place(self, node: gast.expr) -> bool:
        """Tell whether an index is one whole number."""
        if isinstance(node, gast.Constant):
            return type(node.value) is int
        if isinstance(node, gast.BinOp):
            return self.is_place(node.left) and self.is_place(node.right)
        return isinstance(node, gast.Name) and self.is_number(node.id)

    def is_known(self, node: gast.AST) -> bool:
        """Tell whether a part of an expression is a number, or an element of what a name holds."""
        if isinstance(node, gast.Subscript):
            return isinstance(node.value, gast.Name)
        if isinstance(node, gast.Name):
            return self.is_number(node.id)
        return isinstance(node, gast.Constant) or (isinstance(node, gast.Call) and self.context.is_pure(node))


def _is_minus_one(*nodes: gast.expr) -> bool:
    return all(
        (isinstance(node, gast.Constant) and node.value == -1)
        or (
            isinstance(node, gast.UnaryOp)
            and isinstance(node.op, gast.USub)
            and getattr(node.operand, "value", None) == 1
        )
        for node in nodes
    )


def _simple(loop: ir.For) -> list[ir.Assign | ir.Update]:
    """Return the statements of a loop that only compute and store."""
    return [
        each
        for each in loop.body
        if (isinstance(each, ir.Assign) and not each.impure) or (isinstance(each, ir.Update) and not each.at)
    ]


def _read(statement: ir.Assign | ir.Update) -> Iterator[gast.AST]:
    """Yield the expressions that a statement reads, and elements that it stores into; no number that it adds to."""
    yield statement.value
    if isinstance(statement.target, gast.Subscript):
        yield statement.target


def _elements(node: gast.AST) -> list[gast.Subscript]:
    """Return the outermost subscripts of an expression."""
    if isinstance(node, gast.Subscript):
        return [node]
    return [found for part in gast.iter_child_nodes(node) for found in _elements(part)]


def _leaves(statement: ir.Assign | ir.Update) -> Iterator[gast.AST]:
    """Yield names, subscripts, numbers and calls, but not what is subscripted or called, and of indices the calls."""
    stack: list[gast.AST] = list(_read(statement))
    while stack:
        node = stack.pop()
        if isinstance(node, gast.Subscript):
            yield node
            yield from (part for part in nodes_of(node.slice) if isinstance(part, gast.Call))
        elif isinstance(node, gast.Call):
            yield node
            stack += [*node.args, *(each.value for each in node.keywords)]
        elif isinstance(node, gast.Name | gast.Constant):
            yield node
        elif isinstance(node, gast.BinOp | gast.UnaryOp | gast.Compare | gast.IfExp | gast.BoolOp | gast.Tuple):
            stack += [each for each in gast.iter_child_nodes(node) if isinstance(each, gast.expr)]
        else:
            yield node if isinstance(node, gast.expr) else constant(0)


def _exposed(function: ir.Function) -> set[str]:
    """Return the names that are read where no statement right before, or around, has certainly set them anew."""
    found: set[str] = set()

    def visit(block: ir.Block, around: frozenset[str]) -> None:
        known = set(around)
        for statement in block:
            found.update(each for node in own_expressions(statement) for each in _loaded(node) if each not in known)
            if isinstance(statement, ir.Update) and isinstance(statement.target, gast.Name):
                found.update({statement.target.id} - known)
            inner = [part for part in (getattr(statement, "body", ()), getattr(statement, "orelse", ())) if part]
            bound = {each for part in inner for nested in ir.walk(part) for each in binds(nested)}
            own = binds(statement) if isinstance(statement, ir.For) else ()
            for part in inner:
                before = known if isinstance(statement, ir.If) else known - bound
                visit(part, frozenset({*before, *own}))
            known -= bound | set(own)
            if isinstance(statement, ir.Assign):
                known.update(binds(statement))

    visit(function.body, frozenset())
    return found


def _loaded(node: gast.AST) -> Iterator[str]:
    for part in nodes_of(node):
        if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Load):
            yield part.id
