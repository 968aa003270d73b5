"""Flow in a cavity with a moving lid: finite differences and a pressure that is iterated until it settles."""

import numpy as np

DENSITY = 1.0


def pressure_source(b, dt, u, v, dx, dy):
    """Write the right-hand side of the pressure equation into ``b``."""
    du_dx = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
    dv_dy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)
    du_dy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dy)
    dv_dx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
    b[1:-1, 1:-1] = DENSITY * ((du_dx + dv_dy) / dt - du_dx**2 - 2 * du_dy * dv_dx - dv_dy**2)


def pressure(p, b, dx, dy, tolerance):
    """Iterate the pressure until it changes little."""
    change = 1.0
    while change > tolerance:
        pn = p.copy()
        p[1:-1, 1:-1] = (
            (pn[1:-1, 2:] + pn[1:-1, :-2]) * dy**2
            + (pn[2:, 1:-1] + pn[:-2, 1:-1]) * dx**2
            - dx**2 * dy**2 * b[1:-1, 1:-1]
        ) / (2 * (dx**2 + dy**2))
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0
        change = np.sum(np.abs(p - pn)) / (np.sum(np.abs(pn)) + 1e-12)
    return p


def cavity_energy(u, v, p, lid, viscosity, steps, *, dt=0.001, tolerance=1e-3):
    """Return the kinetic energy of the flow after some steps."""
    u, v, p = u.copy(), v.copy(), p.copy()
    dx, dy = 2.0 / (u.shape[1] - 1), 2.0 / (u.shape[0] - 1)
    b = np.zeros_like(p)
    for _ in range(steps):
        un = u.copy()
        vn = v.copy()
        pressure_source(b, dt, u, v, dx, dy)
        p = pressure(p, b, dx, dy, tolerance)
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, :-2])
            - vn[1:-1, 1:-1] * dt / dy * (un[1:-1, 1:-1] - un[:-2, 1:-1])
            - dt / (2 * DENSITY * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
            + viscosity * dt / dx**2 * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, :-2])
            + viscosity * dt / dy**2 * (un[2:, 1:-1] - 2 * un[1:-1, 1:-1] + un[:-2, 1:-1])
        )
        v[1:-1, 1:-1] = (
            vn[1:-1, 1:-1]
            - un[1:-1, 1:-1] * dt / dx * (vn[1:-1, 1:-1] - vn[1:-1, :-2])
            - vn[1:-1, 1:-1] * dt / dy * (vn[1:-1, 1:-1] - vn[:-2, 1:-1])
            - dt / (2 * DENSITY * dy) * (p[2:, 1:-1] - p[:-2, 1:-1])
            + viscosity * dt / dx**2 * (vn[1:-1, 2:] - 2 * vn[1:-1, 1:-1] + vn[1:-1, :-2])
            + viscosity * dt / dy**2 * (vn[2:, 1:-1] - 2 * vn[1:-1, 1:-1] + vn[:-2, 1:-1])
        )
        u[0, :] = u[:, 0] = u[:, -1] = 0
        v[0, :] = v[-1, :] = v[:, 0] = v[:, -1] = 0
        u[-1, :] = lid
    return 0.5 * np.sum(u**2 + v**2)
