"""Programs whose dicts and lists grow by calls that do not look like stores, around what lists their items."""

# ruff: noqa: PERF102, PLC0206, SIM118

import collections
import copy
import math

import numpy as np

from tests.programs.corpus import program


def total(*values):
    return sum(v * v for v in values)


class Register:
    """Puts its value where it is told."""

    def __init__(self, value):
        self.value = value

    def into_dict(self, table):
        table["new"] = self.value

    def into_list(self, items):
        items.append(self.value)


class Ledger:
    """Keeps values in a list and in a dict."""

    def __init__(self):
        self.items = []
        self.table = {}

    def add(self, value):
        self.items.append(value)
        self.table.setdefault(len(self.table), value)

    def sum(self):
        return total(*self.items) + sum(self.table.values())


@program(0.5)
def lists_by_setdefault(x):
    groups = {}
    for i in range(3):
        groups.setdefault(i % 2, []).append(x * x * (i + 1))
    return sum(sum(v) for v in groups.values())


@program(0.5)
def dicts_by_setdefault(x):
    table = {}
    for k in range(3):
        table.setdefault(k % 2, {})[k] = x * x
    return sum(sum(row.values()) for row in table.values())


@program(0.5)
def dicts_updated_in_a_dict(x):
    table = {}
    for k in range(3):
        table.setdefault(k % 2, {}).update({k: x * x})
    return sum(sum(row.values()) for row in table.values())


@program(0.5, 1.5)
def updated_before_its_values(x, y):
    d = {"a": x}
    d.update({"b": y})
    return total(*d.values())


@program(0.5, 1.5)
def updated_under_another_name(x, y):
    d = {"a": x}
    held = {"t": d}
    held["t"].update(b=y)
    return sum(v * v for _, v in d.items())


@program(0.5, 1.5)
def updated_while_the_holder_is_listed(x, y):
    d = {"a": x}
    held = {"t": d}
    for _, table in held.items():
        table.update(b=y * y)
    return sum(v * v for _, v in d.items())


@program(0.5, 1.5)
def updated_by_objects_that_are_listed(x, y):
    d = {"a": x}
    for each in {"q": Register(y)}.values():
        each.into_dict(d)
    return sum(d.values())


@program(0.5, 1.5)
def extended_by_objects_that_are_listed(x, y):
    items = [x]
    for each in {"q": Register(y)}.values():
        each.into_list(items)
    return total(*items)


@program(0.5, 1.5)
def set_by_default_in_a_helper(x, y):
    d = {"a": x}

    def put(table, key, value):
        table.setdefault(key, value)

    put(d, "b", y)
    return sum(v * v for k, v in d.items())


@program(0.5, 1.5)
def set_by_default_in_an_attribute(x, y):
    d = dict(a=x)
    held = Register(d)
    held.value.setdefault("k", y)
    return sum(held.value.values()) * len(d)


@program(0.5, 1.5)
def values_before_and_behind_an_update(x, y):
    d = dict(a=x)
    s = 0.0
    for _ in range(2):
        s = s + sum(d.values())
        d.setdefault("b", y * s)
    return s + d["b"]


@program(0.5, 1.5)
def united_in_place(x, y):
    d = {"a": x}
    d |= {"b": y, "a": x * y}
    return sum(v * v for v in d.values())


@program(0.5, 1.5)
def updated_by_pairs(x, y):
    d = {}
    d.update(zip("ab", [x, y], strict=True))
    d.update((k, v * v) for k, v in [("c", x), ("d", y)])
    d.update([("a", x * y)])
    return sum(v * v for v in d.values())


@program(0.5, 1.5)
def star_of_a_list_that_functions_extend(x, y):
    items = [x]
    s = 0.0
    for _ in range(2):
        s += total(*items)
        for extend in (lambda q: q.append(y),):
            extend(items)
    return s


@program(0.5, 1.5)
def star_of_a_list_that_a_table_of_functions_extends(x, y):
    items = [x]
    s = 0.0
    handlers = {"a": lambda q: q.append(y)}
    for _ in range(2):
        s += total(*items)
        handlers["a"](items)
    return s


