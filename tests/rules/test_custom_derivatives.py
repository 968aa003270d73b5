"""Derivatives that use custom rules."""

import functools

import numpy as np
import pytest

import cladpy
from cladpy import gradient, no_adjoint, pullback, value_and_gradient

special = pytest.importorskip("scipy.special")

X = np.array([0.5, 2.0, 3.0])


def product(data, weight):
    return data @ weight


@cladpy.custom_pullback(product, wrt="weight")
def product_pullback(data, d_out):
    return no_adjoint, data.T @ d_out


def test_a_rule_takes_the_place_of_the_source():
    """It is called by its own name, with what it reads."""

    def loss(x, w):
        return np.sum(product(x, w) ** 2)

    x, w = np.array([[1.0, 2.0], [3.0, 5.0]]), np.array([[0.5], [2.0]])
    d_loss = gradient(loss, "w")
    assert np.allclose(d_loss(x, w), 2 * x.T @ (x @ w), rtol=1e-15)
    assert "product_pullback(x, " in d_loss.source


def test_float32_stays_float32():
    """The cotangent that a rule gets has the dtype of the result, so that its own arithmetic keeps it."""
    x, w = np.ones((3, 2), np.float32), np.ones((2, 1), np.float32)
    d_w = gradient(lambda x, w: np.sum(product(x, w)), "w")(x, w)
    assert (d_w.dtype, d_w.tolist()) == (np.float32, [[3.0], [3.0]])


def test_without_a_rule_for_what_is_wanted_the_source_is_differentiated():
    """And what is not wanted of it is dropped."""

    def loss(x, w):
        return np.sum(product(x, w))

    x, w = np.array([[1.0, 2.0]]), np.array([[0.5], [2.0]])
    d_x = gradient(loss, "x")
    assert np.array_equal(d_x(x, w), w.T)
    assert "product_pullback(x" not in d_x.source
    assert "no_adjoint: weight" in d_x.source


def test_a_rule_may_differ_from_the_function():
    """A straight-through estimator: the function's own derivative is zero, its rule's is not."""

    def rounded(x):
        return np.round(x)

    @cladpy.custom_pullback(rounded)
    def rounded_pullback(d_out):
        return (d_out,)

    assert np.array_equal(gradient(lambda x: np.sum(rounded(x) * X), "x")(X), X)


def test_rules_hold_for_the_requested_function_itself():
    """Not only where another function calls it."""

    def flat(x):
        return np.sum(np.floor(x))

    @cladpy.custom_pullback(flat)
    def flat_pullback(x, d_out):
        return (np.full(x.shape, 7.0 * d_out),)

    value, (d_x,) = value_and_gradient(flat, ("x",))(X)
    assert value == 5.0
    assert d_x.tolist() == [7.0, 7.0, 7.0]
    assert pullback(flat, "x")(X, 2.0).tolist() == [14.0, 14.0, 14.0]


@pytest.mark.parametrize("spelling", ["whole", "first", "second"])
def test_functions_of_libraries_get_rules(spelling):
    """Source is not needed; a rule names the parameters of a ufunc as it likes."""

    def whole(x, y, d_out):
        return d_out * np.log(y), d_out * x / y

    def first(x2, d_out):
        return d_out * np.log(x2), no_adjoint

    def second(x, y, d_out):
        return no_adjoint, d_out * x / y

    rule, wrt = {"whole": (whole, None), "first": (first, "x1"), "second": (second, "y")}[spelling]
    asked = {"whole": "x,y", "first": ("x",), "second": ("y",)}[spelling]
    y = np.array([2.0, 3.0, 7.0])
    right = {"x": np.log(y), "y": X / y}
    with cladpy.override(special.xlogy, rule, wrt=wrt):
        found = gradient(lambda x, y: np.sum(special.xlogy(x, y)), asked)(X, y)
    for adjoint, name in zip(found, asked.split(",") if isinstance(asked, str) else asked, strict=True):
        assert np.allclose(adjoint, right[name], rtol=1e-15)


