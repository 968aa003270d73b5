"""Functions of NumPy and Python inside programs: lists for arrays, dtypes, several results, joins, queues and heaps."""

import bisect
import heapq
import math
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])
M = np.array([[0.5, 1.5, 2.5], [3.5, 4.0, 5.0]])
SINGLE = X.astype(np.float32)


@program(X)
def reduction_of_a_list(x):
    return np.sum([x[0] * 2, x[1]]) + np.mean([x[0], x[2] ** 2]) + np.max([x, x * x])


@program(M)
def elementwise_function_of_a_list(x):
    return np.sum(np.exp([x[0, 0], x[0, 1]]) * x[1, :2])


@program(X)
def product_with_lists(x):
    rows = [x, 2 * x]
    return np.dot(rows, [x[0], 1.0, x[2]])[1] + np.sum(rows * np.array([1.0, 2.0, x[1]]))


@program(X, 3)
def list_of_unknown_length_for_an_array(x, n):
    items = []
    for k in range(n):
        items = items + [x[k] * k]
    return np.std(items)


@program(SINGLE, X[:2])
def join_of_two_dtypes(x, y):
    return np.sum(np.concatenate((x, y)) ** 2) + np.sum(np.hstack([y, x]) ** 3)


@program(M + 0.2)
def results_apart(x):
    fraction, whole = np.modf(x)
    return np.sum(fraction * fraction * whole)


@program(M)
def parts_of_a_split(x):
    first, second = np.split(x, 2)
    return np.sum(first * second**2)


@program(M, 3)
def parts_counted_at_run_time(x, n):
    parts = np.array_split(x[0], n)
    return np.sum(parts[0]) * parts[n - 1][0]


@program(X)
def joined_by_index(x):
    return np.sum(np.r_[x, 1.0, x[0], 0:3] ** 2) + np.sum(np.c_[x, x * x][1])


@program(X, np.ones(5))
def padded_beside_a_sum(x, b):
    q = x * x
    w = np.pad(x, 1) + b
    return np.sum(np.sin(w)) + np.sum(q * q)


@program(X, np.ones(3))
def rolled_axis_beside_a_sum(x, b):
    q = x * x
    w = np.rollaxis(x, 0) + b
    return np.sum(np.sin(w)) + np.sum(q * q)


@program(1.5, other=[(-0.5,)])
def pieces_of_an_array_without_dimensions(x):
    return np.piecewise(x, [x < 0, x >= 0], [lambda part: -part, lambda part: part * part]) * 2


@program(M)
def outer_products_and_reductions(x):
    return np.sum(np.multiply.outer(x, x[0]) ** 2) + np.sum(np.add.reduce(x) ** 2) * np.maximum.reduce(x[0])


@program(X, 4)
def array_of_another_ones_dtype(x, n):
    y = np.zeros(n, x.dtype)
    y[:3] = x * x
    return np.sum(y * y)


@program(2.0)
def greatest_of_pairs(x):
    pairs = [(x, 1.0), (2.0 * x, 3.0)]
    return max(pairs)[0]


@program(2.0)
def smaller_of_two_lists(x):
    return min([x, 1.0], [2.0 * x, 3.0])[0]


@program(0.6)
def queue_with_two_ends(x):
    queue = deque([x, 2.0], maxlen=3)
    queue.appendleft(x * x)
    queue.append(3.0 * x)
    first = queue.popleft()
    queue[0] = queue[1] * first
    s = 0.0
    for k, v in enumerate(queue):
        s += v * (k + 1)
    return s * len(queue)


@program(X)
def dicts_that_make_their_items(x):
    groups, weights, order = defaultdict(list), Counter(), OrderedDict([("b", x[2])])
    for k, v in enumerate(x):
        groups[k % 2].append(v * v)
        weights["ab"[k % 2]] += v
        order["a"] = v * weights["a"]
    return sum(groups[0]) * groups[1][0] + weights["a"] * weights["b"] + weights["c"] + order["a"] * order["b"]


@program(np.array([3.0, 1.0, 2.0, 0.5]))
def smallest_first(x):
    waiting = [(3.0 * x[0], 0)]
    for k in range(1, 4):
        heapq.heappush(waiting, (x[k] * x[k], k))
    s = 0.0
    while waiting:
        v, k = heapq.heappop(waiting)
        s = s * 0.5 + v * x[k]
    return s


@program(X)
def sorted_in(x):
    values = []
    for v in x:
        bisect.insort(values, v * v)
    return values[0] + 2.0 * values[1] + 3.0 * values[2]


