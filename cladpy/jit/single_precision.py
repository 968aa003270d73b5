"""Keep arrays of float32 in float32, which numba widens beside Python's numbers, and functions of ``math`` in 64 bits.

before: ``d_z = 2 * z``, ``math.exp(x[i])``    after: ``d_z = as_single(2 * z)``, ``math.exp(np.float64(x[i]))``

Numbers on the way are computed in 64 bits, as numba does, and are rounded where an array takes them up.

Requires the form of the backend, loops in place of array statements. Guarantees: arrays that have a name, are returned
or multiplied as matrices are of NumPy's dtype. Soundness: only what facts tell to be of float32 is cast.
"""

from collections import Counter
from dataclasses import replace

import gast
import numpy as np

from cladpy.analyses.liveness import binds
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, dotted, name, rebuild
from cladpy.ir.fact import Fact
from cladpy.optimize.context import Context

PRODUCTS = frozenset({"np.dot", "np.vdot"})  # which numba has of two arrays of one dtype
KEEPING = frozenset({"copy", "reshape", "ravel", "transpose", "T", "astype"})  # the dtype of their array, or told
MAKING = frozenset({"np.empty", "np.zeros", "np.full", "np.ones", "np.empty_like", "np.zeros_like"})


def single_precision(function: ir.Function, context: Context) -> ir.Function:
    """Return a function whose arrays of float32 stay so.

    Parameters
    ----------
    function : Function
        In the form of the backend.
    context : Context
        That of its identifiers.
    """
    written = _Singles(context)
    written.parameters = frozenset(function.parameters)
    written.bound.update(found for each in ir.walk(function.body) for found in binds(each))
    body = written.block(function.body)
    return replace(function, body=body) if written.has_changed else function


class _Singles:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.has_changed = False
        self.bound: Counter[str] = Counter()
        self.parameters: frozenset[str] = frozenset()

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(map(self.statement, block))

    def statement(self, statement: ir.Statement) -> ir.Statement:
        parts: dict[str, object] = {}
        for part in ("body", "orelse"):
            if hasattr(statement, part):
                parts[part] = self.block(getattr(statement, part))
        for part in ("value", "test"):
            node = getattr(statement, part, None)
            if isinstance(node, gast.expr):
                parts[part] = rebuild(node, self.expression)
        if isinstance(statement, ir.Assign) and isinstance(statement.target, gast.Name):
            known = self.context.infer(statement.value)
            known = self.context.fact(statement.target.id) if known.dtype is None else known
            given = statement.value
            if isinstance(given, gast.Name) and given.id not in self.parameters and self.bound[statement.target.id] > 1:
                given = None  # numba must find one dtype for all that the name is bound to
            parts["value"] = self.single(parts["value"], given, known)
        if isinstance(statement, ir.Return):
            parts["value"] = self.returned(parts["value"], statement.value)
        changed = {part: new for part, new in parts.items() if new is not getattr(statement, part)}
        return replace(statement, **changed) if changed else statement  # type: ignore[arg-type]

    def returned(self, new: gast.expr, node: gast.expr) -> gast.expr:
        """Return a result of which each array of float32 is certainly one."""
        if not isinstance(node, gast.Tuple) or not isinstance(new, gast.Tuple):
            return self.single(new, node, self.context.infer(node))
        return gast.Tuple([self.returned(*each) for each in zip(new.elts, node.elts, strict=True)], gast.Load())

    def expression(self, node: gast.AST) -> gast.AST | None:
        """Return what stands for a product of matrices or a function of numbers; None for what stays."""
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.MatMult):
            left, right = self.factors(node.left, node.right)
            return gast.BinOp(left, node.op, right)
        if not isinstance(node, gast.Call) or node.keywords:
            return None
        path = dotted(node.func) or ""
        if path in PRODUCTS and len(node.args) == 2:
            return gast.Call(node.func, self.factors(*node.args), [])
        if path == "float" or path.startswith("math."):
            args = [self.double(rebuild(part, self.expression), part) for part in node.args]
            return gast.Call(node.func, args, [])
        return None

    def factors(self, left: gast.expr, right: gast.expr) -> list[gast.expr]:
        """Return the operands of a product of matrices in one dtype: that of NumPy's result."""
        found = []
        facts = [self.context.infer(part) for part in (left, right)]
        for part, own, other in zip((left, right), facts, reversed(facts), strict=True):
            new = rebuild(part, self.expression)
            if own.dtype == other.dtype:
                new = self.single(new, part, own)
            elif own.dtype == np.float32:
                self.has_changed = True
                new = gast.Call(attribute(new, "astype"), [attribute(name("np"), "float64")], [])
            found.append(new)
        return found

    def single(self, new: gast.expr, node: gast.expr | None, known: Fact) -> gast.expr:
        """Return an expression, cast to float32 if it is an array of it that numba may have widened."""
        if self.is_kept(node):
            return new
        if not known.is_array or not known.ndim or known.dtype != np.float32:
            return new
        self.has_changed = True
        return call("as_single", new)

    def double(self, new: gast.expr, node: gast.expr) -> gast.expr:
        """Return an argument of a function of Python's numbers as Python has it."""
        known = self.context.infer(node)
        if not known.is_scalar or known.dtype != np.float32:
            return new
        self.has_changed = True
        return call("np.float64", new)

    def is_kept(self, node: gast.expr | None) -> bool:
        """Tell whether an expression is a name, a part of one, or made with a dtype of its own."""
        match node:
            case gast.Name() | gast.Constant():
                return True
            case gast.Subscript(value=inner) | gast.Attribute(value=inner):
                return self.is_kept(inner)
            case gast.Call(func=gast.Attribute(value=inner, attr=method)) if method in KEEPING:
                return method == "astype" or self.is_kept(inner)
            case gast.Call(func=function):
                return dotted(function) in MAKING
        return False
