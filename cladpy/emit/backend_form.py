"""Write a finished function so that a backend can compile it: what Python means, in what the backend has.

before                                        after
``return no_adjoint, d_w``                    ``return None, d_w``
``for i in reversed(range(n)):``              ``for i in range(n - 1, -1, -1):``
``d_u[1:] += d_u[:-1]``                       ``d_u[1:] = d_u[1:] + d_u[:-1]``
``d_u[...] += d_1``                           ``d_u[...] = d_u + d_1``
``n**k`` of integers                          ``integer_power(n, k)``

Requires printed names: after `optimize`. Guarantees: the same numbers; a function for plain Python is given back as it
is. Soundness: an update in place is left as it stands only where its right side is a new array or a number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from cladpy.emit.backend_reductions import lowered
from cladpy.emit.capabilities import PYTHON, Capabilities
from cladpy.emit.reversed_ranges import backward, with_names
from cladpy.ir import statements as ir
from cladpy.ir.expressions import UNWANTED, attribute, binary, call, constant, dotted, name, rebuild
from cladpy.ir.fact import UNKNOWN
from cladpy.optimize.context import Context

NEW = (gast.BinOp, gast.UnaryOp, gast.Compare, gast.Constant)  # expressions whose value is a new array, or a number
MARKER = "no_adjoint"
NUMERIC = ("python", "scalar", "array")  # kinds of facts


def backend_form(function: ir.Function, context: Context, capabilities: Capabilities) -> ir.Function:
    """Return the function in the form of a backend.

    Parameters
    ----------
    function : Function
        Its variables are identifiers.
    context : Context
        That of its identifiers.
    capabilities : Capabilities

    Examples
    --------
    >>> from cladpy.emit.capabilities import NUMBA
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import UNKNOWN
    >>> context = Context({}, bool, bool, True, lambda expression: UNKNOWN)
    >>> body = (ir.Delete(("x",)), ir.Return(parse("(no_adjoint, d_w)")))
    >>> backend_form(ir.Function("f", ("x", "d_w"), body), context, NUMBA).body[0].value.elts[0].value is None
    True
    """
    if capabilities == PYTHON:
        return function
    return replace(function, body=_Form(function, context, capabilities).block(function.body))


@dataclass(slots=True)
class _Form:
    function: ir.Function
    context: Context
    can: Capabilities
    taken: set[str] = field(init=False)
    markers: frozenset[str] = field(init=False)  # the names that mean the marker, unless the user has one of that name

    def __post_init__(self) -> None:
        used = [node for each in _expressions(self.function.body) for node in _names(each)]
        self.taken = {node.id for node in used} | set(self.function.parameters) | self.context.reserved
        bound = {node.id for node in used if not isinstance(node.ctx, gast.Load)}
        self.markers = frozenset({MARKER}) - bound - set(self.function.parameters)

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(each for statement in block for each in self.statement(statement))

    def statement(self, statement: ir.Statement) -> list[ir.Statement]:
        match statement:
            case ir.Delete() if not self.can.deletes:
                return []
            case ir.Update() if not self.can.careful_updates and not statement.at:
                return [self.update(statement)]
            case ir.For():
                return self.loop(statement)
            case ir.If():
                body, orelse = self.block(statement.body), self.block(statement.orelse)
                return [replace(statement, test=self.expression(statement.test), body=body, orelse=orelse)]
            case ir.While():
                test = self.expression(statement.test)
                return [replace(statement, test=test, body=self.block(statement.body))]
            case ir.With():
                return [replace(statement, body=self.block(statement.body))]
            case ir.Assign() | ir.Update() | ir.Effect() | ir.Return():
                return [replace(statement, value=self.expression(statement.value))]
        return [statement]

    # ---- expressions ----

    def expression(self, node: gast.expr) -> Any:
        return rebuild(node, self.changed)

    def changed(self, node: gast.AST) -> gast.AST | None:
        """Return what stands for a node, if another node does."""
        if isinstance(node, gast.Name) and node.id in self.markers and not self.can.markers:
            return constant(None)
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Pow) and not self.can.promoted_powers:
            return self.power(node)
        if self.is_whole(node) and not self.can.whole_views:
            return self.expression(node.value)
        if isinstance(node, gast.Call) and dotted(node.func) == "np.result_type" and not self.can.whole_views:
            return self.dtype_of(node)
        if isinstance(node, gast.Call) and dotted(node.func) == "np.ndim" and not self.can.reduces_along:
            return self.dimensions(node)
        if isinstance(node, gast.IfExp) and not self.can.changing_types and self.is_never_none(node.test):
            return self.expression(node.orelse if isinstance(node.test.ops[0], gast.Is) else node.body)
        return self.reduced(node) if isinstance(node, gast.Call) and not self.can.reduces_along else None

    def reduced(self, node: gast.Call) -> gast.expr | None:
        """Return a reduction along axes in what the backend has, its operand in the backend's form."""
        found = lowered(node, self.context.infer)
        return None if found is None else rebuild(found, lambda part: None if part is found else self.inner(part))

    def inner(self, part: gast.AST) -> gast.AST | None:
        """Return what stands for a part of a reduction that was written anew."""
        return None if getattr(getattr(part, "func", None), "attr", None) == "sum" else self.changed(part)

    def is_whole(self, node: gast.AST) -> bool:
        """Tell whether an expression is ``u[...]`` of an array that has dimensions."""
        if not isinstance(node, gast.Subscript) or getattr(node.slice, "value", None) is not ...:
            return False
        fact = self.context.infer(node.value)
        return fact.is_array and bool(fact.ndim)

    def dtype_of(self, node: gast.Call) -> gast.expr | None:
        """Return the dtype of the one operand of ``np.result_type``."""
        fact = self.context.infer(node.args[0]) if len(node.args) == 1 else UNKNOWN
        if fact.is_array:
            return attribute(self.expression(node.args[0]), "dtype")
        return name("float") if fact.is_python and fact.is_floating else None

    def dimensions(self, node: gast.Call) -> gast.expr | None:
        """Return the number of dimensions as it is known: what is compiled depends on it."""
        fact = self.context.infer(node.args[0])
        return constant(fact.ndim) if fact.is_array and fact.ndim is not None else None

    def is_never_none(self, test: gast.expr) -> bool:
        """Tell whether a test asks whether something is None that is known to be a number or an array."""
        match test:
            case gast.Compare(left=left, ops=[gast.Is() | gast.IsNot()], comparators=[gast.Constant(value=None)]):
                return self.context.infer(left).kind in NUMERIC
        return False

    def power(self, node: gast.BinOp) -> gast.expr | None:
        """Return an integer power as a call, unless its exponent is written as a number that is not negative."""
        exponent = node.right
        if isinstance(exponent, gast.Constant) and (not isinstance(exponent.value, int) or exponent.value >= 0):
            return None
        if any(self.is_floating(operand) for operand in (node.left, exponent)):
            return None
        return call("integer_power", self.expression(node.left), self.expression(exponent))

    def is_floating(self, node: gast.expr) -> bool:
        return (isinstance(node, gast.Constant) and isinstance(node.value, float)) or self.context.infer(
            node
        ).is_floating

    # ---- updates in place ----

    def update(self, statement: ir.Update) -> ir.Statement:
        """Return an update whose right side is read before the target is written."""
        value = self.expression(statement.value)
        target = statement.target
        if getattr(getattr(target, "slice", None), "value", None) is ... and not self.can.whole_views:
            return ir.Assign(target, binary(target.value, statement.operator, value), statement.source)
        if self.is_new(statement.value) or self.is_one_number(target):
            return replace(statement, value=value)
        if isinstance(target, gast.Name):
            whole = gast.Subscript(name(target.id), constant(...), gast.Store())
            if self.context.fact(target.id).is_array:
                return ir.Assign(whole, binary(name(target.id), statement.operator, value), statement.source)
            return replace(statement, value=call("detached", value))  # of what is no array, nothing is copied
        return ir.Assign(target, binary(loaded(target), statement.operator, value), statement.source)

    def is_new(self, value: gast.expr) -> bool:
        if isinstance(value, NEW) or self.context.infer(value).is_scalar:
            return True
        return isinstance(value, gast.Call) and self.context.is_fresh(value)

    def is_one_number(self, target: gast.expr) -> bool:
        """Tell whether a target certainly holds one number that is no array."""
        fact = self.context.fact(target.id) if isinstance(target, gast.Name) else self.context.infer(loaded(target))
        return fact.is_scalar and not fact.is_array

    # ---- loops ----

    def loop(self, statement: ir.For) -> list[ir.Statement]:
        body = self.block(statement.body)
        iterable = statement.iterable
        if self.can.reversed_ranges or getattr(getattr(iterable, "func", None), "id", None) != "reversed":
            return [replace(statement, iterable=self.expression(iterable), body=body)]
        bound, bind = with_names(self.fresh)
        inner = self.expression(iterable.args[0])
        is_counted = isinstance(statement.target, gast.Name) and statement.target.id == UNWANTED
        if is_counted and getattr(getattr(inner, "func", None), "id", None) == "range":
            turned: gast.expr | None = inner  # only how often counts
        else:
            turned = backward(inner, lambda node: self.context.infer(node).kind == "range", bind)
        if turned is None:
            return [replace(statement, iterable=self.expression(iterable), body=body)]
        return [*bound, replace(statement, iterable=turned, body=body)]

    def fresh(self) -> str:
        """Return a name that nothing has yet."""
        number = 1
        while f"bound_{number}" in self.taken:
            number += 1
        self.taken.add(f"bound_{number}")
        return f"bound_{number}"


def loaded(target: gast.expr) -> gast.expr:
    """Return the expression that reads a target."""
    if isinstance(target, gast.Name):
        return name(target.id)
    fields = dict(gast.iter_fields(target))
    return type(target)(**{**fields, "ctx": gast.Load()})


def _expressions(block: ir.Block) -> Iterator[gast.AST]:
    for statement in ir.walk(block):
        for part in ("target", "value", "test", "iterable", "context"):
            if isinstance(getattr(statement, part, None), gast.AST):
                yield getattr(statement, part)


def _names(node: gast.AST) -> Iterator[gast.Name]:
    yield from (part for part in gast.walk(node) if isinstance(part, gast.Name))
