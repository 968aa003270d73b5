"""With statements: one context each, without a name, and none that swallows an exception unseen.

before: ``with a, b as k: ...``             after: ``with entered(a):`` ``v@1 = entered(b)``, ``with v@1: k = ...``
before: ``with nullcontext(x) as k: ...``   after: ``k = x``, ...
before: ``with suppress(KeyError): ...``    after: ``with not_caught(KeyError): ...``

An exception that is caught would leave a part of the body undone, which no reverse sweep knows of: the contexts of the
runtime make an error of it (C405).
"""

import contextlib
import warnings
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import attribute, call, constant
from cladpy.ir.statements import With
from cladpy.normalize.own_contexts import write_own_context

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

QUIET = (np.errstate, np.printoptions, warnings.catch_warnings)
"""Contexts that are known to let every exception through."""


def write_with(flattener: "StatementFlattener", items: list[gast.withitem], body: list[gast.stmt]) -> None:
    """Write a with statement: the first of its contexts around the others."""
    if not items:
        flattener.body(body)
        return
    first, *rest = items
    expression, target = first.context_expr, first.optional_vars
    meant = flattener.expressions.class_meant(expression.func) if isinstance(expression, gast.Call) else None
    if meant is contextlib.nullcontext and len(expression.args) + len(expression.keywords) <= 1:
        given = [*expression.args, *(keyword.value for keyword in expression.keywords)]
        value = flattener.expressions.atom(given[0]) if given else constant(None)
        if target is not None:
            flattener.assign(target, value)
        write_with(flattener, rest, body)
        return
    recorder = flattener.recorder
    source = recorder.current

    def block(value: gast.expr) -> None:
        if target is not None:
            flattener.assign(target, value)
        write_with(flattener, rest, body)

    if write_own_context(flattener, expression, block, is_named=target is not None):
        return
    context = flattener.expressions.value(expression)
    if meant is contextlib.suppress:
        context = call("not_caught", *context.args)
    elif target is not None:
        context = recorder.bind(_entered(flattener.expressions.atom(context), expression))
    elif meant not in QUIET:
        context = _entered(flattener.expressions.atom(context), expression)
    with recorder.nested() as inside:
        if target is not None and meant is not contextlib.suppress:
            flattener.assign(target, attribute(context, "value"))
        elif target is not None:
            flattener.assign(target, constant(None))
        write_with(flattener, rest, body)
    recorder.emit(With(context, tuple(inside), source))


def _entered(manager: gast.expr, expression: gast.expr) -> gast.expr:
    return gast.copy_location(call("entered", manager), expression)
