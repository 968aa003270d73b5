"""Requests of forward mode."""

import inspect

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError

REQUESTS = (
    cladpy.pushforward,
    cladpy.differentiate,
    cladpy.jacobian,
    cladpy.hessian,
    cladpy.hessian_diagonal,
    cladpy.hessian_vector_product,
)


@pytest.mark.parametrize("request_of", REQUESTS)
def test_decorators(request_of):
    """Each is one, with the parameter's name; the primal stays at hand."""

    @request_of("x")
    def square(x):
        """Square a number."""
        return x * x

    assert square.primal(3.0) == 9.0
    assert square.__name__ == "square"
    assert square.__doc__.endswith("Square a number.")
    assert "x" in inspect.signature(square).parameters


@pytest.mark.parametrize("request_of", REQUESTS)
def test_options(request_of):
    """As for a gradient."""
    made = request_of(lambda x: x * x, "x", varied=False)
    assert made.request.options.varied is False
    with pytest.raises(CladpyError, match="there is no option 'vary'"):
        request_of(lambda x: x * x, "x", vary=False)


@pytest.mark.parametrize("request_of", REQUESTS)
def test_unknown_parameters(request_of):
    """Refused at once, with a suggestion."""
    with pytest.raises(CladpyError, match="did you mean 'weight'") as caught:
        request_of(lambda weight: weight, "wieght")
    assert caught.value.code == "C301"


def test_a_function_that_calls_itself():
    """Refused under the decorator, whose name it then calls."""
    with pytest.raises(CladpyError) as caught:

        @cladpy.jacobian("x")
        def power(x, n):
            return x if n == 0 else x * power(x, n - 1)

    assert caught.value.code == "C308"


def test_the_requests_are_named_in_themselves():
    """As they were written."""
    assert str(cladpy.jacobian(np_sum, "x").request) == 'jacobian(np_sum, "x")'
    assert repr(cladpy.hessian(np_sum, "x")) == '<hessian(np_sum, "x")>'


def np_sum(x):
    return np.sum(x * x)
