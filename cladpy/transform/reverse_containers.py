"""The reverse of copies, displays and items: adjoints handed on between names, and between containers and their items.

A split adjoint has a variable an item; one in one piece is a list that is updated in place.
"""

from dataclasses import replace

import gast

from cladpy.analyses.operations import Chain, Copy, Display, Item, Member, Repeat, Shallow
from cladpy.ir.expressions import attribute, call, constant, name, subscript
from cladpy.transform import stores_reversed
from cladpy.transform.adjoint_state import PIECE, AdjointState, as_adjoint
from cladpy.transform.adjoints import Adjoints
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, shape_of
from cladpy.transform.pieces import add_at_place, owned_piece, passed_on
from cladpy.transform.structures import adjoint_item, known_keys, member_key


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


def from_whole(sweep: Adjoints, receiver: str, value: gast.expr, known: AdjointState) -> list[Contribution]:
    """Return the items of an adjoint in one piece as contributions to a split receiver."""
    fact = sweep.analysis.fact(receiver)
    found = []
    for leaf in sweep.structures.leaves(receiver):
        target = sweep.structures.fact_at(receiver, leaf)
        found.append(Contribution(receiver, leaf, Fitted(adjoint_item(value, fact, leaf), as_adjoint(target)), known))
    return found


def displayed(sweep: Adjoints, operation: Display, version: str) -> list[Contribution]:
    """Return what the items of a display receive."""
    found: list[Contribution] = []
    for key, item in zip(operation.keys, operation.items, strict=True):
        if isinstance(item, gast.Name) and sweep.is_active(item.id):
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
        folded = call("fold_repeats", whole, sweep.shadows.length(operation.sequence))
        return given_items(sweep, operation.sequence, sweep.bind(folded), seed)
    start: gast.expr = constant(0)
    for part in operation.parts:
        end = gast.BinOp(start, gast.Add(), sweep.shadows.length(part))
        found += given_items(sweep, part, sweep.bind(subscript(whole, gast.Slice(start, end, None))), seed)
        start = end
    return found


def given_items(sweep: Adjoints, receiver: gast.expr, value: gast.expr, seed: AdjointState) -> list[Contribution]:
    """Return the adjoint of a list's items as contributions to the list."""
    if not isinstance(receiver, gast.Name) or not sweep.is_active(receiver.id):
        return []
    if sweep.structures.leaves(receiver.id) == [()]:
        return [Contribution(receiver.id, (), Fitted(value, PIECE), seed)]
    return from_whole(sweep, receiver.id, value, seed)


def taken_whole(sweep: Adjoints, operation: Item, owner: str, version: str, seed: AdjointState) -> list[Contribution]:
    """Add the adjoint of an item to its owner's, which is in one piece; nothing is left to contribute."""
    if sweep.structures.leaves(owner) != [()]:
        raise sweep.refusals.container(operation, sweep.source)
    variable = owned_piece(sweep, owner)
    is_number = sweep.analysis.fact(version).is_number
    value = sweep.read(version, full=True) if is_number else sweep.whole(version)
    add_at_place(sweep, subscript(name(variable), operation.index), value, is_number=is_number)
    sweep.set_state(variable, sweep.state[variable].with_bits_of(replace(seed, owned=True)))
    return []
