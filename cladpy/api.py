"""Requests: ``gradient(f, "w,b")`` and its family."""

import difflib
from collections.abc import Callable
from dataclasses import fields
from types import MethodType
from typing import Any, TypedDict, TypeVar, Unpack, overload

import gast

from cladpy.derivative import Derivative, ValueAndGradient
from cladpy.differentiate import Differentiate
from cladpy.errors import CladpyError
from cladpy.execute.bound import BoundDerivative
from cladpy.execute.requested import calling_place
from cladpy.frontend.find_source import find_source, location
from cladpy.frontend.namespace import Namespace
from cladpy.ir.expressions import dotted
from cladpy.pullback import Pullback
from cladpy.pushforward import Pushforward
from cladpy.request import Options, Wrt


class OptionKeywords(TypedDict, total=False):
    """The options of every request; each is described at `Options`."""

    assume_unselected_inactive: bool
    varied: bool
    useful: bool
    tbr: bool
    early_release: bool
    jit: str | None


Primal = Callable[..., Any]
D = TypeVar("D", bound=Derivative)


@overload
def gradient(
    function: Primal, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> Derivative: ...
@overload
def gradient(
    function: Wrt = None, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], Derivative]: ...
def gradient(
    function: Primal | Wrt = None, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> Derivative | Callable[[Primal], Derivative]:
    """Differentiate a function that returns a scalar.

    Parameters
    ----------
    function : callable
        The primal: a function, method or lambda. Without it, what to differentiate by makes a decorator:
        ``@gradient("w,b")``.
    wrt : str, int, tuple or None
        The parameters. A string with one name, or an int, gives the bare adjoint; several names or a tuple give a
        tuple in the order asked; None asks for every parameter. Elements of ``*args`` are ``"args[0]"``, or ints
        beyond the named parameters.
    aux : bool
        The primal returns ``(value, anything)``; the second part is handed on: ``adjoints, anything``.
    **options
        ``assume_unselected_inactive``, ``varied``, ``useful``, ``tbr``, ``early_release``, ``jit``: see `Options`.

    Returns
    -------
    Derivative
        It takes the primal's arguments. An adjoint has the structure, shapes and dtypes of its parameter and owns its
        storage; a parameter that holds nothing floating gives `no_adjoint`.

    Raises
    ------
    CladpyError
        C301 for an unknown parameter, C304 for a function without source, C305 for a request of the wrong form,
        C308 for a decorated function that calls itself, C1xx for syntax that is not supported. At a call: C302 for an
        integer argument that is named in the request, C303 for a result that is no scalar, and what only the types
        of a call can tell.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import gradient
    >>> def loss(w, b):
    ...     return np.sum(w * w) * b
    >>> gradient(loss, "w, b")(np.array([1.0, 2.0]), 3.0)
    (array([ 6., 12.]), 5.0)
    """
    return _requested(Derivative, function, wrt, options, aux=aux)


@overload
def value_and_gradient(
    function: Primal, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> ValueAndGradient: ...
@overload
def value_and_gradient(
    function: Wrt = None, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], ValueAndGradient]: ...
def value_and_gradient(
    function: Primal | Wrt = None, wrt: Wrt = None, *, aux: bool = False, **options: Unpack[OptionKeywords]
) -> ValueAndGradient | Callable[[Primal], ValueAndGradient]:
    """Differentiate a function that returns a scalar, and return its value too.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`.
    aux : bool
        The primal returns ``(value, anything)``: the result is ``(value, anything), adjoints``.

    Returns
    -------
    ValueAndGradient
        It returns ``value, adjoints``. What the primal stores into its arguments is not carried out.

    Examples
    --------
    >>> from cladpy import value_and_gradient
    >>> value_and_gradient(lambda x: x * x, "x")(3.0)
    (9.0, 6.0)
    """
    return _requested(ValueAndGradient, function, wrt, options, aux=aux)


@overload
def pullback(function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]) -> Pullback: ...
@overload
def pullback(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], Pullback]: ...
def pullback(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Pullback | Callable[[Primal], Pullback]:
    """Return the pullback of a function: from the cotangent of its result to adjoints of its parameters.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`; the result may be anything that holds floating values.

    Returns
    -------
    Pullback
        ``pull(*args, seed)``, or ``pull(*args, seed=seed)``. The seed has the structure of the result and broadcasts to
        its shapes. The halves are ``value, state = pull.forward(*args)`` and ``pull.reverse(state, seed)``: the primal
        runs once, and a state serves once.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import pullback
    >>> pull = pullback(lambda x, w: x * w, "x")
    >>> pull(np.array([1.0, 2.0]), 3.0, np.ones(2))
    array([3., 3.])
    """
    return _requested(Pullback, function, wrt, options)


@overload
def differentiate(function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]) -> Differentiate: ...
@overload
def differentiate(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], Differentiate]: ...
def differentiate(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Differentiate | Callable[[Primal], Differentiate]:
    """Differentiate a function by one number, in forward mode.

    Parameters
    ----------
    function, **options
        As for `gradient`; the result may be anything that holds floating values.
    wrt : str or int, optional
        A parameter that is a number, or one number in it: ``"x"``, ``"a[3]"``, ``"p.x"``, ``"layers[0]['bias'][1, 2]"``.
        It may be left out where there is one parameter.

    Returns
    -------
    Differentiate
        It takes the primal's arguments, and gives the derivative in the structure of the primal's result.

    Raises
    ------
    CladpyError
        As `gradient`; at a call, C301 if there is nothing at the place, C302 for an integer, C305 for an array.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import differentiate
    >>> differentiate(lambda t: np.array([t, t**2, t**3]))(2.0)
    array([ 1.,  4., 12.])
    """
    return _requested(Differentiate, function, wrt, options)


@overload
def pushforward(function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]) -> Pushforward: ...
@overload
def pushforward(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], Pushforward]: ...
def pushforward(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Pushforward | Callable[[Primal], Pushforward]:
    """Return the pushforward of a function: from tangents of its parameters to its value and the tangent of that.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`; the result may be anything that holds floating values.

    Returns
    -------
    Pushforward
        ``push(*args, *tangents) -> value, tangent``, with a tangent for each parameter asked for, in that order, or by
        name as ``t_x=``. A tangent has the structure of its argument and broadcasts to its shapes.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import pushforward
    >>> push = pushforward(lambda x, w: x * w, "x, w")
    >>> push(np.array([1.0, 2.0]), 3.0, np.array([1.0, 0.0]), 0.5)
    (array([3., 6.]), array([3.5, 1. ]))
    """
    return _requested(Pushforward, function, wrt, options)


def _requested(
    made: type[D], function: object, wrt: Wrt, keywords: OptionKeywords, *, aux: bool = False
) -> D | Callable[[Primal], D]:
    """Return the derivative, or a decorator that makes it."""
    options = _options(keywords)
    if not isinstance(aux, bool):
        raise CladpyError("C305", f"aux is True or False, not {aux!r}", hint="the primal returns (value, anything)")
    if function is None or isinstance(function, str | int | tuple | list):
        if function is not None and wrt is not None:
            raise CladpyError(
                "C305", "the parameters are asked for twice", hint='write "w, b" or ("w", "b") as one argument'
            )
        asked = wrt if function is None else function
        return lambda primal: _derivative(made, primal, asked, options, aux=aux)
    return _derivative(made, function, wrt, options, aux=aux)


def _derivative(made: type[D], primal: Any, wrt: Any, options: Options, *, aux: bool) -> D:
    place = calling_place()
    if isinstance(primal, MethodType | BoundDerivative):
        whole = made(primal.__func__, wrt, aux=aux, options=options, is_method=True, requested=place)
        return whole.bound_to(primal.__self__)  # type: ignore[return-value]
    derivative = made(primal, wrt, aux=aux, options=options, requested=place)
    _refuse_own_call(derivative)
    return derivative


def _options(keywords: OptionKeywords) -> Options:
    """Read the options of a request."""
    known = [each.name for each in fields(Options)]
    for name, value in keywords.items():
        if name not in known:
            close = difflib.get_close_matches(name, [*known, "wrt", "aux"], n=1)
            suggestion = f"; did you mean '{close[0]}'?" if close else ""
            raise CladpyError("C305", f"there is no option '{name}'{suggestion}", hint=f"options: {', '.join(known)}")
        if name != "jit" and not isinstance(value, bool):
            raise CladpyError("C305", f"the option {name} is True or False, not {value!r}")
    if keywords.get("jit") is not None:
        raise CladpyError("C305", f"jit={keywords['jit']!r} is not supported yet", hint="leave it out: jit=None")
    return Options(**keywords)


def _refuse_own_call(derivative: Derivative) -> None:
    """Refuse a decorated function that calls itself: its own name is that of the derivative."""
    source, namespace = find_source(derivative.function), Namespace(derivative.function)
    decorators = [each.func if isinstance(each, gast.Call) else each for each in source.tree.decorator_list]
    requests = (gradient, value_and_gradient, pullback, pushforward, differentiate)
    if not any(namespace.resolve(dotted(each) or "") in requests for each in decorators):
        return
    calls = [node for statement in source.tree.body for node in gast.walk(statement) if isinstance(node, gast.Call)]
    own = next((call for call in calls if getattr(call.func, "id", None) == source.name), None)
    if own is not None and source.name not in derivative.function.__code__.co_varnames:
        raise CladpyError(
            "C308",
            f"{source.name} calls itself, and under its decorator that name is its derivative",
            location=location(own, source),
            hint=f"leave the decorator out and write d_{source.name} = {derivative.request}",
        )
