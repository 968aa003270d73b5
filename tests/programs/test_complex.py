"""Programs with complex numbers: inside real functions, as arguments and results, stored, carried round loops."""

from dataclasses import dataclass

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, pullback

RNG = np.random.default_rng(0)


def drawn(*shape):
    """Return complex numbers."""
    return RNG.normal(size=shape) + 1j * RNG.normal(size=shape)


X, Z, M = RNG.normal(size=4), drawn(4), drawn(3, 3)
ROOTS = np.roots([1.0, 0.0, 1.0])

# ---- inside real functions ----


def response(x):
    z = np.exp(1j * np.linspace(0.0, 3.0, 5))
    p = np.exp(1j * x - 0.1)
    h = z + 1.0
    h /= (z - p) * (z - np.conj(p))
    return np.mean(np.abs(h))


def parts_of_real_pairs(x):
    z = x[0] + 1j * x[1]
    w = z * z * np.conj(z) + 2.0 * z.real
    return w.imag + np.abs(w) ** 2


def carried_from_a_float(x):
    s = x
    for _ in range(3):
        s = s * 1j + 0.5
    return abs(s) ** 2


def summed_in_a_loop(x):
    z = x * 1j
    s = 0.0
    for k in range(3):
        s = s + z[k] * z[k + 1]
    return abs(s) ** 2


def while_loop(x, n):
    s = x
    while n > 0:
        s = s * (1 + 0.3j)
        n = n - 1
    return s.real


def made_of_parts(x):
    return np.real(complex(x, 2 * x) ** 3)


def display_of_both_kinds(x):
    return np.sum(np.abs(np.array([x, 1j * x, 2.0])))


def cast_to_complex(x):
    return np.sum((x.astype(complex) * 1j * x).imag)


def root_of_a_negative_number(x):
    return np.sqrt(x + 0j).imag


def real_or_complex_global(x):
    return np.sum(np.abs(ROOTS * x)) + np.sum(np.real(ROOTS * x)) ** 2


def real_or_complex_result(x):
    return np.sum(np.abs(np.roots([1.0, 0.0, 1.0]) * x))


def phases(x):
    return np.sum(np.exp(x * 1j).real) + np.sum(np.angle(np.exp(1j * x) * 2) ** 2)


# ---- as arguments ----


def squared_moduli(z):
    return np.sum(np.abs(z) ** 2)


def analytic(z):
    total = np.real(np.exp(1j * z) * z**2) + np.tanh(z).real + np.log(z).imag + np.reciprocal(z).real
    return np.sum(total) + np.sum(np.arcsin(z).imag + np.arccosh(z).real + np.arctan(z).real + np.sqrt(z).imag)


def python_number(z):
    return abs(z) + z.real * z.imag + z.conjugate().imag + abs(z * z)


def powers(z):
    return np.real(z**3) + np.real(2.0**z) + np.real(z**z) + np.real(z**-1.5)


def norms_and_products(z):
    return np.sum(np.angle(z)) + np.vdot(z, z).real + np.linalg.norm(z) + np.linalg.norm(z, 1) + np.linalg.norm(z, 3)


def with_real_operands(x, z):
    return np.sum(np.abs(x * z + x[0])) + np.abs(x @ z) + np.real(np.outer(x, z)).sum() + np.sum(np.abs(z[:, None] / x))


def joined(z):
    w = np.concatenate([z, z.real, np.conj(z)])
    return np.sum(np.real(w[::2] * w[::2]))


def reductions(z):
    return np.mean(z).real + np.prod(z).imag + np.cumsum(z)[2].real + np.trace(np.diag(z)).real


def branch(z):
    w = z * z if z.real > 0 else abs(z)
    return np.real(w)


def helper(a, b):
    return a * np.exp(b)


def helper_of_both_kinds(x, z):
    return helper(x, z).real + abs(helper(z, x))


def named(parts):
    return np.sum(np.abs(parts["z"]) * parts["x"])


def listed(parts):
    return abs(parts[0] * parts[1]) + parts[2]


@dataclass
class Signal:
    value: complex
    gain: float


def of_an_object(signal):
    return abs(signal.value) * signal.gain


def iterated(z):
    total = 0j
    for value in z:
        total = total * 0.5 + value * value
    return total.real + total.imag


def contracted(z):
    return np.sum(np.abs(np.einsum("i,i->i", z, np.conj(z)))) + np.einsum("i,i", z, z).imag


# ---- linear algebra ----


