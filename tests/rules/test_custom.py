"""Custom rules: registration, the choice among several, overriding, and derivatives that use them."""

import functools
import re
import runpy
import threading
from pathlib import Path

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, no_adjoint, pullback, value_and_gradient
from cladpy.rules.custom import CustomRegistry, CustomRules, RulesReliedOn, custom_registry
from cladpy.rules.custom_signature import read_signature

special = pytest.importorskip("scipy.special")

X = np.array([0.5, 2.0, 3.0])


def three(a, b, c):
    return a * b * c


def rules_of(*wrt):
    """Return rules of `three` in the order of registration, each named after what it covers."""
    rules = CustomRules()
    for covered in wrt:

        def rule(d_out):
            return d_out

        rule.__name__ = covered.replace(",", "") or "all"
        rules = rules.with_pullback(read_signature(rule, three, covered or None, None))
    return rules


# ---- the choice ----


@pytest.mark.parametrize(
    ("registered", "wanted", "chosen"),
    [
        (["a", "a,b", ""], "a", "a"),
        (["", "a,b", "a"], "a", "a"),
        (["a", "a,b", ""], "b", "ab"),
        (["a", "a,b", ""], "ab", "ab"),
        (["a", "a,b", ""], "c", "all"),
        (["a", "a,b", ""], "ac", "all"),
        (["a,b", "b,c"], "b", "bc"),
        (["b,c", "a,b"], "b", "ab"),
        (["a", "b"], "ab", None),
        (["a", "b"], "c", None),
        ([], "a", None),
    ],
)
def test_the_rule_with_the_fewest_others_is_chosen(registered, wanted, chosen):
    """Of the rules that cover what is wanted the smallest, and of equals the one registered last."""
    found = rules_of(*registered).choose(set(wanted))
    assert (found and found.name) == chosen


def test_a_rule_for_the_same_parameters_replaces_the_older_one():
    """It would never be chosen: a notebook cell may be run again."""
    assert [each.name for each in rules_of("a,b", "c", "b,a").pullbacks] == ["c", "ba"]


# ---- storage ----


def test_a_function_without_rules_has_none():
    """Nothing is registered for it, and what cannot be hashed has no rules."""
    assert (custom_registry.lookup(three), custom_registry.lookup([])) == (None, None)


def test_pushforwards_are_kept_for_forward_mode():
    """They do not matter in reverse mode."""

    def primal(x):
        return x * x

    @cladpy.custom_pushforward(primal)
    def primal_pushforward(x, t_x):
        return 2 * x * t_x

    assert custom_registry.entry(primal).pushforward is primal_pushforward
    assert custom_registry.lookup(primal) is None
    assert gradient(primal)(3.0) == (6.0,)


def test_decorators_return_the_function():
    """A rule, and a function without derivative, can be called as before."""

    def primal(x):
        return x

    def rule(d_out):
        return (d_out,)

    assert cladpy.custom_pullback(primal)(rule) is rule
    assert cladpy.non_differentiable(primal) is primal


@pytest.mark.parametrize("register", [cladpy.non_differentiable, cladpy.custom_pushforward])
def test_rules_are_for_functions(register):
    """Anything else is refused where it is registered."""
    with pytest.raises(CladpyError, match="which is no function") as raised:
        register(3.0)
    assert raised.value.code == "C204"


def test_overrides_hold_within_their_context():
    """They end with it, also by an exception, and nest."""
    registry = CustomRegistry()
    first, second = rules_of("a"), rules_of("b")

    def fail():
        with registry.overridden(three, second):
            assert registry.lookup(three) is second
            raise ZeroDivisionError

    with registry.overridden(three, first):
        with pytest.raises(ZeroDivisionError):
            fail()
        assert registry.lookup(three) is first
    assert registry.lookup(three) is None


def test_reliance_ends_when_a_rule_is_registered():
    """A plan relied on there being none."""

    def primal(x):
        return x

    def other(x):
        return x

    relied = RulesReliedOn.of([primal])
    assert relied.hold()
    cladpy.non_differentiable(other)
    assert relied.hold()
    cladpy.non_differentiable(primal)
    assert not relied.hold()


