# ruff: noqa: PLC0415, ICN001, RET504 -- that is the point
"""Imports inside a function: followed as globals, in helpers and methods too; refused where a name is bound twice."""

import sys

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.cli.command_line import main

X = np.array([0.7, 1.3])


def of_a_module(x):
    import math

    return math.sin(x) * x


def under_another_name(x):
    import numpy as np_
    import numpy.linalg as la
    from numpy import exp as e

    return la.norm(e(x)) * np_.sum(x)


def of_a_module_in_a_package(x):
    import numpy.linalg

    return numpy.linalg.norm(x)


def in_a_branch(x):
    if x > 0:
        from math import cos

        return cos(x)
    return x


def in_a_nested_function(x):
    def inner(y):
        from math import cos

        return cos(y)

    return inner(x)


def put(values, x):
    import math

    values.append(math.sin(x))


def in_a_helper_that_updates(x):
    values = []
    put(values, x)
    put(values, x * x)
    return values[0] * values[1]


def powers(x):
    from operator import mul

    y = x
    for _ in range(3):
        y = mul(y, x)
        yield y


def in_a_generator(x):
    return sum(powers(x))


def folded(n, x):
    from math import sin

    return x if n == 0 else sin(folded(n - 1, x))


def in_a_recursive_function(x):
    return folded(3, x)


class Cell:
    def __init__(self, w):
        from math import exp

        self.w = exp(w)

    def step(self, x):
        import math as m

        self.w = self.w + m.tanh(x)
        return self.w


def in_methods(x):
    cell = Cell(x)
    return cell.step(x) * cell.step(x * x)


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (of_a_module, 0.7),
        (under_another_name, X),
        (of_a_module_in_a_package, X),
        (in_a_branch, 0.7),
        (in_a_nested_function, 0.7),
        (in_a_helper_that_updates, 0.7),
        (in_a_generator, 0.7),
        (in_a_recursive_function, 0.7),
        (in_methods, 0.7),
    ],
)
def test_what_is_imported_is_followed(function, argument):
    """The gradient is right, wherever the import stands."""
    check_gradient(function, (argument,), variants=())


def from_two_places(x, exact):
    if exact:
        from math import sin
    else:
        from numpy import sin
    return sin(x)


def bound_again(x):
    import math as m

    m = m.sin(x)
    return m


def of_nothing(x):
    import there_is_no_such_module

    return there_is_no_such_module.sin(x)


@pytest.mark.parametrize(
    ("function", "arguments", "text"),
    [
        (from_two_places, (0.7, True), "'sin' is imported from several places"),
        (bound_again, (0.7,), "'m' is imported inside the function, and bound in another way too"),
        (of_nothing, (0.7,), "cannot be imported: No module named 'there_is_no_such_module'"),
    ],
)
def test_what_cannot_be_followed_is_refused(function, arguments, text):
    """The error stands at the import."""
    with pytest.raises(CladpyError, match=text) as caught:
        gradient(function, "x")(*arguments)
    assert caught.value.code == "C105"
    line = caught.value.location.lines[caught.value.location.line - 1]
    assert "import" in line


def test_a_printed_module_has_the_imports(tmp_path, capsys):
    """What a function imports stands at the head of its saved gradient."""
    file = tmp_path / "model.py"
    imports = "    import numpy.linalg as la\n    from math import sin as s\n"
    file.write_text(f"def loss(x):\n{imports}    return la.norm(x) * s(x[0])\n")
    assert main(["dump", f"{file}:loss", "--args", "x=f8[3]"]) == 0
    shown = capsys.readouterr().out
    assert "import numpy.linalg as la\n" in shown
    assert "model" not in sys.modules
