"""Adjoints that are handed out one by one: each once, right, and with nothing left that reads what was given away."""

import sys
from dataclasses import dataclass

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, check_gradient, gradient, no_adjoint, value_and_gradient
from cladpy.execute.parts import arrays_of

RNG = np.random.default_rng(5)
SQUARE, OTHER = RNG.standard_normal((3, 3)), RNG.standard_normal((3, 3))
LINE, ROW = RNG.standard_normal(3), RNG.standard_normal(3)


@dataclass
class Layer:
    w: np.ndarray
    b: np.ndarray


def layers(x, w1, b1, w2):
    h = np.tanh(x @ w1 + b1)
    return np.sum((h @ w2) ** 2)


def regularised(x, w):
    return np.sum(np.exp(x * w)) + 0.5 * np.sum(w * w)


def views_and_aliases(x, w):
    t, alias = w.T, w
    first = w[0]
    h = np.sin(t @ np.cos(alias @ x))
    return np.sum(h * first) + np.sum(t * t)


def equal_adjoints(x, y):
    return np.sum((x + y) ** 2)


def one_loop_after_another(x, w, v, n):
    h = x
    for _ in range(n):
        h = np.tanh(w @ h)
    for k in range(n):
        h = h + v * np.sin(h) * k
    return np.sum(h * h)


def branch(x, w, v):
    h = w @ x
    if h[0] > 0:
        h = h * v
        h += v
    else:
        h = np.sin(h) + v
    return np.sum(h * h)


def stores(x, w):
    w[0] = w[1] * x
    h = np.sin(w @ x)
    x[1:] *= h[1:]
    return np.sum(h * x) + np.sum(w**2)


def layer(x, w, b):
    return np.tanh(x @ w + b)


def helpers(x, w1, b1, w2, b2):
    h = layer(x, w1, b1)
    h = layer(h, w2, b2)
    return np.sum(h * h) + np.sum(w1 * w1)


def passes_through(x, b):
    return x + b


def helper_gives_seed_back(x, w, b):
    return np.sum(passes_through(x @ w, b) ** 2)


def fill(u, x):
    u[1:] = u[:-1] * x[1:]


def mutating_helper(u, x):
    fill(u, x)
    return np.sum(np.sin(u) * x)


def factorial(x, w, n):
    return np.sin(w * x) if n == 0 else w * factorial(x, w, n - 1)


def recursion(x, w):
    return np.sum(factorial(x, w, 3))


def of_dict(p, x):
    h = np.tanh(x @ p["w"] + p["b"])
    return np.sum(h * h)


def of_object(first, second, x):
    h = np.tanh(x @ first.w + first.b)
    h = np.tanh(h @ second.w + second.b)
    return np.sum(h * h)


def of_numbers(a, k, x):
    s = 0.0
    for each in x:
        s += k * np.sin(a * each)
    return s * a


def element(x, *weights):
    return np.sum(np.sin(weights[0] @ x) * weights[1])


def collected(x, w):
    rows = [w[i] * x for i in range(3)]
    rows.append(w[0])
    return np.sum(sum(row * row for row in rows))


def unused(x, n, w):
    return np.sum(x * n)


def checkpointed(x, w):
    for _ in cladpy.checkpoint(range(5), snapshots=2):
        x = np.tanh(w @ x)
    return np.sum(x * x)


def product(w, x):
    return w @ x


@cladpy.custom_pullback(product, wrt="w,x")
def product_pullback(w, x, d_out):
    return np.outer(d_out, x), w.T @ d_out


def custom(x, w, v):
    return np.sum(np.sin(product(v, product(w, x))))