@program(np.array([1.0, 0.5, 2.0, 0.7]))
def visited_places(w):
    ways, seen, todo, s = {0: [1, 2], 1: [3], 2: [3], 3: [0]}, {0}, deque([0]), 0.0
    while todo:
        place = todo.popleft()
        before = len(seen)
        for other in ways[place]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
        s = s * (1.1 if len(seen) > before else 0.9) + w[place] ** 2 * before
    return s * len(seen)


@program(X, M[0])
def arrangements_of_lists(x, y):
    turned = np.transpose([x, y]) @ np.array([1.0, 2.0])
    return np.sum(turned * np.reshape((x, x * y), (3, 2))[:, 1]) + np.tile([x[0], y[0]], 2)[3] ** 2


@program(X, M[0])
def einsum_of_lists(x, y):
    rows = [x, x * y]
    return np.sum(np.einsum("ij,kj->ik", rows, (y, x)) * np.einsum("ij->i", [y, x]))


@program({"rows": [X, M[0]], "weights": [0.5, 2.0]})
def einsum_of_parts_of_a_dict(d):
    return np.sum(np.einsum("ij,i->j", d["rows"], d["weights"]) ** 2)


@program(X, M[0])
def grids_of_lists(x, y):
    left, right = np.meshgrid([x[0], y[0]], [x[1], x[2] * y[1], y[2]])
    first, second = np.broadcast_arrays([x, y], y)
    return np.sum(left * right**2) + np.sum(first * second)


@program(np.array([0.4, 1.3, 0.8]))
def arrays_behind_stars_of_library_functions(a):
    total = np.arctan2(*a[1:]) * np.clip(a[0], *np.array([0.1, 5.0]))
    for row in np.outer(a, a[:2]):
        total += np.hypot(*row) * np.maximum(*row)
    return total + np.sum(np.cross(*np.stack([a, a * a])))


# ---- lists among the operands: NumPy makes arrays of them ----


@program(X)
def joins_with_lists(x):
    ends = np.concatenate(([0.0], x, [x[0], 2.0], (x[1],), []))
    rows = np.vstack([x, [1.0, x[2], 3.0]]) @ np.hstack(([x[0] * 2], x[1:]))
    return np.sum(ends**3) + rows[0] * rows[1] + np.sum(np.column_stack([x, (1, 2, 3)]) ** 2)


@program(X)
def joins_by_index_with_tuples(x):
    return np.sum(np.r_[(x[1], x[0]), x, [x[2]]] * np.arange(6.0)) + np.sum(np.c_[list(x), x] ** 2)


@program(X)
def choices_with_lists(x):
    chosen = np.select([x > 0.5, x < -1], [[1.0, x[0], 2.0], x], list(x * x))
    return np.sum(np.choose([0, 1, 0], [(x[2], 1.0, x[0]), chosen]) * x)


@program(X)
def grids_of_lists_beside_arrays(x):
    first, second = np.meshgrid(list(x), [x[0], 2.0])
    wide, _ = np.broadcast_arrays([x[1], 1.0, x[0]], x)
    return np.sum(first * second) + np.sum(wide**2 * x)


@program(np.array([0.7, 1.2, 0.4]))
def operators_between_arrays_and_lists(x):
    squares = [v * v for v in x]
    total = x @ [1.0, x[0], 3.0] + (squares @ x) + np.sum((x - squares) / [x[1], 2.0, 4.0])
    return total + np.sum(x ** list(x)) + np.sum(x[1] - tuple(x)) + np.sum(np.power(x, (1, 2, 3)))


# ---- options that add a constant, which has no part in the tangent ----


@program(X)
def reductions_from_a_start(x):
    return np.sum(x, initial=2.0) * x.sum(initial=x[0]) * np.prod(x, initial=3.0) * np.add.reduce(x, initial=1.5)


@program(X)
def padding_with_constants(x):
    around = np.pad(x, 1, constant_values=2.0)
    ramp = np.pad(x, (1, 2), "linear_ramp", end_values=4.0)
    return np.sum(around**2 * np.arange(5.0)) + np.sum(ramp**3)


@program(0.5, 2.0)
def steps_with_their_size(start, stop):
    points, step = np.linspace(start, stop, 4, retstep=True)
    mean, weight = np.average(points, weights=points * step, returned=True)
    return np.sum(points**2) * step + mean * weight


@program(X, 2)
def largest_and_smallest(x, n):
    pairs = [(v * v, k) for k, v in enumerate(x)]
    near = sum(d * (k + 1) for d, k in heapq.nsmallest(2, pairs))
    return near + math.prod(heapq.nlargest(n, list(x), key=lambda v: -v)) + sum(heapq.nlargest(n - 2, x))