def test_a_rule_covers_a_function_that_cladpy_cannot_read():
    """Its source may use whatever Python has; its result may be a Python float."""

    def guarded(x):
        try:
            return float(np.sum(x) / x[0])
        except ZeroDivisionError:
            return 0.0

    @cladpy.custom_pullback(guarded)
    def guarded_pullback(x, result, d_out):
        d_x = np.full(x.shape, d_out / x[0])
        d_x[0] -= d_out * result / x[0]
        return (d_x,)

    def loss(x):
        return 3.0 * guarded(x) ** 2

    total = X.sum() / X[0]
    right = 6.0 * total * np.array([1 - total, 1.0, 1.0]) / X[0]
    assert np.allclose(gradient(loss, "x")(X), right, rtol=1e-14)


def test_forward_functions_hand_a_state_over():
    """The forward function runs in place of the primal, once a call, also in loops."""
    calls = []

    def solve(a, b):
        raise AssertionError

    def solve_forward(a, b):
        calls.append("forward")
        inverse = np.linalg.inv(a)
        return inverse @ b, inverse

    @cladpy.custom_pullback(solve, forward=solve_forward)
    def solve_pullback(result, state, d_out):
        calls.append("pullback")
        d_b = state.T @ d_out
        return -np.outer(d_b, result), d_b

    def loss(a, b):
        total = 0.0
        for _ in range(3):
            total = total + np.sum(solve(a, b) ** 2)
        return total

    def plain(a, b):
        return 3 * np.sum(np.linalg.solve(a, b) ** 2)

    a, b = np.array([[2.0, 1.0], [0.5, 3.0]]), np.array([1.0, 2.0])
    for found, right in zip(gradient(loss)(a, b), gradient(plain)(a, b), strict=True):
        assert np.allclose(found, right, rtol=1e-13)
    assert calls == ["forward"] * 3 + ["pullback"] * 3


def test_results_that_are_tuples_get_tuples_of_cotangents():
    """Zeros stand for parts that nothing depends on."""
    seen = []

    def parts(x):
        return x + 1, x * 2

    @cladpy.custom_pullback(parts)
    def parts_pullback(d_out):
        seen.append(d_out)
        first, second = d_out
        return (first + 2 * second,)

    def loss(x):
        _, doubled = parts(x)
        return np.sum(doubled)

    assert gradient(loss, "x")(X).tolist() == [2.0, 2.0, 2.0]
    assert [part.tolist() for part in seen[0]] == [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]


def test_arguments_may_be_containers():
    """A slot has the structure of its parameter."""

    def line(params, x):
        return params[0] * x + params[1]

    @cladpy.custom_pullback(line, wrt="params")
    def line_pullback(x, d_out):
        return (np.sum(d_out * x), np.sum(d_out)), no_adjoint

    d_params = gradient(lambda params, x: np.sum(line(params, x)), "params")
    assert d_params((2.0, 1.0), X) == (5.5, 3.0)


def test_keyword_only_parameters_and_defaults_reach_the_rule():
    """They are parameters like the others, and have slots."""

    def scaled(x, *, factor=2.0, mode="plain"):
        return x * factor

    @cladpy.custom_pullback(scaled, wrt="x")
    def scaled_pullback(*, factor, mode, d_out):
        assert mode == "plain"
        return factor * d_out, no_adjoint, no_adjoint

    assert gradient(lambda x: np.sum(scaled(x, factor=3.0)), "x")(X).tolist() == [3.0, 3.0, 3.0]
    assert gradient(lambda x: np.sum(scaled(x)), "x")(X).tolist() == [2.0, 2.0, 2.0]


