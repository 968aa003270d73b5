"""A derivative and all those that it depends on are planned, each once."""

import io

import numpy as np
import pytest

from cladpy import CladpyError, gradient, pullback, value_and_gradient
from tests.stages import define, module, scheduled, text

X = np.array([0.5, -1.25, 2.0])


def plan_of(program, args, wrt=None):
    """Return the graph of a gradient's requests as text, after a call."""
    function = define(text(program)) if isinstance(program, str) else program
    derivative = gradient(function, wrt)
    derivative(*args)
    return derivative.plan.to_text()


# ---- the graph ----


def test_active_calls_become_dependents():
    """Callees first; what is not active is called as it is."""
    program = """
    def layer(h, w):
        return np.tanh(h * w)

    def report(h):
        return int(np.argmax(h))

    def loss(w, x):
        h = layer(x, w)
        return np.sum(h) * report(x)
    """
    assert plan_of(program, (X, X), "w") == (
        "layer, pullback, wrt: w (done)\nloss, gradient, wrt: w (done)\n    calls layer"
    )


def test_calls_through_helpers_are_found():
    """Each with what is wanted there, in the order of the reverse sweep."""
    program = """
    def inner(a, b):
        return a * b * b

    def outer(a, b, n):
        return inner(a, b) * n

    def loss(w, x):
        return outer(w, x, 2) + outer(1.0, w, 3)
    """
    assert plan_of(program, (0.5, 2.0), "w") == text(
        """
        inner, pullback, wrt: b (done)
        outer, pullback, wrt: b (done)
            calls inner (pullback wrt b)
        inner, pullback, wrt: a (done)
        outer, pullback, wrt: a (done)
            calls inner (pullback wrt a)
        loss, gradient, wrt: w (done)
            calls outer (pullback wrt b)
            calls outer (pullback wrt a)
        """
    ).strip("\n")


def test_a_dependent_is_planned_once():
    """However often it is called, directly or through others, in loops too."""
    program = """
    def square(a):
        return a * a

    def twice(a):
        return square(a) + square(a + 1.0)

    def loss(x):
        s = 0.0
        for i in range(3):
            s = s + square(x) * twice(x)
        return s + twice(s)
    """
    function = define(text(program))
    derivative = gradient(function, "x")
    derivative(0.5)
    assert [node.request.function.name for node in derivative.plan.nodes.values()].count("square") == 1
    assert derivative.source.count("def square_forward_a(") == 1
    assert derivative.source.count("def twice_pullback_a(") == 1


def test_recursion_is_a_cycle():
    """A function that calls itself is one dependent that depends on itself."""
    program = """
    def power(a, n):
        if n == 0:
            return 1.0
        return a * power(a, n - 1)

    def loss(x):
        return power(x, 3)
    """
    assert plan_of(program, (2.0,)) == text(
        """
        power, pullback, wrt: a (done), recursive
            calls power
        loss, gradient, wrt: every parameter (done)
            calls power
        """
    ).strip("\n")


def test_mutual_recursion_is_a_cycle_of_two():
    """And the numbers are right: x**n, by two functions that call each other."""
    program = """
    def odd(a, n):
        if n == 0:
            return 1.0
        return a * even(a, n - 1)

    def even(a, n):
        if n == 0:
            return 1.0
        return a * odd(a, n - 1)

    def loss(x, n):
        return odd(x, n)
    """
    function = define(text(program))
    derivative = gradient(function, "x")
    assert np.isclose(derivative(1.5, 5), 5 * 1.5**4, rtol=1e-14)
    planned = derivative.plan
    assert [planned.is_recursive(request) for request in planned.callees_first()] == [True, True, False]


def test_gradients_made_inside_a_primal_are_planned_too():
    """A root found while another is planned."""
    program = """
    def cube(a):
        return a ** 3

    def loss(x):
        d_cube = cladpy.gradient(cube, "a")
        return d_cube(x) * 2.0
    """
    function = define(text(program))
    derivative = gradient(function, "x")
    assert np.isclose(derivative(1.5), 12 * 1.5, rtol=1e-14)  # the gradient of 6 x**2
    assert "cube, gradient, wrt: a" in derivative.plan.to_text()


