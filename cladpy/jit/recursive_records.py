"""Hand a function that calls itself one list for what it keeps: a state in a state in a state has no type.

before: ``v_1, state = F(x, n - 1)``       ``return result, (x, v_1, state)``             ``x, v_1, state = state``
after:  ``v_1 = F(x, n - 1, records)``     ``records.append((x, v_1)); return result``    ``x, v_1 = state.pop()``

The pullback takes the records of a call off the list in the opposite order, so no call needs to know which are its own.
Who else calls the forward function makes the list; what its items are is told by `F_kinds`, which is `F` without the
list and never runs: ``state = []; if state: state.append(F_kinds(x, 3)[1])``.

Requires: finished functions, not yet in the form of a backend. Guarantees: the same numbers. Soundness: only where the
pullback's calls are in exactly the opposite order of those of the forward function, loops and branches included.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, name, names_in, store_name, tuple_of
from cladpy.jit.recursive_pairs import (
    ForwardCall,
    RecursivePair,
    calls_itself,
    expressions_of,
    forward_call,
    is_unpacking,
    pair_of,
)

RECORDS = "records"


def recursive_records(
    functions: Sequence[ir.Function], pairs: Sequence[tuple[str, str]], roots: Sequence[str]
) -> dict[str, tuple[ir.Function, ...]]:
    """Return, by name, what stands in place of the functions that change.

    Parameters
    ----------
    functions : sequence of Function
    pairs : sequence of (str, str)
        Names of forward functions and pullbacks.
    roots : sequence of str
        Functions that users call, whose results stay as they are.
    """
    known = {each.name: each for each in functions}
    found = {}
    for forward, pullback in pairs:
        if forward in known and pullback in known and forward not in roots and calls_itself(known[forward]):
            pair = pair_of(known[forward], known[pullback])
            if pair is not None and not _reads_states(pair):
                found[forward] = pair
    if not found:
        return {}
    changed: dict[str, tuple[ir.Function, ...]] = {}
    for each in functions:
        own = next((pair for pair in found.values() if each.name in (pair.forward.name, pair.pullback.name)), None)
        if own is None:
            body = _Callers(found).block(each.body)
            changed |= {each.name: (replace(each, body=body),)} if body != each.body else {}
    for pair in found.values():
        changed[pair.pullback.name] = (_with_records(pair),)
        changed[pair.forward.name] = (_keeping(pair, found), _telling(pair))
    return changed


def _reads_states(pair: RecursivePair) -> bool:
    """Tell whether anything still reads the state of a call where these are left out."""
    anew = ((_keeping(pair, {}), pair.names), (_with_records(pair), pair.taken))
    return any(_reads(function, set(names) - set(function.parameters)) for function, names in anew)


def _reads(function: ir.Function, names: set[str]) -> bool:
    parts = (node for statement in ir.walk(function.body) for node in expressions_of(statement))
    return any(not names.isdisjoint(names_in(node)) for node in parts)


def _keeping(pair: RecursivePair, others: Mapping[str, RecursivePair]) -> ir.Function:
    """Return the forward function with the list of records as its last parameter."""
    records = _fresh(RECORDS, pair.forward)

    def called(made: ForwardCall) -> ir.Statement:
        return made.assigned(pair.forward.name, name(records))

    def returned(statement: ir.Return) -> list[ir.Statement]:
        kept = ir.Effect(call(attribute(name(records), "append"), _record(pair)), statement.source)
        return [kept, replace(statement, value=_result(statement))]

    parameters = (*pair.forward.parameters, records)
    body = _Callers({key: each for key, each in others.items() if each is not pair}).block(
        _anew(pair, called, returned)
    )
    return replace(pair.forward, parameters=parameters, body=body)


def _telling(pair: RecursivePair) -> ir.Function:
    """Return the function that gives the kinds of what is kept, and never runs."""

    def called(made: ForwardCall) -> ir.Statement:
        return ir.Assign(made.result, made.told(pair, 0), made.source, impure=True)

    def returned(statement: ir.Return) -> list[ir.Statement]:
        return [replace(statement, value=tuple_of([_result(statement), _record(pair)]))]

    told = f"Tell the kinds of what {pair.forward.name} keeps; never run."
    return replace(pair.forward, name=pair.kinds, body=_anew(pair, called, returned), docstring=told)


def _anew(
    pair: RecursivePair,
    called: Callable[[ForwardCall], ir.Statement],
    returned: Callable[[ir.Return], list[ir.Statement]],
) -> ir.Block:
    """Return the body of the forward function without states."""

    def block(given: ir.Block) -> ir.Block:
        made: list[ir.Statement] = []
        for each in given:
            inner = forward_call(each, pair.forward.name)
            if inner is not None:
                made.append(called(inner))
            elif isinstance(each, ir.Return):
                made += returned(each)
            elif not _is_about_states(each, pair.names):
                made.append(_nested(each, block))
        return tuple(made)

    return block(pair.forward.body)


def _with_records(pair: RecursivePair) -> ir.Function:
    """Return the pullback, which takes what was kept off the list."""
    function = pair.pullback
    given = function.parameters[0]

    def block(statements: ir.Block) -> ir.Block:
        made: list[ir.Statement] = []
        for each in statements:
            match each:
                case ir.Assign(target=gast.Tuple(elts=items)) if is_unpacking(each, given):
                    rest = [item for place, item in enumerate(items) if place not in pair.states]
                    target, last = gast.Tuple(rest, gast.Store()), call(attribute(name(given), "pop"))
                    made.append(ir.Assign(target, last, each.source, impure=True))
                case ir.Assign(value=gast.Call(func=gast.Name(id=called), args=arguments)) if called == function.name:
                    made.append(replace(each, value=call(called, name(given), *arguments[1:])))
                case _ if not _is_about_states(each, pair.taken):
                    made.append(_nested(each, block))
        return tuple(made)

    return replace(function, body=block(function.body))


class _Callers:
    """Has lists of records made where functions are called that take them."""

    def __init__(self, pairs: Mapping[str, RecursivePair]) -> None:
        self.pairs = pairs

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block with the lists."""
        return tuple(made for each in block for made in self.statement(each))

    def statement(self, each: ir.Statement) -> list[ir.Statement]:
        """Return what stands for a statement."""
        for function, pair in self.pairs.items():
            made = forward_call(each, function)
            if made is not None:
                fill = ir.Effect(call(attribute(name(made.state), "append"), made.told(pair, 1)), made.source)
                empty = ir.Assign(store_name(made.state), gast.List([], gast.Load()), made.source)
                typed = ir.If(name(made.state), (fill,), (), made.source)
                return [empty, typed, made.assigned(function, name(made.state))]
        return [_nested(each, self.block)]


