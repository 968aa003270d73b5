"""Requests of forward mode and of second derivatives: ``pushforward(f, "w,b")`` and its family."""

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack, overload

from cladpy.differentiate import Differentiate
from cladpy.hessian import Hessian, HessianDiagonal, HessianVectorProduct
from cladpy.jacobian import Jacobian
from cladpy.pushforward import Pushforward
from cladpy.request import Wrt
from cladpy.requesting import OptionKeywords, Primal, requested


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
        A parameter that is a number, or one number in it: ``"x"``, ``"a[3]"``, ``"p.x"``, ``"layers[0]['bias'][1]"``.
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
    return requested(Differentiate, function, wrt, options)


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
    return requested(Pushforward, function, wrt, options)


@overload
def jacobian(
    function: Primal, wrt: Wrt = None, *, direction: str | None = None, pattern: Any = None,
    **options: Unpack[OptionKeywords],
) -> Jacobian: ...  # fmt: skip
@overload
def jacobian(
    function: Wrt = None, wrt: Wrt = None, *, direction: str | None = None, pattern: Any = None,
    **options: Unpack[OptionKeywords],
) -> Callable[[Primal], Jacobian]: ...  # fmt: skip
def jacobian(
    function: Primal | Wrt = None, wrt: Wrt = None, *, direction: str | None = None, pattern: Any = None,
    **options: Unpack[OptionKeywords],
) -> Jacobian | Callable[[Primal], Jacobian]:  # fmt: skip
    """Return the Jacobian of a function: the derivative of each number of its result by each of some arguments.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`; results and arguments may be of any structure.
    direction : "forward", "reverse" or None
        The mode: a tangent for each number of the arguments, or a sweep for each number of the result; None takes the
        fewer. Several tangents go along in one sweep, in which the primal runs once.
    pattern : array of bool, shape (m, n), or sparse matrix
        Where the Jacobian of m numbers by n may be other than zero; for one array by one array. Columns that share no
        row share a sweep. The result is sparse if the pattern is. It is checked that nothing lies outside.

    Returns
    -------
    Jacobian
        It takes the primal's arguments. For an array of shape ``r`` by one of shape ``a`` it gives an array of shape
        ``r + a``; a structure of the result holds for each leaf what it would give for that, in the structure of what
        was asked for.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import jacobian
    >>> jacobian(lambda x: x[1:] * x[:-1], "x")(np.array([1.0, 2.0, 3.0]))
    array([[2., 1., 0.],
           [0., 3., 2.]])
    """
    return requested(partial(Jacobian, direction=direction, pattern=pattern), function, wrt, options)


@overload
def hessian(function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]) -> Hessian: ...
@overload
def hessian(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], Hessian]: ...
def hessian(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Hessian | Callable[[Primal], Hessian]:
    """Return the Hessian of a function that returns a scalar.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`.

    Returns
    -------
    Hessian
        It takes the primal's arguments. By one array of shape ``a`` it gives an array of shape ``a + a``, by several
        parameters a tuple of tuples of such blocks.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import hessian
    >>> hessian(lambda x: x[0] ** 3 + x[0] * x[1], "x")(np.array([1.0, 2.0]))
    array([[6., 1.],
           [1., 0.]])
    """
    return requested(Hessian, function, wrt, options)


@overload
def hessian_diagonal(function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]) -> HessianDiagonal: ...
@overload
def hessian_diagonal(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], HessianDiagonal]: ...
def hessian_diagonal(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> HessianDiagonal | Callable[[Primal], HessianDiagonal]:
    """Return the diagonal of the Hessian of a function that returns a scalar, without the rest of it.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`.

    Returns
    -------
    HessianDiagonal
        It takes the primal's arguments, and gives the diagonal in their structure.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import hessian_diagonal
    >>> hessian_diagonal(lambda x: np.sum(x**4), "x")(np.array([1.0, 2.0]))
    array([12., 48.])
    """
    return requested(HessianDiagonal, function, wrt, options)


@overload
def hessian_vector_product(
    function: Primal, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> HessianVectorProduct: ...
@overload
def hessian_vector_product(
    function: Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> Callable[[Primal], HessianVectorProduct]: ...
def hessian_vector_product(
    function: Primal | Wrt = None, wrt: Wrt = None, **options: Unpack[OptionKeywords]
) -> HessianVectorProduct | Callable[[Primal], HessianVectorProduct]:
    """Return the product of the Hessian of a scalar function with vectors; the Hessian itself is never made.

    Parameters
    ----------
    function, wrt, **options
        As for `gradient`.

    Returns
    -------
    HessianVectorProduct
        ``product(*args, *vectors)``, with a vector for each parameter asked for, in that order, or by name as
        ``v_x=``. A vector has the structure of its argument, and so has the product.

    Examples
    --------
    >>> import numpy as np
    >>> from cladpy import hessian_vector_product
    >>> product = hessian_vector_product(lambda x: np.sum(x**4), "x")
    >>> product(np.array([1.0, 2.0]), np.array([1.0, 0.5]))
    array([12., 24.])
    """
    return requested(HessianVectorProduct, function, wrt, options)
