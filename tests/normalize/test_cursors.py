"""``iter`` and ``next`` are a sequence and the place of its next item."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, value_and_gradient
from tests.normalize.iterated import iterated

X = np.array([0.7, -1.2, 0.4])


def test_the_next_item_is_read_by_its_place():
    """Python's error is raised where there is none."""
    program = "def f(x):\n    it = iter(x)\n    a = next(it)\n    b = next(it)\n    return a * b\n"
    assert iterated(program).startswith(
        "values@1 = x\n"
        "place@1 = 0\n"
        "v@1 = len(values@1)\n"
        "v@2 = place@1 < v@1\n"
        "if not v@2:\n"
        "    raise StopIteration()\n"
        "v@3 = values@1[place@1]\n"
        "place@1 = place@1 + 1\n"
        "a = v@3\n"
    )


def rest_in_a_loop(x):
    it = iter(x)
    first = next(it)
    s = first * first
    for v in it:
        s = s * v + first
    return s


def appended_meanwhile(x):
    values = list(x)
    it = iter(values)
    a = next(it)
    values.append(a * 3.0)
    return sum(a * b for b in it)


def until_nothing_is_left(x):
    it = iter(x)
    s = 1.0
    while True:
        v = next(it, None)
        if v is None:
            break
        s = s * v + 1.0
    return s


def two_at_once(x):
    p = iter(x)
    q = iter(x * 2.0)
    s = next(p) * next(q)
    for a in p:
        b = next(q)
        if a < 0.0:
            continue
        s = s + a * b
    return s


def left_and_gone_on(x):
    it = iter(x)
    for v in it:
        if v < 0.0:
            break
    s = v
    for v in it:
        s = s * v
    return s


def next_of_a_generator(x):
    return next(v * v for v in x if v < 0.0) * next((v for v in x if v > 9.0), x[0])


def restarted(x):
    s = 0.0
    for k in range(2):
        it = iter(x)
        a = next(it)
        s = s + a * next(it) * k
    return s


def pairs(x):
    it = iter(x)
    a = next(it)
    for b in it:
        yield a, b
        a = b


def in_a_generator(x):
    return sum(a * b for a, b in pairs(x))


@pytest.mark.parametrize(
    "function",
    [
        rest_in_a_loop, appended_meanwhile, until_nothing_is_left, two_at_once, left_and_gone_on, next_of_a_generator,
        restarted, in_a_generator,
    ],
)  # fmt: skip
def test_items_are_taken_once(function):
    """Each form, checked by differences."""
    check_gradient(function, (X,))


def taken_by_two(x):
    it = iter(x)
    return sum(a * b for a, b in zip(it, it, strict=False))


def left_by_any(x):
    it = iter(x)
    return next(it) if any(v < 0.0 for v in it) else x[0]


def handed_on(x):
    it = iter(x)
    return float(next(it)) + len([it])


@pytest.mark.parametrize("function", [taken_by_two, left_by_any, handed_on])
def test_other_uses_are_refused(function):
    """They would take another number of items than Python does."""
    with pytest.raises(CladpyError) as caught:
        gradient(function)(X)
    assert caught.value.code == "C206"


def exhausted(x):
    it = iter(x[:1])
    return next(it) * next(it)


def test_the_error_is_that_of_python():
    """There is nothing left."""
    with pytest.raises(StopIteration):
        value_and_gradient(exhausted)(X)