def _record(pair: RecursivePair) -> gast.Tuple:
    return tuple_of([each for place, each in enumerate(pair.kept) if place not in pair.states])


def _result(statement: ir.Return) -> gast.expr:
    """Return the first of the two that a forward function gives."""
    return next(iter(getattr(statement.value, "elts", ())))


def _nested(statement: ir.Statement, block: Callable[[ir.Block], ir.Block]) -> ir.Statement:
    """Return a statement whose blocks are changed."""
    match statement:
        case ir.If():
            return replace(statement, body=block(statement.body), orelse=block(statement.orelse))
        case ir.For() | ir.While() | ir.With():
            return replace(statement, body=block(statement.body))
    return statement


def _is_about_states(statement: ir.Statement, names: Mapping[str, int]) -> bool:
    """Tell whether a statement only makes a name of states, or a tape, or moves a state between them."""
    match statement:
        case ir.Assign(target=gast.Name(id=made), value=gast.Constant(value=None) | gast.List(elts=[]) | gast.Call()):
            return made in names
        case ir.Effect(value=gast.Call(func=gast.Attribute(value=gast.Name(id=tape), attr="append"))):
            return tape in names
        case ir.Delete(names=deleted):
            return set(deleted) <= set(names)
    return False


def _fresh(wanted: str, function: ir.Function) -> str:
    """Return a name that the function does not have."""
    taken = {
        each for statement in ir.walk(function.body) for node in expressions_of(statement) for each in names_in(node)
    }
    taken |= set(function.parameters)
    number = 1
    found = wanted
    while found in taken:
        number += 1
        found = f"{wanted}_{number}"
    return found
