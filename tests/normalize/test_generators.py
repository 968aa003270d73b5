"""Generator functions are written out where their items are consumed."""

import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import define, normal_form


def test_what_is_done_with_an_item_stands_in_place_of_yield():
    """Before the generator goes on."""
    program = """
        def twice(y):
            for u in y:
                yield u * 2
                print(u)


        def f(x, g):
            for v in twice(x):
                g(v)
            return None
    """
    assert normal_form(program) == (
        "result@2 = None\nfor u@1 in x:\n    v@1 = u@1 * 2\n    v = v@1\n    g(v)\n    print(u@1)\nreturn None\n"
    )


class Simulation:
    """A class with generators for methods."""

    def __init__(self, y):
        self.y = y

    def steps(self, n, rate=1.1):
        for _ in range(n):
            self.y = self.y * rate + self.y**2
            yield self.y


def of_a_method(x):
    simulation = Simulation(x)
    s = 0.0
    for y in simulation.steps(4):
        if y > 5.0:
            break
        s = s + y
    return s * simulation.y + max(Simulation(x * 2.0).steps(2, rate=x))


def test_methods_may_be_generators():
    """The consumer sees the object as the generator has left it."""
    check_gradient(of_a_method, (0.7,))


@pytest.mark.parametrize(
    "text",
    [
        # asked for later
        "def g(x):\n    yield x\n\n\ndef f(x):\n    kept = g(x)\n    a = next(kept)\n    return a * next(kept)\n",
        # it calls itself, and what it does between two items shows
        "def g(x):\n    yield x\n    print(x)\n    yield from g(x)\n\n\ndef f(x):\n    return sum(g(x))\n",
        # it is sent values
        "def g(x):\n    y = yield x\n    yield y\n\n\ndef f(x):\n    return sum(g(x))\n",
        # its finally block is run when the consumer has left it
        "def g(x):\n    try:\n        yield x\n    finally:\n        print(x)\n\n\ndef f(x):\n    return sum(g(x))\n",
    ],
)
def test_what_cannot_be_written_out_is_refused(text):
    """With the code of generators."""
    with pytest.raises(CladpyError) as caught:
        gradient(define(text), "x")(2.0)
    assert caught.value.code == "C103"
