"""Keep an element that a loop reads or adds to in a number, and store it behind the loop: memory is written once.

before                                     after
``for j in range(n):``                     ``if n > 0:``
``    d_c[i, k] += d_c[i, j] * c[k, j]``   ``    sum_1 = d_c[i, k]``
                                           ``    for j in range(n):``
                                           ``        sum_1 += d_c[i, j] * c[k, j]``
                                           ``    d_c[i, k] = sum_1``

The test is left out where the element is named next to the loop anyway: of a loop that does not run no index is looked
at. A compiler cannot do this, as it does not know which arrays share memory, nor which elements differ.

Requires the last form of the backend. Guarantees: the same sums, in the same order. Soundness: the index means the same
element throughout the loop, which certainly stores into it, and whatever else the loop reads or writes of the same
memory is proved to be another element. What the caller holds is left alone: an exception would show it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import gast

from cladpy.analyses.liveness import SCOPES, binds, own_expressions
from cladpy.ir import statements as ir
from cladpy.ir.expressions import (
    children,
    constant,
    dotted,
    fingerprint,
    names_in,
    nodes_of,
    rebuild,
    same,
    store_name,
    subscript,
)
from cladpy.ir.expressions import name as read
from cladpy.jit.index_ranges import IndexRanges, ends_of, parts_of, step_of
from cladpy.jit.storage_sets import SIZES, StorageSets
from cladpy.jit.tape_sites import CONDITIONAL
from cladpy.optimize.context import Context

LEAVING = (ir.Break, ir.Continue, ir.Return, ir.Raise)
PLAIN = (ir.Assign, ir.Update, ir.Effect)
DTYPES = ("float64", "complex128")  # those in which numbers are added up


def element_numbers(function: ir.Function, context: Context, taken: set[str]) -> ir.Function:
    """Return the function with numbers for the elements that its loops add to.

    Parameters
    ----------
    function : Function
        In the last form of the backend.
    context : Context
        That of its identifiers.
    taken : set of str
        Names that nothing new may have; those that are made are added.
    """
    loops = (each for each in ir.walk(function.body) if isinstance(each, ir.For))
    if not any(_stored(statement) for loop in loops for statement in loop.body):
        return function
    numbers = _ElementNumbers(context, taken, StorageSets(function, context, context.fact))
    return replace(function, body=numbers.block(function.body, IndexRanges(context.fact)))


@dataclass(slots=True)
class _ElementNumbers:
    context: Context
    taken: set[str]
    sets: StorageSets

    def block(self, block: ir.Block, ranges: IndexRanges) -> ir.Block:
        """Return a block with numbers in its loops, the outer ones first."""
        out: list[ir.Statement] = []
        for place, statement in enumerate(block):
            if isinstance(statement, ir.For):
                out += self.loop(statement, block, place, ranges)
                continue
            kept = [part for part in ("body", "orelse") if hasattr(statement, part)]
            parts = {part: self.block(getattr(statement, part), ranges) for part in kept}
            out.append(replace(statement, **parts) if parts else statement)  # type: ignore[arg-type]
        return tuple(out)

    def loop(self, loop: ir.For, block: ir.Block, place: int, ranges: IndexRanges) -> list[ir.Statement]:
        """Return what stands for a loop: numbers are read, the loop, numbers are stored."""
        inside, test = ranges.inside(loop), _runs(loop)
        before: list[ir.Statement] = []
        behind: list[ir.Statement] = []
        is_safe = True
        for element in _certain_elements(loop.body):
            is_evident = any(_is_named_by(each, element) for each in _beside(block, place, element))
            if (not is_evident and test is None) or not self.is_own(element, loop, inside):
                continue
            is_stored = any(same(_stored(each), element) for each in ir.walk(loop.body))
            number = self.fresh("sum" if is_stored else "number")
            loop = replace(loop, body=_with_number(loop.body, element, number))
            stored = gast.Subscript(element.value, element.slice, gast.Store())
            before.append(ir.Assign(store_name(number), subscript(element.value, element.slice), loop.source))
            behind += [ir.Assign(stored, read(number), loop.source)] if is_stored else []
            is_safe &= is_evident
        found = [*before, replace(loop, body=self.block(loop.body, inside)), *behind]
        return found if is_safe or test is None else [ir.If(test, tuple(found), (), loop.source)]

    def fresh(self, base: str) -> str:
        """Return a name that nothing has yet."""
        number = 1
        while (found := f"{base}_{number}") in self.taken:
            number += 1
        self.taken.add(found)
        return found

    # ---- proofs ----

    def is_own(self, element: gast.Subscript, loop: ir.For, inside: IndexRanges) -> bool:
        """Tell whether an element is one throughout a loop, and nothing else in the loop touches its memory."""
        array, fact = element.value.id, self.context.fact(element.value.id)
        bound = {found for each in (loop, *ir.walk(loop.body)) for found in binds(each)}
        if not fact.is_array or fact.dtype is None or fact.dtype.name not in DTYPES or self.sets.is_outside(array):
            return False
        indices = parts_of(element.slice)
        if fact.ndim != len(indices) or any(inside.sum_of(each) is None for each in indices):
            return False
        is_one = not bound & set(names_in(element)) and not self.touches(loop.iterable, element, inside)
        return is_one and self.leaves_alone(loop.body, element, inside)

    def leaves_alone(self, block: ir.Block, element: gast.Subscript, ranges: IndexRanges) -> bool:
        """Tell whether a block touches the memory of an element only where it names the element, or another one."""
        for statement in block:
            if isinstance(statement, ir.Return | ir.Raise | ir.With) or not self.is_plain_store(statement, element):
                return False
            expressions = own_expressions(statement)
            if any(self.touches(each, element, ranges) for each in expressions):
                return False
            inner = ranges.inside(statement) if isinstance(statement, ir.For) else ranges
            blocks = [getattr(statement, part) for part in ("body", "orelse") if hasattr(statement, part)]
            if not all(self.leaves_alone(each, element, inner) for each in blocks):
                return False
        return True

    def is_plain_store(self, statement: ir.Statement, element: gast.Subscript) -> bool:
        """Tell whether a statement that stores into the element stores a number of its kind."""
        target = getattr(statement, "target", None)
        if not isinstance(target, gast.Subscript):
            return target is None or not any(same(each, element) for each in nodes_of(target))
        if not same(target, element):
            return True
        if isinstance(statement, ir.Update):
            return not statement.at
        known = self.context.infer(statement.value) if isinstance(statement, ir.Assign) else None
        return known is not None and known.is_scalar and not known.is_array and known.is_floating

    def touches(self, node: gast.AST, element: gast.Subscript, ranges: IndexRanges) -> bool:
        """Tell whether an expression may touch the memory of an element under another name than its own."""
        array = element.value.id
        if isinstance(node, SCOPES):
            return any(self.sets.may_share(array, each) for each in names_in(node))
        if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name) and node.value.id == array:
            apart = same(node, element) or ranges.are_apart(element.slice, node.slice)
            return not apart or self.touches(node.slice, element, ranges)
        if _asks_size(node):
            return False
        if isinstance(node, gast.Name):
            return self.sets.may_share(array, node.id)
        return any(self.touches(each, element, ranges) for each in children(node))


def _stored(statement: ir.Statement) -> gast.Subscript | None:
    """Return the element of a named array that a statement stores into."""
    target = statement.target if isinstance(statement, ir.Assign | ir.Update) else None
    is_element = isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name)
    return target if is_element and not any(isinstance(each, gast.Slice) for each in nodes_of(target)) else None


def _certain_elements(body: ir.Block) -> list[gast.Subscript]:
    """Return the elements, each once, that each iteration certainly names, of arrays that the loop stores into."""
    stored = {element.value.id for each in ir.walk(body) if (element := _stored(each)) is not None}
    found: dict[str, gast.Subscript] = {}
    for statement in body:
        for node in _certain(statement):
            if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name) and node.value.id in stored:
                found.setdefault(fingerprint(node), node)
        if any(isinstance(each, LEAVING) for each in ir.walk((statement,))):
            break
    return list(found.values())


def _beside(block: ir.Block, place: int, element: gast.Subscript) -> Iterator[ir.Statement]:
    """Yield the statements that run whenever that at a place does, before which the index means the same element."""
    names = set(names_in(element))
    for side in (reversed(block[:place]), block[place + 1 :]):
        for statement in side:
            inner = list(ir.walk((statement,)))
            if any(isinstance(each, LEAVING) for each in inner):
                break
            if isinstance(statement, PLAIN) and not names & set(binds(statement)):
                yield statement
            if any(names & set(binds(each)) for each in inner):
                break


def _is_named_by(statement: ir.Statement, element: gast.Subscript) -> bool:
    """Tell whether a statement certainly reads or stores into an element."""
    return any(same(each, element) for each in _certain(statement))


def _certain(statement: ir.Statement) -> Iterator[gast.AST]:
    """Yield the nodes in a statement itself that are certainly evaluated when it runs."""
    todo: list[gast.AST] = [*own_expressions(statement)]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (*CONDITIONAL, gast.Compare)):
            todo += children(node)


def _runs(loop: ir.For) -> gast.expr | None:
    """Return the test of whether a loop over a range runs at all; None where that cannot be asked beforehand."""
    ends = ends_of(loop)
    step = None if ends is None else step_of(loop)
    if ends is None or step is None:
        return None
    start, stop = ends
    calls = (each for end in ends for each in nodes_of(end) if isinstance(each, gast.Call))
    if not all(dotted(each.func) in ("len", "max", "min") for each in calls):
        return None  # what is taken from a tape is taken once
    if len(loop.iterable.args) == 1:
        return gast.Compare(stop, [gast.Gt()], [constant(0)])
    return gast.Compare(start, [gast.Lt() if step > 0 else gast.Gt()], [stop])


def _with_number(block: ir.Block, element: gast.Subscript, number: str) -> ir.Block:
    """Return a block with a name in place of an element."""
    key = fingerprint(element)

    def changed(node: gast.AST) -> gast.AST | None:
        if not isinstance(node, gast.Subscript) or fingerprint(node) != key:
            return None
        return store_name(number) if isinstance(node.ctx, gast.Store) else read(number)

    out: list[ir.Statement] = []
    for statement in block:
        parts: dict[str, object] = {}
        for part in ("target", "value", "test", "iterable", "message"):
            node = getattr(statement, part, None)
            if isinstance(node, gast.AST):
                parts[part] = rebuild(node, changed)
        for part in ("body", "orelse"):
            if hasattr(statement, part):
                parts[part] = _with_number(getattr(statement, part), element, number)
        out.append(replace(statement, **parts) if parts else statement)  # type: ignore[arg-type]
    return tuple(out)


def _asks_size(node: gast.AST) -> bool:
    """Tell whether an expression asks for the length or the form of what a name holds."""
    if isinstance(node, gast.Attribute):
        return node.attr in SIZES and isinstance(node.value, gast.Name)
    is_length = isinstance(node, gast.Call) and dotted(node.func) == "len" and len(node.args) == 1
    return is_length and isinstance(node.args[0], gast.Name)