PROGRAMS = [
    (layers, "w1, b1, w2", (SQUARE, OTHER, LINE, SQUARE + 1)),
    (regularised, "x, w", (LINE, ROW)),
    (views_and_aliases, "x, w", (LINE, SQUARE)),
    (equal_adjoints, "x, y", (LINE, ROW)),
    (one_loop_after_another, "w, v, x", (LINE, SQUARE, ROW, 3)),
    (branch, "w, v, x", (LINE, SQUARE, ROW)),
    (stores, "w, x", (LINE, SQUARE)),
    (helpers, "w1, b1, w2, b2, x", (SQUARE, OTHER, LINE, SQUARE + 1, ROW)),
    (helper_gives_seed_back, "b, w, x", (SQUARE, OTHER, LINE)),
    (mutating_helper, "u, x", (LINE, ROW)),
    (recursion, "w, x", (LINE, ROW)),
    (of_dict, "p, x", ({"w": SQUARE, "b": LINE}, OTHER)),
    (of_object, "first, second", (Layer(SQUARE, LINE), Layer(OTHER, ROW), SQUARE + 1)),
    (of_numbers, "k, a, x", (0.5, 2.0, LINE)),
    (element, "weights[1], weights[0]", (LINE, SQUARE, ROW)),
    (collected, "x, w", (LINE, SQUARE)),
    (checkpointed, "w, x", (LINE, SQUARE)),
    (custom, "w, v, x", (LINE, SQUARE, OTHER)),
]
IDS = [f"{program.__name__}-{wrt.replace(', ', '-')}" for program, wrt, _ in PROGRAMS]


def copied(value):
    """Return a copy in which all arrays are new."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, Layer):
        return Layer(value.w.copy(), value.b.copy())
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return type(value)(map(copied, value)) if isinstance(value, list | tuple) else value


def spoiled(value):
    """Write into all arrays that a value holds."""
    for array in arrays_of(value):
        array[...] = np.nan


class Consumer:
    """A derivative, and a function that writes over what it is given and the parameter that it belongs to.

    The names that are asked for are those of parameters, or of an element of the last one, ``*weights``.
    """

    def __init__(self, program, wrt, ask=gradient, **options):
        self.names = program.__code__.co_varnames
        self.derivative = ask(program, wrt, on_gradient=self.update, **options)

    def __call__(self, args):
        """Return what a call gives, and the adjoints by name."""
        self.args, self.adjoints = [copied(value) for value in args], {}
        return self.derivative(*self.args), self.adjoints

    def update(self, name, adjoint):
        assert name not in self.adjoints
        self.adjoints[name] = copied(adjoint)
        spoiled(adjoint)
        parameter, _, index = name.partition("[")
        spoiled(self.args[self.names.index(parameter) + (int(index[:-1]) if index else 0)])


def consumed(program, wrt, args, ask=gradient, **options):
    """Return what one call gives, and the adjoints by name."""
    return Consumer(program, wrt, ask, **options)(args)


@pytest.mark.parametrize(("program", "wrt", "args"), PROGRAMS, ids=IDS)
def test_each_adjoint_comes_once_and_right(program, wrt, args):
    """Though the adjoint and the parameter are written over as soon as they are given."""
    asked = tuple(wrt.split(", "))
    consumer = Consumer(program, asked)

    def derivative(*values):
        result, adjoints = consumer(values)
        assert (result, set(adjoints)) == (None, set(asked))
        return tuple(adjoints[name] for name in asked)

    check_gradient(program, tuple(map(copied, args)), asked, derivative=derivative)


@pytest.mark.parametrize("program", [regularised, stores])
def test_the_value_is_that_before_any_update(program):
    """Also where its last terms read a parameter."""
    wrt, args = next((wrt, args) for each, wrt, args in PROGRAMS if each is program)
    value, _ = consumed(program, wrt, args, value_and_gradient)
    assert value == program(*map(copied, args))


def with_auxiliary(x, w):
    h = np.sin(w @ x)
    return np.sum(h * h), {"h": h, "double": w * 2}


@pytest.mark.parametrize("ask", [gradient, value_and_gradient])
def test_what_is_auxiliary_is_returned(ask):
    """Alone, or behind the value."""
    result, adjoints = consumed(with_auxiliary, "w, x", (LINE, SQUARE), ask, aux=True)
    value, expected = with_auxiliary(LINE, SQUARE)
    auxiliary = result if ask is gradient else result[1]
    assert ask is gradient or result[0] == value
    assert set(adjoints) == {"w", "x"}
    np.testing.assert_array_equal(auxiliary["double"], expected["double"])
    np.testing.assert_array_equal(auxiliary["h"], expected["h"])


def test_an_adjoint_is_given_before_the_sweep_goes_on():
    """Layer by layer, the last one first, and released behind the call."""
    order = []
    derivative = gradient(layers, "w1, b1, w2", on_gradient=lambda name, _: order.append(name))
    derivative(SQUARE, OTHER, LINE, SQUARE + 1)
    assert order == ["w2", "b1", "w1"]


def test_no_more_than_one_adjoint_is_alive():
    """The generated function has no name for one when the next is given."""
    alive = []

    def update(_, adjoint):
        local = sys._getframe(1).f_locals
        alive.append([name for name, value in local.items() if value is adjoint or name.startswith("d_w")])

    gradient(layers, "w1, b1, w2", on_gradient=update)(SQUARE, OTHER, LINE, SQUARE + 1)
    assert alive == [["d_w2"], ["d_b1"], ["d_w1"]]


def test_parameters_without_adjoint_are_left_out():
    """Where all are asked for; one that the result does not depend on gets its zero."""
    adjoints = consumed(unused, None, (LINE, 3, ROW))[1]
    np.testing.assert_equal(adjoints, {"x": np.full(3, 3.0), "w": np.zeros(3)})
    assert gradient(unused)(LINE, 3, ROW)[1] is no_adjoint


class StopError(Exception):
    """What a caller's function may raise."""


