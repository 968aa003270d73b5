"""Programs that store in loops of every kind, as users write them; arguments as in ``programs_elements``."""

import numpy as np


def neighbours_in_order(x, p):
    a = x.copy()
    for i in range(1, len(a) - 1):
        a[i] = p * (a[i - 1] + a[i + 1]) + a[i]
    for i in range(len(a) - 2, 0, -1):
        a[i] *= a[i + 1]
    return np.sum(a * a)


def iterated_while_it_changes(x, p):
    a = x.copy()
    total = 0.0
    for i, v in enumerate(a):
        if i + 1 < len(a):
            a[i + 1] += p * v
        total += v * v
    return total


def iterated_and_overwritten(x, p):
    a = x.copy()
    total = 0.0
    for v in a:
        total += np.sin(v)
        a *= p
        total += v
    return total + np.sum(a)


def iterated_then_overwritten(x, p):
    a = x.copy()
    total = 1.0
    for v in a:
        total *= v * v + p
    a[:] = p
    return total + np.sum(a * x)


def zipped_with_what_changes(x, p):
    a, b = x.copy(), np.zeros(6)
    for i, (u, v) in enumerate(zip(a, b)):  # noqa: B905
        b[i] = u * p
        if i < 5:
            b[i + 1] += v + u
            a[i + 1] *= b[i]
    return np.sum(a * b)


def rows_updated(m, p):
    a = m.copy()
    for row in a:
        row *= p
        row[1] += row[0] * row[2]
    return np.sum(a * a)


def rows_updated_by_elements(m, p):
    a = m.copy()
    for i, row in enumerate(a):
        for j in range(len(row)):
            row[j] = row[j - 1] * p + i
    return np.sum(a * a)


def rows_of_rows(p, x):
    a = np.reshape(x, (1, 2, 3)).copy()
    for block in a:
        for row in block:
            row[0] *= row[1]
            row += p
    return np.sum(a * a)


def rows_of_two_arrays(m, p):
    a, b = m.copy(), np.zeros(m.shape)
    for row, out in zip(a, b):  # noqa: B905
        out[:] = row * p
        row[0] = out[1]
        out += row
    return np.sum(a * b)


def rows_backward(m, p):
    a = m.copy()
    for row in a[::-1]:
        row += p * a[0]
    for row in reversed(a):
        row *= row[0]
    return np.sum(a * a)


def rows_until_break(m, p):
    a = m.copy()
    for k, row in enumerate(a):
        if k == 3:
            break
        if k == 1:
            continue
        row *= p + k
    return np.sum(a * a)


def columns_updated(m, p):
    a = m.copy()
    for column in a.T:
        column -= column.mean()
        column *= p
    return np.sum(a**3)


def last_row_read_behind_the_loop(m, p):
    a = m.copy()
    for row in a:
        row[0] = p * row[1]
    row *= p
    return np.sum(a * a) + np.sum(row)


def double_buffer(x, p):
    u, v = x.copy(), np.zeros(6)
    for _ in range(5):
        v[1:-1] = u[1:-1] + p * (u[2:] - 2 * u[1:-1] + u[:-2])
        v[0], v[-1] = u[0], u[-1] * p
        u, v = v, u
    return np.sum(u * u) + np.sum(v)


def triple_buffer(x, p):
    old, now, new = x * 0.5, x.copy(), np.empty(6)
    for _ in range(4):
        new[0] = new[-1] = 0.0
        new[1:-1] = 2 * now[1:-1] - old[1:-1] + p * (now[2:] - 2 * now[1:-1] + now[:-2])
        old, now, new = now, new, old
    return np.sum(now * now) + np.sum(old)


def buffers_swapped_by_parity(x, p):
    buffers = np.zeros((2, 6))
    buffers[0] = x
    for k in range(4):
        now, new = k % 2, (k + 1) % 2
        buffers[new] = np.sin(buffers[now]) * p
        buffers[new, 0] = buffers[now, -1]
    return np.sum(buffers * buffers)


