"""What generated code keeps of the forward sweep for the reverse sweep: each variable, its readers and its release.

Direction none: one look at the finished functions. In a gradient function it is what is live where the reverse sweep
begins; of a forward function and its pullback, the state. Requires functions as they are printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import gast

from cladpy.analyses.liveness import binds, own_expressions, reads, visit_backward
from cladpy.analyses.tapes import list_method, tapes
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import REVERSE, to_gast
from cladpy.execute.line_map import Emitted
from cladpy.ir import statements as ir
from cladpy.ir.fact import UNKNOWN, Fact

ARGUMENT, TAPE, STATE, VALUE = "argument", "tape", "state", "value"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One variable that the reverse sweep reads.

    Parameters
    ----------
    function : str
        The generated function that makes it.
    variable : str
    kind : str
        "argument": it is the caller's; "tape": a list with one entry an iteration; "state": what a forward function
        kept; "value".
    made : str
        The line that makes it; of a tape, the one that pushes.
    primal : str
        The primal's line that it stems from; empty where there is none.
    readers : tuple of str
        The lines of the reverse sweep that read it, in their order.
    released : str
        The last of them before its ``del``; empty where it has none.
    fact : Fact
        Of the value, or of an entry of the tape.
    """

    function: str
    variable: str
    kind: str
    made: str
    primal: str
    readers: tuple[str, ...]
    released: str
    fact: Fact


def recorded_by(emitted: Sequence[Emitted], pairs: Sequence[tuple[str, str]]) -> tuple[Recorded, ...]:
    """Return what the functions of a module record, the function asked for first.

    Parameters
    ----------
    emitted : sequence of Emitted
    pairs : sequence of (str, str)
        Forward functions with their pullbacks, by name.
    """
    by_name = {each.function.name: each for each in emitted}
    alone = [each for each in emitted if not any(each.function.name in pair for pair in pairs)]
    found = [record for each in alone for record in _of_gradient(each)]
    for forward, pullback in pairs:
        if forward in by_name and pullback in by_name:
            found += _of_pair(by_name[forward], by_name[pullback])
    return tuple(found)


def state_variables(forward: ir.Function) -> tuple[str, ...]:
    """Return the names of what a forward function keeps, in the order of its state."""
    last = forward.body[-1] if forward.body else None
    if not isinstance(last, ir.Return) or not isinstance(last.value, gast.Tuple):
        return ()
    state = last.value.elts[-1]
    return tuple(_text(item) for item in state.elts) if isinstance(state, gast.Tuple) else ()


def _of_gradient(emitted: Emitted) -> Iterator[Recorded]:
    function = emitted.function
    mark = next(
        (n for n, each in enumerate(function.body) if isinstance(each, ir.Comment) and each.text == REVERSE), None
    )
    if mark is None:
        return
    live: set[str] = set()

    def visit(statement: ir.Statement, behind: set[str]) -> None:
        if statement is function.body[mark]:
            live.update(behind)

    visit_backward(function, visit)
    known = [*function.parameters, *(name for each in ir.walk(function.body[:mark]) for name in binds(each))]
    parts = _Parts(emitted, function.body[:mark], function.body[mark:], tapes(function))
    for variable in dict.fromkeys(known):
        if variable in live:
            yield parts.record(variable, variable)


def _of_pair(forward: Emitted, pullback: Emitted) -> Iterator[Recorded]:
    unpacked = next(
        (
            each
            for each in pullback.function.body
            if isinstance(each, ir.Assign) and isinstance(each.target, gast.Tuple)
        ),
        None,
    )
    if unpacked is None:
        return
    kept = state_variables(forward.function)
    lists = {variable for variable in kept if variable.startswith("tape")}
    parts = _Parts(forward, forward.function.body, pullback.function.body, frozenset(lists), pullback)
    for variable, target in zip(kept, unpacked.target.elts, strict=False):
        yield parts.record(variable, _text(target))


