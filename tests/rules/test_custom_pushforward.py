"""Pushforwards that users write."""

import numpy as np
import pytest

from cladpy import (
    CladpyError,
    check_gradient,
    custom_pullback,
    custom_pushforward,
    gradient,
    hessian_vector_product,
    override,
    pushforward,
)
from cladpy.rules.custom_pushforward import read_pushforward

X, T = np.array([1.0, 2.0, 3.0]), np.array([1.0, -0.5, 2.0])


def product(data, weight, scale=1.0):
    return data * weight * scale


def product_pushforward(data, weight, result, *, t_weight, t_data, flag=True):
    assert flag
    return t_data * weight + data * t_weight + 0 * result


def outer(x, w):
    y = x
    for _ in range(2):
        y = product(y, w)
    return np.sum(y)


def test_what_a_rule_reads():
    """Parameters, the result, tangents by the names of the parameters; others with a default are its own."""
    rule = read_pushforward(product_pushforward, product)
    assert [read.kind for read in rule.reads] == ["parameter", "parameter", "result", "tangent", "tangent"]
    assert sorted(rule.covers) == ["data", "weight"]
    assert str(rule) == "product_pushforward for product, tangents of: data, weight"


def test_a_rule_is_called_in_place_of_the_source():
    """With the value that the primal gave, in a loop too."""
    with override(product, product_pushforward):
        push = pushforward(outer, "x, w")
        value, tangent = push(X, 2.0 * X, T, T)
        assert "check_tangent(" in push.source
        assert "product_pushforward for product" in str(push.plan)
    plain = pushforward(outer, "x, w")(X, 2.0 * X, T, T)
    assert value == plain[0]
    assert tangent == pytest.approx(plain[1])


def test_of_a_function_of_a_library():
    """Its source is not needed; the rule names the parameters of a ufunc as it likes."""
    calls = []

    def rounded(v, t_v):
        calls.append(v)
        return t_v * 1.0

    with override(np.rint, rounded):
        assert pushforward(lambda x: np.sum(np.rint(x) * x), "x")(X, T)[1] == np.sum(2 * X * T)
    assert len(calls) == 1


def test_registration():
    """As a decorator, which gives the rule back."""

    def cube(x):
        return x**3

    @custom_pushforward(cube)
    def cube_pushforward(x, t_x):
        return 30.0 * x * x * t_x

    assert pushforward(cube, "x")(2.0, 1.0) == (8.0, 120.0)
    assert pushforward(lambda x: cube(x) * x, "x")(2.0, 1.0) == (16.0, 120.0 * 2 + 8.0)
    assert gradient(cube, "x")(2.0) == 12.0
    assert cube_pushforward(1.0, 1.0) == 30.0


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (lambda data, weight: data, "takes no tangent"),
        (lambda data, t_wieght: data, "did you mean 't_weight'"),
        (lambda *args, t_data: t_data, "takes any number of arguments"),
    ],
)
def test_signatures_that_do_not_fit(rule, text):
    """Refused when they are registered."""
    with pytest.raises(CladpyError, match=text) as caught:
        custom_pushforward(product)(rule)
    assert caught.value.code == "C204"


def test_a_tangent_that_the_rule_does_not_take():
    """Refused where it is not zero, taken for zero elsewhere."""

    def of_weight(data, t_weight):
        return data * t_weight

    with override(product, of_weight):
        assert pushforward(lambda x, w: product(x, w), "w")(X[0], 2.0, 1.0) == (2.0, 1.0)
        with pytest.raises(CladpyError, match="takes no tangent of data") as caught:
            pushforward(outer, "x")(X, X, T)
    assert caught.value.code == "C201"
    assert caught.value.location is not None


def test_a_pullback_alone():
    """Says nothing of forward mode, where the source may say something else; second derivatives go by reverse mode."""

    def square(x):
        return np.sum(x * x)

    @custom_pullback(square)
    def square_pullback(x, d_out):
        return (20.0 * x * d_out,)

    with pytest.raises(CladpyError, match="has a custom pullback, and no pushforward") as caught:
        pushforward(lambda x: square(x), "x")(X, T)
    assert caught.value.code == "C201"
    np.testing.assert_array_equal(hessian_vector_product(lambda x: square(x), "x")(X, T), 20.0 * T)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (np.ones(2), r"has shape \(2,\), and the result has shape \(3,\)"),
        (np.ones(3, np.float32), "has dtype float32"),
        (None, "is None, and it is wanted"),
    ],
)
def test_tangents_that_do_not_fit_the_result(given, text):
    """Refused at the call, with the rule's name."""

    def wrong(data, t_data):
        return given

    with override(product, wrong), pytest.raises(CladpyError, match=text) as caught:
        pushforward(lambda x: product(x, 2.0), "x")(X, T)
    assert caught.value.code == "C402"


def test_a_default_that_the_rule_reads():
    """A literal one is passed on; one that is no literal has to be passed."""

    def scaled(data, weight, scale, t_data):
        return t_data * weight * scale

    with override(product, scaled):
        assert pushforward(lambda x: product(x, 2.0), "x")(3.0, 1.0) == (6.0, 2.0)
        assert pushforward(lambda x: product(x, 2.0, 5.0), "x")(3.0, 1.0) == (30.0, 10.0)


def test_both_modes_with_rules():
    """They agree where the rules do."""

    def square(x):
        return x * x

    @custom_pullback(square)
    def square_pullback(x, d_out):
        return (2 * x * d_out,)

    @custom_pushforward(square)
    def square_pushforward(x, t_x):
        return 2 * x * t_x

    check_gradient(lambda x: np.sum(square(np.sin(x)) * x), (X,))
