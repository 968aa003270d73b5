import numpy as np
from cladpy.runtime import add_to_shadow, checkpointed, no_adjoint, replayed


def heat_step_forward_u_energy_k(_, u, energy, k):
    """Run heat_step and keep what heat_step_pullback_u_energy_k reads."""
    u = u.copy()
    d_u = np.zeros_like(u)
    v_1 = u[2:] - 2 * u[1:-1] + u[:-2]
    u[1:-1] += k * v_1
    energy += np.sum(u)
    result = u, energy
    del u
    d_result = [d_u, 0.0]
    return result, (k, d_u, d_u[2:], d_u[1:-1], d_u[:-2], v_1, d_result)


def heat_step_pullback_u_energy_k(state, d_out):
    """Pullback of heat_step with respect to u, energy, k; no_adjoint: _."""
    k, d_u, d_1, d_2, d_3, v_1, d_result = state
    del state
    # for _ in cladpy.checkpoint(range(steps), snapshots=3)
    add_to_shadow(d_result, d_out)
    d_energy = d_result[1]
    del d_result
    # energy += np.sum(u)
    d_u[...] += d_energy
    # u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    d_4 = d_u[1:-1]
    d_k = d_4 @ v_1
    del v_1
    d_5 = k * d_4
    del d_4
    d_3[...] += d_5
    del d_3
    d_1[...] += d_5
    del d_1
    d_2[...] -= 2 * d_5
    return no_adjoint, d_u.copy(), d_energy, d_k


def smoothed_forward_u_k(u, k):
    """Run smoothed and keep what smoothed_pullback_u_k reads."""
    result = np.tanh(k * u)
    return result, (u, k, result)


def smoothed_pullback_u_k(state, d_out):
    """Pullback of smoothed with respect to u, k."""
    u, k, result = state
    del state
    # return np.tanh(k * u)
    d_1 = d_out * (1.0 - result * result)
    del result
    d_k = d_1 @ u
    del u
    d_u = k * d_1
    return d_u, d_k


def heat_loop_forward_u_k(items, snapshots, u, energy, k):
    """Run the loop of heat_step_forward_u_energy_k and keep some of its states for heat_loop_pullback_u_k."""
    return checkpointed(heat_step_forward_u_energy_k, items, (u, energy), (k,), snapshots)


def heat_loop_pullback_u_k(state, d_out):
    """Run the iterations of heat_loop_forward_u_k again, from the last one to the first."""
    return replayed(heat_step_forward_u_energy_k, heat_step_pullback_u_energy_k, state, d_out)


def heat_call_forward_u_k(u, k):
    """Run smoothed_forward_u_k and keep its arguments for heat_call_pullback_u_k."""
    return smoothed_forward_u_k(u, k)[0], (u, k)


def heat_call_pullback_u_k(state, d_out):
    """Run smoothed_forward_u_k again, and its pullback."""
    u, k = state
    del state
    record = smoothed_forward_u_k(u, k)[1]
    del u, k
    d_u, d_k = smoothed_pullback_u_k(record, d_out)
    return d_u, d_k


def heat_grad_u_k(u, k, steps):
    """Gradient of heat with respect to u, k; no_adjoint: steps."""
    # ---- forward sweep ----
    u = u.copy()
    energy = 0.0
    v_1, state = heat_loop_forward_u_k(range(steps), 3, u, energy, k)
    u = v_1[0]
    del v_1
    v_2, state_2 = heat_call_forward_u_k(u, k)
    del u
    v_shape = v_2.shape
    del v_2
    # ---- reverse sweep ----
    # return energy + np.sum(cladpy.checkpoint(smoothed)(u, k))
    d_u, d_k = heat_call_pullback_u_k(state_2, np.broadcast_to(1.0, v_shape))
    del state_2, v_shape
    # for _ in cladpy.checkpoint(range(steps), snapshots=3)
    _, _, d_u, _, d_1 = heat_loop_pullback_u_k(state, (d_u, 1.0))
    del state
    d_k = d_k + d_1
    return d_u.copy(), float(d_k)
