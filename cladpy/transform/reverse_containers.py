"""The reverse of copies, displays and items: adjoints handed on between names, and between containers and their items.

A split adjoint has a variable an item; one in one piece is a list that is updated in place.
"""

from dataclasses import replace

import gast

from cladpy.analyses.operations import Chain, Copy, Display, Item, Member, Repeat, Shallow
from cladpy.ir.expressions import attribute, call, constant, name, subscript
from cladpy.ir.fact import CONTAINERS, UNKNOWN, Fact, element_of
from cladpy.ir.statements import (
    Assign,
)
from cladpy.transform import stores_reversed
from cladpy.transform.adjoint_state import AdjointState, as_adjoint
from cladpy.transform.adjoints import Adjoints
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, shape_of
from cladpy.transform.shadow_forms import with_form
from cladpy.transform.structures import Path, adjoint_item, known_keys, member_key


def copied(sweep: Adjoints, operation: Copy, version: str) -> list[Contribution]:
    """Return what a name receives that was given a second name."""
    if not isinstance(operation.atom, gast.Name) or not sweep.is_active(operation.atom.id):
        return []
    return passed_on(sweep, operation.atom.id, (), version, ())


def shallow(sweep: Adjoints, operation: Shallow, version: str, seed: AdjointState) -> list[Contribution]:
    """Return what a container or array receives whose items were put into a new container."""
    source = operation.source
    if not isinstance(source, gast.Name) or not sweep.is_active(source.id):
        return []
    if not sweep.analysis.fact(source.id).is_array:
        return passed_on(sweep, source.id, (), version, ())
    return given_list(sweep, source, sweep.whole(version), seed)


def given_list(sweep: Adjoints, source: gast.Name, cells: gast.expr, seed: AdjointState) -> list[Contribution]:
    """Return the adjoints of the items of a list or the rows of an array as contributions to it."""
    fact = sweep.analysis.fact(source.id)
    if not fact.is_array:
        return given_items(sweep, source, cells, seed)
    whole = call("list_adjoint", cells, shape_of(source, fact), attribute(source, "dtype"))
    return [Contribution(source.id, (), Fitted(whole, fact.without_value(), full=True), replace(seed, fact=fact))]


def passed_on(sweep: Adjoints, receiver: str, base: Path, version: str, at: Path) -> list[Contribution]:
    """Return the adjoint of an item of a version, at ``at``, as contributions to a receiver's item at ``base``."""
    if sweep.shadows.has(version) and not sweep.mirrors.has(receiver):
        known = sweep.mirrors.state(version)
        if sweep.structures.leaves(receiver) != [()]:
            return from_whole(sweep, receiver, sweep.read(version), known, base=base, at=at)
        whole = with_form(call("shadow_adjoint", sweep.read(version)), sweep.analysis.fact(version))
        return [Contribution(receiver, base, Fitted(whole, UNKNOWN), known)]
    if sweep.mirrors.has(version):
        known = sweep.mirrors.state(version)
        return [Contribution(receiver, base, Fitted(sweep.read(version), known.fact, full=True), known)]
    mine = sweep.structures.leaves(version)
    theirs = sweep.structures.leaves(receiver)
    found = []
    for path in mine:
        if path[: len(at)] != at and path:
            continue
        variable = sweep.adjoint(version, path)
        born = sweep.state.get(variable)
        if born is None:
            continue
        known = born
        inner = path[len(at) :]
        if (*base, *inner) in theirs:
            found.append(Contribution(receiver, (*base, *inner), Fitted(name(variable), known.fact), known))
        elif path == ():
            found += from_whole(sweep, receiver, name(variable), known, base=base, at=at)
    if found or not mine or mine == [()]:
        return found
    return to_whole(sweep, receiver, base, version, at)


def from_whole(
    sweep: Adjoints, receiver: str, value: gast.expr, known: AdjointState, *, base: Path = (), at: Path = ()
) -> list[Contribution]:
    """Return the items of an adjoint in one piece as contributions to a split receiver."""
    fact = sweep.structures.fact_at(receiver, base)
    found = []
    for leaf in sweep.structures.leaves(receiver):
        if leaf[: len(base)] == base:
            inner = leaf[len(base) :]
            item = adjoint_item(value, fact, (*at, *inner))
            target = sweep.structures.fact_at(receiver, leaf)
            found.append(Contribution(receiver, leaf, Fitted(item, as_adjoint(target)), known))
    return found


def to_whole(sweep: Adjoints, receiver: str, base: Path, version: str, at: Path) -> list[Contribution]:
    """Return a split adjoint put together, as a contribution to a receiver in one piece."""
    seed = sweep.seed(version)
    if seed is None or at or base:
        return []
    fact = sweep.analysis.fact(version)
    return [Contribution(receiver, (), Fitted(sweep.whole(version), Fact("list", element=element_of(fact))), seed)]


