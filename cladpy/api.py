"""Requests: ``gradient(f, "w,b")`` and its family."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cladpy.derivative import Derivative, GradientWithAuxiliary, ValueAndGradient
from cladpy.frontend.find_source import primal_function
from cladpy.pullback import Pullback
from cladpy.request import DiffRequest, FunctionReference, Options, Wrt, parse_wrt, signature_names


def gradient(function: Any = None, wrt: Wrt = None, *, aux: bool = False, **options: Any) -> Any:
    """Differentiate a function that returns a scalar.

    Parameters
    ----------
    function : callable or str
        The primal; a string (what to differentiate by) makes a decorator.
    wrt : str, int, tuple or None
        Parameters: ``"w"`` or an int gives the bare adjoint, ``"w,b"`` and tuples give a tuple; None asks for every one.
    aux : bool
        The primal returns ``(value, anything)``; the second part is handed on undifferentiated.
    **options
        ``assume_unselected_inactive``, ``varied``, ``useful``, ``tbr``, ``early_release``, ``jit``: see `Options`.

    Returns
    -------
    Derivative
        Takes the primal's arguments; adjoints have the shapes and dtypes of their parameters and own their storage.

    Raises
    ------
    CladpyError
        C301 for an unknown parameter, C302 for an integer one, C303 for a result that is no scalar, C304 without source.

    Examples
    --------
    >>> import numpy as np
    >>> def f(x, y):
    ...     return np.sum(x * x) * y
    """
    if function is None or isinstance(function, str | int) or not callable(function):
        return lambda primal: gradient(primal, function if wrt is None else wrt, aux=aux, **options)
    made = GradientWithAuxiliary if aux else Derivative
    return made(function, request_of(function, "gradient", wrt, options, aux=aux))


def value_and_gradient(function: Any = None, wrt: Wrt = None, *, aux: bool = False, **options: Any) -> Any:
    """Differentiate a function that returns a scalar, and return its value too: ``value, adjoints``.

    The parameters are those of `gradient`.
    """
    if function is None or isinstance(function, str | int) or not callable(function):
        return lambda primal: value_and_gradient(primal, function if wrt is None else wrt, aux=aux, **options)
    return ValueAndGradient(function, request_of(function, "value_and_gradient", wrt, options, aux=aux))


def pullback(function: Any = None, wrt: Wrt = None, **options: Any) -> Any:
    """Return the pullback of a function: from the cotangent of its result to adjoints of its parameters.

    Parameters
    ----------
    function, wrt, **options
        As in `gradient`; the result may be anything that holds floating values.

    Returns
    -------
    Pullback
        ``pull(*args, seed)`` or ``pull(*args, seed=seed)``; its halves are ``pull.forward(*args) -> value, state`` and
        ``pull.reverse(state, seed)``.
    """
    if function is None or isinstance(function, str | int) or not callable(function):
        return lambda primal: pullback(primal, function if wrt is None else wrt, **options)
    return Pullback(function, request_of(function, "pullback", wrt, options))


def request_of(function: Callable[..., object], mode: str, wrt: Wrt, options: dict[str, Any], *, aux: bool = False) -> DiffRequest:
    """Return the request for a live function."""
    primal = primal_function(function)
    names = signature_names(primal)
    bound = getattr(function, "__self__", None) is not None and hasattr(function, "__func__")
    asked, bare = parse_wrt(wrt, names[1:] if bound else names, primal.__name__)
    if asked is None and bound:
        asked = names[1:]
    request = DiffRequest(FunctionReference.of(primal), mode, asked, bare, options=replace(Options(), **options), aux=aux)
    return request
