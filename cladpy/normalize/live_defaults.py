"""Defaults of a function that is written out in place of its calls: what they were when it was defined.

Python evaluates a default once. A text that is written out must neither evaluate it again (``RATE`` may be rebound
since) nor make a new list at each call (``def note(v, seen=[])`` keeps one), so a value takes the place of the
expression unless that gives the same whenever it is evaluated.
"""

import types
from collections.abc import Callable, Mapping

import gast

from cladpy.ir.expressions import dotted
from cladpy.normalize.closures import defaults_of

_LITERALS = (int, float, bool, str, type(None))


def live_defaults(
    tree: gast.FunctionDef,
    function: object,
    resolve: Callable[[str], object],
    hold: Callable[[str, object], gast.expr],
) -> dict[str, gast.expr]:
    """Return an expression for each default of a function.

    Parameters
    ----------
    tree : FunctionDef
        Its definition.
    function : function
        As it is alive.
    resolve : callable
        What a dotted name means where the text is written.
    hold : callable
        Returns a name for a value, given a name to make it of.
    """
    written, values = defaults_of(tree.args), default_values(function)
    return {
        parameter: node if parameter not in values else _expression(node, values[parameter], resolve, hold, parameter)
        for parameter, node in written.items()
    }


def default_values(function: object) -> Mapping[str, object]:
    """Return the values of a function's defaults by parameter; none for what is not a function.

    Examples
    --------
    >>> def f(a, b=1, *, c=2.0): ...
    >>> default_values(f)
    {'b': 1, 'c': 2.0}
    """
    function = function if isinstance(function, types.FunctionType) else getattr(function, "__wrapped__", None)
    if not isinstance(function, types.FunctionType):
        return {}
    positional = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    last = positional[len(positional) - len(defaults) :]
    return dict(zip(last, defaults, strict=True)) | (function.__kwdefaults__ or {})


def _expression(
    node: gast.expr,
    value: object,
    resolve: Callable[[str], object],
    hold: Callable[[str, object], gast.expr],
    parameter: str,
) -> gast.expr:
    path = dotted(node)
    if _is_literal(node) or (callable(value) and path is not None and resolve(path) is value):
        return node
    if type(value) in _LITERALS:
        return gast.copy_location(gast.Constant(value, None), node)
    return hold(parameter, value)


def _is_literal(node: gast.expr) -> bool:
    """Tell whether an expression is a literal that cannot be updated."""
    if isinstance(node, gast.Tuple):
        return all(map(_is_literal, node.elts))
    if isinstance(node, gast.UnaryOp):
        return _is_literal(node.operand)
    return isinstance(node, gast.Constant)
