"""Try statements of which it can be told beforehand whether they raise: conditions.

before: ``try: v = table[k]``, ``except KeyError: v = w``
after:  ``if has_item(table, k, "KeyError"): v = table[k]``, ``else: v = w``

Requires one handler, that what may raise so is in the first statement, and that this has no effects: then nothing is
undone where it raises. What else raises so is an error when it happens, as it is in other try statements (C405).
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import gast

from cladpy.frontend.pure_functions import is_pure
from cladpy.ir.expressions import call, constant

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

_LOOKUPS = {KeyError: "KeyError", IndexError: "IndexError", LookupError: "LookupError"}
_SIMPLE = (gast.Name, gast.Constant, gast.Attribute, gast.Subscript, gast.BinOp, gast.UnaryOp, gast.Call, gast.Tuple,
           gast.Compare, gast.List, gast.Slice, gast.expr_context, gast.operator, gast.unaryop, gast.cmpop)  # fmt: skip
_DIVISIONS = (gast.Div, gast.FloorDiv, gast.Mod)


def as_condition(flattener: "StatementFlattener", node: gast.Try) -> gast.If | None:
    """Return the branch that a try statement is; None if it is none."""
    if node.finalbody or len(node.handlers) != 1 or not node.body:
        return None
    handler, first = node.handlers[0], node.body[0]
    value = _value_of(first)
    if value is None or handler.type is None or _mentions(handler):
        return None
    if not all(isinstance(part, _SIMPLE) for part in gast.walk(value)):
        return None
    rest = [part for statement in node.body[1:] for part in gast.walk(statement)]
    if any(isinstance(part, gast.Subscript | gast.Call | gast.Attribute | gast.Raise) for part in rest):
        return None
    probed = value if not isinstance(first, gast.AugAssign) else gast.Tuple([_read(first.target), value], gast.Load())
    tests = list(_Probes(flattener, rest).of(handler.type, probed))
    if not tests:
        return None
    test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)
    made = gast.If(gast.copy_location(test, first), [*node.body, *node.orelse], handler.body)
    return gast.copy_location(made, node)


def _value_of(statement: gast.stmt) -> gast.expr | None:
    """Return what a statement evaluates, if it does nothing else but bind it to a variable, or return it."""
    if isinstance(statement, gast.Assign):
        plain = all(isinstance(part, gast.Name | gast.Tuple) for part in statement.targets)
        return statement.value if plain else None
    if isinstance(statement, gast.AugAssign):
        parts = gast.walk(statement.target)
        return statement.value if all(isinstance(part, _SIMPLE) for part in parts) else None
    return statement.value if isinstance(statement, gast.Return | gast.Expr) else None


def _read(target: gast.expr) -> gast.expr:
    """Return the value that an update reads."""
    if isinstance(target, gast.Subscript):
        return gast.copy_location(gast.Subscript(target.value, target.slice, gast.Load()), target)
    return gast.copy_location(gast.Constant(None, None), target)  # of a variable or an attribute


def _mentions(handler: gast.ExceptHandler) -> bool:
    """Tell whether a handler uses the exception that it is given."""
    given = getattr(handler.name, "id", handler.name)
    names = (part for statement in handler.body for part in gast.walk(statement))
    raises = any(isinstance(part, gast.Raise) and part.exc is None for s in handler.body for part in gast.walk(s))
    return raises or (given is not None and any(isinstance(part, gast.Name) and part.id == given for part in names))


class _Probes:
    """Writes what tells whether an expression raises."""

    def __init__(self, flattener: "StatementFlattener", rest: list[gast.AST]) -> None:
        self.flattener, self.divides_later = flattener, any(map(_divides, rest))

    def of(self, kind: gast.expr, value: gast.expr) -> Iterator[gast.expr]:
        """Yield the conditions, in the order of evaluation; none if that cannot be told."""
        kinds = [self.meant(part) for part in (kind.elts if isinstance(kind, gast.Tuple) else [kind])]
        probes = [probe for each in kinds for probe in self.probes(each)]
        calls = [part for part in gast.walk(value) if isinstance(part, gast.Call)]
        known = len(probes) >= len(kinds) and all(map(self.is_known, calls))
        for part in _inner_first(value) if known else ():
            for probe in probes:
                test = probe(part)
                if test is not None:
                    yield test

    def probes(self, kind: object) -> list[Callable[[gast.AST], gast.expr | None]]:
        """Return what writes a condition for a node that may raise an exception of a kind."""
        if kind in _LOOKUPS:
            return [lambda part: _item(part, _LOOKUPS[kind])]
        found: dict[object, list[Callable[[gast.AST], gast.expr | None]]] = {
            ZeroDivisionError: [] if self.divides_later else [_quotient],
            ValueError: [self.conversion],
            AttributeError: [self.attribute],
        }
        return found.get(kind, [])

    def meant(self, node: gast.expr) -> object:
        return self.flattener.expressions.class_meant(node)

    def is_known(self, node: gast.Call) -> bool:
        """Tell whether a call may be made twice."""
        if isinstance(node.func, gast.Attribute) and node.func.attr == "index" and len(node.args) == 1:
            return True
        return not any(isinstance(part, gast.Starred) for part in node.args) and is_pure(self.meant(node.func))

    def conversion(self, part: gast.AST) -> gast.expr | None:
        """Return the condition that a function takes a value: ``float(text)``, ``math.sqrt(x)``, ``names.index(n)``."""
        if not isinstance(part, gast.Call) or part.keywords:
            return None
        if isinstance(part.func, gast.Attribute) and part.func.attr == "index" and not callable(self.meant(part.func)):
            return gast.Compare(part.args[0], [gast.In()], [part.func.value])
        module = getattr(self.meant(part.func), "__module__", "")
        is_number = self.meant(part.func) in (float, int)
        return call("accepts", part.func, *part.args) if is_number or module in ("math", "cmath") else None

    def attribute(self, part: gast.AST) -> gast.expr | None:
        """Return the condition that an object has an attribute."""
        if not isinstance(part, gast.Attribute) or not isinstance(part.value, gast.Name):
            return None
        is_global = part.value.id not in self.flattener.expressions.local
        return None if is_global else call("hasattr", part.value, constant(part.attr))


def _item(part: gast.AST, kind: str) -> gast.expr | None:
    if not isinstance(part, gast.Subscript) or isinstance(part.slice, gast.Slice):
        return None
    return call("has_item", part.value, part.slice, constant(kind))


def _quotient(part: gast.AST) -> gast.expr | None:
    return call("can_divide", part.left, part.right) if _divides(part) else None


def _divides(part: gast.AST) -> bool:
    return isinstance(part, gast.BinOp) and isinstance(part.op, _DIVISIONS)


def _inner_first(node: gast.AST) -> Iterator[gast.AST]:
    for child in gast.iter_child_nodes(node):
        yield from _inner_first(child)
    yield node
