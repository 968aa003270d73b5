"""Adjoints of transforms against the matrices of the transforms."""

import numpy as np
import pytest

from cladpy.runtime import (
    fftn_adjoint,
    hfft_adjoint,
    ifftn_adjoint,
    ihfft_adjoint,
    irfft_adjoint,
    irfftn_adjoint,
    resized,
    rfft_adjoint,
    rfftn_adjoint,
    transformed_axes,
)


def pairing(d, y):
    """Return what a bilinear cotangent makes of a change."""
    return np.sum(d * y).real


def complex_normal(rng, *shape):
    """Return complex numbers."""
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
@pytest.mark.parametrize("n", [None, 1, 2, 5, 6, 7, 10])
@pytest.mark.parametrize("length", [1, 5, 6])
def test_transforms_of_one_axis(length, n, norm, rng):
    """They are linear, so that the pairing with any argument is that of the adjoint."""
    x, z = rng.standard_normal((2, length)), complex_normal(rng, 2, length)
    y = np.fft.rfft(x, n, norm=norm)
    d = complex_normal(rng, *y.shape)
    assert pairing(rfft_adjoint(d, x.shape, n, norm=norm), x) == pytest.approx(pairing(d, y))
    y = np.fft.ihfft(x, n, norm=norm)
    assert pairing(ihfft_adjoint(d, x.shape, n, norm=norm), x) == pytest.approx(pairing(d, y))
    if n is None and length == 1:
        return  # irfft of one frequency has no element
    y = np.fft.irfft(z, n, norm=norm)
    d = rng.standard_normal(y.shape)
    assert pairing(irfft_adjoint(d, z.shape, norm=norm), z) == pytest.approx(pairing(d, y))
    y = np.fft.hfft(z, n, norm=norm)
    assert pairing(hfft_adjoint(d, z.shape, norm=norm), z) == pytest.approx(pairing(d, y))


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize(
    ("s", "axes"),
    [(None, None), (None, (1,)), (None, (0, 2)), ((4, 3), (2, 0)), ((2, -1), (0, 1)), ((5, 5, 5), (0, 1, 2))],
)
def test_transforms_of_several_axes(s, axes, norm, rng):
    """Along some or all of them, in any order."""
    x, z = rng.standard_normal((3, 4, 5)), complex_normal(rng, 3, 4, 5)
    for transform, adjoint in ((np.fft.fftn, fftn_adjoint), (np.fft.ifftn, ifftn_adjoint)):
        y = transform(z, s, axes, norm)
        d = complex_normal(rng, *y.shape)
        assert pairing(adjoint(d, z.shape, s, axes, norm), z) == pytest.approx(pairing(d, y))
    y = np.fft.rfftn(x, s, axes, norm)
    d = complex_normal(rng, *y.shape)
    found = rfftn_adjoint(d, x.shape, s, axes, norm)
    assert pairing(found, x) == pytest.approx(pairing(d, y))
    assert found.dtype == np.float64
    y = np.fft.irfftn(z, s, axes, norm)
    d = rng.standard_normal(y.shape)
    assert pairing(irfftn_adjoint(d, z.shape, s, axes, norm), z) == pytest.approx(pairing(d, y))


def test_single_precision_stays(rng):
    """An adjoint has the dtype of its primal."""
    d = complex_normal(rng, 3).astype(np.complex64)
    assert rfft_adjoint(d, (5,)).dtype == np.float32
    assert irfft_adjoint(d.real, (2,)).dtype == np.complex64


def test_resized():
    """Cut and padded at the ends; what has the shape already is handed on."""
    x = np.arange(6.0).reshape(2, 3)
    assert resized(x, (3, 2)).tolist() == [[0.0, 1.0], [3.0, 4.0], [0.0, 0.0]]
    assert resized(x, (2, 3)) is x


def test_transformed_axes():
    """All, as many of the last as there are lengths, or those that are named."""
    assert transformed_axes(3, None, None) == [-3, -2, -1]
    assert transformed_axes(3, (4, 4), None) == [-2, -1]
    assert transformed_axes(3, None, (0, -1)) == [-3, -1]