def test_adjoints_of_a_rule_that_share_memory_are_told_apart():
    """A rule may give one array for two slots, and hand its cotangent on."""

    def plus(a, b):
        return a + b

    @cladpy.custom_pullback(plus)
    def plus_pullback(d_out):
        return d_out, d_out

    def loss(a, b):
        late = a[1:] * 2
        total = plus(a, b)
        return np.sum(total * total) + np.sum(late)

    d_a, d_b = gradient(loss)(X, X)
    assert (d_b.tolist(), d_a.tolist()) == ([2.0, 8.0, 12.0], [2.0, 10.0, 14.0])
    assert not np.shares_memory(d_a, d_b)


def test_one_name_for_several_rules():
    """Each is called, though the name means the last one only."""

    def mixed(a, b):
        return a * b

    @cladpy.custom_pullback(mixed, wrt="a")
    def rule(b, d_out):
        return 10.0 * b * d_out, no_adjoint

    @cladpy.custom_pullback(mixed, wrt="b")
    def rule(a, d_out):  # noqa: F811 - the same name again is what is tested
        return no_adjoint, 100.0 * a * d_out

    def loss(a, b):
        return mixed(a, 3.0) + mixed(2.0, b)

    assert gradient(loss)(5.0, 7.0) == (30.0, 200.0)


def test_a_rule_without_a_name_of_its_own_is_named_after_its_primal():
    """A lambda, or the name _."""

    def shifted(x):
        return x + 1

    cladpy.custom_pullback(shifted)(lambda d_out: (5.0 * d_out,))
    d_loss = gradient(lambda x: shifted(x) * 2.0, "x")
    assert d_loss(1.0) == 10.0
    assert "shifted_pullback(2.0)" in d_loss.source


def test_a_rule_is_found_through_a_decorator_that_hands_through():
    """The decorated name means the function that has the rule."""

    def traced(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)

        return wrapper

    def inner(x):
        return x * 3.0

    cladpy.custom_pullback(inner)(lambda d_out: (7.0 * d_out,))
    decorated = traced(inner)
    assert gradient(lambda x: decorated(x) * 1.0, "x")(2.0) == 7.0


class Scaling:
    """An object with a method that has a rule."""

    def __init__(self, scale):
        self.scale = scale

    def apply(self, x):
        """Return the scaled values."""
        return x * self.scale


@cladpy.custom_pullback(Scaling.apply, wrt="x")
def apply_pullback(self, d_out):
    return no_adjoint, 10 * self.scale * d_out


def test_methods_have_rules():
    """They are registered for the function of the class, whose first parameter is the object."""
    d_loss = gradient(lambda x, scaling: np.sum(scaling.apply(x)), "x")
    assert d_loss(X, Scaling(3.0)).tolist() == [30.0, 30.0, 30.0]


def test_the_object_of_a_method_is_a_parameter_like_others():
    """Where its adjoint is wanted, and no rule gives that, the source is differentiated."""
    d_scaling = gradient(lambda x, scaling: np.sum(scaling.apply(x)), "scaling")
    assert d_scaling(X, Scaling(3.0)).scale == 5.5


def cube(x):
    return x * x * x


@cladpy.custom_pullback(cube)
def cube_pullback(x, d_out):
    return (3 * x * x * d_out,)


def test_derivatives_of_derivatives_differentiate_the_rule():
    """The second derivative is that of the rule's own source."""
    d_cubes = gradient(lambda x: np.sum(cube(x)), "x")
    assert np.allclose(gradient(lambda x: np.sum(d_cubes(x)), "x")(X), 6 * X, rtol=1e-14)


def test_derivatives_of_derivatives_follow_a_changed_rule():
    """The rule is called in generated code that was differentiated again."""
    d_cubes = gradient(lambda x: np.sum(cube(x)), "x")
    second = gradient(lambda x: np.sum(d_cubes(x)), "x")
    before = second(X)
    with cladpy.override(cube, lambda x, d_out: (5 * x * d_out,)):
        assert second(X).tolist() == [5.0, 5.0, 5.0]
    assert np.array_equal(second(X), before)
