"""Compiled derivatives against those of plain Python, and against differences."""

import copy
import importlib

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, pullback, pushforward, value_and_gradient
from cladpy.runtime import order_of
from tests.jit.programs import PROGRAMS

pytest.importorskip("numba")
RATE = 0.5
SCALES = np.array([1.0, 2.0])


def leaves(value):
    """Return the floating numbers of a value, one after the other."""
    if value is cladpy.no_adjoint:
        return []
    if isinstance(value, tuple | list):
        return [number for item in value for number in leaves(item)]
    return list(np.ravel(value))


def slope(function, args, place, direction):
    """Return the central difference of a function along a direction of one argument."""
    values = []
    for sign in (1.0, -1.0):
        moved = copy.deepcopy(list(args))
        moved[place] = stepped(moved[place], direction, 1e-6 * sign)
        values.append(float(function(*moved)))
    return (values[0] - values[1]) / 2e-6


def stepped(value, direction, size):
    """Return a value moved along a direction of its structure."""
    if isinstance(value, tuple | list):
        return type(value)(stepped(*each, size) for each in zip(value, direction, strict=True))
    return value + size * direction


def random_like(value, rng):
    """Return a direction of the structure of a value."""
    if isinstance(value, tuple | list):
        return type(value)(random_like(item, rng) for item in value)
    return rng.normal(size=np.shape(value)) if isinstance(value, np.ndarray) else float(rng.normal())


@pytest.mark.parametrize(("function", "args", "wrt"), PROGRAMS, ids=[each[0].__name__ for each in PROGRAMS])
def test_compiled_gradient(function, args, wrt, rng):
    """The value is the primal's, the gradient that of differences and of plain Python; arguments stay as they are."""
    given = copy.deepcopy(args)
    derivative = value_and_gradient(function, wrt, jit="numba")
    value, adjoints = derivative(*given)
    plain_value, plain = value_and_gradient(function, wrt)(*args)
    assert value == pytest.approx(float(plain_value), rel=1e-12)
    np.testing.assert_allclose(leaves(adjoints), leaves(plain), rtol=1e-9, atol=1e-12)
    assert leaves(list(given)) == leaves(list(args))
    assert "@numba.njit" in derivative.source
    asked = [each.strip() for each in wrt.split(",")] if wrt else list(derivative.__signature__.parameters)
    names = list(derivative.__signature__.parameters)
    is_bare = wrt is not None and "," not in wrt
    for name, adjoint in zip(asked, [adjoints] if is_bare else adjoints, strict=True):
        place = names.index(name)
        direction = random_like(args[place], rng)
        difference = slope(function, args, place, direction)
        if function.__name__ != "guarded":  # at a branch point
            # Differences of 1e-6 in double precision are good for about eight digits.
            assert np.dot(leaves(adjoint), leaves(direction)) == pytest.approx(difference, rel=1e-5, abs=1e-7)


def test_types_are_those_of_plain_python():
    """Numbers give numbers, arrays arrays that own their storage, and what has no adjoint its marker."""
    d_x, d_y, d_n, d_z = gradient(lambda x, y, n, z: np.sum(x * y) * n, jit="numba")(
        np.ones(2), 3.0, 2, np.float64(1.0)
    )
    assert type(d_x) is np.ndarray
    assert d_x.flags.owndata or d_x.base is None or d_x.flags.writeable
    assert type(d_y) is float
    assert d_n is cladpy.no_adjoint
    assert type(d_z) is np.float64


def test_halves_of_a_pullback():
    """The state goes from one compiled half to the other."""

    def block(x, w):
        y = x
        for i in range(len(w)):
            y = y * np.tanh(w[i] * y)
        return y

    x, w, seed = np.array([0.5, -1.0]), np.array([1.5, 0.3]), np.array([1.0, 2.0])
    compiled, plain = pullback(block, "x, w", jit="numba"), pullback(block, "x, w")
    value, state = compiled.forward(x, w)
    np.testing.assert_allclose(value, block(x, w), rtol=1e-12)
    for given, expected in zip(compiled.reverse(state, seed), plain(x, w, seed), strict=True):
        np.testing.assert_allclose(given, expected, rtol=1e-12)
    with pytest.raises(CladpyError, match="used already"):
        compiled.reverse(state, seed)


def test_pushforward_is_compiled():
    """Forward mode too, with a tangent for each argument."""

    def curve(x, n):
        y = x
        for _ in range(n):
            y = np.sin(y) * x
        return y

    value, tangent = pushforward(curve, "x", jit="numba")(0.5, 4, 1.0)
    assert value == pytest.approx(curve(0.5, 4), rel=1e-12)
    assert tangent == pytest.approx(gradient(curve, "x")(0.5, 4), rel=1e-12)


def test_second_derivatives_and_jacobians():
    """They are put together from compiled parts."""

    def loss(x):
        total = 0.0
        for i in range(len(x)):
            total += x[i] ** 3 * x[0]
        return total

    x, v = np.array([1.0, 2.0]), np.array([1.0, 0.5])
    np.testing.assert_allclose(
        cladpy.hessian_vector_product(loss, jit="numba")(x, v), cladpy.hessian_vector_product(loss)(x, v), rtol=1e-12
    )
    np.testing.assert_allclose(
        cladpy.jacobian(lambda x: x[1:] * x[:-1], "x", jit="numba")(x),
        cladpy.jacobian(lambda x: x[1:] * x[:-1], "x")(x),
    )


def test_globals_are_read_at_each_call(monkeypatch):
    """A compiled function would keep what they were."""

    def loss(x):
        return np.sum(x * SCALES) * RATE

    derivative, x = gradient(loss, "x", jit="numba"), np.ones(2)
    assert derivative(x).tolist() == [0.5, 1.0]
    monkeypatch.setattr(f"{__name__}.RATE", 2.0)
    assert derivative(x).tolist() == [2.0, 4.0]
    SCALES[0] = 7.0
    assert derivative(x).tolist() == [14.0, 4.0]
    SCALES[0] = 1.0


def test_compiles_once_for_a_signature():
    """A second call runs what the first compiled; other layouts are compiled beside it."""
    derivative = gradient(lambda x: np.sum(x * x), "x", jit="numba")
    x = np.arange(6.0)
    derivative(x), derivative(x + 1.0), derivative(x[::2])
    (kernel,) = derivative._plans.latest.functions
    assert len(kernel.compiled.overloads) == 2


def test_a_compiled_primal_is_taken_apart():
    """It is differentiated as the Python function that it was."""
    numba = pytest.importorskip("numba")

    def cube(x):
        return x * x * x

    compiled = numba.njit(cube)
    assert gradient(compiled, "x", jit="numba")(2.0) == 12.0

    def twice(x):
        return compiled(x) + compiled(2.0 * x)

    assert gradient(twice, "x")(2.0) == gradient(twice, "x", jit="numba")(2.0) == 108.0


def test_division_by_zero_is_infinite():
    """As NumPy's, in the derivative as in the value."""
    value, d_x = value_and_gradient(lambda x: 1.0 / x, "x", jit="numba")(0.0)
    assert value == np.inf
    assert d_x == -np.inf


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 33])
def test_orders_are_those_of_python(length, reverse, rng):
    """What is equal stays in its order."""
    numba = pytest.importorskip("numba")
    importlib.import_module("cladpy.runtime.numba")
    keys = rng.integers(0, 5, length)
    compiled = numba.njit(lambda keys, reverse: order_of(keys, reverse))
    assert compiled(keys, reverse) == order_of(keys.tolist(), reverse)
