"""Solutions of differential equations as SciPy gives them, and the steps between which they are differentiated."""

import numpy as np
import pytest

pytest.importorskip("scipy.integrate")

from scipy import integrate

from cladpy.runtime.scipy import ivp_solution, ode_places, ode_stages, ode_steps, ode_values, with_values


def decay(t, y, k):
    return [-k * y[0], y[0]]


TIMES = np.array([0.0, 0.3, 1.0])


def test_values_are_those_of_scipy():
    """Bit for bit."""
    expected = integrate.solve_ivp(decay, (0.0, 1.0), [1.0, 0.0], t_eval=TIMES, args=(2.0,))
    np.testing.assert_array_equal(
        ivp_solution(decay, (0.0, 1.0), [1.0, 0.0], (2.0,), t_eval=TIMES).y, expected.y, strict=True
    )
    expected = integrate.odeint(decay, [1.0, 0.0], TIMES, (2.0,), tfirst=True)
    np.testing.assert_array_equal(ode_values(decay, [1.0, 0.0], TIMES, (2.0,)), expected, strict=True)


@pytest.mark.parametrize("times", [TIMES, TIMES[::-1], np.array([0.0]), np.array([0.5, 1.0])])
@pytest.mark.parametrize("method", ["RK23", "BDF"])
def test_steps_end_where_values_are_asked_for(times, method):
    """In both directions, without any, and where the first time is not the start."""
    start = 0.0 if times[-1] >= 0.5 or len(times) == 1 else 1.0
    steps = ode_steps(decay, times, start, [1.0, 0.0], (2.0,), method)
    assert float(steps[0]) == start
    np.testing.assert_array_equal(steps[ode_places(steps, times)], times)
    assert len(set(np.sign(np.diff(steps)))) <= 1


@pytest.mark.parametrize("method", ["RK23", "RK45", "DOP853", integrate.RK45, "LSODA"])
def test_stages_integrate_a_constant(method):
    """The weights sum to 1, and so do the rows of each stage to its time."""
    a, b, c = (ode_stages(part, method) for part in "ABC")
    assert a.shape == (len(c), len(c))
    assert float(b.sum()) == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose(a.sum(axis=1), c, atol=1e-12)


def test_refusals():
    """Complex states, and solvers that give up."""
    with pytest.raises(ValueError, match="C208"):
        ivp_solution(decay, (0.0, 1.0), [1j, 0.0], (2.0,))
    with pytest.raises(ValueError, match="C208"):
        ode_values(decay, [1j, 0.0], TIMES, (2.0,))
    with pytest.raises(ValueError, match="C401"):
        ivp_solution(lambda t, y: y**2, (0.0, 3.0), [1.0], ())  # its solution is infinite at 1
    with pytest.raises(ValueError, match="C401"):
        ode_steps(lambda t, y: y**2, [0.0, 3.0], 0.0, [1.0], ())


def test_with_values():
    """The value of the one; the shape of the other, which odeint gives a single state."""
    assert with_values(np.array([[1.0], [2.0]]), np.array([1.5, 2.5])).tolist() == [[1.5], [2.5]]
