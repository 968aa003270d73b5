"""Try statements that are conditions."""

import pytest

from cladpy import CladpyError, gradient
from tests.stages import define


def derivative_of(body):
    """Return the gradient of a function by its first parameter."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return gradient(define(f"import math\nimport numpy as np\n\n\ndef g(x, table, text='2'):\n{lines}"), "x")


@pytest.mark.parametrize(
    ("body", "test"),
    [
        ("try:\n    v = table['b']\nexcept KeyError:\n    v = x * x\nreturn v * x", 'has_item(table, "b", "KeyError")'),
        ("try:\n    return x * table['b']\nexcept (KeyError, IndexError):\n    return x**3", "IndexError"),
        ("try:\n    v = x / (len(table) - 1)\nexcept ZeroDivisionError:\n    v = x * x\nreturn v * x", "can_divide("),
        (
            "try:\n    v = math.sqrt(-x)\nexcept ValueError:\n    v = x * x\nelse:\n    v = 0.0\nreturn v * x",
            "accepts(",
        ),
        ("try:\n    v = float('one')\nexcept ValueError as error:\n    v = x * x\nreturn v * x", "accepts("),
    ],
)
def test_a_handler_is_a_side_of_a_branch(body, test):
    """It is run where Python runs it."""
    derivative = derivative_of(body)
    assert derivative(2.0, {"a": 1.0}) == 12.0
    assert test in derivative.source


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    y = x * x\n    v = table['b'] * y\nexcept KeyError:\n    v = x\nreturn v",
        "try:\n    v = table[text.pop()]\nexcept KeyError:\n    v = x\nreturn v * x",
        "try:\n    v = table['b']\nexcept KeyError as error:\n    v = x * len(error.args)\nreturn v * x",
        "try:\n    v = table['b']\nexcept Exception:\n    v = x\nreturn v * x",
        "try:\n    v = table['b']\nexcept KeyError:\n    v = x\nexcept ValueError:\n    v = 2 * x\nreturn v * x",
        "try:\n    v = table['b']\nexcept KeyError:\n    v = x\nfinally:\n    w = 2.0\nreturn v * w",
    ],
)
def test_other_handlers_are_errors_when_they_are_reached(body):
    """What runs before, several handlers, and what is done with the exception."""
    with pytest.raises(CladpyError):
        derivative_of(body)(2.0, {"a": 1.0}, ["b"])
