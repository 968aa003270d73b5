"""Text for written facts."""

import numpy as np
import pytest

from cladpy import gradient
from cladpy.frontend.annotated_facts import parse_facts
from cladpy.request import DiffRequest, FunctionReference
from cladpy.static_generation import generate_static

SCALE = 1.5


def product(w, x):
    """Return the sum of a matrix product."""
    return np.sum(x @ w)


def text(facts):
    """Return the gradient with respect to w under facts."""
    request = DiffRequest(FunctionReference.of(product), "gradient", ("w",), bare=True)
    return generate_static(product, request, {name: parse_facts(words) for name, words in facts.items()})


def run(module, *arguments):
    """Execute a module by itself and call its only function."""
    namespace = {}
    exec(module, namespace)
    return namespace["product_grad_w"](*arguments)


def test_facts_are_checked_at_the_start_of_the_text():
    """With facts the text begins with one check of them."""
    assert "check_facts(" in text({"w": "f8[n, m]", "x": "f8[k, n]"})
    assert "check_facts(" not in text({})


def test_both_forms_run_alone_and_agree():
    """The general form and the one with facts give d_w = x.T @ 1."""
    w, x = np.ones((3, 2)), np.arange(12.0).reshape(4, 3)
    expected = np.repeat(x.sum(axis=0)[:, None], 2, axis=1)
    for facts in ({}, {"w": "f8[n, m]", "x": "f8[k, n]"}):
        assert np.array_equal(run(text(facts), w, x), expected)


def scaled(v):
    """Return a product with a global."""
    return np.tanh(v * SCALE)


def curved(w, x):
    """Return a sum of squares, through a helper."""
    return np.sum(scaled(x @ w) ** 2)


@pytest.mark.parametrize("mode", ["hessian", "hessian_diagonal", "hessian_vector_product"])
@pytest.mark.parametrize("facts", [{}, {"w": "f8[n]", "x": "f8[k, n]"}], ids=["general", "facts"])
def test_second_derivatives_give_the_sweep_over_the_gradient(mode, facts):
    """It gives the product, and runs alone with the user's constants and helpers."""
    request = DiffRequest(FunctionReference.of(curved), mode, ("w",), bare=True)
    known = {name: parse_facts(words) for name, words in facts.items()}
    namespace = {}
    exec(generate_static(curved, request, known, runs_alone=True), namespace)
    w, x, t, step = np.array([0.2, -0.4]), np.array([[1.0, 0.5], [0.3, -2.0], [0.1, 0.7]]), np.array([0.5, 1.25]), 1e-5
    slope = gradient(curved, "w")
    product = namespace["curved_grad_w_tangent_w"](w, x, t)
    expected = (slope(w + step * t, x) - slope(w - step * t, x)) / (2 * step)
    np.testing.assert_allclose(product, expected, rtol=1e-8)


@pytest.mark.parametrize("mode", ["pushforward", "jacobian"])
def test_a_jacobian_gives_the_pushforward_that_it_calls(mode):
    """It begins with the check of the facts, and names the tangents."""
    request = DiffRequest(FunctionReference.of(curved), mode, ("w",), bare=True)
    made = generate_static(curved, request, {"w": parse_facts("f8[n]")})
    assert "def curved_pushforward_w(w, x, t_w):" in made
    assert "check_facts(w=" in made


def test_a_pullback_checks_its_facts_in_the_forward_half():
    """The other half is given what this one has made."""
    request = DiffRequest(FunctionReference.of(curved), "pullback", ("w",), bare=True)
    made = generate_static(curved, request, {"w": parse_facts("f8[n]")})
    assert made.index("def curved_forward_w") < made.index("check_facts(w=") < made.index("def curved_pullback_w")
