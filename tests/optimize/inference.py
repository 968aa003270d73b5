"""A small inference of facts for the programs of these tests: arithmetic, reductions, products, slices."""

import itertools
from functools import reduce

import gast
import numpy as np

from cladpy.ir import fact
from cladpy.ir.fact import UNKNOWN, Dim, Fact

_NUMBERS = itertools.count()


def array(*names, dtype=np.float64):
    """Return the fact of an array with named dimensions."""
    return fact.array(np.dtype(dtype), tuple(Dim(name, one=False) for name in names))


def infer(expression, known):
    """Return the fact of an expression, from the facts of its variables."""
    match expression:
        case gast.Name():
            return known.get(expression.id, UNKNOWN)
        case gast.Constant():
            return fact.of_constant(expression.value).without_value()
        case gast.BinOp(op=gast.MatMult()):
            return _matmul(infer(expression.left, known), infer(expression.right, known))
        case gast.BinOp():
            return _arithmetic(expression.op, infer(expression.left, known), infer(expression.right, known))
        case gast.UnaryOp(op=gast.Not()):
            return fact.BOOL
        case gast.UnaryOp():
            return infer(expression.operand, known)
        case gast.Compare():
            compared = reduce(_broadcast, [infer(e, known) for e in [expression.left, *expression.comparators]])
            return _with_dtype(compared, np.dtype(bool))
        case gast.Attribute(attr="T"):
            value = infer(expression.value, known)
            return value if value.dims is None else fact.array(value.dtype, value.dims[::-1])
        case gast.Subscript(value=gast.Attribute(attr="shape")):
            return fact.INT
        case gast.Subscript():
            return _item(infer(expression.value, known), expression.slice)
        case gast.Call():
            return _call(expression, known)
    return UNKNOWN


def _with_dtype(value, dtype):
    return value if value is UNKNOWN else Fact(value.kind, dtype, value.dims)


def _broadcast(left, right):
    if not left.is_number or not right.is_number or left.dims is None or right.dims is None:
        return UNKNOWN
    dims = max(left.dims, right.dims, key=len)
    short = min(left.dims, right.dims, key=len)
    if dims[len(dims) - len(short) :] != short:
        return UNKNOWN
    kinds = {left.kind, right.kind}
    kind = next(each for each in ("array", "number", "scalar", "python") if each in kinds)
    if left.dtype is None or right.dtype is None:
        return Fact(kind, None, dims)
    weak = [each for each in (left, right) if each.kind != "python"]
    return Fact(kind, np.result_type(*(each.dtype for each in (weak or (left, right)))), dims)


def _arithmetic(operation, left, right):
    joined = _broadcast(left, right)
    if joined is UNKNOWN or joined.dtype is None:
        return joined
    dtype = joined.dtype
    floating = any(each.dtype.kind == "f" for each in (left, right))
    if dtype.kind in "iub" and (floating or isinstance(operation, gast.Div)):
        dtype = np.dtype(float)
    return Fact(joined.kind, dtype, joined.dims)


def _matmul(left, right):
    if left.dims is None or right.dims is None or len(left.dims) != 2 or len(right.dims) != 2:
        return UNKNOWN
    return fact.array(np.result_type(left.dtype, right.dtype), (left.dims[0], right.dims[1]))


def _item(value, index):
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    if value.kind != "array" or value.dims is None or len(parts) > len(value.dims):
        return UNKNOWN
    dims = [Dim(f"?{next(_NUMBERS)}") for part in parts if isinstance(part, gast.Slice)]
    if not all(isinstance(part, gast.Slice | gast.Constant) for part in parts):
        return UNKNOWN
    dims = (*dims, *value.dims[len(parts) :])
    return fact.array(value.dtype, dims) if dims else fact.scalar(value.dtype)


def _call(call, known):
    match call:
        case gast.Call(func=gast.Name(id="len" | "int")):
            return fact.INT
        case gast.Call(func=gast.Name(id="float")):
            return fact.FLOAT
        case gast.Call(func=gast.Name(id="range" | "reversed")):
            return Fact("range")
        case gast.Call(func=gast.Name(id="abs" | "owned"), args=[argument]):
            return infer(argument, known)
        case gast.Call(func=gast.Attribute(value=gast.Name(id="np"), attr="sum"), args=[argument], keywords=[]):
            return fact.scalar(infer(argument, known).dtype) if infer(argument, known).is_number else UNKNOWN
        case gast.Call(func=gast.Attribute(attr="sum"), args=[]):
            value = infer(call.func.value, known)
            if value.dims is not None and call.keywords:
                return fact.array(value.dtype, value.dims[1:])
            return fact.scalar(value.dtype) if value.is_number else UNKNOWN
        case gast.Call(func=gast.Attribute(value=gast.Name(id="np"), attr="maximum"), args=[left, right]):
            return _arithmetic(gast.Add(), infer(left, known), infer(right, known))
        case gast.Call(func=gast.Attribute(attr="copy")):
            return infer(call.func.value, known)
    return UNKNOWN
