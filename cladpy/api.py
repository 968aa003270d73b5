"""Requests of reverse mode: ``gradient(f, "w,b")`` and its family."""

from collections.abc import Callable
from typing import Unpack, overload

from cladpy.derivative import Derivative, ValueAndGradient
from cladpy.pullback import Pullback
from cladpy.request import Wrt
from cladpy.requesting import OptionKeywords, Primal, requested


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
        ``on_gradient``: a function that is called as ``on_gradient(name, adjoint)``, once for each name asked for, as
        soon as its adjoint is final and nothing reads the parameter any more; the generated code then lets go of the
        adjoint, and returns none. The function may keep or change the adjoint and update that parameter in place; it
        may change nothing else that the primal reads. Parameters without an adjoint are left out.

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
        integer argument that is named in the request, C303 for a result that is no scalar, C403 for parameters that
        share memory where ``on_gradient`` may update one, and what only the types of a call can tell.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import gradient
    >>> def loss(w, b):
    ...     return np.sum(w * w) * b
    >>> gradient(loss, "w, b")(np.array([1.0, 2.0]), 3.0)
    (array([ 6., 12.]), 5.0)
    >>> w, b = np.array([1.0, 2.0]), np.array(3.0)
    >>> def update(name, adjoint):
    ...     parameter = {"w": w, "b": b}[name]
    ...     parameter -= 0.1 * adjoint
    >>> gradient(loss, "w, b", on_gradient=update)(w, b)
    >>> w, b
    (array([0.4, 0.8]), array(2.5))
    """
    return requested(Derivative, function, wrt, options, aux=aux)


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
        It returns ``value, adjoints``, and with ``on_gradient`` the value alone, that before any update. What the
        primal stores into its arguments is not carried out.

    Examples
    --------
    >>> from cladpy import value_and_gradient
    >>> value_and_gradient(lambda x: x * x, "x")(3.0)
    (9.0, 6.0)
    """
    return requested(ValueAndGradient, function, wrt, options, aux=aux)


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
    return requested(Pullback, function, wrt, options)
