"""Programs that update lists, dicts and objects in place, under several names."""

import copy
from dataclasses import dataclass

import numpy as np

from tests.programs.corpus import program

A = np.array([0.3, 0.4])


@program(1.1, 3)
def history_of_a_sum(x, n):
    items = []
    s = x
    for i in range(n):
        s = s * x + i
        items.append(s)
    t = 0.0
    for v in items:
        t = t + v * v
    return t


@program(2.0, 3.0)
def stack_machine(x, y):
    st = [x, y]
    for op in "*+*":
        b = st.pop()
        a = st.pop() if st else x
        st.append(a * b if op == "*" else a + b)
    return st[0]


@program(1.3, 3)
def list_with_two_names(x, n):
    a = [x, x * x]
    b = a
    for _ in range(n):
        b.append(a[-1] * a[-2])
    b.insert(1, x * 3)
    b.reverse()
    return a[0] * a[1] + a[-1] * a[-2]


@program(A, A * 2)
def states_stacked(x, w):
    hs = []
    h = x
    for _ in range(4):
        h = np.tanh(h * w)
        hs.append(h)
    return np.sum(np.stack(hs) ** 2) + np.sum(hs[-1] * hs[0])


@program(2.0, 3.0)
def rows_shared(x, y):
    t = [[x, y], [y, x * y]]
    row = t[0]
    row[1] = row[0] * 3.0
    t[1] = row
    t[1][0] = x * y
    return t[0][0] * t[1][1] + t[0][1]


@dataclass
class V:
    """Two numbers."""

    x: float
    y: float


@program(1.1, 0.7)
def object_with_two_names(x, y):
    a = V(x, y)
    b = a
    for _ in range(3):
        b.x = a.x * a.y
        a.y = b.x + b.y
    return a.x * a.y


@program(3.0)
def shared_subobject(x):
    v = V(x, x * x)
    a = V(v, v)
    a.x.x = 2 * a.y.y
    return a.y.x * v.y


@program([1.0, 2.0, 3.0], 4.0)
def list_argument_updated(p, x):
    p[0] = p[1] * x
    p.append(x)
    return p[0] * p[-1] + p[2]


@program([1.0, 0.5], 3)
def list_grows_in_its_loop(xs, n):
    ys = list(xs)
    s = 0.0
    for y in ys:
        s = s + y * y
        if len(ys) < n + 2:
            ys.append(y * 0.5 + s)
    return s


class Cell:
    """A recurrent cell that keeps its states."""

    def __init__(self, w, n):
        self.w = w
        self.h = np.zeros(n)
        self.count = 0
        self.log = []

    def step(self, x):
        self.h = np.tanh(self.w * self.h + x)
        self.count += 1
        self.log.append(self.h)
        return self.h


@program(A, np.array([[0.1, 0.2], [0.3, 0.4], [0.2, 0.1]]))
def recurrent_cell(w, xs):
    c = Cell(w, 2)
    t = 0.0
    for x in xs:
        t = t + np.sum(c.step(x) ** 2)
    return t + np.sum(c.log[0] * c.h)


@program(Cell(A, 2), np.array([[0.1, 0.2], [0.3, 0.4]]))
def cell_as_an_argument(c, xs):
    for x in xs:
        c.step(x)
    return np.sum(c.h**2)


class Body:
    """A body on a line."""

    def __init__(self, x, v, m):
        self.x, self.v, self.m = x, v, m


@program(0.5, 0.3)
def bodies_that_attract(x, v):
    bodies = [Body(x, v, 1.0), Body(-x, v * 2.0, 2.0), Body(x * x, v, 1.5)]
    for _ in range(3):
        for a in bodies:
            f = 0.0
            for b in bodies:
                if b is not a:
                    f += b.m / (1.0 + (a.x - b.x) ** 2)
            a.v += 0.1 * f
        for a in bodies:
            a.x += 0.1 * a.v
    return sum(b.x * b.v for b in bodies)


@program([1.0, 2.0, 3.0], 0.7)
def table_of_lists(xs, w):
    t = [[0.0] * 4 for _ in range(4)]
    for i in range(3):
        for j in range(3):
            t[i + 1][j + 1] = t[i][j] * w + xs[i] * xs[j] + t[i + 1][j]
    return t[3][3]


@program(2.0, 3.0)
def dict_filled_by_names(x, y):
    d = {}
    for k in ("a", "b", "c"):
        d[k] = x * len(d) + y
    for k in d:
        d[k] *= d["a"]
    return sum(d.values()) + sum(v * v for k, v in d.items())


@program(np.array([1.0, 2.0, 3.0]))
def buffers_in_a_dict(x):
    buf = {"u": x.copy(), "v": x * 2.0}
    for _ in range(3):
        buf["u"][1:] += buf["v"][:-1] * 0.1
        buf["v"] = buf["u"] * buf["v"]
    return np.sum(buf["u"] * buf["v"])


@program(np.array([1.0, 2.0, 3.0, 4.0]))
def halves_of_a_split(x):
    parts = np.split(x * 1.0, 2)
    parts[0] *= parts[1]
    parts[1][0] = parts[0][1]
    return np.sum(np.concatenate(parts) ** 2)


@program(2.0, 3.0)
def local_function_that_appends(x, y):
    def push(items, v):
        items.append(v)
        return items

    items = push([x], y)
    l2 = items
    push(l2, x * y)
    return items[0] * items[1] * items[2]


def fill(out, x, n):
    if n == 0:
        return
    out.append(x)
    fill(out, x * x, n - 1)


