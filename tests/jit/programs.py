"""Programs that numba compiles, by kind: each with arguments, and what to differentiate by."""

import math

import numpy as np

RATE = 0.1
TABLE = np.array([0.5, -1.0, 2.0])
PROGRAMS = []


def program(*args, wrt=None):
    """Enter a program."""

    def entered(function):
        PROGRAMS.append((function, args, wrt))
        return function

    return entered


@program([0.5, 2.0, -1.0, 0.7, 3.0, 0.1], 2.0)
def sorted_both_ways(p, k):
    s = 1.0
    for place, v in enumerate(sorted(p, reverse=True)):
        s = s * 0.5 + v * v * place
    for place, v in enumerate(sorted(p, key=lambda v: -v * v * k)):
        s += v * place
    return s


@program(np.array([0.5, 2.0, -1.0]))
def joined_lists(x):
    r = [v * v for v in x] + [v * 2 for v in x]
    return r[0] * r[4] + r[2]


@program(np.array([[0.5, 2.0, -1.0], [1.0, 0.3, 0.2]]))
def stacked_and_updated(a):
    b = a.copy()
    v = np.stack((b, b))[0]
    b[1] *= 2.0
    b[0, 0] = b[1, 1] * 3
    return np.sum(v * v) + np.sum(b * b)


@program(np.array([[0.5, 2.0, -1.0], [1.0, 0.3, 0.2]]))
def places_and_elements(a):
    s = 0.0
    for place, v in np.ndenumerate(a):
        s += v * v * (place[0] + 2 * place[1])
    return s * math.hypot(a[0, 0], a[1, 1])


@program(1.0, 0.5, 0.01, 20, wrt="theta, omega")
def pendulum(theta, omega, dt, n):
    for _ in range(n):
        omega = omega - dt * math.sin(theta)
        theta = theta + dt * omega
    return theta * theta


@program(2.0, 1e-12, wrt="a")
def newton(a, tol):
    x = a
    while True:
        step = (x * x - a) / (2 * x)
        x = x - step
        if abs(step) < tol:
            break
    return x


@program(1.5, 7, wrt="x")
def steps_of_three(x, n):
    total = 0.0
    for i in range(1, n, 3):
        for j in range(n, i, -2):
            total = total * x + j - i * x
            if total > 100.0:
                break
    return total


@program(np.array([1.0, -2.0, 0.5, 3.0]), wrt="x")
def rosenbrock(x):
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return total


@program(np.array([0.1, 0.5, -0.3, 0.2, 0.9]), 0.1, 3, wrt="u, k")
def heat(u, k, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u**2)


@program(np.array([[0.1, 0.5, -0.3], [0.2, 0.9, 0.4], [1.0, 0.3, -0.2]]), 2, wrt="u")
def gauss_seidel(u, sweeps):
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) * u[i, j]
    return np.sum(u * u)


@program(np.array([1.0, 2.0, -1.0, 0.5]), wrt="x")
def updates_that_overlap(x):
    u = x * 1.0
    u[1:] += u[:-1]
    u += u[::-1]
    v = u[1:3]
    v *= x[:2]
    u[:2] -= v
    return np.sum(u * x)


@program(np.array([[1.0, 2.0], [0.5, -1.0]]), np.array([0.3, -0.2]), np.array([1.0, 0.0, 2.0]), wrt="w, b")
def layers(w, b, x):
    h = np.tanh(np.maximum(w @ x[:2] + b, 0.0))
    return np.mean(h**2) + np.dot(b, h)


@program(np.array([[3.0, 1.0], [3.0, -2.0], [0.5, 4.0]]), np.array([1.0, -1.0]), wrt="x, s")
def reductions(x, s):
    shifted = x * s + s[0]
    return np.max(shifted) + shifted.sum(axis=0)[1] ** 2 + np.mean(x) * np.min(x)


def damped(x, rate=2.0):
    return x * math.exp(-rate * x)


def pair(x, y):
    return damped(x, y), x * y


@program(0.7, 1.3)
def helpers(x, y):
    a, b = pair(x, y)
    return damped(a) * b + damped(b, a)


