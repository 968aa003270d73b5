"""Adjoints of discrete Fourier transforms, padded or cut, of odd and even lengths, complex and real.

Cotangents are bilinear. The matrix of the transform is symmetric, so that ``fft`` and ``ifft`` are their own adjoints;
the transform of real numbers gives half of the frequencies, the others being their conjugates.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from cladpy.runtime.reductions import Array

Norm = Literal["backward", "ortho", "forward"] | None

_SWAPPED: Mapping[Norm, Norm] = MappingProxyType(
    {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}
)


def resized(x: Any, shape: Sequence[int]) -> Array:
    """Return an array cut, or padded with zeros, at the ends of its axes.

    The adjoint of what a transform does first where its length is not that of its argument.

    Examples
    --------
    >>> resized(np.array([1.0, 2.0, 3.0]), (2,)), resized(np.array([1.0]), (2,))
    (array([1., 2.]), array([1., 0.]))
    """
    if x.shape == tuple(shape):
        return x
    common = tuple(slice(min(mine, wanted)) for mine, wanted in zip(x.shape, shape, strict=True))
    made = np.zeros(shape, x.dtype)
    made[common] = x[common]
    return made


def fftn_adjoint(
    d: Any, shape: Sequence[int], s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: Norm = None
) -> Array:
    """Adjoint of a for y = np.fft.fftn(a, s, axes, norm).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : sequence of int
        Of a.
    s, axes, norm
        As they were given to fftn.

    Returns
    -------
    ndarray, shape `shape`; complex: of a real a its real part is the adjoint
    """
    return resized(np.fft.fftn(d, axes=transformed_axes(d.ndim, s, axes), norm=norm), shape)


def ifftn_adjoint(
    d: Any, shape: Sequence[int], s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: Norm = None
) -> Array:
    """Adjoint of a for y = np.fft.ifftn(a, s, axes, norm); parameters as for `fftn_adjoint`."""
    return resized(np.fft.ifftn(d, axes=transformed_axes(d.ndim, s, axes), norm=norm), shape)


def rfft_adjoint(d: Any, shape: Sequence[int], n: int | None = None, axis: int = -1, norm: Norm = None) -> Array:
    """Adjoint of a for y = np.fft.rfft(a, n, axis, norm).

    Parameters
    ----------
    d : ndarray, shape of y
    shape : sequence of int
        Of a.
    n, axis, norm
        As they were given to rfft.

    Returns
    -------
    ndarray, shape `shape`, real

    Source
    ------
    The real part of the sum of d[k] exp(-2 pi i j k / n) over the frequencies that rfft gives: the inverse transform of
    the conjugates, which counts all frequencies twice but 0 and the one of Nyquist.

    Examples
    --------
    >>> rfft_adjoint(np.array([1.0, 1.0j]), (3,)).round(3)
    array([1.   , 1.866, 0.134])
    """
    length = shape[axis] if n is None else n
    halves = _weights(length, d, axis, 0.5)
    return resized(np.fft.irfft(np.conj(d) * halves, length, axis, _SWAPPED[norm]), shape)


def irfft_adjoint(d: Any, shape: Sequence[int], axis: int = -1, norm: Norm = None) -> Array:
    """Adjoint of a for y = np.fft.irfft(a, n, axis, norm).

    Parameters
    ----------
    d : ndarray, shape of y, real
    shape : sequence of int
        Of a.
    axis, norm
        As they were given to irfft.

    Returns
    -------
    ndarray, shape `shape`; the imaginary parts that irfft does not read have adjoint 0

    Examples
    --------
    >>> irfft_adjoint(np.array([3.0, 0.0, 0.0]), (2,)).real
    array([1., 2.])
    """
    frequencies = np.conj(np.fft.rfft(d, axis=axis, norm=_SWAPPED[norm]))
    return resized(frequencies * _weights(d.shape[axis], frequencies, axis, 2.0), shape)


def rfftn_adjoint(
    d: Any, shape: Sequence[int], s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: Norm = None
) -> Array:
    """Adjoint of a for y = np.fft.rfftn(a, s, axes, norm), which begins along the last of the axes.

    Parameters are those of `fftn_adjoint`; the result is real.
    """
    *others, last = transformed_axes(d.ndim, s, axes)
    length = shape[last] if s is None or s[-1] in (None, -1) else s[-1]
    d = np.fft.fftn(d, axes=others, norm=norm) if others else d
    halves = _weights(length, d, last, 0.5)
    return resized(np.fft.irfft(np.conj(d) * halves, length, last, _SWAPPED[norm]), shape)


def irfftn_adjoint(
    d: Any, shape: Sequence[int], s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: Norm = None
) -> Array:
    """Adjoint of a for y = np.fft.irfftn(a, s, axes, norm), which ends along the last of the axes.

    Parameters are those of `fftn_adjoint`; `d` is real.
    """
    *others, last = transformed_axes(d.ndim, s, axes)
    frequencies = np.conj(np.fft.rfft(d, axis=last, norm=_SWAPPED[norm]))
    frequencies = frequencies * _weights(d.shape[last], frequencies, last, 2.0)
    return resized(np.fft.ifftn(frequencies, axes=others, norm=norm) if others else frequencies, shape)


def hfft_adjoint(d: Any, shape: Sequence[int], axis: int = -1, norm: Norm = None) -> Array:
    """Adjoint of a for y = np.fft.hfft(a, n, axis, norm), the irfft of the conjugates; as for `irfft_adjoint`."""
    return np.conj(irfft_adjoint(d, shape, axis, _SWAPPED[norm]))


def ihfft_adjoint(d: Any, shape: Sequence[int], n: int | None = None, axis: int = -1, norm: Norm = None) -> Array:
    """Adjoint of a for y = np.fft.ihfft(a, n, axis, norm), the conjugates of the rfft; as for `rfft_adjoint`."""
    return rfft_adjoint(np.conj(d), shape, n, axis, _SWAPPED[norm])


def transformed_axes(ndim: int, s: Sequence[int] | None, axes: Sequence[int] | None) -> list[int]:
    """Return the axes that a transform of several works along, counted from the end."""
    if axes is None:
        return list(range(-(ndim if s is None else len(s)), 0))
    return [axis - ndim if axis >= 0 else axis for axis in axes]


def _weights(length: int, x: Array, axis: int, weight: float) -> Array:
    """Return the weights of the frequencies of a real transform: 1 for 0 and Nyquist, else `weight`."""
    count = x.shape[axis]
    weights = np.full(count, weight, x.real.dtype)
    weights[:1] = 1
    if length % 2 == 0:
        weights[length // 2 :] = 1
    return weights.reshape([count if a == axis % x.ndim else 1 for a in range(x.ndim)])