@program(0.5, 1.5)
def objects_that_keep_what_they_are_given(x, y):
    ledger = Ledger()
    other = ledger
    s = 0.0
    for v in (x, y):
        s += other.sum()
        ledger.add(v)
    return s + other.sum()


@program(0.5, 1.5)
def display_of_a_dict_that_grows(x, y):
    d = {"a": x}
    s = 0.0
    for _ in range(2):
        e = {**d, "c": y}
        f = {"a": y} | d
        s += sum(e.values()) + sum(v * v for v in f.values())
        d.update(b=y * y)
    return s


@program(0.5, 1.5)
def copies_of_a_dict_that_grows(x, y):
    d = {"a": x}
    s = 0.0
    for _ in range(2):
        s += sum(copy.copy(d).values()) + sum(d.copy().values()) + sum(v for v in dict(d).values())
        d.setdefault("b", y * y)
    return s


@program(0.5, 1.5)
def keys_while_a_dict_grows(x, y):
    d = {"a": x}
    s = sum(d[k] for k in d.keys())
    if "b" not in d.keys():
        d.update(b=y)
    return s + sum(d[k] for k in d.keys()) + len(d) * x + len(d.items()) * y * x


@program(0.5, 1.5)
def grown_while_a_list_of_its_items_is_read(x, y):
    ledger = Ledger()
    ledger.table = {"a": x}
    for _ in range(2):
        for key, v in list(ledger.table.items()):
            ledger.table.update({key + "z": v * y})
    return sum(ledger.table.values())


@program(0.5, 1.5)
def one_of_two_dicts_grows(x, y):
    d = dict(a=x) if x > 0 else dict(b=y)
    d.setdefault("b", y)
    return sum(v * v for v in d.values())


@program(0.5, 1.5)
def values_of_a_grown_dict_unpacked(x, y):
    d = {"a": x}
    d.setdefault("b", y)
    first, second = d.values()
    listed = list(d.values())
    return first * second * second + max(d.values()) * listed[0] + sum(i * v for i, v in enumerate(d.values(), 1))


@program(0.5)
def lists_of_a_defaultdict(x):
    groups = collections.defaultdict(list)
    for i in range(3):
        groups[i % 2].append(x * x + i)
    return sum(math.prod(v) for v in groups.values())


@program({"w": 0.5, "b": 1.5}, 0.7)
def step_of_parameters_then_star(p, x):
    def model(w, b):
        return w * x + b * w

    for _ in range(3):
        p["w"] -= 0.1 * x * p["b"]
    return model(**p)


@program(0.5, 1.5)
def values_stored_while_they_are_read(x, y):
    d = {"a": x, "b": 1.0}
    s = 0.0
    for v in d.values():
        d["b"] = v * y
        s += v
    return s


@program(0.5, 1.5)
def items_stored_while_they_are_read(x, y):
    d = {"a": x, "b": y, "c": x * y}
    for k, v in d.items():
        d[k] = v * d["a"] + d["c"]
    return total(*d.values())


@program(0.5, 1.5)
def keys_of_a_dict_that_is_rebound(x, y):
    d = {"a": x, "b": y}
    s = 0.0
    for k in d.keys():
        d["a"] = d["a"] * d[k]
        s += d["a"]
        d = {"a": s, "b": x}
    return s


@program(0.5, 1.5)
def list_that_grows_while_it_is_read_backward(x, y):
    items = [x, y]
    s = 0.0
    for v in reversed(items):
        if len(items) < 5:
            items.append(v * y)
        s = s * x + v
    return s + sum(items)


@program(np.array([0.7, 1.2, 0.4, 0.9]), np.array([0, 1, 0, 1]))
def means_of_groups(x, group):
    groups = collections.defaultdict(list)
    for value, number in zip(x, group, strict=True):
        groups[int(number)].append(value)
    means = {number: sum(values) / len(values) for number, values in groups.items()}
    spread = sum((value - means[int(number)]) ** 2 for value, number in zip(x, group, strict=True))
    return spread + max(means.values())
