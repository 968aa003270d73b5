"""Write a loop that runs backwards over a range as a loop over another range, for any step.

before: ``for i in reversed(range(n))``    ``for i in reversed(range(a, n, 3)[:trip_1])``
after:  ``for i in range(n - 1, -1, -1)``  ``for i in range(a + (trip_1 - 1) * 3, a - 3, -3)``

What is used twice is bound to a name first, unless it is an atom.
"""

from collections.abc import Callable

import gast

from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, binary, call, constant, is_atom, negative, store_name
from cladpy.ir.expressions import name as loaded

Bind = Callable[[gast.expr], gast.expr]
"""Binds an expression to a name that is read instead; gives an atom back as it is."""


def backward(iterable: gast.expr, is_range: Callable[[gast.expr], bool], bind: Bind) -> gast.expr | None:
    """Return the range that gives the elements of ``reversed(iterable)``; None where that is no range.

    Parameters
    ----------
    iterable : expression
        What stands inside of ``reversed``.
    is_range : callable
        Tells whether an expression certainly is a range.
    bind : callable

    Examples
    --------
    >>> from cladpy.emit.printer import print_tree
    >>> from cladpy.ir.expressions import parse
    >>> def shown(text):
    ...     return print_tree(backward(parse(text), lambda node: True, lambda node: node))
    >>> shown("range(n)"), shown("range(3)"), shown("range(1, n - 1)")
    ('range(n - 1, -1, -1)', 'range(2, -1, -1)', 'range(n - 2, 0, -1)')
    >>> shown("range(n)[:trip_1]"), shown("range(n, 0, -1)")
    ('range(trip_1 - 1, -1, -1)', 'range(1, n + 1)')
    >>> shown("range(a, b, 2)")
    'range(a + (len(range(a, b, 2)) - 1) * 2, a - 2, -2)'
    """
    count, ranged = None, iterable
    if isinstance(iterable, gast.Subscript) and isinstance(iterable.slice, gast.Slice):
        if iterable.slice.lower is not None or iterable.slice.step is not None or iterable.slice.upper is None:
            return None
        count, ranged = iterable.slice.upper, iterable.value
    parts = _parts(ranged, bind, is_counted=count is not None)
    if parts is None:
        return _of_name(ranged, count, bind) if is_range(ranged) and isinstance(ranged, gast.Name) else None
    start, stop, step = parts
    if count is None and _is_number(step, 1):
        return call("range", _minus(stop, 1), _minus(start, 1), constant(-1))
    if count is None and _is_number(step, -1):
        return call("range", _minus(stop, -1), _minus(start, -1))
    number = call("len", call("range", start, stop, step)) if count is None else count
    return _counted(start, number, step)


def with_names(fresh: Callable[[], str]) -> tuple[list[ir.Assign], Bind]:
    """Return an empty list of assignments, and what binds expressions to new names in it."""
    bound: list[ir.Assign] = []

    def bind(expression: gast.expr) -> gast.expr:
        if is_atom(expression) or isinstance(expression, gast.Constant):
            return expression
        new = fresh()
        bound.append(ir.Assign(store_name(new), expression))
        return loaded(new)

    return bound, bind


def _parts(node: gast.expr, bind: Bind, *, is_counted: bool) -> tuple[gast.expr, gast.expr, gast.expr] | None:
    """Return start, stop and step of a call of range; what will be used twice is bound."""
    if not isinstance(node, gast.Call) or getattr(node.func, "id", None) != "range" or node.keywords:
        return None
    if len(node.args) == 1:
        return constant(0), node.args[0], constant(1)
    if len(node.args) == 2 and not is_counted:
        return node.args[0], node.args[1], constant(1)
    step = bind(node.args[2]) if len(node.args) == 3 else constant(1)
    if not is_counted and (_is_number(step, 1) or _is_number(step, -1)):
        return node.args[0], node.args[1], step
    return bind(node.args[0]), bind(node.args[1]), step


def _of_name(node: gast.Name, count: gast.expr | None, bind: Bind) -> gast.expr:
    """Return the range backwards of a range that a name holds."""
    number = call("len", node) if count is None else bind(count)
    return _counted(attribute(node, "start"), number, attribute(node, "step"))


def _counted(start: gast.expr, number: gast.expr, step: gast.expr) -> gast.expr:
    """Return the range backwards of so many elements from a start on."""
    if _is_number(step, 1):
        last = _minus(number, 1) if _is_number(start, 0) else binary(start, gast.Add(), _minus(number, 1))
        return call("range", last, _minus(start, 1), constant(-1))
    last = binary(start, gast.Add(), binary(_minus(number, 1), gast.Mult(), step))
    return call("range", last, binary(start, gast.Sub(), step), _negated(step))


def _negated(node: gast.expr) -> gast.expr:
    value = _number(node)
    return negative(node) if value is None else constant(-value)


def _minus(node: gast.expr, less: int) -> gast.expr:
    """Return an integer expression less a number, with numbers taken together."""
    value = _number(node)
    if value is not None:
        return constant(value - less)
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add | gast.Sub):
        right = _number(node.right)
        if right is not None:
            return _plus(node.left, (right if isinstance(node.op, gast.Add) else -right) - less)
    return _plus(node, -less)


def _plus(node: gast.expr, more: int) -> gast.expr:
    if more == 0:
        return node
    return binary(node, gast.Add() if more > 0 else gast.Sub(), constant(abs(more)))


def _is_number(node: gast.expr, value: int) -> bool:
    return _number(node) == value


def _number(node: gast.expr) -> int | None:
    """Return the integer that is written here, with its sign."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, gast.Constant) and type(node.value) is int:
        return int(node.value)
    return None
