"""Solutions of ordinary differential equations: SciPy's values, and the steps of which they have the derivative."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import integrate

EXPLICIT: dict[str, Any] = {each.__name__: each for each in (integrate.RK23, integrate.RK45, integrate.DOP853)}
"""Methods whose own steps are differentiated; those of the others are replaced by steps of the last one."""


@dataclass(frozen=True)
class IvpSolution:
    """What ``scipy.integrate.solve_ivp`` gives, as far as a differentiated program may read it."""

    t: Any
    y: Any
    status: int = 0
    success: bool = True
    message: str = ""
    nfev: int = 0
    njev: int = 0
    nlu: int = 0
    sol: None = None
    t_events: None = None
    y_events: None = field(default=None)


def ivp_solution(right_side: Callable[..., Any], t_span: Any, y0: Any, args: tuple[Any, ...], **keywords: Any) -> Any:
    """Solve a differential equation as the primal does.

    Raises
    ------
    ValueError
        C208 for complex initial values; C401 if the solver did not reach the end.

    Examples
    --------
    >>> ivp_solution(lambda t, y: -y, (0.0, 1.0), [1.0], (), t_eval=[1.0]).y.round(2)
    array([[0.37]])
    """
    if np.iscomplexobj(np.asarray(y0)):
        raise ValueError("[C208] differential equations of complex values are not differentiated")
    solution = integrate.solve_ivp(right_side, t_span, y0, args=args, **keywords)
    if not solution.success:
        raise ValueError(f"[C401] solve_ivp did not reach the end: {solution.message}")
    return solution


def ode_values(right_side: Callable[..., Any], y0: Any, t: Any, args: tuple[Any, ...], **keywords: Any) -> Any:
    """Solve a differential equation as ``odeint`` does, of a function that takes the time first.

    Examples
    --------
    >>> ode_values(lambda t, y: -y, 1.0, [0.0, 1.0], ()).round(2).ravel()
    array([1.  , 0.37])
    """
    if np.iscomplexobj(np.asarray(y0)):
        raise ValueError("[C208] differential equations of complex values are not differentiated")
    return integrate.odeint(right_side, y0, t, args, tfirst=True, **keywords)


def ode_steps(
    right_side: Callable[..., Any],
    times: Any,
    start: float,
    y0: Any,
    args: tuple[Any, ...],
    method: Any = "DOP853",
    **keywords: Any,
) -> np.ndarray:
    """Return the times between which an explicit method steps, those asked for among them.

    Parameters
    ----------
    right_side, y0, args, method, **keywords
        As they are given to ``solve_ivp``.
    times : sequence of float
        At which the solution is asked for, in the order of the integration.
    start : float
        The time of `y0`.

    Returns
    -------
    ndarray, shape (steps + 1,)

    Examples
    --------
    >>> steps = ode_steps(lambda t, y: -y, [0.5, 1.0], 0.0, [1.0], (), "RK45")
    >>> float(steps[0]), 0.5 in steps, float(steps[-1])
    (0.0, True, 1.0)
    """
    end = float(times[-1]) if len(times) else float(start)
    if end == start:
        return np.array([start, *times[1:]], np.float64)
    made = integrate.solve_ivp(right_side, (start, end), np.atleast_1d(y0), _explicit(method), args=args, **keywords)
    if not made.success:
        raise ValueError(f"[C401] the steps of an explicit method did not reach the end: {made.message}")
    together = np.union1d(made.t, times)
    return together if end > start else together[::-1]


def ode_places(steps: np.ndarray, times: Sequence[float]) -> np.ndarray:
    """Return which of the steps' ends are those asked for.

    Examples
    --------
    >>> ode_places(np.array([0.0, 0.5, 1.0]), [0.0, 1.0])
    array([0, 2])
    """
    order = np.argsort(steps, kind="stable")
    return np.asarray(order[np.searchsorted(steps[order], times)])


def ode_stages(part: str, method: Any = "DOP853") -> np.ndarray:
    """Return the coefficients of an explicit Runge-Kutta method: its "A", a square matrix, its "B" or its "C".

    Examples
    --------
    >>> ode_stages("A", "RK23").shape, round(float(ode_stages("B", "RK45").sum()), 12)
    ((3, 3), 1.0)
    """
    made = EXPLICIT[_explicit(method)]
    stages = len(made.C)
    if part != "A":
        return np.asarray(getattr(made, part)[:stages], np.float64)
    whole = np.zeros((stages, stages))
    given = made.A[:stages, :stages]
    whole[: given.shape[0], : given.shape[1]] = given
    return whole


def _explicit(method: Any) -> str:
    name = method if isinstance(method, str) else method.__name__
    return name if name in EXPLICIT else "DOP853"


def with_values(found: Any, value: Any, times: Any = None, further: Any = None) -> Any:
    """Return a value that has the derivative of another way to compute it, and none by the times.

    Examples
    --------
    >>> with_values(np.array([1.0]), np.array([1.01]))
    array([1.01])
    """
    return np.reshape(value, np.shape(found))
