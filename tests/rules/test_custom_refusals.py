"""Functions without derivative, and rules that give what does not fit."""

import re

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, no_adjoint

special = pytest.importorskip("scipy.special")

X = np.array([0.5, 2.0, 3.0])


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
        cladpy.override(special.tklmbda, rule, wrt="y"),
        pytest.raises(CladpyError, match="no rule of tklmbda covers x1, x2") as raised,
    ):
        gradient(lambda x, y: np.sum(special.tklmbda(x, y)))(X, X)
    assert raised.value.code == "C201"
    assert raised.value.hint == 'register one with @cladpy.custom_pullback(tklmbda, wrt="x1, x2")'
    assert "its rules: rule for tklmbda, wrt: x2" in raised.value.notes


def test_a_result_of_unknown_structure_is_refused():
    """A list would be taken for an array."""

    def listed(x):
        locals()  # keeps its source from being followed
        return [x, x]

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


def test_a_rule_reads_a_default_that_is_no_literal():
    """It is the function's own."""
    table = np.array([2.0, 3.0, 5.0])

    def shifted(x, table=table):
        return x * table

    def rule(table, d_out):
        return d_out * table, no_adjoint

    def loss(x):
        return np.sum(shifted(x))

    with cladpy.override(shifted, rule, wrt="x"):
        assert gradient(loss, "x")(np.ones(3)).tolist() == [2.0, 3.0, 5.0]
