"""Calls that give what is updated are written out, others stay calls."""

import pytest

from cladpy import check_gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define

CLASSES = """
class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right

def joined(a, b):
    return Pair(a, b)

def starred(*cells, **named):
    return Pair(cells[1], named["more"])

def last(pairs, k):
    return pairs[k] if k < 0 else last(pairs, k - 1)

"""


def test_a_call_that_gives_what_is_updated_is_written_out():
    """By whatever name it is updated."""
    program = "def f(x):\n    a, b = [x], [x]\n    o = joined(a, b)\n    o.left.append(2 * x)\n    return a[1] * b[0]\n"
    assert "joined(" not in specialized(define(CLASSES + program), 1.3)
    check_gradient(define(CLASSES + program), (1.3,))


def test_a_call_whose_parts_are_only_read_stays():
    """Its result has an adjoint of its own."""
    program = "def f(x):\n    a, b = [x], [x]\n    o = joined(a, b)\n    return o.left[0] * b[0]\n"
    assert "joined(" in specialized(define(CLASSES + program), 1.3)


def test_a_call_of_another_thing_stays():
    """Though something is updated."""
    program = "def f(x):\n    a = [x]\n    o = joined([x], [x])\n    a.append(x)\n    return o.left[0] * a[1]\n"
    assert "joined(" in specialized(define(CLASSES + program), 1.3)


def test_arguments_behind_stars_keep_their_places():
    """Those that the call gives, and those that a star takes."""
    program = (
        "def f(x):\n    a, b, c = [x], [2 * x], [3 * x]\n    o = starred(a, b, more=c)\n"
        "    o.left.append(x * x)\n    o.right.append(x)\n    return b[1] * c[1] * o.left[0]\n"
    )
    check_gradient(define(CLASSES + program), (1.3,))


def test_a_function_that_calls_itself_stays():
    """It would be written out for ever."""
    program = "def f(x):\n    a = [[x], [2 * x]]\n    o = last(a, 1)\n    return o[0] * a[0][0]\n"
    assert "last(" in specialized(define(CLASSES + program), 1.3)


RECURSIVE = """
def summed(t):
    return sum(summed(e) if isinstance(e, list) else e for e in t)

def even(t, k):
    return t if k <= 0 else odd(t, k - 1)

def odd(t, k):
    return t if k <= 0 else even(t, k - 1)

"""


@pytest.mark.parametrize("called", ["summed([a[0], a])", "even(a, 2)"])
def test_functions_that_come_to_call_themselves_stay(called):
    """In a generator, or by way of another one."""
    program = f"def f(x):\n    a = [x]\n    a.append(2 * x)\n    o = {called}\n    return a[1]\n"
    assert called.split("(")[0] + "(" in specialized(define(RECURSIVE + program), 1.3)
