"""Refuse what a backend would compile, but to something else than Python's and NumPy's meaning.

``narrow``: NumPy computes ``i * 2`` of uint8 in uint8, where it wraps, numba in 64 bits. Floats of 32 bits are computed
with in 64 as well, which is more exact; arrays of them stay what they are.
``draws``: numba draws from a generator of its own, whatever the user has seeded.
``sums of booleans``: a logical or to NumPy, the integer 2 to numba.
``indices without dimensions``: ``u[np.array(1)]`` is a copy of a row to NumPy, the row itself to numba.
``members of modules``: ``settings.rate`` is read at each call, and by numba once.

Soundness: what is not known to be of these kinds is not found; arguments and globals are looked at by value as well.
"""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import gast
import numpy as np

from cladpy.analyses.random_draws import draws_alike
from cladpy.emit.capabilities import Capabilities
from cladpy.errors import CladpyError, Location
from cladpy.frontend.namespace import MISSING
from cladpy.frontend.pure_functions import LIBRARIES
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted
from cladpy.ir.fact import Fact
from cladpy.optimize.context import Context

CODE = "C410"
HINT = "leave jit out: the derivative runs in plain Python"
DRAWS = "draws from a random generator of its own, whatever was seeded"
WIDE = frozenset({"float64", "float32", "complex128", "int64", "bool"})


def check_meaning(
    function: ir.Function,
    context: Context,
    capabilities: Capabilities,
    *,
    resolve: Callable[[str], object],
    lines: Mapping[int, Any],
) -> None:
    """Raise for a statement that a backend would give another meaning.

    Parameters
    ----------
    function : Function
        Its variables are identifiers.
    context : Context
        That of its identifiers.
    capabilities : Capabilities
    resolve : callable
        Gives the live value of a dotted global name.
    lines : mapping
        The primal's statements by number.

    Raises
    ------
    CladpyError
        C410.
    """
    if capabilities.keeps_dtypes:
        return
    for statement in ir.walk(function.body):
        if isinstance(statement, ir.Update) and _is_cut(statement, context):
            line = lines.get(statement.source)
            raise refusal("cuts floats to integers here, and NumPy raises", None if line is None else line.location)
        for node in _expressions(statement):
            told = _other_meaning(node, context, resolve)
            if told is not None:
                line = lines.get(statement.source)
                raise refusal(told, None if line is None else line.location)


def check_width(value: object, name: str) -> None:
    """Raise if an argument or global is of a dtype in which numba does not compute.

    Raises
    ------
    CladpyError
        C410.
    """
    if isinstance(value, tuple | list):
        for item in value:
            check_width(item, name)
    elif isinstance(value, np.ndarray | np.generic) and is_narrow(value.dtype):
        raise refusal(f"computes with the {value.dtype} of '{name}' in 64 bits, and NumPy does not")


def refusal(what: str, location: Location | None = None, *, hint: str = HINT) -> CladpyError:
    """Return the error."""
    return CladpyError(CODE, f"numba {what}", location=location, hint=hint)


def is_narrow(dtype: np.dtype | None) -> bool:
    """Tell whether a dtype of numbers is known, and is none of those that both compute in."""
    return dtype is not None and dtype.kind in "fciu" and np.dtype(dtype).name not in WIDE


def _other_meaning(node: gast.AST, context: Context, resolve: Callable[[str], object]) -> str | None:
    if isinstance(node, gast.Call):
        path = dotted(node.func)
        value = None if path is None else resolve(path)
        if value is not None and draws_alike(value) is not None:
            return DRAWS
    if isinstance(node, gast.Subscript) and any(_is_without_dimensions(part, context) for part in _indices(node)):
        return "takes an array without dimensions for a number where it is an index, and NumPy makes a copy"
    if isinstance(node, gast.Attribute) and is_member(dotted(node), resolve):
        return f"takes {dotted(node)} for a constant"
    if not isinstance(node, gast.BinOp | gast.Call | gast.Name):
        return None
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add):
        facts = [context.infer(part) for part in (node.left, node.right)]
        if all(_is_boolean(fact) for fact in facts):
            return "adds booleans as integers, and NumPy by a logical or"
    fact = context.fact(node.id) if isinstance(node, gast.Name) else context.infer(node)
    if fact.kind in ("scalar", "array") and is_narrow(fact.dtype):
        return f"computes with {fact.dtype} in 64 bits, and NumPy does not"
    return None


def is_member(path: str | None, resolve: Callable[[str], object]) -> bool:
    """Tell whether a dotted name is data in a module of the user's."""
    if path is None or not isinstance(resolve(path.partition(".")[0]), ModuleType):
        return False
    owner = resolve(path.rpartition(".")[0])
    if not isinstance(owner, ModuleType) or owner.__name__.partition(".")[0] in LIBRARIES:
        return False
    value = resolve(path)
    return value is not MISSING and not callable(value) and not isinstance(value, ModuleType)


def _is_cut(statement: ir.Update, context: Context) -> bool:
    """Tell whether an array of integers is updated by a floating value."""
    if not isinstance(statement.target, gast.Name) or not context.infer(statement.value).is_floating:
        return False
    fact = context.fact(statement.target.id)
    return fact.is_array and fact.dtype is not None and fact.dtype.kind in "iub"


def _indices(node: gast.Subscript) -> list[gast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, gast.Tuple) else [node.slice]


def _is_without_dimensions(node: gast.expr, context: Context) -> bool:
    """Tell whether an expression is an array without dimensions."""
    fact = context.fact(node.id) if isinstance(node, gast.Name) else context.infer(node)
    return fact.is_array and fact.ndim == 0


def _is_boolean(fact: Fact) -> bool:
    return fact.kind in ("scalar", "array") and fact.dtype is not None and fact.dtype.kind == "b"


def _expressions(statement: ir.Statement) -> Iterator[gast.AST]:
    for part in ("value", "test", "iterable"):
        if isinstance(getattr(statement, part, None), gast.AST):
            yield from gast.walk(getattr(statement, part))
