"""Solutions of ordinary differential equations: their calls are written out as steps (``normalize/ode_calls.py``).

What is left for a rule of SciPy's functions is the reason why a call was not.
"""

from scipy import integrate

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.runtime import no_adjoint
from cladpy.runtime import scipy as runtime

_CALL = not_implemented(
    "its function, and the keywords method, t_eval, args and the tolerances, must be written in the call"
)
_TIMES = not_implemented("the times at which it is asked for have no derivative; scale the time in the function")

rule(
    integrate.solve_ivp,
    "y = solve_ivp(fun, t_span, y0, method='RK45', t_eval=None, dense_output=False, events=None, vectorized=False, args=None)",
    gives="unknown",
    t_span=_CALL,
    y0=_CALL,
    args=_CALL,
)
rule(
    integrate.odeint,
    "y = odeint(func, y0, t, args=())",
    y0=_CALL,
    t=_CALL,
    args=_CALL,
)

rule(
    runtime.ivp_solution,
    "y = ivp_solution(right_side, t_span, y0, args, *, method='RK45', t_eval=None, rtol=1e-3, atol=1e-6, max_step=inf, first_step=None, vectorized=False)",
    gives="unknown",
    right_side=no_adjoint,
    t_span=no_adjoint,
    y0=no_adjoint,
    args=no_adjoint,
    t_eval=no_adjoint,
)
rule(
    runtime.ode_values,
    "y = ode_values(right_side, y0, t, args, *, rtol=None, atol=None, h0=0.0, hmax=0.0, hmin=0.0, mxstep=0)",
    right_side=no_adjoint,
    y0=no_adjoint,
    t=no_adjoint,
    args=no_adjoint,
)
rule(
    runtime.ode_steps,
    "y = ode_steps(right_side, times, start, y0, args, method='DOP853', *, rtol=1e-3, atol=1e-6, max_step=inf, first_step=None)",
    every=no_adjoint,
)
rule(runtime.ode_places, "y = ode_places(steps, times)", every=no_adjoint)
rule(runtime.ode_stages, "y = ode_stages(part, method='DOP853')", every=no_adjoint)
rule(
    runtime.with_values,
    "y = with_values(found, value, times=None, further=None)",
    found="d_y",
    value=no_adjoint,
    times=_TIMES,
    further=_TIMES,
    tangent={"found": "t_found"},
)
