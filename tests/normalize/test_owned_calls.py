"""Methods of dicts and lists are written out where facts say what their owner is."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient


def got(x):
    d = {"a": x}
    return d.get("a", 2.0) * d.get("b", 3.0) * x


def set_by_default(x):
    d = {"a": x}
    return d.setdefault("a", 2.0) * d.setdefault("b", x * x) * d["b"]


def updated(x):
    d = {"a": x}
    d.update({"b": x * x}, c=3.0 * x)
    d.update(d)
    return d["a"] * d["b"] + d["c"]


def popped_with_a_default(x):
    d = {"a": x}
    return d.pop("a", 1.0) * d.pop("a", 2.0 * x)


def augmented(x):
    d = {"a": x, "v": np.ones(2) * x}
    d["a"] *= x
    d["v"] += x
    return d["a"] * np.sum(d["v"] ** 2)


def items_of_a_dict_that_grows(x):
    d = {}
    for k in ("a", "b"):
        d[k] = x * (len(d) + 1)
    return sum(v * v for v in d.values()) + sum(len(k) * v for k, v in d.items())


def removed(x):
    values = [x, 2.0, x * x]
    values.remove(2.0)
    return values[0] * values[1]


def extended(x):
    values = [x]
    values.extend((x * x, 2.0))
    values += values
    return values[1] * values[3] * values[4]


class Counter:
    """An object whose methods update it."""

    def __init__(self, start):
        self.total = start
        self.steps = []
        for k in range(2):
            self.steps.append(start * k)

    def add(self, value):
        self.total += value
        self.steps.append(value)
        return self.total


def methods_that_update(x):
    counter = Counter(x)
    for k in range(3):
        counter.add(x * k)
    return counter.total * counter.add(x * x) + sum(counter.steps)


@pytest.mark.parametrize(
    "function",
    [got, set_by_default, updated, popped_with_a_default, augmented, items_of_a_dict_that_grows, removed, extended,
     methods_that_update],
)  # fmt: skip
def test_the_gradient_is_that_of_the_plain_program(function):
    """Each method, checked by differences."""
    check_gradient(function, (1.3,))


FACTOR = 3.0


class Scaled:
    """An object whose constructor and method read a global."""

    def __init__(self, start):
        self.total = 0.0
        self.total = self.total + start * FACTOR

    def add(self, value):
        self.total = self.total * FACTOR + value


def beside_a_local_of_that_name(x):
    FACTOR = 100.0  # noqa: N806 -- the name of the global
    scaled = Scaled(x)
    scaled.add(x)
    return scaled.total + FACTOR


def beside_no_such_local(x):
    scaled = Scaled(x)
    scaled.add(x)
    return scaled.total


def test_a_global_of_a_method_is_no_local_of_its_caller():
    """A body that would read the caller's variable instead is not written out."""
    with pytest.raises(CladpyError):
        gradient(beside_a_local_of_that_name)(2.0)
    check_gradient(beside_no_such_local, (2.0,))


def test_a_method_of_the_same_name_of_a_users_class_is_left_alone():
    """It is called as it is."""

    class Box:
        def __init__(self, x):
            self.x = x

        def get(self, factor):
            return self.x * factor

    check_gradient(lambda x: Box(x).get(3.0) * x, (1.3,))
