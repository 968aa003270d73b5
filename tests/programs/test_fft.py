"""Programs with Fourier transforms: spectra, filters, of odd and even lengths, padded and cut."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient

X, X2, H = np.sin(np.arange(8.0)), np.cos(np.arange(12.0).reshape(3, 4)), 1 / (1 + np.arange(5.0))


def filtered(x, h):
    return np.sum(np.fft.irfft(np.fft.rfft(x) * h) ** 2)


def smoothed(x):
    return np.sum(np.fft.ifft(np.fft.fft(x) * np.exp(-(np.fft.fftfreq(8) ** 2))).real ** 3)


def padded_spectrum(x):
    return np.sum(np.abs(np.fft.fft2(x, s=(4, 3))) ** 3)


def band(x):
    return np.sum(np.abs(np.fft.fftshift(np.fft.fft(x))[2:5]) ** 2)


def differentiated(x):
    return np.sum(np.fft.irfftn(np.fft.rfftn(x) * 1j) ** 2 * np.arange(4.0))


def phases(x):
    return np.sum(np.angle(np.fft.rfft(x)[1:3])) + np.sum(np.log(np.abs(np.fft.rfft(x, norm="ortho")) ** 2 + 1))


def of_complex(z):
    return np.sum(np.abs(np.fft.fft(z) * np.fft.ifft(z)))


def cut_in_place(x):
    y = np.fft.fft(x)
    y[3:5] = 0
    return np.sum(np.fft.ifft(y).real ** 4)


def by_row(x):
    s = 0.0
    for row in np.fft.fft(x, axis=1):
        s = s + np.abs(row[1])
    return s


def hermitian(x):
    return np.sum(np.fft.hfft(x + 1j * x) ** 2) + np.abs(np.fft.ihfft(x)).sum()


def odd_length(x):
    return np.sum(np.fft.irfft(np.fft.rfft(x, 7), 5) ** 3)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (filtered, (X, H)),
        (filtered, (X.astype(np.float32), H.astype(np.float32))),
        (smoothed, (X,)),
        (padded_spectrum, (X2,)),
        (padded_spectrum, (X2.T,)),
        (band, (X,)),
        (differentiated, (X2,)),
        (phases, (X,)),
        (of_complex, (X + 1j * X[::-1] ** 2,)),
        (of_complex, ((X + 1j * X**2)[::2],)),
        (cut_in_place, (X,)),
        (by_row, (X2,)),
        (hermitian, (X,)),
        (odd_length, (X,)),
        (lambda x: np.fft.rfft(x), (X,)),
    ],
)
def test_program(function, args):
    """Right in every respect that can be checked from outside."""
    check_gradient(function, args)


def slope_of_filtered(x):
    return np.sum(gradient(filtered, "x")(x, H) * np.arange(8.0))


def test_derivative_of_a_derivative():
    """The adjoints of transforms are transforms."""
    check_gradient(slope_of_filtered, (X,))


def test_the_adjoint_of_a_transform_is_one():
    """Of real numbers its real part."""
    derivative = gradient(smoothed)
    derivative(X)
    reverse = derivative.source.partition("reverse sweep")[2]
    assert "d_x = np.fft.fft(np.fft.ifft(" in reverse