# ---- what a call asks for ----


def plans_of(program, args, wrt):
    """Return the dependents of a gradient: function, varied parameters, and those with an adjoint."""
    planned = scheduled(define(text(program)), args, wrt)
    callee = planned.scheduler.callee(planned.analysis, planned.request)
    for version, operation in planned.analysis.operations.items():
        if type(operation).__name__ == "CallUser" and version in planned.analysis.active:
            callee(operation, version)
    return [
        (each.plan.pullback, sorted(each.varied), sorted(each.plan.active))
        for each in planned.scheduler.dependents.values()
    ]


def test_only_varied_arguments_are_asked_for():
    """A fixed argument's slot stays empty."""
    program = "def layer(x, w, b):\n    return x * w + b\n\ndef loss(x, w):\n    return np.sum(layer(x, w, 1.0))\n"
    assert plans_of(program, (X, X), "w") == [("layer_pullback_w", ["w"], ["w"])]
    assert plans_of(program, (X, X), "x, w") == [("layer_pullback_x_w", ["w", "x"], ["w", "x"])]


def test_an_argument_that_does_not_reach_the_result_has_no_adjoint():
    """It is varied, and still its slot stays empty."""
    program = "def layer(x, w):\n    return x * len(w)\n\ndef loss(x):\n    return np.sum(layer(x, x))\n"
    assert plans_of(program, (X,), "x") == [("layer_pullback_x", ["w", "x"], ["x"])]


def test_other_signatures_are_other_dependents():
    """Facts decide what is generated; equal facts share it."""
    program = """
    def square(a):
        return a * a

    def loss(x, s):
        return np.sum(square(x)) * square(s) * square(s + 1.0) * np.sum(square(x + 1.0))
    """
    assert plans_of(program, (X, 2.0), "x, s") == [
        ("square_pullback_a", ["a"], ["a"]),
        ("square_2_pullback_a", ["a"], ["a"]),
    ]


def test_methods_are_named_with_their_class():
    """Without the underscores."""
    program = """
    class Scale:
        def __init__(self, k):
            self.k = k

        def __call__(self, x):
            return self.k * x

    def loss(k, x):
        return np.sum(Scale(k)(x))
    """
    assert [plan[0] for plan in plans_of(program, (2.0, X), "k, x")] == ["Scale_call_pullback_self_x"]


# ---- how often the primal runs ----


def counted(program, **names):
    """Return a program's module, in which ``count`` notes its calls."""
    calls = []
    return module(text(program), count=calls.append, **names), calls


LOOP = """
def helper(a, k):
    count("helper")
    return np.tanh(a) * k

def loss(x, n):
    count("loss")
    for i in range(n):
        x = helper(x, i + 1.0)
    return np.sum(x)
"""


@pytest.mark.parametrize("request_of", [gradient, value_and_gradient], ids=["gradient", "value_and_gradient"])
def test_the_primal_of_a_helper_runs_once(request_of):
    """In a loop once for each iteration; nothing is run again for the reverse sweep."""
    program, calls = counted(LOOP)
    derivative = request_of(program.loss, "x")
    derivative(X, 3)
    calls.clear()
    derivative(X, 3)
    assert calls == ["loss", "helper", "helper", "helper"]


def test_planning_runs_nothing():
    """The first call runs the primal as often as the second."""
    program, calls = counted(LOOP)
    gradient(program.loss, "x")(X, 2)
    assert calls == ["loss", "helper", "helper"]


def test_planning_draws_no_random_numbers():
    """The first call draws what the primal would draw, and leaves the generator as the primal would."""
    program = """
    def loss(x):
        s = 0.0
        for _ in range(3):
            s = s + np.sin(x * np.random.normal())
        return s
    """
    np.random.seed(0)  # noqa: NPY002  the global generator is what a primal may use
    draws = np.random.normal(size=4)  # noqa: NPY002
    np.random.seed(0)  # noqa: NPY002
    found = gradient(define(text(program)), "x")(0.5)
    assert np.isclose(found, sum(np.cos(0.5 * draw) * draw for draw in draws[:3]), rtol=1e-14)
    assert np.random.normal() == draws[3]  # noqa: NPY002