# ---- derivatives ----


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


# ---- functions without derivative ----


@cladpy.non_differentiable
def bucket(x):
    return np.floor(4 * x) / 4


def test_no_derivative_flows_through_a_non_differentiable_function():
    """Its result is a constant, and its source is not differentiated."""
    d_loss = gradient(lambda x: np.sum(bucket(x) * x), "x")
    assert np.array_equal(d_loss(X), np.floor(4 * X) / 4)
    assert "bucket_pullback" not in d_loss.source


def test_functions_of_libraries_can_be_declared_by_a_call():
    """Also ones that have a rule."""
    with cladpy.override(np.exp, cladpy.non_differentiable):
        assert np.array_equal(gradient(lambda x: np.sum(np.exp(x) * x), "x")(X), np.exp(X))
    assert np.allclose(gradient(lambda x: np.sum(np.exp(x) * x), "x")(X), np.exp(X) * (1 + X), rtol=1e-15)


def test_its_effects_happen_once():
    """It is called as often as the primal calls it."""
    calls = []

    @cladpy.non_differentiable
    def noted(x):
        calls.append(x)
        return 2.0

    assert gradient(lambda x: noted(x) * x, "x")(3.0) == 2.0
    assert calls == [3.0]


def test_its_own_derivative_is_not_to_be_had():
    """A gradient of zeros would say nothing."""
    with pytest.raises(CladpyError, match="bucket is declared non_differentiable") as raised:
        gradient(bucket, "x")(1.0)
    assert raised.value.code == "C305"


def test_the_last_declaration_counts():
    """A rule that is registered later makes the function differentiable, and the other way round."""

    def primal(x):
        return x * x

    def loss(x):
        return primal(x) + x

    d_loss = gradient(loss, "x")
    assert d_loss(3.0) == 7.0
    cladpy.non_differentiable(primal)
    assert d_loss(3.0) == 1.0
    cladpy.custom_pullback(primal)(lambda d_out: (100.0 * d_out,))
    assert d_loss(3.0) == 101.0


# ---- override ----


def test_an_overridden_rule_plans_anew_and_ends():
    """The derivative was planned before, and is the old one again afterwards."""

    def loss(x, w):
        return np.sum(product(x, w))

    x, w = np.ones((2, 2)), np.ones((2, 1))
    d_loss = gradient(loss, "w")
    before = d_loss(x, w)
    with cladpy.override(product, lambda data, d_out: (no_adjoint, 5.0 * data.T @ d_out), wrt="weight"):
        assert np.array_equal(d_loss(x, w), 5 * before)
        with cladpy.override(product, None):
            assert np.array_equal(d_loss(x, w), before)
            assert "product_pullback_weight" in d_loss.source
        with cladpy.override(product, cladpy.non_differentiable):
            assert np.array_equal(d_loss(x, w), 0 * before)
    assert np.array_equal(d_loss(x, w), before)
    assert "product_pullback(x" in d_loss.source


def test_an_override_may_name_a_registered_rule():
    """Then what it covers is known."""
    with cladpy.override(product, product_pullback):
        assert custom_registry.lookup(product).choose({"data"}) is None
        assert custom_registry.lookup(product).choose({"weight"}).function is product_pullback


def test_an_override_is_checked_when_it_is_entered():
    """As a registration is."""
    with pytest.raises(CladpyError, match="takes no cotangent"), cladpy.override(product, lambda data: 0):
        pass


def test_an_override_holds_in_its_own_thread():
    """Other threads that call the same derivative keep the rule that was registered."""
    d_loss = gradient(lambda w: np.sum(product(np.ones((2, 2)), w)), "w")
    w = np.ones((2, 1))
    found = []
    with cladpy.override(product, cladpy.non_differentiable):
        inside = d_loss(w)
        thread = threading.Thread(target=lambda: found.append(d_loss(w)))
        thread.start()
        thread.join()
    assert (inside.tolist(), found[0].tolist()) == ([[0.0], [0.0]], [[2.0], [2.0]])


# ---- errors ----


def wrong(x):
    return x * 1.0


