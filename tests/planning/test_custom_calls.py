"""What is known of calls with custom rules, the names of rules in generated code, and what plans rely on."""

import linecache
import types

import numpy as np
import pytest

import cladpy
from cladpy import gradient, no_adjoint

X = np.array([0.5, 2.0, 3.0])


# ---- what is known of a call ----


def test_facts_of_the_result_come_from_the_source():
    """The rule's function is read, so that what follows needs no general code."""

    def doubled(x):
        return x * 2

    with cladpy.override(doubled, lambda d_out: (2 * d_out,)):
        d_loss = gradient(lambda x: np.sum(doubled(x) + x), "x")
        d_loss(X)
    assert "unbroadcast" not in d_loss.source


def test_facts_of_a_ufunc_come_from_numpy():
    """As for one with a rule of cladpy's."""
    special = pytest.importorskip("scipy.special")
    with cladpy.override(special.erf, lambda x, d_out: (d_out * 2 / np.sqrt(np.pi) * np.exp(-x * x),)):
        d_loss = gradient(lambda x: np.sum(special.erf(x) * 3.0), "x")
        found = d_loss(X)
    assert np.allclose(found, 6 / np.sqrt(np.pi) * np.exp(-X * X), rtol=1e-15)
    assert "check_number" not in d_loss.source


def test_a_result_that_cannot_be_followed_is_checked():
    """It is taken for a number or array."""

    def tried(x):
        return eval("np.sum(x)", {"np": np, "x": x})

    with cladpy.override(tried, lambda x, d_out: (np.full(x.shape, d_out),)):
        d_loss = gradient(lambda x: tried(x) * 2.0, "x")
        assert d_loss(X).tolist() == [2.0, 2.0, 2.0]
    assert 'check_number(v_1, "tried")' in d_loss.source


def test_a_dependence_that_only_a_rule_knows_counts():
    """The source cuts it, the rule does not."""

    def whole(x):
        return int(x)

    with cladpy.override(whole, lambda d_out: (d_out,)):
        assert gradient(lambda x: whole(x) * 1.0, "x")(2.5) == 0.0  # an integer holds no derivative

    def floored(x):
        return np.floor(x)

    with cladpy.override(floored, lambda d_out: (d_out,)):
        assert gradient(lambda x: floored(x) * 1.0, "x")(2.5) == 1.0


def test_a_dependence_that_no_rule_covers_is_read_off_the_source():
    """An argument that the function ignores stays inactive, though there is a rule for another one."""

    def chosen(x, unused):
        return x * 1

    with cladpy.override(chosen, lambda d_out: (d_out, no_adjoint), wrt="x"):
        d_loss = gradient(lambda x, y: chosen(2.0, y) * x, "x,y")
        assert d_loss(3.0, 5.0) == (2.0, 0.0)


def test_a_rule_of_cladpy_is_the_fallback():
    """Where a partial rule for a function of NumPy does not cover what is wanted."""
    y = X + 1
    with cladpy.override(np.arctan2, lambda x1, x2, d_out: (7.0 * d_out, no_adjoint), wrt="x1"):
        assert gradient(lambda x, y: np.sum(np.arctan2(x, y)), "x")(X, y).tolist() == [7.0, 7.0, 7.0]
        both = gradient(lambda x, y: np.sum(np.arctan2(x, y)))(X, y)
    plain = gradient(lambda x, y: np.sum(np.arctan2(x, y)))(X, y)
    assert all(np.array_equal(a, b) for a, b in zip(both, plain, strict=True))


def test_operators_and_methods_keep_their_own_rules():
    """A custom rule is for calls of the function by name."""
    with cladpy.override(np.matmul, lambda x1, x2, d_out: (x1, x2)):
        assert gradient(lambda x: X @ x, "x")(X).tolist() == X.tolist()


def test_storage_that_a_rule_s_function_may_hand_on_is_not_updated_unseen():
    """Without source, the result is taken to share storage with any argument."""

    def handed(x):
        try:
            return x
        finally:
            pass

    def loss(x, w):
        y = handed(x)
        y[0] = w
        return np.sum(x * x)

    with (
        cladpy.override(handed, lambda d_out: (d_out,)),
        pytest.raises(cladpy.CladpyError, match="'x' may share its storage"),
    ):
        gradient(loss)(X, 1.0)


# ---- names ----


def renamed(function, name):
    """Return a function under another name."""
    function.__name__ = name
    return function


def twice(x):
    return 2 * x


@pytest.mark.parametrize("name", ["twice_pullback_x", "loss_grad_x", "state", "d_out", "np", "own", "x", "h", "d_h"])
def test_a_rule_may_have_a_name_that_generated_code_uses(name):
    """It is called by another one where its own means something else there."""

    def loss(x):
        h = twice(x)
        return np.sum(h * helper(x))

    def helper(x):
        return twice(x) * x

    def rule(d_out):
        return (5.0 * d_out,)

    with cladpy.override(twice, renamed(rule, name)):
        found = gradient(loss, "x")(X)
    # h = 2 x and helper = 2 x x, with slope 5 in place of 2
    assert np.allclose(found, 5 * 2 * X * X + 2 * X * (5 * X + 2 * X), rtol=1e-14)


def module_with(text, **names):
    """Return a module made of a text that is in no file of the project."""
    module = types.ModuleType("other")
    vars(module).update(names)
    file = f"<other {abs(hash(text))}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), vars(module))
    return module


def test_a_rule_s_name_may_mean_something_else_in_another_module():
    """There the other thing is meant, and in the rule's module the rule."""
    other = module_with("def scaled(x):\n    return factor * x\n", factor=3.0)

    def factor(d_out):
        return (7.0 * d_out,)

    def loss(x):
        return np.sum(twice(x)) + np.sum(scaled(x))

    scaled = other.scaled
    with cladpy.override(twice, factor):
        assert gradient(loss, "x")(X).tolist() == [10.0, 10.0, 10.0]


# ---- what a plan relied on ----


@pytest.mark.parametrize("where", ["called", "in a helper", "library", "inactive", "requested"])
def test_a_rule_that_is_registered_later_plans_anew(where):
    """Whether the function was differentiated, called by a helper, fixed or inactive when it was planned."""

    def tripled(x):
        return 3 * x

    def helper(x):
        return tripled(x)

    losses = {
        "called": lambda x: tripled(x) * 1.0,
        "in a helper": lambda x: helper(x) * 1.0,
        "library": lambda x: np.cbrt(x) * 1.0,
        "inactive": lambda x: tripled(np.floor(x)) * 1.0,
        "requested": tripled,
    }
    d_loss = gradient(losses[where], "x")
    before = d_loss(8.0)
    primal = np.cbrt if where == "library" else np.floor if where == "inactive" else tripled
    with cladpy.override(primal, lambda d_out: (100.0 * d_out,)):
        inside = d_loss(8.0)
    assert inside == (300.0 if where == "inactive" else 100.0)
    assert d_loss(8.0) == before


def test_rules_of_other_functions_plan_nothing_anew():
    """The generated code stays the same object."""

    def tripled(x):
        return 3 * x

    d_loss = gradient(lambda x: tripled(x) * 1.0, "x")
    d_loss(1.0)
    entry = d_loss._plans.latest
    with cladpy.override(twice, lambda d_out: (d_out,)):
        d_loss(1.0)
    assert d_loss._plans.latest is entry