def swapped_on_a_condition(x, p):
    a, b = x.copy(), np.cos(x)
    for k in range(4):
        a *= p
        if k % 2:
            a, b = b, a
        b[k] = a[k] * p
    return np.sum(a * a) + np.sum(b)


def narrowed_view(x, p):
    a = x.copy()
    v = a
    while len(v) > 2:
        v[0] *= p
        v[1:] += v[0]
        v = v[1:]
    return np.sum(a * a) + np.sum(v)


def halved_view(p, x):
    a = x.copy()
    v = a
    while len(v) > 1:
        half = len(v) // 2
        v[:half] += v[half : 2 * half] * p
        v = v[:half]
    return np.sum(a * a)


def window_moves(x, p):
    a = x.copy()
    for k in range(4):
        w = a[k : k + 3]
        w *= p
        w[1] += w[0] * w[2]
    return np.sum(a * a)


def window_of_last_iteration(x, p):
    a = x.copy()
    w = a[:2]
    for k in range(4):
        w[0] *= p
        w = a[k : k + 2]
        w[1] += a[0]
    w *= p
    return np.sum(a * a) + np.sum(w)


def inner_while_with_exit(x, p):
    a = x.copy()
    for i in range(4):
        k = 0
        while True:
            a[i] = a[i] * p + 0.3 * a[i + 1]
            k += 1
            if a[i] < 0.9 or k > 3:
                break
        else:
            a[i] = 100.0
    return np.sum(a * a)


def early_return(x, p):
    a = x.copy()
    for i in range(5):
        a[i + 1] += a[i] * p
        if i == 3:
            a[0] *= a[4]
            return np.sum(a * a)
    return 0.0


def else_of_a_loop(x, p):
    a = x.copy()
    for i in range(3):
        a[i] *= p
        if a[i] > 100.0:
            break
    else:
        a[4] = a[3] * a[2]
    return np.sum(a * a)


def never_entered(x, p, n):
    a = x.copy()
    for i in range(n, 2):
        a[i] = 0.0
    while n > 10:
        a *= 2.0
        n -= 1
    return np.sum(a * a) * p


def table_of_minimal_costs(m, p):
    cost = np.zeros((5, 3))
    cost[0] = m[0]
    for i in range(1, 5):
        for j in range(3):
            best = cost[i - 1, j]
            if j > 0 and cost[i - 1, j - 1] < best:
                best = cost[i - 1, j - 1]
            cost[i, j] = best * p + m[i, j]
    return np.min(cost[-1])


def fibonacci_in_two_cells(x, n):
    cells = x[:2].copy()
    for _ in range(n):
        cells[0], cells[1] = cells[1], cells[0] + cells[1] * cells[0]
    return cells[1]


def ring(x, p):
    ring = np.zeros(3)
    total = 0.0
    for k in range(6):
        ring[k % 3] = x[k]
        total += np.sum(ring) * ring[(k + 1) % 3] * p
    return total


def prefix_sums_by_doubling(x, p):
    a = x * p
    step = 1
    while step < len(a):
        a[step:] += a[:-step].copy()
        step *= 2
    return np.sum(a * a)


def prefix_sums_overlapping(x, p):
    a = x * p
    step = 1
    while step < len(a):
        a[step:] += a[:-step]
        step *= 2
    return np.sum(a * a)


def state_and_history(x, p):
    state = x[:2].copy()
    history = np.empty((4, 2))
    for k in range(4):
        history[k] = state
        state[0] += p * state[1]
        state[1] -= p * np.sin(state[0])
    return np.sum(history * history) + state[0]


def history_of_views(x, p):
    history = np.zeros((4, 3))
    history[0] = x[:3]
    for k in range(1, 4):
        previous, current = history[k - 1], history[k]
        current[:] = previous * p
        current[0] += previous[1] * previous[2]
    return np.sum(history**2)


def inner_product_of_rows(s, p):
    a = s.copy()
    for i in range(4):
        for j in range(i):
            a[i] -= p * np.dot(a[i], a[j]) * a[j]
    return np.sum(a**3)
