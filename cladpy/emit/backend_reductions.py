"""Write reductions along axes with what a backend has: sums along one axis, and new axes of length one.

before: ``x.sum(axis=(0, 1))``             ``np.sum(x, axis=1, keepdims=True)``         ``np.max(x, axis=0)``
after:  ``x.sum(axis=1).sum(axis=0)``      ``np.expand_dims(x.sum(axis=1), 1)``         ``max_along(x, 0)``

Axes must be written as numbers, and the dimensions of the operand be known; any other reduction is left as it stands.
"""

from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import attribute, binary, call, constant, dotted, is_atom, subscript
from cladpy.ir.fact import Fact

KINDS = {"sum": "sum", "mean": "mean", "max": "max", "min": "min", "amax": "max", "amin": "min"}
FUNCTIONS = {f"np.{name}": kind for name, kind in KINDS.items()}
METHODS = frozenset({"sum", "mean", "max", "min"})


@dataclass(frozen=True, slots=True)
class Reduction:
    """A reduction of an array along axes.

    Parameters
    ----------
    kind : str
        "sum", "mean", "max" or "min".
    operand : expression
    axes : tuple of int
        From the first to the last.
    keeps : bool
        The axes stay, with length one.
    """

    kind: str
    operand: gast.expr
    axes: tuple[int, ...]
    keeps: bool


def lowered(node: gast.Call, infer: Callable[[gast.expr], Fact]) -> gast.expr | None:
    """Return what stands for a reduction along axes; None for any other call.

    Examples
    --------
    >>> from cladpy.emit.printer import print_tree
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import Dim, array
    >>> table = array(None, (Dim("n"), Dim("m")))
    >>> print_tree(lowered(parse("np.mean(x, axis=-1, keepdims=True)"), lambda node: table))
    'np.expand_dims(x.sum(axis=1) / x.shape[1], 1)'
    """
    found = reduction(node, infer)
    if found is None or (found.kind == "mean" and not is_atom(found.operand)):
        return None
    if found.kind in ("max", "min") and len(found.axes) > 1:
        return None
    reduced = found.operand
    for axis in reversed(found.axes):
        if found.kind in ("sum", "mean"):
            reduced = gast.Call(attribute(reduced, "sum"), [], [gast.keyword("axis", constant(axis))])
        else:
            reduced = call(f"{found.kind}_along", reduced, constant(axis))
    if found.kind == "mean":
        for axis in found.axes:
            reduced = binary(reduced, gast.Div(), subscript(attribute(found.operand, "shape"), constant(axis)))
    for axis in found.axes if found.keeps else ():
        reduced = call("np.expand_dims", reduced, constant(axis))
    return reduced


def reduction(node: gast.Call, infer: Callable[[gast.expr], Fact]) -> Reduction | None:
    """Read a call as a reduction along written axes."""
    path, arguments = dotted(node.func), list(node.args)
    kind = FUNCTIONS.get(path or "")
    if kind is None and isinstance(node.func, gast.Attribute) and node.func.attr in METHODS:
        kind, arguments = node.func.attr, [node.func.value, *arguments]
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if kind is None or not arguments or len(arguments) > 2 or set(keywords) - {"axis", "keepdims"}:
        return None
    axis = arguments[1] if len(arguments) == 2 else keywords.get("axis")
    keeps = keywords.get("keepdims", constant(False))
    rank = infer(arguments[0]).ndim
    if axis is None or not isinstance(keeps, gast.Constant) or rank is None:
        return None
    axes = _axes(axis, rank, infer)
    return None if axes is None else Reduction(kind, arguments[0], axes, bool(keeps.value))


def _axes(node: gast.expr, rank: int, infer: Callable[[gast.expr], Fact]) -> tuple[int, ...] | None:
    if isinstance(node, gast.Name):
        fact = infer(node)
        values = [item.value for item in fact.items or (fact,) if item.known]
        parts: list[gast.expr] = [constant(value) for value in values] or [node]
    else:
        parts = node.elts if isinstance(node, gast.Tuple) else [node]
    written = [_number(part) for part in parts]
    known = [axis % rank for axis in written if axis is not None and rank]
    return tuple(sorted(known)) if len(known) == len(parts) and len(set(known)) == len(known) else None


def _number(node: gast.expr) -> int | None:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, gast.Constant) and type(node.value) is int else None
