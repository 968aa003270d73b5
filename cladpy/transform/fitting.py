"""Give a contribution the shape and the dtype of its operand, with no more code than the facts require.

before: ``d_z`` for ``z = x @ w + b``      after: ``d_z.sum(axis=0)`` for ``b``, ``d_z`` itself for ``x @ w``

Where the dimensions are known, the one sum that the pattern needs is written; where the pattern is unknown, the runtime
helper ``unbroadcast`` decides. An adjoint may stay lazy where nothing is summed.
"""

from dataclasses import dataclass, replace

import gast
import numpy as np

from cladpy.ir.expressions import attribute, call, constant, name
from cladpy.ir.fact import FLOAT, ONE, Dim, Fact, same_dtype


@dataclass(frozen=True, slots=True)
class Fitted:
    """An expression and the facts of its value."""

    value: gast.expr
    fact: Fact
    full: bool = False


def fit_elementwise(
    value: gast.expr, fact: Fact, operand: str, target: Fact, *, formula: Fact, result: gast.expr, full: bool = False
) -> Fitted:
    """Fit a contribution of an elementwise formula.

    Parameters
    ----------
    value, fact
        The contribution and its facts; it broadcasts to the formula's shape.
    operand, target
        The version of the operand, and its facts.
    formula
        Facts of the operation's result: the shape that the contribution stands for.
    result
        Expression of the result, of which only the shape is read.
    full
        The contribution has the formula's shape, whatever that is: it is computed from a cotangent that has.
    """
    if full and fact.kind in ("array", "number"):
        fact = replace(fact, dims=formula.dims)
    axes = summed_axes(target.dims, formula.dims)
    if axes is None:
        return _by_helper(value, fact, operand, target, formula=formula, result=result, full=full)
    if axes == ():
        return replace(fit_dtype(value, fact, target), full=full)
    same_rank = fact.dims is not None and formula.dims is not None and len(fact.dims) == len(formula.dims)
    if not same_rank or not _full_along(fact, formula, axes):
        value = call("np.broadcast_to", value, shape_of(result, formula))
        fact = replace(fact, kind="array", dims=formula.dims)
    if target.dims == () and len(axes) == len(formula.dims or ()):
        summed = call("np.sum", value)
        return fit_dtype(summed, Fact("scalar", fact.dtype, ()), target)
    missing = len(formula.dims or ()) - len(target.dims or ())
    kept = [axis for axis in axes if axis >= missing]
    if kept and missing:
        return _by_helper(value, fact, operand, target, formula=formula, result=result, full=full)
    keywords: dict[str, gast.expr] = {"axis": _axis(axes)}
    if kept:
        keywords["keepdims"] = constant(True)
    summed = gast.Call(attribute(value, "sum"), [], [gast.keyword(k, v) for k, v in keywords.items()])
    dims = (
        tuple(ONE if axis in axes else dim for axis, dim in enumerate(fact.dims or ()))
        if kept
        else (fact.dims or ())[missing:]
    )
    return fit_dtype(summed, Fact("array" if dims else "scalar", fact.dtype, dims), target)


def summed_axes(target: tuple[Dim, ...] | None, formula: tuple[Dim, ...] | None) -> tuple[int, ...] | None:
    """Return the axes of a formula's shape that its operand was broadcast along; None if that is not known."""
    if target == ():
        return None if formula is None else tuple(range(len(formula)))
    if target is None or formula is None:
        return None
    missing = len(formula) - len(target)
    if missing < 0:  # a store drops leading dimensions of 1; whether they are is known at run time
        return None
    axes = list(range(missing))
    for axis, dim in enumerate(target):
        other = formula[axis + missing]
        if dim == other or dim.one is False:
            continue
        if dim.one:
            axes.append(axis + missing)
        else:
            return None
    return tuple(axes)


def _full_along(fact: Fact, formula: Fact, axes: tuple[int, ...]) -> bool:
    missing = len(formula.dims or ()) - len(fact.dims or ())
    if missing < 0:
        return False
    for axis in axes:
        if axis < missing:
            return False
        mine, whole = (fact.dims or ())[axis - missing], (formula.dims or ())[axis]
        if mine != whole and mine.one is not False:
            return False
    return True


def _axis(axes: tuple[int, ...]) -> gast.expr:
    if len(axes) == 1:
        return constant(axes[0])
    return gast.Tuple([constant(axis) for axis in axes], gast.Load())


def _by_helper(
    value: gast.expr, fact: Fact, operand: str, target: Fact, *, formula: Fact, result: gast.expr, full: bool
) -> Fitted:
    unequal = formula.dims is None or fact.dims != formula.dims
    if unequal and not full and not (fact.dims is None and formula.dims is None):
        value = call("np.broadcast_to", value, shape_of(result, formula))
    fitted = Fact(target.kind, target.dtype, target.dims)
    if target.is_python:
        fitted = FLOAT
    if target.is_array and target.dtype is not None:
        dtype = attribute(name("np"), target.dtype.name)
        return Fitted(call("unbroadcast_to", value, attribute(name(operand), "shape"), dtype), fitted, full=True)
    return Fitted(call("unbroadcast", value, name(operand)), fitted, full=True)


def shape_of(value: gast.expr, fact: Fact) -> gast.expr:
    """Return the expression of a value's shape; a value that may be a Python number has no attribute for it."""
    known = fact.kind in ("array", "scalar")
    return attribute(value, "shape") if known else call("np.shape", value)


def fit_dtype(value: gast.expr, fact: Fact, target: Fact) -> Fitted:
    """Cast a value to the dtype of its operand, where it may have another."""
    wanted = target.dtype
    either_python = fact.is_python or target.is_python
    if wanted is None or wanted.kind not in "fc" or same_dtype(fact.dtype, wanted) or either_python:
        if target.dtype is not None and target.dtype.kind == "f" and fact.dtype is not None and fact.dtype.kind == "c":
            return Fitted(attribute(value, "real"), replace(fact, dtype=np.empty(0, fact.dtype).real.dtype))
        return Fitted(value, fact)
    if fact.dtype is None and not fact.is_array:
        return Fitted(value, fact)
    if wanted.kind == "f" and fact.dtype is not None and fact.dtype.kind == "c":
        value, fact = attribute(value, "real"), replace(fact, dtype=np.empty(0, fact.dtype).real.dtype)
        if same_dtype(fact.dtype, wanted):
            return Fitted(value, fact)
    dtype = attribute(name("np"), wanted.name)
    return Fitted(cast(value, fact, dtype), replace(fact, dtype=wanted))


def cast(value: gast.expr, fact: Fact, dtype: gast.expr) -> gast.expr:
    """Return a value in another dtype; a Python number, as the zero of an array may be, has no methods."""
    if fact.dims == ():
        return gast.Call(dtype, [value], [])
    if not fact.is_array:
        return call("np.asarray", value, dtype)
    return call(attribute(value, "astype"), dtype)


def is_lazy(fact: Fact, target: Fact, *, full: bool = False) -> bool:
    """Tell whether an adjoint may be smaller than its primal."""
    if target.dims == () or full:
        return False
    if fact.dims is None or target.dims is None or len(fact.dims) != len(target.dims):
        return True
    # It broadcasts to the primal's shape, so a dimension that is never 1 is the primal's.
    return any(mine != whole and mine.one is not False for mine, whole in zip(fact.dims, target.dims, strict=True))