@pytest.mark.parametrize(
    ("give", "text"),
    [
        (lambda x, d_out: d_out, "wrong_pullback returns a ndarray, and not a slot for each of: x"),
        (lambda x, d_out: (d_out, d_out), "wrong_pullback returns 2 slots, and not a slot for each of: x"),
        (lambda x, d_out: (no_adjoint,), "wrong_pullback: the adjoint of 'x' is no_adjoint, and it is wanted"),
        (lambda x, d_out: (np.sum(d_out),), "wrong_pullback: the adjoint of 'x' has shape (), and 'x' has shape (3,)"),
        (lambda x, d_out: (d_out.astype("f4"),), "wrong_pullback: the adjoint of 'x' has dtype float32, and 'x' has"),
    ],
)
def test_a_wrong_adjoint_is_an_error_at_its_first_use(give, text):
    """The message names the rule and the parameter; the place is the line of the call."""

    def wrong_pullback(x, d_out):
        return give(x, d_out)

    def loss(x):
        return np.sum(wrong(x))

    with cladpy.override(wrong, wrong_pullback), pytest.raises(CladpyError, match=re.escape(text)) as raised:
        gradient(loss, "x")(X)
    assert raised.value.code == "C402"
    assert "return np.sum(wrong(x))" in str(raised.value)


def test_an_adjoint_that_is_not_wanted_is_not_checked():
    """What a rule gives for a parameter that is constant is dropped."""
    with cladpy.override(wrong, lambda d_out: ("nonsense",)):
        assert gradient(lambda y: np.sum(wrong(2.0) * y), "y")(X).tolist() == [2.0, 2.0, 2.0]


def test_without_source_and_rule_for_what_is_wanted_there_is_an_error():
    """It names the parameters, the rules there are, and what to register."""

    def rule(x, y, d_out):
        return no_adjoint, d_out * x / y

    with (
        cladpy.override(special.xlogy, rule, wrt="y"),
        pytest.raises(CladpyError, match="no rule of xlogy covers x1, x2") as raised,
    ):
        gradient(lambda x, y: np.sum(special.xlogy(x, y)))(X, X)
    assert raised.value.code == "C201"
    assert raised.value.hint == 'register one with @cladpy.custom_pullback(xlogy, wrt="x1, x2")'
    assert "its rules: rule for xlogy, wrt: x2" in raised.value.notes


def test_a_result_of_unknown_structure_is_refused():
    """A list would be taken for an array."""

    def listed(x):
        try:
            return [x, x]
        finally:
            pass

    with (
        cladpy.override(listed, lambda d_out: (d_out[0] + d_out[1],)),
        pytest.raises(CladpyError, match="returned a list"),
    ):
        gradient(lambda x: np.sum(listed(x)), "x")(X)


def test_keywords_that_a_rule_does_not_model_are_an_error():
    """The rule of a ufunc says nothing of where=."""
    with (
        cladpy.override(np.exp, lambda result, d_out: (result * d_out,)),
        pytest.raises(CladpyError, match=re.escape("np.exp with these arguments has no derivative rule")),
    ):
        gradient(lambda x: np.sum(np.exp(x, where=X > 1)), "x")(X)


def test_a_default_that_is_no_literal_is_asked_for():
    """A rule cannot read what the call does not pass."""
    table = np.ones(3)

    def shifted(x, table=table):
        return x + table

    def rule(table, d_out):
        return d_out * table, no_adjoint

    def loss(x):
        return np.sum(shifted(x))

    with (
        cladpy.override(shifted, rule, wrt="x"),
        pytest.raises(CladpyError, match="rule reads 'table', which this call leaves to its default") as raised,
    ):
        gradient(loss, "x")(X)
    assert raised.value.code == "C115"


# ---- the manual ----


def test_the_manual_s_program_runs(tmp_path):
    """What the page on rules shows is what happens."""
    manual = (Path(cladpy.rules.custom.__file__).parent / "README.md").read_text()
    (program,) = re.findall(r"^```python\n(import numpy.*?)^```$", manual, re.DOTALL | re.MULTILINE)
    file = tmp_path / "manual.py"
    file.write_text(program)
    namespace = runpy.run_path(str(file))
    assert "product_pullback" in namespace
