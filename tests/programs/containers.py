"""Containers: tuples, lists, dicts, named tuples and dataclasses, as locals and as arguments."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, -1.2, 0.4])


class Pair(NamedTuple):
    left: object
    right: object


@dataclass
class Layer:
    weight: np.ndarray
    bias: float = 0.5
    name: str = "layer"


@dataclass(frozen=True)
class Network:
    first: Layer
    second: Layer
    scales: list = field(default_factory=list)


def network():
    return Network(Layer(np.array([0.3, -0.8]), 0.1), Layer(np.array([1.1, 0.4])), [0.5, 2.0])


# ---- as arguments ----


@program((1.3, 0.4))
def tuple_argument(p):
    return p[0] * p[1] + p[0]


@program([1.3, 0.4, 0.9])
def list_argument(p):
    return p[0] * p[1] + p[-1] ** 2


@program([1.3, 0.4, 0.9])
def list_argument_in_a_loop(p):
    s = 1.0
    for v in p:
        s = s * v + v
    return s


@program([1.3, 0.4, 0.9])
def list_argument_by_index(p):
    s = 1.0
    for i in range(len(p)):
        s = s * p[i] + i
    return s


@program([X, np.array([2.0])], 0.5)
def ragged_list_argument(parts, s):
    total = 0.0
    for part in parts:
        total = total + np.sum(part**2) * s
    return total


@program({"w": X, "b": 0.5})
def dict_argument(params):
    return np.sum(np.tanh(params["w"] * 2 + params["b"]))


@program({"w": X, "b": 0.5, "n": 3, "name": "first"})
def dict_argument_with_other_values(params):
    return np.sum(params["w"] ** params["n"]) * params["b"]


@program(Pair(X, 2.0))
def namedtuple_argument(p):
    left, right = p
    return np.sum(left**2) * p.right + right


@program(Layer(X), np.array([0.1, 0.2, 0.3]))
def dataclass_argument(layer, x):
    return np.sum(np.tanh(layer.weight * x + layer.bias))


@program(network(), np.array([0.5, 0.6]))
def nested_dataclasses(net, x):
    h = np.tanh(net.first.weight * x + net.first.bias)
    return np.sum(h * net.second.weight + net.second.bias) * net.scales[1]


@program([(1.3, [0.4]), {"a": Pair(0.9, 2.0)}])
def nested_argument(p):
    (a, (b,)), d = p
    return a * b + d["a"].left * d["a"].right


@program({"layers": [Layer(np.array([0.3])), Layer(np.array([0.9]), 0.2)]}, np.array([0.7]))
def list_of_layers(params, x):
    for layer in params["layers"]:
        x = np.tanh(layer.weight * x + layer.bias)
    return x[0]


@program([1.3, 0.4], [0.9, 2.0])
def two_lists(p, q):
    return sum(a * b for a, b in zip(p, q, strict=True))


@program({"w": X, "unused": 1.0})
def part_never_read(params):
    return np.sum(params["w"])


@program([1.3, 2, None, True])
def list_with_other_values(p):
    return p[0] ** p[1] if p[3] else p[0]


@program((1.3, 0.4), wrt=("p",))
def starred_unpacking_of_an_argument(p):
    first, *rest = p
    return first * rest[0]


@program(1.3, 0.4)
def local_tuple(x, y):
    p = (x * y, x)
    return p[0] * p[1] + p[-1]


@program(1.3, 0.4)
def local_nested_tuple(x, y):
    p = ((x, y), x * y)
    return p[0][1] * p[1]


@program(1.3, 0.4)
def local_list(x, y):
    p = [x, y, x * y]
    return p[0] * p[2] + len(p)


@program(1.3, 0.4)
def local_dict(x, y):
    d = {"a": x * y, "b": y}
    return d["a"] * d["b"] + d.get("c", 0.0)


@program(1.3, 0.4)
def local_namedtuple(x, y):
    p = Pair(x * y, y)
    return p.left * p.right


@program(1.3, 0.4)
def local_dataclass(x, y):
    layer = Layer(x * y, bias=y)
    return layer.weight * layer.bias


@program(1.3, 0.4)
def list_concatenation(x, y):
    p = [x] + [y, x * y]
    return p[0] * p[1] * p[2]


@program(1.3)
def list_repetition(x):
    p = [x * x] * 3
    return p[0] * p[1] + p[2]


@program(1.3, 0.4)
def list_slice(x, y):
    p = [x, y, x * y, 2.0][1:3]
    return p[0] * p[1]


@program(X)
def list_comprehension(x):
    p = [v * v for v in x]
    return p[0] * p[1] + p[-1]


@program(X)
def filtered_comprehension(x):
    p = [v * v for v in x if v > 0]
    return p[0] * p[-1] + len(p)


@program(X)
def list_of_array_elements(x):
    p = list(x)
    return p[0] * p[1]


@program(1.3, 0.4)
def list_append(x, y):
    p = []
    p.append(x * y)
    p.append(y)
    return p[0] * p[1]


@program(X)
def list_append_in_a_loop(x):
    p = []
    for v in x:
        p.append(v * v)
    return p[0] * p[-1]


@program(1.3, 0.4)
def list_item_store(x, y):
    p = [x, y]
    p[0] = p[1] * x
    return p[0] * p[1]


@program(1.3, 0.4)
def list_item_augmented(x, y):
    p = [x, y]
    p[0] += p[1] * x
    return p[0] * p[1]


@program(1.3, 0.4)
def dict_item_store(x, y):
    d = {"a": x}
    d["b"] = d["a"] * y
    return d["b"] * d["a"]


@program(1.3, 0.4)
def attribute_store(x, y):
    layer = Layer(x)
    layer.bias = y * x
    return layer.weight * layer.bias


@program(1.3)
def stack(x):
    p = [x, 2.0]
    p.append(p.pop() * p.pop())
    return p[0] * p[0]


@program(1.3, 0.4)
def tuple_in_a_loop(x, y):
    state = (x, y)
    for _ in range(3):
        state = (state[1], state[0] * state[1])
    return state[0] * state[1]


@program(1.3, 0.4)
def unpacked_state_in_a_loop(x, y):
    state = (x, y)
    for _ in range(3):
        a, b = state
        state = (b, a * b)
    return state[1]


@program(1.3, 0.4)
def dict_in_a_loop(x, y):
    d = {"a": x, "b": y}
    for _ in range(2):
        d = {"a": d["b"], "b": d["a"] * d["b"]}
    return d["b"]


@program(1.3, 0.4)
def namedtuple_in_a_loop(x, y):
    p = Pair(x, y)
    for _ in range(2):
        p = Pair(p.right, p.left * p.right)
    return p.right


@program(1.3, 0.4)
def chosen_by_an_index(x, y):
    p = (x, y, x * y)
    s = 0.0
    for i in range(5):
        s = s + p[i % 3] * (i + 1)
    return s


@program(1.3, 0.4)
def sum_and_max_of_a_list(x, y):
    p = [x, y, x * y]
    return sum(p) * max(p) + min(p)


@program(1.3, 0.4)
def sorted_list(x, y):
    p = sorted([x, y, x * y])
    return p[0] * 2 + p[1] * p[2]


@program(X)
def array_from_a_list(x):
    a = np.array([x[0] * x[1], x[1], 2.0])
    return np.sum(a * a)


@program(X)
def array_from_nested_lists(x):
    a = np.array([[x[0], x[1]], [x[2], x[0] * x[1]]])
    return np.sum(a @ a)


# ---- as results ----


@program(X, 0.5)
def result_is_an_array(x, s):
    return np.tanh(x) * s


@program(X, 0.5)
def result_is_a_tuple(x, s):
    return x * s, np.sum(x)


@program(X, 0.5)
def result_is_a_list_of_arrays(x, s):
    return [x * s, x[:2] * x[1:]]


@program(X, 0.5)
def result_is_a_dict(x, s):
    return {"a": x * s, "b": s * s}


@program(X)
def result_is_the_argument(x):
    return x


@program(X)
def result_is_a_view(x):
    return x[::-1]


@program(0.5)
def integers_in_a_row_of_an_array(x):
    return np.sum(np.array([[1, 2], [x, x * x]]) @ np.array([1.0, x]))


@program(0.5)
def integers_joined_with_a_number(x):
    joined = [1, 2] + [3, x]
    return np.sum(np.array(joined) * x)


@program(0.5)
def sum_of_integers_and_a_number(x):
    return sum((1, 2) + (x,)) * x


@program(0.5)
def values_of_a_dict_with_integers(x):
    table = {"one": 1, "flag": True}
    table["x"] = x
    return sum(table.values()) * x


@program([3, 0.5])
def array_of_a_list_with_an_integer(items):
    return np.sum(np.array(items) * np.array([2.0, 5.0]))


def turned(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    if axis == "x":
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@program(X)
def chain_of_rotations(angles):
    place = np.array([0.0, 0.0, 0.5])
    for axis, angle in zip("xzx", angles, strict=True):
        place = turned(axis, angle) @ place + np.array([0, 1, 0])
    return place @ place


COUNT, SHAPE, TABLE = 3, (1, 2), np.array([1, 2])


@program(0.5)
def integers_of_the_module_in_containers(x):
    row = [COUNT, x]
    shape = SHAPE + (x,)
    block = np.array([TABLE, [x, 1]])
    return np.sum(np.array(row)) * x + sum(shape) * x + np.sum(block) * x


@program(0.5)
def integer_fields_that_become_floating(x):
    size, scale = (len([x, x]), x)
    pair = (size, scale)
    return np.sum(np.array(pair) * x)


@program(X)
def indices_beside_values(x):
    order = np.argsort(x)
    rows = [order, x]
    return np.sum(np.stack(rows) * x)


@program(X, 0.5)
def pairs_as_keys_of_a_dict(x, s):
    springs = {(0, 1): 1.0, (1, 2): s}
    total = 0.0
    for (i, j), rest in springs.items():
        apart = abs(x[j] - x[i])
        total += s * (apart - rest) ** 2 / apart
    return total


@program(np.arange(6.0).reshape(3, 2) ** 2)
def mean_of_rows_gathered_in_a_loop(x):
    total = 0.0
    for start in range(2):
        total += np.sum(np.mean([x[k] for k in range(start, start + 2)], axis=0) ** 2)
    return total


@program(X)
def function_of_a_list_that_grows_now_and_then(x):
    best = np.zeros(4)
    for step in range(1, 4):
        known = [best[step - 1]]
        if step > 1:
            known.append(best[step - 2])
        best[step] = np.logaddexp.reduce(known) * x[step - 1]
    return best[-1]
