"""Conjugates and parts of complex adjoints, as numba compiles them."""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from cladpy import runtime


@overload(runtime.conjugated, strict=False)
def _conjugated(d: Any) -> Any:
    if is_complex(d):
        return lambda d: np.conj(d)
    return (lambda d: d) if is_real(d) else None


@overload(runtime.real_part, strict=False)
def _real_part(d: Any) -> Any:
    if is_complex(d):
        return lambda d: d.real
    return (lambda d: d) if is_real(d) else None


@overload(runtime.of_parts, strict=False)
def _of_parts(real: Any, imag: Any) -> Any:
    if not (is_real(real) and is_real(imag)):
        return None
    if isinstance(real, types.Array) or isinstance(imag, types.Array):
        return lambda real, imag: of_elements(real, imag)
    return lambda real, imag: complex(real, imag)


@numba.vectorize
def of_elements(real: Any, imag: Any) -> Any:
    """Return the complex number of two parts: a product with 1j would make a NaN of an infinite one."""
    return complex(real, imag)


def is_complex(kind: Any) -> bool:
    """Tell whether a type is that of a complex number, or of an array of these."""
    return isinstance(getattr(kind, "dtype", kind), types.Complex)


def is_real(kind: Any) -> bool:
    """Tell whether a type is that of a real number, or of an array of these."""
    return isinstance(getattr(kind, "dtype", kind), types.Float | types.Integer)