def weight(k):
    total = 1.0
    total += k
    return RATE**k * total


@program(1.2, 4, wrt="x")
def globals_and_passive_helpers(x, n):
    total = 0.0
    for i in range(n):
        total += x ** (i + 1) * weight(i) * TABLE[i % 3]
    return total


@program(0.3, 0.4, True, wrt="x, y")
def branches(x, y, flag):
    if x > y and flag:
        z = x * y
    elif flag:
        z = max(x, y) - min(x * x, y)
    else:
        z = y
    for k in range(4):
        if k == 2:
            continue
        z = z * x + (y if k % 2 else x)
    return z


@program([1.0, 2.0, 3.0], wrt="p")
def list_argument(p):
    q = [v * v for v in p]
    q[1] = q[0] * p[2]
    return q[1] + sum(q)


@program((1.0, np.array([2.0, 3.0])), wrt="p")
def tuple_argument(p):
    scale, line = p
    return np.sum(line**2) * scale


@program(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 2]), wrt="x")
def gathers(x, index):
    return np.sum(x[index] ** 2) + x[-1]


@program(np.array([0.0, 4.0, -1.0]), wrt="x")
def guarded(x):
    return np.sum(np.sqrt(np.maximum(x, 0.0)) * np.array([0.0, 1.0, 2.0])) + np.sum(np.abs(x) ** 1.5)


@program(np.array(1.5), 2.0)
def no_dimensions(x, y):
    return x * y + np.sum(x)


@program(np.array([2.0, 3.0, 4.0, 5.0]), wrt="x")
def array_adjoints_on_one_path(x):
    for k in range(4):
        if x[k] > 9.0:
            r = x[k]
            break
    else:
        r = x[0] * x[0] * x[1]
    if r > 100.0:
        r += np.sum(x)
    return r


@program(np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]), wrt="p")
def buffer_of_a_sum(p):
    r = np.zeros(p.shape[0])
    for m in range(p.shape[0]):
        r[m] = np.sum(p[m] * p[0])
    return np.sum(r)


@program(0.7, 4, wrt="x")
def table_left_early(x, n):
    table = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            table[i, j] = x * (i + 1) + (table[i, j - 1] if j else 0.0) ** 2
            if table[i, j] > 3.0:
                return table[i, j] * table[0, 0]
    return table[-1, -1]


