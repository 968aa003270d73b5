"""Helpers that work element by element, on numbers and arrays alike: one scalar form each, broadcast by numba.

Each says of numbers what its namesake in `cladpy.runtime` says, where division by zero gives inf.
"""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime


def multiply_guarded(d: Any, slope: Any) -> Any:
    """Return ``d * slope``, exactly 0 where `d` is 0."""
    return d * slope if d != 0 else 0.0


def strong_product(t: Any, slope: Any) -> Any:
    """Return ``t * slope``, exactly 0 where either is 0."""
    return t * slope if t != 0 and slope != 0 else 0.0


def divide_guarded(d: Any, y: Any) -> Any:
    """Return ``d / y``, exactly 0 where `d` is 0."""
    return d / y if d != 0 else 0.0


def ratio_or_zero(numerator: Any, denominator: Any) -> Any:
    """Divide, with 0 where the denominator is 0."""
    return numerator / denominator if denominator != 0 else 0.0


def masked(d: Any, mask: Any) -> Any:
    """Return `d` where the mask holds, exactly 0 elsewhere."""
    return d if mask else 0.0


def larger_share(d: Any, x: Any, y: Any) -> Any:
    """Return the share of ``x`` in the cotangent of ``maximum(x, y)``."""
    if x > y:
        return d * 1.0
    return d / 2 if x == y else 0.0


def smaller_share(d: Any, x: Any, y: Any) -> Any:
    """Return the share of ``x`` in the cotangent of ``minimum(x, y)``."""
    if x < y:
        return d * 1.0
    return d / 2 if x == y else 0.0


def power_adjoint(d: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of ``x`` for ``z = x ** y``."""
    if d == 0 or y == 0:
        return 0.0
    return d * y * (x * 1.0) ** (y - 1)


def power_exponent_adjoint(d: Any, x: Any, z: Any) -> Any:
    """Return the adjoint of ``y`` for ``z = x ** y``, of real numbers."""
    if d == 0 or (z == 0 and x >= 0):
        return 0.0
    return d * z * math.log(x) if x >= 0 else math.nan


def abs_slope(x: Any) -> Any:
    """Return the slope of ``abs`` of a real number."""
    if x != x:  # noqa: PLR0124 -- a NaN
        return x * 1.0
    return 1.0 * ((x > 0) - (x < 0))


REAL = (abs_slope, power_exponent_adjoint, larger_share, smaller_share)  # forms that hold for real numbers alone
FORMS = (multiply_guarded, strong_product, divide_guarded, ratio_or_zero, masked, power_adjoint, *REAL)


def complex_abs_slope(x: Any) -> Any:
    """Return the slope of ``abs`` of a complex number, 0 at 0."""
    size = abs(x)
    return x.conjugate() / size if size != 0 else 0j


COMPLEX = {abs_slope: complex_abs_slope}  # what holds for complex numbers where the form is one for real ones


def is_number(kind: Any) -> bool:
    """Tell whether a type is that of a number or boolean, or of an array of these."""
    return isinstance(kind, types.Number | types.Boolean) or (
        isinstance(kind, types.Array) and isinstance(kind.dtype, types.Number | types.Boolean)
    )


def _is_complex(kind: Any) -> bool:
    return isinstance(getattr(kind, "dtype", kind), types.Complex)


def provide(form: Callable[..., Any]) -> None:
    """Let compiled code call the runtime's helper of the same name."""
    scalar = numba.njit(error_model="numpy")(form)
    broadcast = numba.vectorize(form)
    is_real = form in REAL
    complex_form = COMPLEX.get(form, form)
    of_complex = numba.njit(error_model="numpy")(complex_form)
    broadcast_complex = numba.vectorize(complex_form)

    def takes(*kinds: Any) -> bool:
        return all(is_number(kind) and not (is_real and _is_complex(kind)) for kind in kinds)

    def one(x: Any) -> Any:
        if form in COMPLEX and is_number(x) and _is_complex(x):
            return (lambda x: broadcast_complex(x)) if isinstance(x, types.Array) else (lambda x: of_complex(x))
        if not takes(x):
            return None
        return (lambda x: broadcast(x)) if isinstance(x, types.Array) else (lambda x: scalar(x))

    def two(a: Any, b: Any) -> Any:
        if not takes(a, b):
            return None
        is_array = any(isinstance(kind, types.Array) for kind in (a, b))
        return (lambda a, b: broadcast(a, b)) if is_array else (lambda a, b: scalar(a, b))

    def three(a: Any, b: Any, c: Any) -> Any:
        if not takes(a, b, c):
            return None
        is_array = any(isinstance(kind, types.Array) for kind in (a, b, c))
        return (lambda a, b, c: broadcast(a, b, c)) if is_array else (lambda a, b, c: scalar(a, b, c))

    arity = form.__code__.co_argcount
    overload(getattr(runtime, form.__name__), strict=False)((one, two, three)[arity - 1])


for _each in FORMS:
    provide(_each)


def integer_power(x: Any, y: Any) -> Any:
    """Return ``x ** y`` of integers, refused where Python gives a float and numba an integer."""
    return np.power(x, y) if np.ndim(x) or np.ndim(y) else x**y


@overload(integer_power, strict=False)
def _integer_power(x: Any, y: Any) -> Any:
    if isinstance(y, types.Integer) and isinstance(x, types.Integer | types.Boolean):

        def of_numbers(x: Any, y: Any) -> Any:
            if y < 0:
                raise ValueError("[C410] an integer to a negative power is a float in Python, and none in numba")
            return x**y

        return of_numbers
    if isinstance(getattr(y, "dtype", y), types.Integer):

        def of_arrays(x: Any, y: Any) -> Any:
            if np.any(np.asarray(y) < 0):
                raise ValueError("Integers to negative integer powers are not allowed.")
            return x**y

        return of_arrays if not isinstance(getattr(x, "dtype", x), types.Float | types.Complex) else _plain
    return _plain


def _plain(x: Any, y: Any) -> Any:
    return x**y