def test_exceptions_come_out_as_they_are():
    """Those of the caller's function, at the first adjoint."""
    stop = StopError()

    def update(name, adjoint):
        stop.name = name
        raise stop

    with pytest.raises(StopError) as caught:
        gradient(layers, "w1, w2", on_gradient=update)(SQUARE, OTHER, LINE, SQUARE + 1)
    assert caught.value is stop
    assert stop.name == "w2"


def test_a_bound_method_has_its_object():
    """The callback gets the names that were asked for."""
    got = {}

    class Model:
        rate = 2.0

        @gradient("x", on_gradient=lambda name, adjoint: got.update({name: adjoint}))
        def loss(self, x):
            return x * x * self.rate

    assert Model().loss(3.0) is None
    assert got == {"x": 12.0}


def on_gradient(x):
    return x * x


def of_that_name(x):
    return on_gradient(x) * x


def test_the_users_names_stay_theirs():
    """A function that is called like the option."""
    derivative = gradient(of_that_name, "x", on_gradient=print)
    assert "of_that_name_grad_x(x, on_gradient_2)" in derivative.source_for(3.0)
    assert consumed(of_that_name, "x", (3.0,))[1] == {"x": 27.0}


@pytest.mark.parametrize(
    ("ask", "options", "message"),
    [
        (gradient, {"on_gradient": True}, "is a function of a name and an adjoint, not True"),
        (gradient, {"on_gradient": print, "jit": "numba"}, "compiled code cannot call on_gradient"),
        (cladpy.pullback, {"on_gradient": print}, "is an option of gradient and value_and_gradient"),
        (cladpy.jacobian, {"on_gradient": print}, "is an option of gradient and value_and_gradient"),
        (cladpy.differentiate, {"on_gradient": print}, "is an option of gradient and value_and_gradient"),
    ],
)
def test_what_cannot_hand_out_says_so(ask, options, message, monkeypatch):
    """When the request is made."""
    monkeypatch.setattr("cladpy.requesting.find_spec", lambda name: name)
    with pytest.raises(CladpyError, match=message) as caught:
        ask(regularised, "x", **options)
    assert caught.value.code == "C305"


SHARED = np.array([1.0, 2.0])


def reads_a_global(x):
    return np.sum(x * SHARED)


@pytest.mark.parametrize(
    ("program", "args", "others"),
    [(regularised, (SHARED, SHARED[::-1]), "x and w"), (reads_a_global, (SHARED,), "x and SHARED")],
)
def test_shared_memory_is_refused(program, args, others):
    """An update in place of the one would change the other while it is still read."""
    with pytest.raises(CladpyError, match=f"{others} share memory") as caught:
        gradient(program, "x", on_gradient=print)(*args)
    assert caught.value.code == "C403"