@program(np.array([[3.0, 1.0, 0.5], [3.0, -2.0, 4.0]]), wrt="x")
def softmax_and_moments(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return np.sum(p[:, 0] * x.mean(axis=1)) + x.var() * np.std(x[0]) + np.prod(x[:, 1])


@program(np.arange(24.0).reshape(2, 3, 4) / 7.0, np.ones((3, 1)), wrt="x, s")
def sums_of_several_axes(x, s):
    y = np.sum(x * s, axis=(0, -1))
    return np.sum(y**2) + np.sum(np.min(x, axis=1) * x[:, 0]) + np.mean(x, axis=(1, 2))[1]


@program([1.0, 2.0, 3.0], (0.5, -1.0), wrt="p, q")
def arrays_of_sequences(p, q):
    return np.sum(np.array(p) ** 2) * np.sum(np.array(q) ** 3)


@program(np.array([1.0, -2.0, 0.5, 3.0, 1.5]), wrt="x")
def differences(x):
    return np.sum(np.diff(x) ** 2) * np.trapezoid(x)


@program(np.array([[2.0, 0.5, 0.1], [0.3, 1.5, -0.2], [0.7, -0.4, 3.0]]), wrt="a")
def diagonals(a):
    return np.sum(np.diag(a) ** 2) * np.trace(a)


@program(np.array([[2.0, 0.5, 0.1], [0.5, 1.5, -0.2]]), wrt="a")
def reshaped(a):
    b = a.copy()
    v = b.reshape(6)
    v[2] = v[1] * v[0]
    return np.sum(b * b * b)


@program(np.array([[0.2, -0.4], [0.5, 0.1]]), np.array([0.3, -0.7]), 3, wrt="w, x")
def states_that_a_loop_replaces(w, x, n):
    h, c, shown = np.zeros(2), np.zeros(2), np.zeros(2)
    for k in range(n):
        gate = np.tanh(w @ h + x)
        c = c * gate + x
        if k > 0:
            shown = shown * gate + c
        h = gate * np.tanh(c) + shown
    return np.sum(h**2)


@program(0.3, 0.7, wrt="x, y")
def dict_of_numbers(x, y):
    d = {"a": x, "b": y}
    for k in range(4):
        d["c"] = d["a"] * y + k
        d["a"] += d["c"] * d["b"]
    return d["a"] * d["c"]


@program(np.array([1.0, 2.0]), 0.7, wrt="w, y")
def dict_of_arrays(w, y):
    d = {"w": w, "v": w * 2.0}
    for _ in range(3):
        d["v"] = 0.9 * d["v"] + d["w"] * y
        d["w"] = d["w"] - 0.1 * d["v"]
    return np.sum(d["w"] ** 2)


@program(0.3, 0.7, wrt="x, y")
def slices_of_lists(x, y):
    v = [x, y, x * y, 1.0]
    v[1:3] = [x * x, v[1]]
    v[::2] = [y, v[1] * v[2]]
    v += [x, y]
    return v[0] * v[1] + v[2] * v[3] + v[4] * v[5]


@program(0.3, 0.7, wrt="x, y")
def lists_that_grow_and_shrink(x, y):
    v = []
    for k in range(4):
        v.append(x * k)
        v.append(y)
    a = v.pop()
    v.insert(1, x * y)
    b = v.pop(0)
    total = 0.0
    for each in v:
        total += each * each
    return total + a * b


@program([np.array([1.0, 2.0]), np.array([3.0])], 2.0, wrt="parts, s")
def arrays_of_several_lengths(parts, s):
    total = 0.0
    for part in parts:
        total = total * s + np.sum(part**2) * s
    return total


@program(np.array([0.2, 1.5, 9.0]), np.array([0.0, 1.0, 3.0]), np.array([1.0, 4.0, 2.0]), wrt="x, xp, fp")
def interpolated(x, xp, fp):
    return np.sum(np.interp(x, xp, fp) * x) + np.interp(x[0], xp, fp) + np.trapezoid(fp * fp, xp)


@program(np.array([3.0, 1.0, 4.0, 1.5, 2.2]), wrt="x")
def quantiles(x):
    total = np.sum(np.quantile(x, np.array([0.2, 0.55, 0.77])) * np.array([1.0, 2.0, 3.0]))
    for i in range(3):
        total += np.median(x[i : i + 3]) ** 2
    return total + np.percentile(x, 30.0)


@program(0.3, 0.2, np.array([0.5, -1.5]), wrt="a, b, x")
def complex_numbers(a, b, x):
    z, c = 0j, complex(a, b)
    for _ in range(5):
        z = z * z + c
    w = (x + 1j * b) * z
    return abs(z) ** 2 + np.mean(np.abs(w)) * w[0].imag + np.sum(np.angle(w))


@program(1.2, 0.7, wrt="x, y")
def names_of_generated_code(x, y):
    no_adjoint = x * y
    state = no_adjoint + x
    for result in range(3):
        state = state * no_adjoint + result
    return no_adjoint + state


@program(np.array([[0.3, -0.2], [0.1, 0.5]]), np.array([0.2, 0.4]), 3, wrt="w, h")
def logistic_network(w, h, n):
    for _ in range(n):
        h = 1 / (1 + np.exp(-(w @ h)))
    return np.sum(h)


@program(np.array([[0.3, -0.2], [0.1, 0.5]]), np.array([0.2, 0.4]), 3, wrt="w, h")
def states_that_are_left_early(w, h, n):
    k = 0
    while k < n:
        for each in (w, w * 2.0):
            h = np.tanh(each @ h)
        if np.sum(h) > 100.0:
            break
        k += 1
    return np.max(h) + np.mean(h)
