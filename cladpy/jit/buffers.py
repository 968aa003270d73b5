"""Take the arrays that were made for element loops out of the user's loops, or make numbers of them.

before: ``for _ in range(steps): new_1 = np.empty(max(len(u) - 2, 0)); ...``
after:  ``new_1 = np.empty(max(len(u) - 2, 0)); for _ in range(steps): ...``

before: ``for i in ...: v_1[i] = x[i] * y[i]; d_x[i] += v_1[i]``    with `v_1` read nowhere else
after:  ``for i in ...: v_1 = x[i] * y[i]; d_x[i] += v_1``

Requires arrays whose every element is written where they are made, before any is read. An array leaves a loop if it is
read by element alone, in that loop alone, and has the same length in each iteration.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import fingerprint, name, names_in, rebuild, store_name

PARTS = ("target", "value", "test", "iterable", "context", "message", "exception", "cause")


def settle_buffers(function: ir.Function, buffers: set[str]) -> ir.Function:
    """Return the function with its buffers where they are made least often.

    Parameters
    ----------
    function : Function
        With element loops.
    buffers : set of str
        The arrays that were made for them.
    """
    uses, by_element = _uses(function.body), Counter(each for each, _ in _elements(function.body))
    sized = _sized(function.body)
    made = Counter(each for statement in ir.walk(function.body) for each in _bound(statement))
    movable = {each for each in buffers if made[each] == 1 and by_element[each] + sized[each] + 1 == uses[each]}
    settler = _Settler(movable, uses)
    return replace(function, body=settler.block(function.body))


class _Settler:
    def __init__(self, movable: set[str], uses: Counter[str]) -> None:
        self.movable, self.uses = movable, uses

    def block(self, block: ir.Block) -> ir.Block:
        done: list[ir.Statement] = []
        for statement in self.contracted(block):
            if isinstance(statement, ir.If):
                body, orelse = self.block(statement.body), self.block(statement.orelse)
                done.append(replace(statement, body=body, orelse=orelse))
            elif isinstance(statement, ir.For | ir.While):
                body = self.block(statement.body)
                leaving = [each for each in body if self.may_leave(each, statement, body)]
                stay = tuple(each for each in body if each not in leaving)
                done += [*(replace(each, source=0) for each in leaving), replace(statement, body=stay)]
            elif isinstance(statement, ir.With):
                done.append(replace(statement, body=self.block(statement.body)))
            else:
                done.append(statement)
        return tuple(done)

    def may_leave(self, made: ir.Statement, loop: "ir.For | ir.While", body: ir.Block) -> bool:
        """Tell whether a statement makes a buffer that one array can be in every iteration of a loop."""
        buffer = self.buffer_of(made)
        if buffer is None or _uses(body)[buffer] != self.uses[buffer]:
            return False
        bound = {each for statement in ir.walk(body) for each in _bound(statement)}
        bound |= set(names_in(loop.target)) if isinstance(loop, ir.For) else set()
        return not bound & set(names_in(made.value))  # type: ignore[union-attr]

    def buffer_of(self, statement: ir.Statement) -> str | None:
        """Return the buffer that a statement makes, if it is one."""
        if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name):
            return None
        return statement.target.id if statement.target.id in self.movable else None

    def contracted(self, block: ir.Block) -> ir.Block:
        """Return a block in which buffers are numbers that one loop alone reads, each element where it is written."""
        for statement in block:
            buffer = self.buffer_of(statement)
            readers = [each for each in block if each is not statement and buffer in _uses((each,))]
            if buffer is None or len(readers) != 1 or _uses(readers)[buffer] + 1 != self.uses[buffer]:
                continue
            places = {place for each, place in _elements(readers) if each == buffer}
            count = sum(each == buffer for each, _ in _elements(readers))
            if len(places) == 1 and count + 1 == self.uses[buffer] and isinstance(readers[0], ir.For):
                self.movable.discard(buffer)
                number = _as_number(readers[0], buffer)
                return self.contracted(
                    tuple(number if each is readers[0] else each for each in block if each is not statement)
                )
        return block


def _as_number(statement: ir.Statement, buffer: str) -> ir.Statement:
    """Return a statement in which the elements of a buffer are a number of its name."""

    def changed(node: gast.AST) -> gast.AST | None:
        if isinstance(node, gast.Subscript) and getattr(node.value, "id", None) == buffer:
            return store_name(buffer) if isinstance(node.ctx, gast.Store) else name(buffer)
        return None

    parts = {part: rebuild(getattr(statement, part), changed) for part in PARTS if _is_node(statement, part)}
    for part in ("body", "orelse"):
        if getattr(statement, part, ()):
            parts[part] = tuple(_as_number(each, buffer) for each in getattr(statement, part))
    return replace(statement, **parts)


def _is_node(statement: ir.Statement, part: str) -> bool:
    return isinstance(getattr(statement, part, None), gast.AST)


def _nodes(block: "ir.Block | list[ir.Statement]") -> Iterator[gast.AST]:
    for statement in ir.walk(tuple(block)):
        for part in PARTS:
            if _is_node(statement, part):
                yield from gast.walk(getattr(statement, part))


def _uses(block: "ir.Block | list[ir.Statement]") -> Counter[str]:
    """Count how often each name occurs."""
    return Counter(node.id for node in _nodes(block) if isinstance(node, gast.Name))


def _elements(block: "ir.Block | list[ir.Statement]") -> Iterator[tuple[str, str]]:
    """Yield the array and the place of each element that is read or written."""
    for node in _nodes(block):
        if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Name):
            continue
        if not any(isinstance(part, gast.Slice) for part in gast.walk(node.slice)):
            yield node.value.id, fingerprint(node.slice)


def _sized(block: ir.Block) -> Counter[str]:
    """Count how often the length or the shape of each name is asked for."""
    found: Counter[str] = Counter()
    for node in _nodes(block):
        if isinstance(node, gast.Attribute) and node.attr == "shape" and isinstance(node.value, gast.Name):
            found[node.value.id] += 1
        if (
            isinstance(node, gast.Call)
            and getattr(node.func, "id", None) == "len"
            and isinstance(node.args[0], gast.Name)
        ):
            found[node.args[0].id] += 1
    return found


def _bound(statement: ir.Statement) -> list[str]:
    target = getattr(statement, "target", None)
    if not isinstance(target, gast.AST) or isinstance(statement, ir.Update):
        return []
    return [node.id for node in gast.walk(target) if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store)]
