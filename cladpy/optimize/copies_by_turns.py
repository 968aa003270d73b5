"""Copies between views of one array that NumPy does not buffer: ``a[::2] = a[:5]``.

Where both sides have one dimension and run the same way, it reads and writes by turns; that is right for equal steps.
So it does where a mask of all axes says what is stored: ``a[a > 0] = a[::-1]``.
"""

import gast

from cladpy.analyses.index_kind import is_view_index
from cladpy.ir.expressions import constant, same
from cladpy.optimize.context import Context


def copies_by_turns(target: gast.expr, value: gast.expr, context: Context) -> bool:
    """Tell whether a store of a value that looks at the same memory may read what it has written.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import UNKNOWN, Fact
    >>> context = Context({}, bool, bool, True, lambda expression: UNKNOWN)
    >>> [copies_by_turns(parse("a[::2]"), parse(value), context) for value in ("a[:5]", "a[1::2]", "a[:5] * 2", "v")]
    [True, False, False, True]
    """
    if not isinstance(target, gast.Subscript) or not isinstance(value, gast.Name | gast.Subscript | gast.Attribute):
        return False
    if not is_view_index(target.slice, context.infer):
        return _may_be_mask(target.slice, context)
    dims = context.infer(target).dims
    if dims is not None and len(dims) != 1:
        return False
    step, other = _step(target), _step(value)
    return step is None or other is None or not same(step, other)


def _may_be_mask(index: gast.expr, context: Context) -> bool:
    """Tell whether an index may be one array of truth values: NumPy buffers what others gather."""
    if isinstance(index, gast.Tuple):
        return False
    dtype = context.infer(index).dtype
    return dtype is None or dtype.kind == "b"


def _step(place: gast.expr) -> gast.expr | None:
    """Return the step of a slice of an array, None for any other place."""
    if not isinstance(place, gast.Subscript) or not isinstance(place.slice, gast.Slice):
        return None
    return place.slice.step or constant(1)