def solved(m):
    b = (m @ m.conj().T)[:, 0]
    return np.abs(np.linalg.det(m)) + np.sum(np.abs(np.linalg.solve(m, b))) + np.linalg.slogdet(m)[1]


def hermitian(m):
    h = m @ m.conj().T + np.eye(3)
    factor = np.linalg.cholesky(h)
    return np.sum(np.log(np.diag(factor).real)) + np.sum(np.linalg.eigvalsh(h) ** 3) + np.sum(np.abs(np.linalg.inv(h)))


def factors(m):
    u, s, vh = np.linalg.svd(m)
    q, r = np.linalg.qr(m)
    return (
        np.sum(np.abs(u @ vh) ** 2 * np.arange(3.0))
        + np.sum(s)
        + np.sum(np.abs(q) ** 2 * np.arange(3.0))
        + r.real.sum()
    )


# ---- stores ----


def stores(z):
    u = np.zeros(3, complex)
    u[0] = z
    u[1] = 2.0 * z.real
    u[2] = np.conj(z)
    u *= 1j + z
    return np.sum(np.abs(u) ** 2)


def stores_of_itself(z):
    z = z.copy()
    z[1:] *= 1j
    z[0] = z[1] * z[2]
    for k in range(3):
        z[k + 1] = z[k] * 1j + z[k + 1]
    return np.sum(np.abs(z) ** 2)


def updated_view(z):
    y = z.copy()
    v = y[1:]
    v *= 2j
    return np.sum(np.abs(y * z))


def updated_real_part(z):
    y = z.copy()
    r = y.real
    r *= 2.0
    return np.sum(np.abs(y) ** 2)


def stored_parts(x):
    z = np.zeros((2, 3), complex)
    z.real = x
    for k in range(2):
        z[k].imag += x[k]
        z.imag[:, k] *= x[2]
    z.real[z.real > 0.6] = 0.3
    z.imag[[0, 0]] += x[0]
    return np.sum(np.abs(z * z) ** 2)


def stored_parts_of_a_view(z):
    w = z[::2]
    w.imag[0] = 2.0 * w.real[-1]
    w.real += 1
    z.imag **= 2
    return np.sum(np.abs(z) ** 3)


def gathered(z):
    return np.sum(np.real(z[np.array([0, 0, 1])] * 1j)) + np.sum(np.where(z.real > 0, z, 0).imag)


# ---- real at first, complex behind a store ----


def turned_backwards(x):
    a = np.sqrt(np.abs(x) + 0j)
    for i in (2, 1, 0):
        a[i] = a[i + 1] * np.exp(0.6j)
    return np.sum(a.real)


def turned_regions(x):
    a = x + 0j
    a[1:] *= 1j
    a[2:] *= 1j * x[0]
    return np.sum(a.real)


def cast_and_turned(x):
    a = x.astype(complex)
    a *= 1j * x[0]
    return np.sum(a.imag)


def given_an_imaginary_part(x):
    a = x + 0j
    a.imag = x[0]
    return np.sum(a.real * a.imag)


def filled_with_a_number(x):
    a = np.full(4, x[0] + 0j)
    b = a.copy()
    b -= 1j * x
    return np.sum((a * b.conj()).imag)


def filled_and_turned(x):
    a = np.zeros(4, complex)
    a[3] = x[0]
    for i in range(2, -1, -1):
        a[i] = a[i + 1] * np.exp(1j * x[1])
    return np.sum(a.real)