@dataclass(frozen=True, slots=True)
class _Parts:
    """The two sweeps of a function."""

    emitted: Emitted
    forward: ir.Block
    reverse: ir.Block
    tapes: frozenset[str]
    reader: Emitted | None = None

    def record(self, variable: str, name: str) -> Recorded:
        """Return what is known of a variable, which has another name in the reverse sweep perhaps."""
        function = self.emitted.function
        maker = self._maker(variable)
        kind = TAPE if variable in self.tapes else VALUE
        if maker is None and variable in function.parameters:
            kind = ARGUMENT
        facts: Mapping[str, Fact] = getattr(function, "facts", {})
        fact = facts.get(variable, UNKNOWN)
        if kind == TAPE and maker is not None:
            pushed = _pushed(maker)
            fact = UNKNOWN if pushed is None else facts.get(pushed, UNKNOWN)
        elif fact.kind == "unknown" and maker is not None and _is_state(maker, variable):
            kind = STATE
        readers = tuple(dict.fromkeys(self._readers(name, is_tape=kind == TAPE)))
        line = self.emitted.lines.get(maker.source) if maker is not None else None
        made = _line(maker) if maker is not None else ""
        return Recorded(
            function.name, variable, kind, made, "" if line is None else line.text, readers, self._released(name), fact
        )

    def _maker(self, variable: str) -> ir.Statement | None:
        found = None
        for each in ir.walk(self.forward):
            if variable in self.tapes:
                pushes = isinstance(each, ir.Effect) and list_method(each.value) == (variable, "append")
                found = each if pushes else found
            elif variable in binds(each):
                found = each
        return found

    def _readers(self, variable: str, *, is_tape: bool) -> Iterator[str]:
        for block in _blocks(self.reverse):
            for position, each in enumerate(block):
                if isinstance(each, ir.Delete) or variable not in reads(each) or _is_unpacking(each):
                    continue
                if isinstance(each, ir.While) and is_tape:
                    continue
                if is_tape and isinstance(each, ir.Assign) and isinstance(each.target, gast.Name) and _is_pop(each):
                    yield from self._readers_in(block[position + 1 :], each.target.id)
                else:
                    yield _line(each)

    def _readers_in(self, block: ir.Block, variable: str) -> Iterator[str]:
        """Yield the lines of a block that read a variable, up to where it is bound again."""
        for each in ir.walk(block):
            if variable in reads(each) and not isinstance(each, ir.Delete):
                yield _line(each)
            if variable in binds(each) and not isinstance(each, ir.Update):
                return

    def _released(self, variable: str) -> str:
        for block in _blocks(self.reverse):
            for position, each in enumerate(block):
                if isinstance(each, ir.Delete) and variable in each.names:
                    before = [other for other in block[:position] if not isinstance(other, ir.Delete | ir.Comment)]
                    return _line(before[-1]) if before else ""
        return ""


def _blocks(block: ir.Block) -> Iterator[ir.Block]:
    yield block
    for each in block:
        for part in ("body", "orelse"):
            if getattr(each, part, ()):
                yield from _blocks(getattr(each, part))


def _pushed(statement: ir.Statement) -> str | None:
    """Return the variable that a statement pushes on a tape, if it is one."""
    value = statement.value if isinstance(statement, ir.Effect) else None
    pushed = value.args[0] if isinstance(value, gast.Call) and value.args else None
    return pushed.id if isinstance(pushed, gast.Name) else None


def _is_pop(statement: ir.Assign) -> bool:
    """Tell whether a statement binds what it pops off a tape."""
    method = list_method(statement.value)
    return method is not None and method[1] == "pop"


def _is_unpacking(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.Assign) and isinstance(statement.value, gast.Name) and statement.value.id == "state"


def _is_state(maker: ir.Statement, variable: str) -> bool:
    """Tell whether a variable is what a forward function gives beside its value."""
    if not isinstance(maker, ir.Assign) or not isinstance(maker.target, gast.Tuple):
        return False
    last = maker.target.elts[-1]
    return isinstance(maker.value, gast.Call) and isinstance(last, gast.Name) and last.id == variable


def _line(statement: ir.Statement) -> str:
    """Return the text of a statement, of a compound one that of its head."""
    if isinstance(statement, ir.If | ir.For | ir.While | ir.With):
        heads = {ir.If: "if", ir.While: "while", ir.For: "for", ir.With: "with"}
        parts = [_text(part) for part in own_expressions(statement)]
        return f"{heads[type(statement)]} {' in '.join(reversed(parts))}:"
    tree = to_gast(ir.Function("f", (), (statement,)), {}).body[0]
    return print_tree(tree, width=None).strip()


def _text(expression: gast.expr) -> str:
    return print_tree(expression, width=None).strip()


__all__ = ["ARGUMENT", "STATE", "TAPE", "VALUE", "Recorded", "recorded_by", "state_variables"]
