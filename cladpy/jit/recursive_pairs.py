"""Find the forward functions that call themselves, the states that they keep, and whether their pullbacks mirror them.

Direction none: a walk of the two functions. Requires: finished functions, not yet in the form of a backend. Soundness:
a pair is told of only where the pullback's calls of itself are in exactly the opposite order of those of the forward
function, loops and branches included.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, constant, nodes_of, subscript

Order = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RecursivePair:
    """A forward function that calls itself, and its pullback.

    Parameters
    ----------
    forward, pullback : Function
    kept : tuple of expr
        What the forward function keeps, the states of its calls of itself among it.
    states : frozenset of int
        Their places there: of states, and of the tapes of states.
    names : mapping
        In the forward function, the place to which each such name belongs.
    taken : mapping
        The same in the pullback.
    """

    forward: ir.Function
    pullback: ir.Function
    kept: tuple[gast.expr, ...]
    states: frozenset[int]
    names: Mapping[str, int]
    taken: Mapping[str, int]

    @property
    def kinds(self) -> str:
        """The function that tells the kinds of what is kept."""
        return f"{self.forward.name}_kinds"


@dataclass(frozen=True, slots=True)
class ForwardCall:
    """``result, state = function(*arguments)``."""

    result: gast.expr
    state: str
    arguments: list[gast.expr]
    source: int

    def assigned(self, function: str, *more: gast.expr) -> ir.Assign:
        """Return the statement that calls a function for the result alone."""
        return ir.Assign(self.result, call(function, *self.arguments, *more), self.source, impure=True)

    def told(self, pair: RecursivePair, place: int) -> gast.expr:
        """Return what the function of kinds gives for the result, or for what is kept."""
        return subscript(call(pair.kinds, *self.arguments), constant(place))


def pair_of(forward: ir.Function, pullback: ir.Function) -> RecursivePair | None:
    """Return what is known of two functions, None where their calls are not in opposite orders."""
    returned = [each.value for each in ir.walk(forward.body) if isinstance(each, ir.Return)]
    unpacked = [each for each in ir.walk(pullback.body) if is_unpacking(each, pullback.parameters[0])]
    if len(returned) != 1 or len(unpacked) != 1 or pullback.body[0] is not unpacked[0]:
        return None
    match returned[0], unpacked[0]:
        case gast.Tuple(elts=[_, gast.Tuple(elts=kept)]), ir.Assign(target=gast.Tuple(elts=taken)):
            pass
        case _:
            return None
    names = _state_names(forward)
    places = {each.id: place for place, each in enumerate(kept) if isinstance(each, gast.Name) and each.id in names}
    if len(kept) != len(taken) or not places or len(places) == len(kept):
        return None
    places |= {state: places[tape] for state, tape in names.items() if tape in places}
    there = {each.id: place for place, each in enumerate(taken) if place in places.values()}
    there |= {state: there[tape] for state, tape in _popped(pullback).items() if tape in there}
    pair = RecursivePair(forward, pullback, tuple(kept), frozenset(places.values()), places, there)
    return pair if _is_mirrored(pair) else None


def _state_names(forward: ir.Function) -> dict[str, str]:
    """Return the names of the states of a function's calls of itself, each with its tape or itself; tapes too."""
    calls = (forward_call(each, forward.name) for each in ir.walk(forward.body))
    states = {each.state for each in calls if each is not None}
    taped = {}
    for each in ir.walk(forward.body):
        match each:
            case ir.Effect(value=gast.Call(func=gast.Attribute(value=gast.Name(id=tape), attr="append"), args=[given])):
                if getattr(given, "id", None) in states:
                    taped[given.id] = tape
    return {state: taped.get(state, state) for state in states} | {tape: tape for tape in taped.values()}


def _popped(pullback: ir.Function) -> dict[str, str]:
    """Return the names that take the last item of a tape, each with the tape."""
    found = {}
    for each in ir.walk(pullback.body):
        match each:
            case ir.Assign(
                target=gast.Name(id=state), value=gast.Call(func=gast.Attribute(value=gast.Name(id=tape), attr="pop"))
            ):
                found[state] = tape
    return found


def _is_mirrored(pair: RecursivePair) -> bool:
    """Tell whether the calls of the pullback are in the opposite order."""
    forward = _order(pair.forward.body, pair.forward.name, pair.names)
    backward = _order(pair.pullback.body, pair.pullback.name, pair.taken, is_pullback=True)
    return forward == _turned(backward)


def _order(block: ir.Block, function: str, places: Mapping[str, int], *, is_pullback: bool = False) -> Order:
    """Return the calls of a function in a block, by the places of their states, nested as loops and branches are."""
    found: list[object] = []
    for statement in block:
        match statement:
            case ir.If(body=body, orelse=orelse):
                arms = tuple(_order(arm, function, places, is_pullback=is_pullback) for arm in (body, orelse))
                found += [("if", *arms)] if any(arms) else []
            case ir.For(body=body) | ir.While(body=body) | ir.With(body=body):
                inner = _order(body, function, places, is_pullback=is_pullback)
                found += [("loop", inner)] if inner else []
            case _:
                for node in _calls_in(statement, function):
                    if is_pullback:
                        found.append(places.get(_state_of(node), -1))
                    else:  # a call of which no state is taken has no record of its own
                        made = forward_call(statement, function)
                        found.append(-2 if made is None else places.get(made.state, -2))
    return tuple(found)


def _state_of(pullback_call: gast.Call) -> str:
    """Return the name of the state that a pullback gets, or of the tape that it is taken from."""
    match pullback_call.args[0]:
        case gast.Name(id=state) | gast.Call(func=gast.Attribute(value=gast.Name(id=state), attr="pop")):
            return state
    return ""


def _turned(order: Order) -> Order:
    """Return an order from its end, that of what is nested too."""
    return tuple((each[0], *map(_turned, each[1:])) if isinstance(each, tuple) else each for each in reversed(order))


def forward_call(statement: ir.Statement, function: str) -> ForwardCall | None:
    """Return the parts of ``v, state = function(...)``, None for another statement."""
    match statement:
        case ir.Assign(
            target=gast.Tuple(elts=[result, gast.Name(id=state)]),
            value=gast.Call(func=gast.Name(id=called), args=arguments),
        ) if called == function:
            return ForwardCall(result, state, arguments, statement.source)
    return None


def is_unpacking(statement: ir.Statement, given: str) -> bool:
    """Tell whether a statement takes a state apart."""
    match statement:
        case ir.Assign(target=gast.Tuple(), value=gast.Name(id=read)):
            return read == given
    return False


def calls_itself(forward: ir.Function) -> bool:
    """Tell whether a forward function calls itself."""
    return any(forward_call(each, forward.name) is not None for each in ir.walk(forward.body))


def _calls_in(statement: ir.Statement, function: str) -> Iterator[gast.Call]:
    for expression in expressions_of(statement):
        for node in nodes_of(expression):
            if isinstance(node, gast.Call) and getattr(node.func, "id", None) == function:
                yield node


def expressions_of(statement: ir.Statement) -> Iterator[gast.AST]:
    """Yield the expressions of a statement, those of its blocks left out."""
    for part in ("target", "value", "test", "iterable", "context"):
        if isinstance(getattr(statement, part, None), gast.AST):
            yield getattr(statement, part)
