"""Keep the type of each adjoint where paths meet, for backends in which a name has one type.

before: ``d_x = np.zeros(...)`` on one path, ``d_x = 0.0`` on the other; ``d_x = 1.0`` before a loop that fills it
after:  ``d_x = np.zeros(...)`` on both; ``d_x = np.broadcast_to(1.0, x.shape).copy()``

What a loop carries begins as a zero of one element a dimension, ``np.zeros((1, 1))``, if nothing before the loop has
its lengths: it broadcasts as the number 0.0 does.

Plain Python needs none of it: a number stands for an array of that number there. Soundness: only an array that was
certainly made before both paths gives its shape; else the adjoints stay as they are, and the backend refuses.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import gast

from cladpy.analyses.origins import origin_of
from cladpy.ir.expressions import call, constant, name, names_in, parse, store_name, tuple_of
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Block, Statement, walk
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.fitting import is_lazy, shape_of

DTYPES: dict[str | None, tuple[str, ...]] = {"float64": (), "complex128": ("np.complex128",)}
States = dict[str, AdjointState]


def meet(sweep: Any, statement: Statement, body: States, orelse: States) -> tuple[Block, Block]:
    """Return what each side of an if needs at its end, so that adjoints have one type behind it; states are updated."""
    made: tuple[list[Statement], list[Statement]] = ([], [])
    for variable in dict.fromkeys([*body, *orelse]):
        version = made_before(sweep, statement, variable)
        known = [side.get(variable) for side in (body, orelse)]
        if version is None or not differs(sweep, version, known):
            continue
        for side, added in zip((body, orelse), made, strict=True):
            added.extend(full(sweep, variable, version, side))
    return tuple(made[0]), tuple(made[1])


def differs(sweep: Any, version: str, known: Iterable[AdjointState | None]) -> bool:
    """Tell whether an adjoint of an array is an array on one path and a number, or unborn, on another."""
    target = sweep.analysis.fact(version)
    if not target.is_array or not target.dims:
        return False
    ranks = {0 if state is None else state.fact.ndim for state in known}
    return len(ranks) > 1 or None in ranks


def full(sweep: Any, variable: str, version: str, states: States) -> Block:
    """Return what makes an adjoint a full array of its own, or zero where it is unborn; its state is updated."""
    target = replace(sweep.analysis.fact(version), known=False)
    known = states.get(variable)
    if known is None:
        states[variable] = AdjointState(target, zero=True, cut=True, owned=True, full=True)
        return (Assign(store_name(variable), sweep.zero(version), 0),)
    if not is_lazy(known.fact, target, full=known.full and known.fact.ndim == target.ndim):
        return ()
    states[variable] = replace(known, fact=target, owned=True, full=True)
    whole: gast.expr = call("np.broadcast_to", name(variable), shape_of(name(version), target))
    return (Assign(store_name(variable), call("owned", whole), 0),)


def zero_of_rank(fact: Fact) -> gast.expr:
    """Return the zero that adds nothing to an array of a rank, whatever its lengths; a number where none is known.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy.emit.printer import print_tree
    >>> from cladpy.ir.fact import Dim, array
    >>> print_tree(zero_of_rank(array(np.dtype(float), (Dim("n"), Dim("m")))))
    'np.zeros((1, 1))'
    """
    dtype = DTYPES.get(None if fact.dtype is None else fact.dtype.name)
    if not fact.is_array or not fact.dims or dtype is None:
        return constant(0.0)
    lengths = tuple_of([constant(1) for _ in fact.dims])
    return call("np.zeros", lengths, *(parse(each) for each in dtype))


def made_before(sweep: Any, statement: Statement, variable: str) -> str | None:
    """Return the version that made the array of an adjoint, if it was certainly made before a statement."""
    table = sweep.analysis.versions.table
    mentioned = mentioned_versions(statement)
    found = [v for v in sweep.analysis.active if v in mentioned and sweep.adjoint(v) == variable]
    origins = {origin_of(table, version) for version in found}
    origin = origins.pop() if len(origins) == 1 else None
    if origin is None or origin not in table or table[origin].kind not in ("parameter", "assign"):
        return None
    place = table[origin].place
    return origin if sweep.places.around[id(statement)][: len(place)] == place else None


def mentioned_versions(statement: Statement) -> set[str]:
    """Return the versions that a compound statement reads, makes or joins."""
    found: set[str] = set()
    for each in walk((statement,)):
        for part in ("target", "value", "test", "iterable", "context"):
            if isinstance(getattr(each, part, None), gast.AST):
                found |= set(names_in(getattr(each, part)))
        for phi in (*getattr(each, "phis", ()), *getattr(each, "exits", ())):
            found |= {phi.target, *phi.sources}
        found |= {version for version in (getattr(each, "old", None), getattr(each, "new", None)) if version}
    return found
