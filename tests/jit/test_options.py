"""What a user asks of the compiler beside compiling: threads, fast sums, code that is kept, and calls from numba."""

import math

import numpy as np
import pytest

from cladpy import CladpyError, gradient, value_and_gradient
from cladpy.execute.kept_text import FOLDER

numba = pytest.importorskip("numba")
RATE = 0.5
SCALES = np.array([1.0, 2.0])


def curve(x, n):
    total = 0.0
    for i in range(n):
        total = total * x[i] + math.sin(x[i])
    return total


def rated(x):
    return x * RATE


LINE = np.array([0.5, -1.0, 2.0])


def test_fast_sums_and_threads():
    """The options are handed to numba."""
    expected = gradient(curve, "x")(LINE, 3)
    for options in ({"fastmath": True}, {"parallel": True}):
        derivative = gradient(curve, "x", jit="numba", **options)
        np.testing.assert_allclose(derivative(LINE, 3), expected, rtol=1e-12)
        (kernel,) = derivative._plans.latest.functions
        assert f"{next(iter(options))}=True)" in derivative.source
        assert kernel.compiled.targetoptions[next(iter(options))]


@pytest.mark.parametrize("name", ["parallel", "cache"])
def test_options_of_a_backend_need_one(name):
    """They would do nothing."""
    with pytest.raises(CladpyError, match="for compiled code") as caught:
        gradient(curve, "x", **{name: True})
    assert caught.value.code == "C305"


def test_compiled_code_is_kept(tmp_path, monkeypatch):
    """What was compiled once is read where the same text is asked for; another constant in it is another code."""
    monkeypatch.setenv(FOLDER, str(tmp_path))

    def compiled(rate):
        monkeypatch.setattr(f"{__name__}.RATE", rate)
        derivative = gradient(lambda x: rated(2.0) * x, "x", jit="numba", cache=True)
        assert derivative(1.0) == 2.0 * rate
        return derivative._plans.latest.functions[0].compiled.stats

    assert not compiled(0.5).cache_hits
    assert compiled(0.5).cache_hits
    assert not compiled(4.0).cache_hits
    assert len(list(tmp_path.iterdir())) == 2


def test_compiled_code_calls_derivatives():
    """A loop of the user's own that numba compiles may follow a gradient."""
    both, slope = value_and_gradient(curve, "x", jit="numba"), gradient(curve, "x", jit="numba")

    @numba.njit
    def descend(x, rate, n):
        value = 0.0
        for _ in range(n):
            value, d_x = both(x, len(x))
            x = x - rate * 0.5 * (d_x + slope(x, len(x)))
        return value, x

    expected_value, expected = 0.0, LINE
    for _ in range(3):
        expected_value, expected = curve(expected, 3), expected - 0.1 * gradient(curve, "x")(expected, 3)
    value, x = descend(LINE, 0.1, 3)
    assert value == pytest.approx(expected_value, rel=1e-12)
    np.testing.assert_allclose(x, expected, rtol=1e-12)


def test_an_array_of_one_broadcasts_in_compiled_code():
    """The types of a call do not tell the lengths, and the derivative holds for any."""
    derivative = gradient(lambda x, y: np.sum(x * y), "x, y", jit="numba")
    caller = numba.njit(lambda x, y: derivative(x, y))
    d_x, d_y = caller(np.array([3.0]), np.array([1.0, 2.0]))
    assert d_x.tolist() == [3.0]
    assert d_y.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("function", [lambda x: np.sum(x * SCALES), lambda x: rated(2.0) * np.sum(x)])
def test_compiled_code_would_keep_globals(function):
    """Numba asks for them once."""
    derivative = gradient(function, "x", jit="numba")
    caller = numba.njit(lambda x: derivative(x))
    with pytest.raises(CladpyError, match=r"takes the global '(SCALES|RATE)' for a constant"):
        caller(np.ones(2))


@numba.njit(parallel=True)
def in_parallel(x):
    total = 0.0
    for i in numba.prange(len(x)):
        total += x[i] ** 3
    return total


@pytest.mark.parametrize("jit", [None, "numba"])
def test_parallel_ranges_run_one_after_the_other(jit):
    """No adjoint is added to by two iterations at once."""
    derivative = gradient(in_parallel, "x", jit=jit)
    np.testing.assert_allclose(derivative(LINE), 3.0 * LINE**2)
    assert "prange" not in derivative.source
