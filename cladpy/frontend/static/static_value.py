"""Values that an expression certainly has, found without running the user's code.

Literals, arithmetic of numbers, names and attributes known so far, and calls of a few functions that are known to do
nothing but return a value. Everything else is not static.
"""

import abc
import ast
import collections
import dataclasses
import functools
import math
import operator
import typing
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from cladpy.frontend.static.unresolved import Unresolved
from cladpy.request import MODES

_LARGEST = 4096  # bits of an integer result: what a program writes as a constant, and no more
_MOST_ELEMENTS = 1 << 16  # of an array that a constant is: half a megabyte, made in no time
_OPERATORS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_UNARY: Final[Mapping[type, Callable[[Any], Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_namedtuple = getattr(collections, "namedtuple")  # noqa: B009 - the lint of the plain spelling is for those who make one
_SLOW = ("factorial", "comb", "perm")
_NUMERIC: Final = (
    *(function for name, function in vars(math).items() if callable(function) and name not in _SLOW),
    *(abs, bool, complex, float, int, max, min, round),
)
_ARRAYS: Final = (np.array, np.asarray, np.zeros, np.ones, np.full, np.eye, np.linspace, np.arange)
_MAKERS: Final = (
    *(staticmethod, classmethod, property, object, slice, range),
    *(functools.cache, functools.lru_cache, functools.partial, functools.wraps, functools.cached_property),
    *(dataclasses.dataclass, dataclasses.field, abc.abstractmethod, _namedtuple),
    *(typing.final, typing.no_type_check, typing.overload, typing.NewType, typing.TypeVar, typing.ParamSpec),
    *(np.dtype, np.finfo, np.iinfo),
)
_CLADPY: Final = frozenset((*MODES, "checkpoint", "custom_pullback", "custom_pushforward", "non_differentiable"))
_OPEN = (ModuleType, type, property, FunctionType, BuiltinFunctionType, np.finfo, np.iinfo, np.dtype, np.ufunc)
_TYPING = ("builtins", "typing", "types", "collections", "collections.abc", "numpy", "numpy.typing")


class NotStatic(Exception):  # noqa: N818 - not an error: control flow of this module and of those that ask it
    """Say that an expression has no value that is known without running the file."""


class StaticValue(ast.NodeVisitor):
    """Evaluate an expression of which everything is known.

    Parameters
    ----------
    names : mapping
        What is known so far, builtins included.
    function_of : callable
        Gives the function object of a lambda.
    module : str
        Name of the module that is read, for what is made by a call.

    Raises
    ------
    NotStatic
        By ``visit``, if the value is not known.

    Examples
    --------
    >>> known = StaticValue({"math": math, "n": 3}, lambda node: None, "model")
    >>> known.visit(ast.parse("(n + 1) * math.sqrt(4)", mode="eval").body)
    8.0
    """

    def __init__(self, names: Mapping[str, Any], function_of: Callable[[ast.Lambda], Any], module: str) -> None:
        self._names = names
        self._function_of = function_of
        self._module = module

    def generic_visit(self, node: ast.AST) -> Any:
        """Refuse every other node."""
        raise NotStatic(type(node).__name__)

    def visit_Constant(self, node: ast.Constant) -> Any:
        """Return a literal."""
        return node.value

    def visit_Name(self, node: ast.Name) -> Any:
        """Look a name up."""
        return _known(self._names.get(node.id, _UNBOUND))

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Look an attribute up where this runs no code of the user's."""
        owner = self.visit(node.value)
        if not isinstance(owner, _OPEN):
            raise NotStatic(node.attr)
        return _known(getattr(owner, node.attr, _UNBOUND))

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """Return the function, which is not called."""
        return _known(self._function_of(node))

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """Build a tuple."""
        return tuple(self._each(node.elts))

    def visit_List(self, node: ast.List) -> Any:
        """Build a list."""
        return self._each(node.elts)

    def visit_Set(self, node: ast.Set) -> Any:
        """Build a set."""
        return _attempt(set, self._each(node.elts))

    def visit_Dict(self, node: ast.Dict) -> Any:
        """Build a dict without ``**``."""
        keys = [self.visit(key) if key is not None else _known(_UNBOUND) for key in node.keys]
        return _attempt(lambda: dict(zip(keys, self._each(node.values), strict=True)))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """Apply an operator to a number."""
        operand = self.visit(node.operand)
        _require(_is_number(operand))
        return _attempt(_UNARY[type(node.op)], operand)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Apply an operator to numbers, add sequences, or join types."""
        left, right = self.visit(node.left), self.visit(node.right)
        numbers = _is_number(left) and _is_number(right) and _is_small(node.op, left, right)
        sequences = isinstance(node.op, ast.Add) and type(left) is type(right) and isinstance(left, str | tuple | list)
        types = isinstance(node.op, ast.BitOr) and _is_typing(left) and (right is None or _is_typing(right))
        _require((numbers or sequences or types) and type(node.op) in _OPERATORS)
        return _attempt(_OPERATORS[type(node.op)], left, right)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """Parametrise a type, or index a literal."""
        owner, index = self.visit(node.value), self.visit(node.slice)
        if type(owner) in (tuple, list, dict, str):
            return _known(_attempt(operator.getitem, owner, index))
        if isinstance(owner, type) and owner.__module__ not in _TYPING:
            return owner  # __class_getitem__ of a user's class is the user's code
        _require(_is_typing(owner))
        return _attempt(operator.getitem, owner, index)

    def visit_Call(self, node: ast.Call) -> Any:
        """Call one of the functions that only return a value."""
        function = self.visit(node.func)
        arguments = self._each(node.args)
        keywords = {keyword.arg or "": self.visit(keyword.value) for keyword in node.keywords}
        _require("" not in keywords and is_harmless(function, arguments))
        _require(keywords.keys() <= {"dtype"} or not any(function is each for each in _ARRAYS))
        if function is _namedtuple:
            keywords.setdefault("module", self._module)
        return _attempt(function, *arguments, **keywords)

    def _each(self, nodes: list[ast.expr]) -> list[Any]:
        return [self.visit(node) for node in nodes]


class _Unbound:
    """Mark a name that is not bound."""


_UNBOUND: Final = _Unbound()


def is_harmless(function: Any, arguments: list[Any]) -> bool:
    """Tell whether a call only returns a value: no code of the user's, no output, no large result."""
    if any(function is each for each in _MAKERS):
        return True
    if _is_cladpy(function):
        return True
    if isinstance(getattr(function, "__self__", None), property):  # @x.setter
        return True
    if function in (float, int) and len(arguments) == 1 and isinstance(arguments[0], str):
        return True
    if any(function is each for each in _ARRAYS):
        return bool(arguments) and all(map(_is_numeric, arguments)) and _size_of(function, arguments) <= _MOST_ELEMENTS
    numeric = any(function is each for each in _NUMERIC) or (isinstance(function, type) and _is_numpy_scalar(function))
    return numeric and all(_is_number(argument) for argument in arguments)


def _is_numeric(value: Any) -> bool:
    """Tell whether a value is a number, or a list or tuple of such."""
    return all(map(_is_numeric, value)) if isinstance(value, list | tuple) else _is_number(value)


def _size_of(function: Any, arguments: list[Any]) -> float:
    """Return a bound for the elements of an array that a call makes."""
    if function in (np.array, np.asarray):
        return 1
    if function is np.linspace:
        arguments = arguments[2:]
    if function is np.arange and not all(isinstance(each, int) for each in arguments):
        return math.inf
    shape = arguments[0] if arguments and isinstance(arguments[0], list | tuple) else arguments
    return math.prod(max(1.0, abs(each)) for each in shape if _is_number(each))


def _is_cladpy(function: Any) -> bool:
    # By name and home: the public functions stand above this layer.
    home = str(getattr(function, "__module__", None)).partition(".")[0]
    return home == "cladpy" and getattr(function, "__name__", None) in _CLADPY


def _is_numpy_scalar(kind: type) -> bool:
    return issubclass(kind, np.number | np.bool_) and kind.__module__ == "numpy"


def _known(value: Any) -> Any:
    if isinstance(value, Unresolved | _Unbound):
        raise NotStatic
    return value


def _require(condition: object) -> None:
    if not condition:
        raise NotStatic


def _attempt(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """Call, taking any failure for a value that only the running program would fail to have."""
    try:
        return function(*arguments, **keywords)
    except Exception as failure:
        raise NotStatic(str(failure)) from failure


def _is_number(value: Any) -> bool:
    return type(value) in (bool, int, float, complex) or _is_numpy_scalar(type(value))


def _is_typing(value: Any) -> bool:
    home = value.__module__ if isinstance(value, type) else type(value).__module__
    return isinstance(value, type) or home in ("typing", "types")


def _is_small(operation: ast.operator, left: Any, right: Any) -> bool:
    if not (isinstance(left, int) and isinstance(right, int)):
        return True
    if isinstance(operation, ast.Pow):
        return abs(right) * left.bit_length() <= _LARGEST
    return not isinstance(operation, ast.LShift) or left.bit_length() + right <= _LARGEST
