"""Estimates of rounding errors, against the effect of perturbed assignments."""

import numpy as np
import pytest

from cladpy import CladpyError, estimate_error, gradient

EPS = float(np.finfo(float).eps)


def polynomial(x, n):
    s = 0.0
    p = 1.0
    for i in range(n):
        p = p * x
        s += p / (i + 1)
    return s * 2.0


def perturbed(x, n, e_x=0.0, e_p=0.0, e_s=0.0, e_return=0.0, *, at=0):
    """Return the same with relative errors of the assignments, in one iteration."""
    x = x * (1 + e_x)
    s, p = 0.0, 1.0
    for i in range(n):
        p = p * x * (1 + e_p * (i == at))
        s = (s + p / (i + 1)) * (1 + e_s * (i == at))
    return s * 2.0 * (1 + e_return)


def effect(n, **error):
    """Return how much the result moves with a relative error, by central differences."""
    at, step = error.pop("at", 0), 1e-6
    name = f"e_{error.pop('of')}"
    return abs(perturbed(0.7, n, at=at, **{name: step}) - perturbed(0.7, n, at=at, **{name: -step})) / (2 * step)


def test_each_assignment_counts_with_its_effect():
    """By variable, summed over the iterations; what the model gives is weighed by the adjoint."""
    found = estimate_error(polynomial, "x")(0.7, 4)
    assert found.value == polynomial(0.7, 4)
    expected = {
        "x": effect(4, of="x"),
        "p": sum(effect(4, of="p", at=i) for i in range(4)),
        "s": sum(effect(4, of="s", at=i) for i in range(4)),
        "return": effect(4, of="return"),
    }
    assert found.by_variable == {name: pytest.approx(EPS * each, rel=1e-7) for name, each in expected.items()}
    assert found.total == pytest.approx(EPS * sum(expected.values()), rel=1e-7)


def test_lines_are_those_of_the_file():
    """The breakdown by line adds up as well, the largest first."""
    found = estimate_error(polynomial, "x")(0.7, 4)
    first = polynomial.__code__.co_firstlineno
    assert set(found.by_line) == {first, first + 4, first + 5, first + 6}
    assert sum(found.by_line.values()) == pytest.approx(found.total)
    assert list(found.by_line.values()) == sorted(found.by_line.values(), reverse=True)


def test_a_model_of_ones_own():
    """It is asked for each assignment, with adjoint, value and name."""
    found = estimate_error(polynomial, "x", model=lambda d_x, x, name: 1e-3 * abs(d_x * x) if name == "s" else 0.0)(
        0.7, 4
    )
    expected = sum(effect(4, of="s", at=i) for i in range(4))
    assert found.total == pytest.approx(1e-3 * expected, rel=1e-7)


def test_advice_on_single_precision():
    """What may be rounded within a tolerance: all of it, some of it, nothing."""
    found = estimate_error(polynomial, "x")(0.7, 4)
    assert set(found.single_precision(1e-3)) == {"x", "p", "s", "return"}
    assert found.single_precision(1e-12) == ()
    some = found.single_precision(found.weights["p"] * 2.5e-7)
    assert 0 < len(some) < 4


def stencil(u, k):
    v = u * k
    for _ in range(3):
        v[1:-1] += k * (v[2:] - v[:-2])
        v *= 0.9
    return np.sum(v**2)


def test_arrays_that_are_updated():
    """The program computes what it did, and the adjoints are those of its gradient."""
    u = np.linspace(0.1, 1.0, 6)
    found = estimate_error(stencil, "u")(u, 0.3)
    assert found.value == stencil(u, 0.3)
    assert set(found.by_variable) == {"u", "v", "return"}
    assert found.weights["u"] == pytest.approx(np.sum(np.abs(u * gradient(stencil, "u")(u, 0.3))))
    assert found.weights["return"] == pytest.approx(abs(found.value))


def test_single_precision_has_the_eps_of_its_own():
    """An array of float32 is rounded to that."""
    double = estimate_error(lambda x: np.sum(np.sin(x)), "x")(np.ones(3))
    single = estimate_error(lambda x: np.sum(np.sin(x)), "x")(np.ones(3, np.float32))
    assert single.total == pytest.approx(double.total * np.finfo(np.float32).eps / EPS, rel=1e-4)


def views(x):
    u = x * 1.5
    v = u[1:]
    v *= 2.0
    u += 1.0
    u *= v[0]
    return np.sum(u * u) + np.sum(v)


def test_what_is_refused():
    """Storage under several names; a name that is needed; an element of star arguments."""
    with pytest.raises(CladpyError) as caught:
        estimate_error(views, "x")(np.ones(3))
    assert caught.value.code == "C120"
    with pytest.raises(CladpyError, match="whole parameters"):
        estimate_error(lambda *args: args[0] * args[1], "args[0]")

    def taken(x):
        noted = x * x
        return noted  # noqa: RET504 - the name is what matters

    with pytest.raises(CladpyError, match="'noted' is needed"):
        estimate_error(taken, "x")


def test_it_shows_itself():
    """The generated source, and the estimate as a table."""
    estimation = estimate_error(polynomial, "x")
    found = estimation(0.7, 4)
    assert 'd_1 = note_error(1.0, result, errors, "return"' in estimation.source
    assert str(found).startswith("value 2.2")
    assert "  p: " in str(found)