@program(1.3)
def recursive_helper_that_appends(x):
    items = []
    fill(items, x, 3)
    return sum(items)


@program(2.0, 3.0)
def deleted_and_cleared(x, y):
    items = [x, y, x * y, 1.0]
    del items[0]
    items[1:3] = [y]
    items.extend([x, x])
    items.remove(y) if False else None
    m = items[:]
    m[0] = 5.0
    items.clear()
    return sum(v * v for v in m) + len(items)


@program([{"w": A, "h": A * 0}, {"w": A * 2, "h": A * 0}], np.array([0.5, 0.6]))
def layers_as_dicts(layers, x):
    for items in layers:
        items["h"] = np.tanh(items["w"] * x)
        x = items["h"] + x
    return np.sum(x * layers[0]["h"])


@program([0.7, 0.2])
def queue_of_pairs(xs):
    q = [(1.0, xs[0])]
    s = 0.0
    while q:
        c, v = q.pop(0)
        s += c * v * v
        if len(q) < 2 and c < 3:
            q.append((c + 1, v * 0.5))
            q.append((c + 2, v * v))
    return s


@program(np.array([1.0, 2.0, 3.0]))
def rows_in_a_list(x):
    grid = np.zeros((3, 3))
    rows = [grid[i] for i in range(3)]
    for i, r in enumerate(rows):
        r[:] = x * (i + 1)
        r[i] *= 2.0
    return np.sum(grid**2)


@program(2.0, 3.0)
def sorted_in_place(x, y):
    items = [y, x, x * y]
    items.sort()
    return items[0] + 2 * items[1] + 3 * items[2]


@program(2.0, 3.0)
def list_added_to(x, y):
    acc = []
    acc += [x, y]
    acc += (x * y,)
    best = max(acc)
    return best * acc[-1] + acc.index(y)


class Log:
    """An object that holds a list."""

    def __init__(self, first):
        self.values = [first]
        self.weight = first


@program(1.3, 0.6)
def copied_object_shares_its_list(x, y):
    log = Log(x)
    other = copy.copy(log)
    other.values[0] = y * x
    other.weight = y
    return sum(log.values) * log.weight + other.weight


@program(1.3, 0.6)
def copied_object_appends_to_the_list(x, y):
    log = Log(x)
    other = copy.copy(log)
    other.values.append(y * x)
    log.values.append(y)
    return sum(log.values) * len(other.values)


@program(1.3, 0.6)
def copied_dict_shares_a_list_put_in_before(x, y):
    table = {}
    table["values"] = [x]
    other = table.copy()
    other["values"].append(x * y)
    other["more"] = y
    return sum(table["values"]) * other["more"]


@program(1.3, 0.6)
def copied_dict_is_given_a_list(x, y):
    table = {"sum": x}
    other = dict(table)
    values = [x * y]
    table["values"] = values
    other["values"] = values
    other["values"][0] *= 2.0
    return table["values"][0] * other["sum"]


@program(1.3, 0.6)
def copies_of_copies(x, y):
    log = Log(x)
    for k in range(3):
        log = copy.copy(log)
        log.weight = log.weight * y
        log.values.append(log.weight + k)
    return sum(log.values)


def first_of_a_pair_cleared(z, w):
    pair = [w, z[...]]
    pair[0][1] = 0.0


@program(A + 1.0, np.array([[0.5, 0.7], [0.6, 1.1]]))
def dict_of_the_caller_called_as_a_list_of_the_helper(x, y):
    pair = {"one": x}
    b = pair["one"]
    first_of_a_pair_cleared(b, y)
    return np.sum(x * x) + np.sum(y * y)


@program(np.array([[0.7, 1.2, 0.4], [0.6, 1.1, 0.9], [0.2, 0.7, 1.3]]), 0.7)
def lists_of_the_rows_of_an_array(x, p):
    a = x.copy()
    first, *rest = a
    rows = list(a)
    first *= p
    rest[1] += first
    rest[0][:] = rest[1] * 2
    for k in range(2):
        rows[k] += rows[k + 1] * p
    return np.sum(a**2) + np.sum(rows[0] * rest[1])


@program({"a": 0.5, "b": {"c": 1.5, "d": np.array([1.0, 2.0])}}, 0.3)
def dict_of_several_kinds_that_gets_a_key(p, rate):
    q = {"a": p["a"], "b": p["b"]}
    q["z"] = rate * 3
    s = 0.0
    for k in q:  # noqa: PLC0206
        if k == "b":
            s = s * 2 + q[k]["c"] * np.sum(q[k]["d"])
            continue
        s += q[k] * p["a"]
    return s * rate


@program({"a": 0.5, "b": np.array([1.0, 2.0])}, 0.3)
def dict_that_may_get_a_key_left_early(p, rate):
    held = {"first": p["a"], "all": [p["a"], rate]}
    if rate > 0.2:
        held["more"] = p["b"] * rate
        held["last"] = 5.0
    s = 1.0
    for k in held:  # noqa: PLC0206
        if k == "last":
            break
        s = s * sum(held[k]) if k == "all" else s * 1.5 + np.sum(held[k])
    return s


@program(np.array([0.4, 0.1, 0.3]), 1.7)
def dict_whose_keys_are_joined_to_a_text(x, k):
    parts = {}
    for i, v in enumerate(x):
        parts[f"layer{i}/{'even' if i % 2 == 0 else 'odd'}"] = v * k
    total = sum(v for key, v in parts.items() if key.upper().endswith("EVEN"))
    return total * len(", ".join(parts)) * "{}".format("aba").replace("a", "ac").count("c")