def test_planning_asks_nothing(monkeypatch):
    """What waits for a user waits once, in the call."""
    answers = io.StringIO("first\nsecond\nthird\n")
    monkeypatch.setattr("sys.stdin", answers)
    assert gradient(define("def loss(x):\n    k = input('factor? ')\n    return x * 2.0\n"), "x")(0.5) == 2.0
    assert answers.read() == "second\nthird\n"


def test_the_primal_of_a_recursive_helper_runs_once_a_level():
    """The state carries what it left."""
    program, calls = counted(
        """
        def power(a, n):
            count(n)
            if n == 0:
                return 1.0
            return a * power(a, n - 1)

        def loss(x):
            return power(x, 3)
        """
    )
    assert np.isclose(gradient(program.loss)(2.0)[0], 12.0, rtol=1e-14)
    assert calls == [3, 2, 1, 0]


def test_the_forward_half_runs_the_primal_and_the_reverse_half_does_not():
    """A pullback's two halves."""
    program, calls = counted(LOOP)
    pull = pullback(program.loss, "x")
    _, state = pull.forward(X, 2)
    assert calls == ["loss", "helper", "helper"]
    pull.reverse(state, 1.0)
    assert calls == ["loss", "helper", "helper"]


# ---- what is refused while planning ----


def test_complex_values_are_refused_where_their_order_is_asked():
    """At the user's own statement; elsewhere they may be used."""
    with pytest.raises(CladpyError) as caught:
        gradient(define("def f(x):\n    z = np.sort(x * 1j)\n    return np.sum(z.real)\n"), "x")(X)
    assert (caught.value.code, caught.value.location.line) == ("C208", 2)
    beside = define("def f(x, y):\n    z = y * 1j\n    return x * np.sum(z.imag)\n")
    assert gradient(beside, "x")(2.0, X) == np.sum(X)


def test_a_helper_that_calls_itself_and_returns_a_part_of_what_it_updates_is_refused():
    """The part would be copied twice."""
    program = """
    def fill(a, n):
        a[n] = 1.0
        if n:
            return fill(a, n - 1)
        return a[1:]

    def f(x):
        y = x * 2
        z = fill(y, 1)
        return np.sum(z)
    """
    with pytest.raises(CladpyError) as caught:
        gradient(define(text(program)), "x")(X)
    assert caught.value.code == "C118"
    whole = define(text(program.replace("return a[1:]", "return a")))
    assert np.array_equal(gradient(whole, "x")(X), [0.0, 0.0, *[2.0] * (len(X) - 2)])


@pytest.mark.parametrize("wrt", ["x", "y", "x, y"])
def test_subsets_agree(wrt):
    """Each adjoint is the same, whatever else is asked for."""
    program = """
    def layer(a, b):
        return np.sin(a) * b

    def loss(x, y):
        h = layer(x, y)
        for i in range(2):
            h = layer(h, x) + layer(y, h)
        return np.sum(h)
    """
    function = define(text(program))
    arguments = (X, X[::-1].copy())
    everything = dict(zip("xy", gradient(function)(*arguments), strict=True))
    found = gradient(function, tuple(wrt.split(", ")))(*arguments)
    for name, adjoint in zip(wrt.split(", "), found, strict=True):
        assert np.allclose(adjoint, everything[name], rtol=1e-14)


def test_dependents_are_named_by_count():
    """Names do not depend on what was planned before, in another gradient."""
    function = define(
        "def square(a):\n    return a * a\n\ndef loss(x):\n    return square(x) * square(np.float32(2) * x)\n"
    )
    texts = [gradient(function, "x").source_for(2.0) for _ in range(2)]
    assert texts[0] == texts[1]
    assert "def square_2_pullback_a(" in texts[0]