PROGRAMS = [
    (turned_backwards, (X,)),
    (turned_regions, (X,)),
    (filled_with_a_number, (X,)),
    (cast_and_turned, (X,)),
    (given_an_imaginary_part, (X,)),
    (filled_and_turned, (X,)),
    (response, (0.1,)),
    (parts_of_real_pairs, (np.array([0.6, -0.4]),)),
    (carried_from_a_float, (0.6,)),
    (carried_from_a_float, (np.float64(0.6),)),
    (summed_in_a_loop, (X,)),
    (while_loop, (0.6, 3)),
    (made_of_parts, (0.6,)),
    (display_of_both_kinds, (0.6,)),
    (cast_to_complex, (X,)),
    (root_of_a_negative_number, (-0.7,)),
    (real_or_complex_global, (0.6,)),
    (real_or_complex_result, (0.6,)),
    (phases, (X,)),
    (squared_moduli, (Z,)),
    (squared_moduli, (Z[::2],)),
    (squared_moduli, (np.array(0.3 - 0.7j),)),
    (squared_moduli, (Z.astype(np.complex64),)),
    (analytic, (Z,)),
    (analytic, (M.T,)),
    (python_number, (0.3 - 0.7j,)),
    (python_number, (np.complex128(0.3 - 0.7j),)),
    (powers, (0.3 - 0.7j,)),
    (norms_and_products, (Z,)),
    (with_real_operands, (X, Z)),
    (with_real_operands, (X.astype(np.float32), Z.astype(np.complex64))),
    (joined, (Z,)),
    (reductions, (Z,)),
    (branch, (0.3 - 0.7j,)),
    (branch, (-0.3 - 0.7j,)),
    (helper_of_both_kinds, (0.6, 0.3 - 0.7j)),
    (named, ({"z": Z, "x": X},)),
    (listed, ([1j, 2.0 - 1j, 3.0],)),
    (of_an_object, (Signal(0.3 - 0.7j, 2.0),)),
    (iterated, (Z,)),
    (contracted, (Z,)),
    (solved, (M,)),
    (hermitian, (M,)),
    (factors, (M,)),
    (stores, (0.3 - 0.7j,)),
    (stores_of_itself, (Z,)),
    (updated_view, (Z,)),
    (updated_real_part, (Z,)),
    (stored_parts, (np.array([0.3, 0.5, 0.9]),)),
    (stored_parts_of_a_view, (Z,)),
    (gathered, (Z,)),
    (lambda z: z * np.conj(z) * z, (Z,)),
    (lambda z: z * z.conjugate() * z, (0.3 - 0.7j,)),
    (lambda z: (z * 2, np.abs(z)), (Z,)),
    (lambda x: np.exp(1j * x), (X,)),
]


@pytest.mark.parametrize(("function", "args"), PROGRAMS)
def test_program(function, args):
    """Right in every respect that can be checked from outside, in both directions of a complex number."""
    check_gradient(function, args)


def test_the_convention():
    """The gradient of a real function of a + ib is its derivative in a plus i times that in b: steepest ascent."""
    assert gradient(lambda z: z.real, "z")(1 + 2j) == 1
    assert gradient(lambda z: z.imag, "z")(1 + 2j) == 1j
    assert gradient(lambda z: abs(z) ** 2, "z")(1 + 2j) == pytest.approx(2 + 4j)


def test_seeds_follow_the_convention():
    """A seed weighs real and imaginary parts: that of 1j makes the imaginary part the function."""
    pull = pullback(lambda z: z * z, "z")
    assert pull(1 + 2j, 1.0) == np.conj(2 * (1 + 2j))  # of the real part, a**2 - b**2
    assert pull(1 + 2j, 1j) == pytest.approx(4 + 2j)  # of the imaginary part, 2ab


def test_the_text_conjugates_at_the_boundary_only():
    """Once for each complex adjoint, on its way out."""
    derivative = gradient(lambda x, z: np.sum(np.abs(np.exp(1j * x) * z) ** 3))
    derivative(X, Z)
    assert derivative.source.count("np.conj(") == 1
    assert "np.conj(d_z)" in derivative.source


def gradient_inside(x):
    return np.sum(np.abs(gradient(squared_moduli, "z")(x * (1 + 2j))))


def test_a_gradient_inside_gives_what_it_gives_outside():
    """The conjugation belongs to its text."""
    check_gradient(gradient_inside, (np.abs(X),))


def maximum(x):
    return np.sum(np.maximum(x * 1j, 0).real)


def maximum_of_roots(x):
    return np.sum(np.maximum(np.roots([1.0, 0.0, 1.0]) * x, 0))


def updated_imaginary_part(z):
    y = z.copy()
    r = y.imag
    r *= 2.0
    return np.sum(np.abs(y) ** 2)


def stored_conjugate_of_real(x):
    y = x.conj()
    y[0] = 3.0
    return np.sum(y * x)


@pytest.mark.parametrize(
    ("function", "argument", "code"),
    [
        (maximum, X, "C208"),
        (maximum_of_roots, 0.6, "C208"),
        (updated_imaginary_part, Z, "C120"),
        (stored_conjugate_of_real, X, "C120"),
        (lambda z: z * 2, Z[0], "C307"),
        (lambda z: np.sort(z)[0].real, Z, "C208"),
    ],
)
def test_what_is_not_exact_is_refused(function, argument, code):
    """Functions whose formulas are for real numbers, and stores that have no mirror."""
    with pytest.raises(CladpyError) as caught:
        gradient(function, 0)(argument)
    assert caught.value.code == code
