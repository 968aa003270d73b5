"""Products, quotients and powers at singular points: a cotangent of 0 beats any slope.

Each helper gives what the plain operator gives, of the same kind (Python number, NumPy scalar,
array) and dtype, with two differences: where the cotangent is exactly 0 the result is exactly 0,
also against an infinite or undefined slope; and a singular slope gives its limit without a
floating-point warning, and without an exception on Python numbers.
"""

import math
from typing import Any

import numpy as np

_PYTHON = frozenset({float, int, bool})


def multiply_guarded(d: Any, slope: Any) -> Any:
    """Return ``d * slope``, exactly 0 where `d` is 0.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent, or another factor whose zeros are exact.
    slope : scalar or ndarray
        May be infinite or NaN; broadcasts against `d`.

    Returns
    -------
    scalar or ndarray, shape and dtype of ``d * slope``

    Examples
    --------
    >>> multiply_guarded(np.array([0.0, 2.0]), np.array([np.inf, 3.0]))
    array([0., 6.])
    """
    if isinstance(slope, float) and slope and math.isfinite(slope):  # the usual case: np.float64 is a float too
        return d * slope
    if _is_regular(slope) or _is_regular(d):
        return d * slope
    if is_python(d, slope):
        return d * slope if d else 0.0
    with np.errstate(invalid="ignore"):
        product = d * slope
    return _zeroed(product, d)


def strong_product(t: Any, slope: Any) -> Any:
    """Return ``t * slope``, exactly 0 where either is 0.

    Parameters
    ----------
    t, slope : scalar or ndarray
        A tangent that a pole has made infinite, and the slope of a function that flattens the pole: or the reverse.

    Returns
    -------
    scalar or ndarray, shape and dtype of ``t * slope``

    Examples
    --------
    >>> strong_product(np.array([0.0, np.inf, 2.0]), np.array([np.inf, 0.0, 3.0]))
    array([0., 0., 6.])
    """
    if _is_regular(slope) or _is_regular(t):
        return t * slope
    if is_python(t, slope):
        return t * slope if t and slope else 0.0
    with np.errstate(invalid="ignore"):
        product = t * slope
    return _zeroed(_zeroed(product, t), slope)


def divide_guarded(d: Any, y: Any) -> Any:
    """Return ``d / y``, exactly 0 where `d` is 0, infinite where only `y` is 0.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent, or another numerator whose zeros are exact.
    y : scalar or ndarray
        May be 0; its sign decides that of the infinite limit.  Broadcasts against `d`.

    Returns
    -------
    scalar or ndarray, shape and dtype of ``d / y``

    Examples
    --------
    >>> divide_guarded(np.array([0.0, 1.0]), np.array([0.0, 0.0]))
    array([ 0., inf])
    >>> divide_guarded(1.0, 0.0)
    inf
    """
    if isinstance(y, float) and y and math.isfinite(y):  # the usual case: np.float64 is a float too
        return d / y
    if _is_regular(y):
        return d / y
    if is_python(d, y):
        return _divide_python(d, y)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.true_divide(d, y)
    return _zeroed(quotient, d)


def sum_guarded(d: Any, slope: Any) -> Any:
    """Return ``np.sum(multiply_guarded(d, slope))`` for two arrays of double precision and of one shape.

    Examples
    --------
    >>> float(sum_guarded(np.array([0.0, 2.0]), np.array([np.inf, 3.0])))
    6.0
    """
    total = np.vdot(d, slope)  # alone of all products it warns of nothing, and costs half of what silencing one does
    return total if math.isfinite(total) else np.sum(multiply_guarded(d, slope))


def power_adjoint(d: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of ``x`` for ``z = x ** y``.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent of z.
    x, y : scalar or ndarray
        Base and exponent.

    Returns
    -------
    scalar or ndarray, shape of z

    Singular points
    ---------------
    ``y == 0`` gives 0 whatever the base; ``x == 0`` with ``y < 1`` the infinite limit.

    Examples
    --------
    >>> power_adjoint(1.0, 0.0, 0.5), power_adjoint(0.0, 0.0, 0.5), power_adjoint(1.0, 0.0, 0)
    (inf, 0.0, 0.0)
    """
    if is_python(d, x, y):
        return float(_power_adjoint(d, np.float64(x), y))
    return _power_adjoint(d, x, y)


def power_exponent_adjoint(d: Any, x: Any, z: Any) -> Any:
    """Return the adjoint of ``y`` for ``z = x ** y``.

    Parameters
    ----------
    d : scalar or ndarray
        Cotangent of z.
    x, z : scalar or ndarray
        Base and result.

    Returns
    -------
    scalar or ndarray, shape of z

    Singular points
    ---------------
    ``0 ** y`` with ``y > 0`` gives 0; a negative base gives NaN, also where z is real.

    Examples
    --------
    >>> power_exponent_adjoint(np.ones(3), np.array([0.0, -2.0, 1.0]), np.array([0.0, 4.0, 1.0]))
    array([ 0., nan,  0.])
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.log(x + 0j if np.iscomplexobj(z) else x)
        slope = z * (logarithm.item() if type(x) is complex or is_python(x) else logarithm)
    vanishes = np.isnan(slope) & np.equal(z, 0) & np.greater_equal(np.real(x), 0)
    if vanishes.any():
        slope = np.where(vanishes, 0, slope)[()]
    adjoint = multiply_guarded(d, slope)
    return float(adjoint) if is_python(d, x, z) else adjoint


def is_python(*values: Any) -> bool:
    """Say whether all values are plain Python numbers, whose arithmetic raises where NumPy's gives infinities."""
    # The first is asked by itself: it answers most often, and an iterator costs as much as a small product.
    return type(values[0]) in _PYTHON and all(type(value) in _PYTHON for value in values)


def _is_regular(factor: Any) -> bool:
    """Say whether a factor or divisor is one number, finite and not 0: then no NaN comes of it, and no warning."""
    if isinstance(factor, float | np.floating):
        return factor != 0 and math.isfinite(factor)
    return isinstance(factor, int) and factor != 0


def _zeroed(result: Any, d: Any) -> Any:
    """Return `result` with the NaNs that stem from a factor `d` of exactly 0 replaced by 0."""
    if type(result) is complex:
        return 0j if d == 0 and result != result else result  # noqa: PLR0124  a NaN
    if not _has_nan(result):
        return result
    return np.where(np.isnan(result) & np.equal(d, 0), 0, result)[()]


def _has_nan(values: Any) -> bool:
    """Say whether there may be a NaN in an array or NumPy scalar; certainly, if its numbers are real."""
    if not isinstance(values, np.ndarray):
        return bool(values != values)  # noqa: PLR0124  a NaN
    flat = values if values.ndim == 1 else values.ravel(order="K")
    total = flat.dot(flat)  # one pass, and the fastest: a sum of squares is NaN where anything is
    return bool(total != total)  # noqa: PLR0124


def _divide_python(d: float, y: float) -> float:
    if d == 0:
        return 0.0
    if y == 0:
        return d * math.copysign(math.inf, y)
    return d / y


def _power_adjoint(d: Any, x: Any, y: Any) -> Any:
    """Return ``d * y * x ** (y - 1)`` in NumPy; 0 is not lowered, for unsigned exponents wrap around."""
    if type(y) is complex or is_python(y):
        lowered = y - 1 if y else 1
    else:
        lowered = np.where(np.equal(y, 0), 1, np.subtract(y, 1))[()]
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.power(x, lowered)
    return multiply_guarded(d, multiply_guarded(y, slope))
