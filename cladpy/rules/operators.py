"""The NumPy function behind each operator: ``a * b`` has the rule of ``np.multiply``."""

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import gast
import numpy as np

OPERATORS: Mapping[type[gast.AST], Callable[..., Any]] = MappingProxyType(
    {
        gast.Add: np.add,
        gast.Sub: np.subtract,
        gast.Mult: np.multiply,
        gast.MatMult: np.matmul,
        gast.Div: np.divide,
        gast.FloorDiv: np.floor_divide,
        gast.Mod: np.remainder,
        gast.Pow: np.power,
        gast.USub: np.negative,
        gast.UAdd: np.positive,
        gast.Invert: np.invert,
        gast.BitAnd: np.bitwise_and,
        gast.BitOr: np.bitwise_or,
        gast.BitXor: np.bitwise_xor,
        gast.LShift: np.left_shift,
        gast.RShift: np.right_shift,
        gast.Eq: np.equal,
        gast.NotEq: np.not_equal,
        gast.Lt: np.less,
        gast.LtE: np.less_equal,
        gast.Gt: np.greater,
        gast.GtE: np.greater_equal,
    }
)
"""Operators of expressions; ``and``, ``or``, ``not``, ``is`` and ``in`` are control flow or never have an adjoint."""


_ON_PYTHON_NUMBERS: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType(
    {
        np.add: operator.add,
        np.subtract: operator.sub,
        np.multiply: operator.mul,
        np.divide: operator.truediv,
        np.floor_divide: operator.floordiv,
        np.remainder: operator.mod,
        np.power: operator.pow,
        np.negative: operator.neg,
        np.positive: operator.pos,
    }
)


def python_operator(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return what stands behind the operator of a NumPy function on Python numbers, or None if it has none.

    Examples
    --------
    >>> python_operator(np.power)(0.0, 2)
    0.0
    """
    return _ON_PYTHON_NUMBERS.get(function)


def indexed(owner: object) -> Callable[..., Any] | None:
    """Return what an index of an object calls, where that has a rule: ``np.r_[a, b]`` joins arrays.

    Examples
    --------
    >>> indexed(np.r_)((1.0, [2.0, 3.0]))
    array([1., 2., 3.])
    """
    return next((joins.__getitem__ for joins in (np.r_, np.c_) if owner is joins), None)
