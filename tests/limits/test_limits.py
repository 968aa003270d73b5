"""Each statement of the README's section on limits, executed; a docstring here is the statement there."""

import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from cladpy import CladpyError, gradient, hessian, pullback, value_and_gradient

README = Path(__file__).parent.parent.parent / "README.md"


def refusal(request_and_call):
    """Return the code of the error that a request, or the call after it, ends in."""
    with pytest.raises(CladpyError) as caught:
        request_and_call()
    return caught.value.code


def made_by_exec():
    """Return a function whose text is in no file."""
    namespace = {}
    exec("def square(x):\n    return x * x\n", namespace)
    return namespace["square"]


@pytest.mark.parametrize("function", [abs, np.sin, np.linalg.norm, made_by_exec()])
def test_source_is_needed(function):
    """A function needs its source: built-in and compiled functions, and functions made by `exec`, are refused."""
    assert refusal(lambda: gradient(function)(1.0)) == "C304"


def fill(values, x, count):
    if count > 0:
        values.append(x)
        fill(values, x * x, count - 1)


def filled_by_recursion(x):
    values = []
    fill(values, x, 2)
    return values[0] * values[1]


def seen_by_another_name(x):
    values = []
    same = values
    fill(values, x, 2)
    return same[0] * same[1]


def test_recursive_helpers_that_update_their_arguments():
    """What a function that calls itself updates must have no other name that is read later."""
    assert refusal(lambda: gradient(seen_by_another_name)(3.0)) == "C118"
    assert gradient(filled_by_recursion, "x")(3.0) == 27.0


def squares(x):
    return x * x


def turned(x):
    return np.sum(x * 1j)


def test_real_scalars():
    """The result of `gradient` is a real scalar."""
    assert refusal(lambda: gradient(squares)(np.ones(2))) == "C303"
    assert np.array_equal(pullback(squares, "x")(np.ones(2), np.ones(2)), [2.0, 2.0])
    assert refusal(lambda: gradient(turned)(np.ones(2))) == "C307"


def guarded(x):
    try:
        y = 2.0 * x
        return math.sqrt(y)
    except ValueError:
        return 0.0


def guarded_at_once(x):
    try:
        return math.sqrt(2.0 * x)
    except ValueError:
        return 0.0


def test_exceptions():
    """An exception that is caught is an error, unless the first statement in `try` raises it; else `try` is exact."""
    assert gradient(guarded, "x")(2.0) == 0.5
    assert refusal(lambda: gradient(guarded, "x")(-1.0)) == "C405"
    assert gradient(guarded_at_once, "x")(-1.0) == 0.0


def test_subclasses():
    """A subclass of `numpy.ndarray` is refused."""
    matrix_like = np.ones(2).view(type("Subclass", (np.ndarray,), {}))
    assert refusal(lambda: gradient(sum_of_squares)(matrix_like)) == "C404"


def sum_of_squares(x):
    return np.sum(x * x)


def clipped_sum(x):
    return np.sum(np.clip(a=x, a_min=0.0, a_max=2.0))


def test_keywords():
    """A keyword that a rule does not model is refused, never ignored."""
    assert refusal(lambda: gradient(clipped_sum)(np.ones(2))) in {"C201", "C202", "C203"}


def clears_first(x):
    x[0] = 3.0
    return np.sum(x * x)


def test_stores_into_arguments():
    """`value_and_gradient(f)` does not carry out the stores that `f` makes into its arguments."""
    x = np.ones(2)
    value, d_x = value_and_gradient(clears_first, "x")(x)
    assert value == 10.0
    assert np.array_equal(d_x, [0.0, 2.0])
    assert np.array_equal(x, [1.0, 1.0])


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (lambda x: abs(x), (0.0,), (0.0,)),
        (lambda x: np.maximum(x, 0), (0.0,), (0.0,)),
        (lambda x, y: np.maximum(x, y), (1.0, 1.0), (0.5, 0.5)),
    ],
    ids=["abs", "relu", "tie"],
)
def test_kinks(function, arguments, expected):
    """At a kink the slope is a convention: `abs(x)` and `maximum(x, 0)` have 0 at 0, a tie splits evenly."""
    assert expected == gradient(function)(*arguments)


def test_second_derivatives_at_kinks():
    """Second derivatives follow it, unless `hessian` finds a limit: `cos(abs(x))` has 0, `cos(norm(x))` is right."""
    assert hessian(lambda x: np.cos(abs(x)), "x")(0.0) == 0.0
    np.testing.assert_array_equal(hessian(lambda x: np.cos(np.linalg.norm(x)), "x")(np.zeros(2)), -np.eye(2))


def scaled(x):
    return np.sum(0.1 * (3.0 * (x * 0.7)))


def test_gathered_scalars(rng):
    """The scalar factors of a product are gathered to its left, which may change the last rounding."""
    x = rng.standard_normal(50)
    np.testing.assert_allclose(np.full(50, 0.1 * 3.0 * 0.7), gradient(scaled, "x")(x), rtol=4 * np.finfo(float).eps)


def test_each_statement_is_tested():
    """The README's statements and the docstrings of this file are the same."""
    section = README.read_text().split("\n## Limits\n")[1].split("\n## ")[0]
    statements = {" ".join(item.split()) for item in re.split(r"^- ", section, flags=re.MULTILINE)[1:]}
    functions = [value for name, value in vars(sys.modules[__name__]).items() if name.startswith("test_")]
    tested = {function.__doc__ for function in functions if function is not test_each_statement_is_tested}
    assert statements == tested
