"""From generated lines to the primal's."""

import numpy as np
import pytest

from cladpy import gradient, pullback, value_and_gradient
from cladpy.execute.line_map import LineMap

X = np.array([0.5, 1.0, 2.0])


def scaled(x, k):
    y = x * k
    return np.tanh(y)


def program(x, k, steps, flag):
    total = 0.0
    for step in range(steps):
        h = scaled(x, k)
        if flag:
            total += np.sum(h * h)
        elif step > 1:
            total = total * 2.0
        else:
            total += np.sum(np.exp(h) + h)
    while total > 100.0:
        total = total / 2.0
    return total


def lines_of(derivative, *arguments):
    """Return for each line of the generated text its primal line, as (number, generated, primal) triples."""
    derivative(*arguments)
    entry = derivative._plans.latest
    text = entry.generated.text.splitlines()
    found = ((number, line.strip(), entry.lines.primal_line(number)) for number, line in enumerate(text, 1))
    return [(number, line, primal) for number, line, primal in found]


@pytest.mark.parametrize("request_of", [gradient, value_and_gradient, pullback])
def test_lines_below_a_comment_stem_from_the_line_in_it(request_of):
    """Each group of the reverse sweep is headed by its primal line, which the map gives as well."""
    derivative = request_of(program, "x, k")
    arguments = (X, 0.5, 3, True)
    heading, checked = None, 0
    for _, line, primal in lines_of(derivative, *arguments, *([1.0] if request_of is pullback else [])):
        if line.startswith("#"):
            heading = None if line.startswith("# ----") else line.removeprefix("# ")
        elif not line or line.startswith(("def ", '"""', "return", "for ", "if ", "while ", "elif ", "else")):
            heading = None
        elif heading is not None and primal is not None:
            assert primal.text.startswith(heading.removesuffix(" ..."))
            checked += 1
    assert checked > 5


def test_lines_of_the_forward_sweep():
    """The user's own statements are mapped to where they stand."""
    file = program.__code__
    first = file.co_firstlineno
    found = lines_of(gradient(program, "x"), X, 0.5, 3, False)
    calls = [primal for _, line, primal in found if "scaled_forward" in line and "def " not in line]
    assert [primal.text for primal in calls] == ["h = scaled(x, k)"]
    assert (calls[0].location.file, calls[0].location.line) == (__file__, first + 3)
    products = [primal for _, line, primal in found if line.startswith("y = x * k") or line == "return np.tanh(y)"]
    assert all(primal.location.line in {scaled.__code__.co_firstlineno + 1, scaled.__code__.co_firstlineno + 2}
               for primal in products)  # fmt: skip


def test_lines_without_a_statement_of_the_primal():
    """Imports, headers and comments stem from none."""
    for _, line, primal in lines_of(gradient(program, "x"), X, 0.5, 3, True):
        if line.startswith(("import", "from", "def", "#", '"""')) or not line:
            assert primal is None


def test_each_mapped_line_is_near_its_primal():
    """Every statement of the loop in the reverse sweep leads into the primal's functions."""
    spans = [(f.__code__.co_firstlineno, f.__code__.co_firstlineno + 18) for f in (scaled, program)]
    mapped = [primal for _, _, primal in lines_of(gradient(program, "x, k"), X, 0.5, 3, True) if primal is not None]
    assert len(mapped) > 10
    assert all(any(low <= primal.location.line <= high for low, high in spans) for primal in mapped)


def test_a_map_of_nothing():
    """Text of which nothing is known has no lines."""
    nothing = LineMap("<cladpy none #1>", "def f(x):\n    return x\n", ())
    assert (nothing.primal_line(2), nothing.nearest_line(2)) == (None, None)
