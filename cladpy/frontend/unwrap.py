"""The Python function behind a method, a descriptor or a cache."""

import functools
import inspect
import types
from typing import NoReturn

import numpy as np

from cladpy.errors import CladpyError

_Cache = type(functools.lru_cache(len))


def unwrap(function: object) -> types.FunctionType:
    """Return the Python function behind a method, descriptor or decorated function.

    Parameters
    ----------
    function : callable
        A Python function, a bound method, a ``staticmethod`` or ``classmethod``,
        or one of these under ``functools.cache``, ``functools.lru_cache`` or ``numba.njit``.

    Raises
    ------
    CladpyError
        C304 if there is no Python function behind it.
    """
    while not isinstance(function, types.FunctionType):
        if isinstance(function, types.MethodType | staticmethod | classmethod):
            function = function.__func__
        elif isinstance(function, _Cache):
            function = function.__wrapped__
        elif isinstance(getattr(function, "py_func", None), types.FunctionType):  # compiled by numba
            function = function.py_func  # type: ignore[attr-defined]
        else:
            _refuse(function)
    return function


def _refuse(function: object) -> NoReturn:
    """Raise C304 with what to pass instead."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or repr(function)
    reason, hint = _reason(function, name)
    raise CladpyError("C304", f"no source for {name!r}: {reason}", hint=hint)


def _reason(function: object, name: str) -> tuple[str, str]:
    if hasattr(function, "py_func"):
        return "it is a compiled function", f"pass the Python function: {name}.py_func"
    if isinstance(function, functools.partial):
        return "it is a functools.partial", "request the derivative of its .func, or write a function that calls it"
    if isinstance(function, type):
        return "it is a class", f"pass a function: lambda x: {name}(x) ..., or one of its methods"
    if not callable(function):
        return f"it is no function but of type {type(function).__name__}", "pass the function itself"
    if isinstance(function, np.ufunc | type(np.sum)):
        called = f"{getattr(function, '__module__', None) or 'numpy'}.{name}"
        return (
            "it is a function of NumPy, not of Python source",
            f"differentiate one that calls it: lambda x: {called}(x)",
        )
    if isinstance(getattr(function, "__wrapped__", None), types.FunctionType):
        return (
            f"its decorator made an object of type {type(function).__name__} of it",
            f"pass the function under the decorator: {name}.__wrapped__",
        )
    if isinstance(inspect.getattr_static(type(function), "__call__", None), types.FunctionType):
        return "it is an object with a __call__ method", "pass that method: the object's .__call__"
    return (
        "it is a built-in or compiled function, which has no Python source",
        "differentiate a Python function that calls it",
    )
