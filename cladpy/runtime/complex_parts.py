"""Conjugates and real parts of adjoints of any structure."""

from typing import Any

import numpy as np


def conjugated(d: Any) -> Any:
    """Return an adjoint conjugated: a real one itself, a complex array as a new one, containers leaf by leaf.

    Inside generated code a cotangent is bilinear: the derivative in a, less i times that in b, of a + ib. Users get,
    and give as seeds, the sum of both, which is the direction of steepest ascent.

    Examples
    --------
    >>> conjugated(1.0 - 2.0j), conjugated([3.0, (1j, 2.0)])
    ((1+2j), [3.0, (-1j, 2.0)])
    """
    if isinstance(d, tuple | list):
        items = [conjugated(item) for item in d]
        if isinstance(d, list):
            return items
        return type(d)(*items) if hasattr(d, "_fields") else tuple(items)
    if isinstance(d, dict):
        return {key: conjugated(item) for key, item in d.items()}
    if isinstance(d, complex) and not isinstance(d, np.generic):
        return d.conjugate()
    return np.conj(d) if np.iscomplexobj(d) else d


def real_part(d: Any) -> Any:
    """Return the real part of a contribution to the adjoint of something real; one that is real itself.

    Examples
    --------
    >>> real_part(1.0 - 2.0j), real_part(3.0)
    (1.0, 3.0)
    """
    return d.real if np.iscomplexobj(d) else d


def of_parts(real: Any, imag: Any) -> Any:
    """Return the complex number, or array, of a real and an imaginary part, which broadcast.

    Of a part that is complex itself the real part counts, as where NumPy stores it into ``z.imag``.

    Examples
    --------
    >>> of_parts(np.array([1.0, 2.0]), 3.0)
    array([1.+3.j, 2.+3.j])
    """
    real, imag = np.real(real), np.real(imag)
    made = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), np.result_type(real, imag, np.complex64))
    made.real, made.imag = real, imag
    return made[()]