def displayed(sweep: Adjoints, operation: Display, version: str) -> list[Contribution]:
    """Return what the items of a display receive."""
    found: list[Contribution] = []
    for key, item in zip(operation.keys, operation.items, strict=True):
        if not isinstance(item, gast.Name) or not sweep.is_active(item.id):
            continue
        if sweep.structures.leaves(version) == [()] and sweep.analysis.fact(version).kind in CONTAINERS:
            value = subscript(name(sweep.adjoint(version)), constant(key))
            known = sweep.state[sweep.adjoint(version)]
            target = sweep.analysis.fact(item.id)
            if sweep.structures.leaves(item.id) != [()]:
                found += from_whole(sweep, item.id, value, known)
            else:
                found.append(Contribution(item.id, (), Fitted(value, as_adjoint(target)), known))
            continue
        found += passed_on(sweep, item.id, (), version, (key,))
    return found


def taken(sweep: Adjoints, operation: Item | Member, version: str, seed: AdjointState) -> list[Contribution]:
    """Return what the owner of an item receives; arrays and containers in one piece are updated in place."""
    owner = operation.owner
    if not isinstance(owner, gast.Name) or not sweep.is_active(owner.id):
        return []
    fact = sweep.analysis.fact(owner.id)
    if fact.is_number and isinstance(operation, Item):
        return stores_reversed.add_item(sweep, owner.id, operation.index, version)
    if isinstance(operation, Member):
        key = member_key(operation, fact)
        if key is None:
            raise sweep.refusals.member(operation, sweep.source)
        return passed_on(sweep, owner.id, (key,), version, ())
    keys = known_keys(sweep.analysis, owner.id, operation.index)
    if sweep.structures.leaves(owner.id) == [()] or keys is None:
        return taken_whole(sweep, operation, owner.id, version, seed)
    if not isinstance(operation.index, gast.Slice):
        return passed_on(sweep, owner.id, (keys[0],), version, ())
    return [c for k, key in enumerate(keys) for c in passed_on(sweep, owner.id, (key,), version, (k,))]


def joined(sweep: Adjoints, operation: Repeat | Chain, version: str, seed: AdjointState) -> list[Contribution]:
    """Return what the lists receive that a list was put together from."""
    whole = sweep.bind(sweep.whole(version))
    found: list[Contribution] = []
    if isinstance(operation, Repeat):
        folded = call("fold_repeats", whole, call("len", operation.sequence))
        return given_items(sweep, operation.sequence, sweep.bind(folded), seed)
    start: gast.expr = constant(0)
    for part in operation.parts:
        end = gast.BinOp(start, gast.Add(), call("len", part))
        found += given_items(sweep, part, sweep.bind(subscript(whole, gast.Slice(start, end, None))), seed)
        start = end
    return found


def given_items(sweep: Adjoints, receiver: gast.expr, value: gast.expr, seed: AdjointState) -> list[Contribution]:
    """Return the adjoint of a list's items as contributions to the list."""
    if not isinstance(receiver, gast.Name) or not sweep.is_active(receiver.id):
        return []
    if sweep.structures.leaves(receiver.id) == [()]:
        return [Contribution(receiver.id, (), Fitted(value, Fact("list", element=UNKNOWN)), seed)]
    return from_whole(sweep, receiver.id, value, seed)


def taken_whole(sweep: Adjoints, operation: Item, owner: str, version: str, seed: AdjointState) -> list[Contribution]:
    """Add the adjoint of an item to its owner's, which is in one piece; nothing is left to contribute."""
    if isinstance(operation.index, gast.Slice) or sweep.structures.leaves(version) != [()]:
        raise sweep.refusals.container(operation, sweep.source)
    variable = sweep.adjoint(owner)
    if variable not in sweep.state:
        sweep.assign(variable, sweep.zero(owner))
        sweep.set_state(variable, AdjointState(Fact("list", element=UNKNOWN), zero=True, cut=True, owned=True))
    if not sweep.state[variable].owned:
        sweep.assign(variable, call("own", name(variable)))
        sweep.set_state(variable, replace(sweep.state[variable], owned=True))
    place = gast.Subscript(name(variable), operation.index, gast.Store())
    value = sweep.read(version, full=True)
    if sweep.analysis.fact(version).kind in CONTAINERS:
        raise sweep.refusals.container(operation, sweep.source)
    total = gast.BinOp(subscript(name(variable), operation.index), gast.Add(), value)
    sweep.emit(Assign(place, total, sweep.source))
    sweep.set_state(variable, sweep.state[variable].with_bits_of(seed))
    return []
