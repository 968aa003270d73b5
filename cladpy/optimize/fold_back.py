"""Put temporaries back into the expressions that read them.

before: ``v@1 = images @ w1``, ``v@2 = v@1 + b1``, ``hidden = np.maximum(v@2, 0)``
after:  ``hidden = np.maximum(images @ w1 + b1, 0)``

A temporary that is read once goes into its reader; a view, and a scalar operation of a single step, also into several.
From the forward into the reverse sweep go only scalars that are computed again cheaply. Arrays stay in the group of
their statement, so that nothing lives longer for it. Lines stay short. Requires single versions. Guarantees: linear.
"""

from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.storage import SHAPE_ATTRIBUTES
from cladpy.ir import statements as ir
from cladpy.ir.expressions import children, is_atom
from cladpy.optimize.context import Context
from cladpy.optimize.folding import Folding, Waiting
from cladpy.optimize.variables import is_folded
from cladpy.optimize.width import depth, width

WIDEST = 90  # characters of an expression, less its indentation; lines are cut at 100
DEEPEST = 12  # levels of operations
INDENT = 4
MOST_READERS = 4  # of a view or a small scalar
CHEAP_CALLS = frozenset({"len", "abs", "float", "int", "min", "max", "round"})
CHEAP_DEPTH = 5


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with its temporaries folded back.

    Examples
    --------
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> from cladpy.ir.fact import UNKNOWN
    >>> from cladpy.optimize.width import width
    >>> body = (ir.Assign(store_name("v@1"), parse("x @ w")), ir.Return(name("v@1")))
    >>> context = Context({}, bool, bool, True, lambda expression: UNKNOWN)
    >>> [type(statement).__name__ for statement in run(ir.Function("f", ("x", "w"), body), context).body]
    ['Return']
    """
    return Folding(function, context, _FoldBack).run()


class _FoldBack:
    """Which temporaries go into which readers."""

    def __init__(self, folding: Folding) -> None:
        self.context = folding.context
        self.occurrences = folding.occurrences

    def readers(self, statement: ir.Assign, variable: str, uses: int) -> bool:
        if not is_folded(variable):
            return False
        if uses == 1:
            return True
        return uses <= MOST_READERS and (self.is_view(statement.value) or self.is_small_scalar(statement.value))

    def crosses_sweeps(self, statement: ir.Assign) -> bool:
        return self.is_cheap_scalar(statement.value)

    def may_be_stored_through(self, waiting: Waiting, reader: ir.Assign | ir.Update) -> bool:
        """Tell whether a store through all of a view may be one into its base: ``v = d[1:]``, ``v[...] += e``."""
        value = waiting.statement.value
        return _is_whole(reader.target) and isinstance(value, gast.Subscript) and self.is_view(value)

    def accept(self, waiting: Waiting, reader: ir.Statement, folded: ir.Statement, indent: int) -> ir.Statement | None:
        value, before = waiting.statement.value, waiting.statement.source
        if before not in (0, reader.source) and reader.source != 0 and not self._moves_freely(value):
            return None
        if isinstance(folded, ir.Assign | ir.Update) and _is_whole(folded.target):
            base = folded.target.value
            if isinstance(base, gast.Subscript):
                folded = replace(folded, target=gast.Subscript(base.value, base.slice, gast.Store()))
        for part in _values(folded):
            if width(part) > WIDEST - INDENT * indent or depth(part) > DEEPEST:
                return None
        return folded

    def _moves_freely(self, value: gast.expr) -> bool:
        return is_atom(value) or self.is_view(value) or self._reads_scalars(value) or self.is_cheap_scalar(value)

    def is_view(self, value: gast.expr) -> bool:
        """Tell whether a value is a view of a variable's memory, or its shape: nothing is computed for it."""
        if isinstance(value, gast.Attribute) and isinstance(value.value, gast.Name):
            return value.attr in SHAPE_ATTRIBUTES or value.attr == "T"
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
            base = self.context.fact(value.value.id)
            return base.kind == "array" and self._is_basic(value.slice)
        return False

    def _is_basic(self, index: gast.expr) -> bool:
        """Tell whether an index consists of slices and whole numbers, so that NumPy gives a view."""
        if isinstance(index, gast.Tuple):
            return all(self._is_basic(item) for item in index.elts)
        if isinstance(index, gast.Slice):
            bounds = [part for part in (index.lower, index.upper, index.step) if part is not None]
            return all(self._is_short(part) for part in bounds)
        if isinstance(index, gast.Constant):
            return True
        fact = self.context.infer(index)
        return self._is_short(index) and fact.is_python and fact.dtype is not None and fact.dtype.kind == "i"

    def _is_short(self, bound: gast.expr) -> bool:
        return is_atom(bound) or depth(bound) <= 2

    def is_small_scalar(self, value: gast.expr) -> bool:
        """Tell whether a value is a single operation on scalars."""
        if isinstance(value, gast.BinOp):
            operands = [value.left, value.right]
        elif isinstance(value, gast.UnaryOp):
            operands = [value.operand]
        else:
            return False
        return all(is_atom(operand) for operand in operands) and self._reads_scalars(value)

    def is_cheap_scalar(self, value: gast.expr) -> bool:
        """Tell whether a value is a scalar that is computed from scalars and shapes in a few steps."""
        if depth(value) > CHEAP_DEPTH or not self.context.infer(value).is_scalar:
            return False
        return self._is_cheap(value)

    def _is_cheap(self, node: gast.AST) -> bool:
        match node:
            case gast.Name():
                return self.context.fact(node.id).is_scalar
            case gast.Attribute():
                return node.attr in SHAPE_ATTRIBUTES and self._is_parameter(node.value)
            case gast.Call(func=gast.Name(id="len"), args=[argument]):
                return self._is_parameter(argument)
            case gast.Call(func=gast.Name(id=function), keywords=[]):
                return function in CHEAP_CALLS and all(self._is_cheap(argument) for argument in node.args)
            case gast.Subscript():
                return isinstance(node.value, gast.Attribute) and self._is_cheap(node.value) and is_atom(node.slice)
            case gast.BinOp() | gast.UnaryOp() | gast.Compare():
                operands = [child for child in children(node) if isinstance(child, gast.expr)]
                return all(self._is_cheap(operand) for operand in operands)
        return isinstance(node, gast.Constant)

    def _is_parameter(self, node: gast.expr) -> bool:
        """Tell whether an expression is a parameter that keeps its value: the caller holds it anyway."""
        if not isinstance(node, gast.Name) or node.id not in self.occurrences.parameters:
            return False
        return self.occurrences.is_single(node.id)

    def _reads_scalars(self, value: gast.expr) -> bool:
        return self.context.infer(value).is_scalar and all(
            self.context.fact(name).is_scalar for name in names_in(value)
        )


def _is_whole(target: gast.expr | None) -> bool:
    """Tell whether a target is all of something: ``v[...]``."""
    return (
        isinstance(target, gast.Subscript)
        and isinstance(target.slice, gast.Constant)
        and target.slice.value is Ellipsis
    )


def _values(statement: ir.Statement) -> list[gast.expr]:
    if isinstance(statement, ir.If):
        return [statement.test]
    if isinstance(statement, ir.For):
        return [statement.iterable]
    return [statement.value] if isinstance(statement, ir.Assign | ir.Update | ir.Effect | ir.Return) else []
