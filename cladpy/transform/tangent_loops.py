"""Loops over what has a tangent: the tangents of the items go along.

before: ``for k.1, a.1 in enumerate(x.0)``       after: ``for k, (a, t_a) in enumerate(zip(x, t_x))``
before: ``for a.1, b.1 in zip(x.0, w.0)``        after: ``for a, b, t_b in zip(x, w, t_w)``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import UNWANTED, call, names_in, store_name
from cladpy.ir.statements import For
from cladpy.transform.tangents import PREFIX

if TYPE_CHECKING:
    from cladpy.transform.tangent_sweep import TangentSweep


def write(sweep: TangentSweep, statement: For) -> None:
    """Write a loop; its target takes the tangents of the items too, where they are carried."""
    tangents = sweep.tangents
    target, iterable = statement.target, statement.iterable
    zeros: list[str] = []
    if any(found in tangents.carried for found in names_in(target)):
        target, iterable = _paired(sweep, target, iterable, zeros)
    outer, sweep.out = sweep.out, []
    for version in zeros:
        zero = tangents.zero(gast.Name(version, gast.Load(), None, None))
        sweep.bind(PREFIX + version, zero, statement.source)
    body = (*sweep.out, *sweep.block(statement.body))
    sweep.out = outer
    sweep.emit(For(tangents.printable(target), tangents.printable(iterable), body, statement.source))


def _paired(
    sweep: TangentSweep, target: gast.expr, iterable: gast.expr, zeros: list[str]
) -> tuple[gast.expr, gast.expr]:
    """Return target and iterable of a loop in which the tangents of the items go along; note those that are zero."""
    kind = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else None
    parts = target.elts if isinstance(target, gast.Tuple) else []
    if not any(found in sweep.tangents.carried for found in names_in(iterable)):
        zeros += [found for found in names_in(target) if found in sweep.tangents.carried]
        return target, iterable
    if kind == "enumerate" and len(parts) == 2:
        inner, items = _paired(sweep, parts[1], iterable.args[0], zeros)
        zeros += [found for found in names_in(parts[0]) if found in sweep.tangents.carried]
        return _targets([parts[0], inner]), gast.Call(iterable.func, [items, *iterable.args[1:]], iterable.keywords)
    if kind == "zip" and len(parts) == len(iterable.args):
        return _zipped(sweep, parts, iterable, zeros)
    both = call("zip", iterable, tangent_items(sweep, iterable))
    return _targets([target, _tangent_of(sweep, target)]), both


def _zipped(
    sweep: TangentSweep, parts: list[gast.expr], iterable: gast.Call, zeros: list[str]
) -> tuple[gast.expr, gast.expr]:
    """Return the loop over several iterables, with those of tangents behind them."""
    targets, items = list(parts), list(iterable.args)
    for part, item in zip(parts, iterable.args, strict=True):
        taken = [found for found in names_in(part) if found in sweep.tangents.carried]
        if taken and any(found in sweep.tangents.carried for found in names_in(item)):
            targets.append(_tangent_of(sweep, part))
            items.append(tangent_items(sweep, item))
        else:
            zeros += taken
    return _targets(targets), gast.Call(iterable.func, items, iterable.keywords)


def tangent_items(sweep: TangentSweep, iterable: gast.expr) -> gast.expr:
    """Return the iterable of the tangents of what an iterable yields."""
    if isinstance(iterable, gast.Call):
        arguments = [tangent_items(sweep, argument) for argument in iterable.args]
        return gast.Call(iterable.func, arguments, iterable.keywords)
    return sweep.tangents.read(iterable)


def _tangent_of(sweep: TangentSweep, target: gast.expr) -> gast.expr:
    """Return the target of the tangents of items: ``_`` where none is carried."""
    if isinstance(target, gast.Tuple):
        return _targets([_tangent_of(sweep, part) for part in target.elts])
    return store_name(PREFIX + target.id if target.id in sweep.tangents.carried else UNWANTED)


def _targets(parts: list[gast.expr]) -> gast.expr:
    return gast.Tuple(parts, gast.Store())
