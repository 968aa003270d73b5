"""Text for written facts."""

import numpy as np

from cladpy.frontend.annotated_facts import parse_facts
from cladpy.request import DiffRequest, FunctionReference
from cladpy.static_generation import generate_static


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
