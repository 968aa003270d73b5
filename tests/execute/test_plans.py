"""Code by signature: made once for each, also when many threads ask at once; the oldest is forgotten."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import cladpy.derivative
from cladpy import gradient, pullback, value_and_gradient
from cladpy.execute import plans
from cladpy.execute.line_map import LineMap
from cladpy.execute.plans import Entry, Plans

SIGNATURES = [1.5, np.float64(1.5), np.float32(1.5), np.full(3, 1.5), np.full((2, 1), 1.5), np.full(3, 1.5, np.float32)]


def entry_for(values, made):
    made.append(values)
    return Entry(None, (), lambda *given: type(given[0]) is type(values[0]), (), LineMap("", "", ()))


def plans_of(made):
    return Plans(lambda values: entry_for(values, made), lambda values: (None,) * len(values))


def test_an_entry_is_made_once_for_each_signature():
    """The same signature finds the same entry, and the latest is remembered."""
    made = []
    found = plans_of(made)
    first = found.find((1.0,))
    assert found.find((2.0,)) is first
    assert found.find((1,)) is not first
    assert found.latest is not first
    assert found.find((3.0,)) is found.latest is first
    assert made == [(1.0,), (1,)]


def test_an_entry_that_does_not_select_is_kept_beside_the_new_one():
    """Entries of one key differ by what they rely on besides; going back finds the older one."""
    world, made = ["a"], []

    def make(values):
        made.append(world[0])
        mine = world[0]
        return Entry(mine, (), lambda *_: world[0] == mine, (), LineMap("", "", ()))

    found = Plans(make, lambda values: (None,))
    for state in "abab":
        world[0] = state
        assert found.find((1.0,)).generated == state
    assert made == ["a", "b"]


def test_the_number_of_entries_is_bounded(monkeypatch):
    """A function made anew for each call makes a signature each time; the oldest entries go."""
    monkeypatch.setattr(plans, "MOST_SIGNATURES", 3)
    monkeypatch.setattr(plans, "MOST_ALIKE", 2)
    made = []
    found = plans_of(made)
    for number in range(10):
        found.find((1.0, lambda number=number: number))
    assert len(found._entries) == 3
    never = Plans(lambda values: Entry(None, (), lambda *_: False, (), LineMap("", "", ())), lambda values: (None,))
    for _ in range(5):
        never.find((1.0,))
    assert [len(alike) for alike in never._entries.values()] == [2]


def test_a_failure_leaves_no_entry():
    """What could not be made is tried again at the next call, and the lock is free."""
    attempts = []

    def make(values):
        attempts.append(values)
        raise ZeroDivisionError

    found = Plans(make, lambda values: (None,))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            found.find((1.0,))
    assert len(attempts) == 2
    assert found.latest is None


@pytest.fixture
def eager_threads():
    """Let threads take turns often, so that they meet everywhere."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def squares(x, k):
    return np.sum(x * x) * k


@pytest.mark.usefixtures("eager_threads")
def test_concurrent_first_calls_generate_once_each(monkeypatch):
    """Many threads call a new derivative with several signatures at once."""
    generated, lock = [], threading.Lock()

    class Counting(cladpy.derivative.Generation):
        def run(self, function, facts):
            with lock:
                generated.append(tuple(facts.values()))
            return super().run(function, facts)

    monkeypatch.setattr(cladpy.derivative, "Generation", Counting)
    derivative, start = gradient(squares, "x"), threading.Barrier(12)

    def call(number):
        start.wait(timeout=60)
        x = SIGNATURES[number % len(SIGNATURES)]
        return [np.array_equal(derivative(x, 2.0), 4.0 * x) for _ in range(20)]

    with ThreadPoolExecutor(12) as pool:
        results = list(pool.map(call, range(12), timeout=120))
    assert all(all(right) for right in results)
    assert len(generated) == len(set(generated)) == len(SIGNATURES)


@pytest.mark.usefixtures("eager_threads")
def test_concurrent_requests():
    """Threads make requests for the same and for different functions, and call them."""
    start = threading.Barrier(8)

    def work(number):
        start.wait(timeout=60)
        request_of = (gradient, value_and_gradient, pullback, gradient)[number % 4]
        derivative = request_of(squares, "k", tbr=number % 2 == 0)
        arguments = (np.full(3, float(number)), 2.0)
        result = derivative(*arguments, 1.0) if request_of is pullback else derivative(*arguments)
        return (result[1] if request_of is value_and_gradient else result) == 3.0 * number**2

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8), timeout=120))


def test_one_derivative_may_be_planned_while_another_is():
    """Two threads that plan the same two derivatives in opposite orders do not wait for one another."""
    outer, inner = gradient(squares, "x"), gradient(squares, "k")
    start = threading.Barrier(2)

    def work(first, second):
        start.wait(timeout=60)
        return first(2.0, 3.0), second(2.0, 3.0)

    with ThreadPoolExecutor(2) as pool:
        one, two = pool.submit(work, outer, inner), pool.submit(work, inner, outer)
        assert one.result(timeout=120) == (12.0, 4.0)
        assert two.result(timeout=120) == (4.0, 12.0)
