"""Pieces of adjoints handed on: the item at a path of one container's adjoint, to the item at a path of another's.

Each of the two is split, a variable an item, or held in one piece. So a piece is a variable, a part of one, or several
put together; and what receives it is a variable, several, or a place inside one, which is updated in place then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, subscript
from cladpy.ir.fact import UNKNOWN, Fact, present
from cladpy.ir.statements import Assign, Update
from cladpy.transform.adjoint_state import PIECE, AdjointState, as_adjoint
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted
from cladpy.transform.shadow_forms import with_form
from cladpy.transform.structures import Path, adjoint_item, build, fact_at

if TYPE_CHECKING:
    from cladpy.transform.adjoints import Adjoints

Piece = tuple[Fitted, AdjointState]


def passed_on(sweep: Adjoints, receiver: str, base: Path, version: str, at: Path) -> list[Contribution]:
    """Return the adjoint of an item of a version, at ``at``, as contributions to a receiver's item at ``base``.

    What falls inside an item that the receiver has in one piece is added there at once.
    """
    found: list[Contribution] = []
    for leaf in [()] if sweep.mirrors.has(receiver) else sweep.structures.leaves(receiver):
        if leaf[: len(base)] == base:
            form = sweep.structures.fact_at(receiver, base)
            given = piece(sweep, version, at, leaf[len(base) :], form)
            if given is not None:
                found.append(Contribution(receiver, leaf, *given))
        elif base[: len(leaf)] == leaf:
            given = piece(sweep, version, at, full=True)
            if given is not None:
                embed(sweep, receiver, leaf, base, given)
    return found


def piece(
    sweep: Adjoints, version: str, at: Path, inner: Path = (), form: Fact = UNKNOWN, *, full: bool = False
) -> Piece | None:
    """Return the adjoint of a part of an item of a version, and what is known of it; None if it is unborn.

    Parameters
    ----------
    at : path
        Of the item in the version.
    inner, form
        The path of the part in the item, and the facts of the item that it was found in.
    full : bool
        In the primal's shape.
    """
    path = (*at, *inner)
    if sweep.mirrors.has(version):
        return mirrored(sweep, version, path, form)
    for leaf in sweep.structures.leaves(version):
        if path[: len(leaf)] != leaf:
            continue
        known = sweep.state.get(sweep.adjoint(version, leaf))
        if known is None:
            return None
        if leaf == path:
            return Fitted(sweep.read(version, leaf, full=full), known.fact), known
        value = sweep.read(version, leaf, full=True)
        fact = sweep.structures.fact_at(version, leaf)
        rest = path[len(leaf) :]
        if fact.items is None:  # the receiver knows more
            fact, rest = form, inner
        return Fitted(adjoint_item(value, fact, rest), as_adjoint(fact_at(fact, rest))), known
    return put_together(sweep, version, path)


def mirrored(sweep: Adjoints, version: str, path: Path, form: Fact) -> Piece:
    """Return a part of the mirror of a version: of a container's shadow the adjoint that it holds."""
    known = sweep.mirrors.state(version)
    if not sweep.shadows.has(version):
        return Fitted(sweep.read(version), known.fact, full=True), known
    fact = sweep.analysis.fact(version)
    whole = with_form(call("shadow_adjoint", sweep.read(version)), fact)
    if not path:
        return Fitted(whole, PIECE), known
    fact = fact if fact.items is not None else form
    return Fitted(adjoint_item(whole, fact, path), as_adjoint(fact_at(fact, path))), known


def put_together(sweep: Adjoints, version: str, path: Path) -> Piece | None:
    """Return a container's adjoint put together from those of its items, zeros for those without contribution."""
    inside = [leaf for leaf in sweep.structures.leaves(version) if leaf[: len(path)] == path]
    born = [sweep.state[v] for leaf in inside if (v := sweep.adjoint(version, leaf)) in sweep.state]
    if not born:
        return None
    known = born[0]
    for state in born[1:]:
        known = known.with_bits_of(state)
    fact = sweep.structures.fact_at(version, path)
    leaves = {leaf[len(path) :]: sweep.leaf(version, leaf) for leaf in inside}
    state = replace(known, zero=True, cut=True, owned=False)
    return Fitted(build(fact, leaves, constant(0.0)), PIECE), state


def embed(sweep: Adjoints, receiver: str, leaf: Path, path: Path, given: Piece) -> None:
    """Add a piece to an item inside one that a receiver has in one piece."""
    variable = owned_piece(sweep, receiver, leaf)
    place = adjoint_item(name(variable), sweep.structures.fact_at(receiver, leaf), path[len(leaf) :])
    is_number = sweep.structures.fact_at(receiver, path).is_number
    add_at_place(sweep, place, given[0].value, is_number=is_number)
    sweep.set_state(variable, sweep.state[variable].with_bits_of(replace(given[1], owned=True)))


def owned_piece(sweep: Adjoints, owner: str, leaf: Path = ()) -> str:
    """Make an adjoint in one piece a container of its own, to be updated in place; return its variable."""
    variable = sweep.adjoint(owner, leaf)
    known = sweep.state.get(variable)
    if known is None:
        sweep.assign(variable, sweep.zero(owner, leaf))
        known = AdjointState(PIECE, zero=True, cut=True)
    elif not known.owned or known.is_hollow:
        sweep.assign(variable, call("own", sweep.filled(owner, leaf)))
    sweep.set_state(variable, replace(known, fact=PIECE, owned=True))
    return variable


def add_at_place(sweep: Adjoints, place: gast.Subscript, value: gast.expr, *, is_number: bool) -> None:
    """Add the adjoint of an item at its place in an owner's, which is a container of its own."""
    held = subscript(place.value, place.slice)
    total = gast.BinOp(held, gast.Add(), value) if is_number else call("add_adjoints", held, value)
    sweep.emit(Assign(gast.Subscript(place.value, place.slice, gast.Store()), total, sweep.source))


def add_to_cell(sweep: Adjoints, place: gast.Subscript | gast.Attribute, version: str) -> None:
    """Add the adjoint of an item to its cell in a shadow: ``+=`` would lengthen the list that an item may be."""
    value = sweep.read(version, full=True)
    held, target = (_in_context(place, context) for context in (LOAD, gast.Store()))
    if present(sweep.analysis.fact(version)).is_number:
        sweep.emit(Update(target, gast.Add(), value, sweep.source))
    else:
        sweep.emit(Assign(target, call("added_to_cell", held, value), sweep.source))


def _in_context(place: gast.Subscript | gast.Attribute, context: gast.expr_context) -> gast.expr:
    if isinstance(place, gast.Subscript):
        return gast.Subscript(place.value, place.slice, context)
    return gast.Attribute(place.value, place.attr, context)
