"""Programs with Python's complex numbers, and the functions of cmath."""

import cmath
import math

import numpy as np
import pytest

from cladpy import check_gradient


def potential(x, y):
    z = complex(x, y)
    w = z + 1 / z + 0.3j * cmath.log(z)
    v = 1 - 1 / z**2
    return w.real * abs(v) ** 2 + cmath.phase(w)


def sums_of_functions(x, y):
    z = complex(x, y)
    s = cmath.exp(z) + cmath.sqrt(z) + cmath.sin(z) * cmath.cosh(z) + cmath.atan(z) + cmath.log(z, 3.0)
    r, p = cmath.polar(z)
    return (s * cmath.rect(x, y)).real * r + p + s.imag * cmath.isfinite(z)


def roots_of_a_quadratic(c):
    d = cmath.sqrt(c[1] * c[1] - 4 * c[0] * c[2])
    first, second = (-c[1] + d) / (2 * c[0]), (-c[1] - d) / (2 * c[0])
    return (first * first).real + second.imag


def fourier_sum(a, t):
    s = 0j
    for k, v in enumerate(a):
        s += v * cmath.exp(2j * cmath.pi * k * t)
    return abs(s) ** 2


def decibels(c, w):
    z = sum(v * (1j * w) ** k for k, v in enumerate(c))
    magnitude, phase = cmath.polar(z)
    return 20 * math.log10(magnitude) + math.degrees(phase)


def of_a_complex_argument(z):
    return abs(cmath.sqrt(z) * cmath.exp(-z)) ** 2


def of_a_negative_number(x):
    return cmath.sqrt(x).imag * cmath.log(x).real


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (potential, (1.5, 0.8)),
        (sums_of_functions, (1.5, 0.8)),
        (roots_of_a_quadratic, ([1.0, -3.0, 4.0],)),
        (fourier_sum, (np.array([0.3, 0.7, 0.1]), 0.4)),
        (decibels, ([1.0, -3.0, 4.0], 0.3)),
        (of_a_complex_argument, (1.5 + 0.3j,)),
        (of_a_negative_number, (-1.5,)),
    ],
)
def test_gradients(function, args):
    """Of real functions that are complex inside."""
    check_gradient(function, args, variants=("pushforward",))
