"""Iterators that are kept under a name and consumed once stand where they are consumed."""

import pytest

from cladpy import CladpyError, check_gradient
from tests.normalize.iterated import iterated
from tests.stages import normal_form

X = [0.7, -1.2, 0.4]


def test_a_generator_expression_is_consumed_in_its_loop():
    """Its name is gone."""
    program = """
        def f(x):
            squares = (v * v for v in x)
            s = 0.0
            for v in squares:
                s += v
            return s
    """
    assert normal_form(program) == "s = 0.0\nfor v@1 in x:\n    v = v@1 * v@1\n    s += v\nreturn s\n"


def test_an_iterator_is_consumed_in_an_expression():
    """In what is evaluated once."""
    program = "def f(x, g):\n    made = map(g, x)\n    return sum(made)\n"
    assert iterated(program) == (
        "sum@1 = 0\nfor item@2 in x:\n    item@1 = g(item@2)\n    sum@1 += item@1\nreturn sum@1\n"
    )


@pytest.mark.parametrize(
    "between",
    [
        "k = 3.0",  # it reads the new value
        "for _ in range(2):\n        s = sum(made)",  # the second time there is nothing left
        "made = [1.0]",  # it is another one
    ],
)
def test_what_is_consumed_elsewhere_stays_and_is_refused(between):
    """Nothing is moved past what changes it, nor into a loop."""
    program = f"def f(x):\n    k = 2.0\n    made = (v * k for v in x)\n    {between}\n    return sum(made)\n"
    with pytest.raises(CladpyError) as caught:
        normal_form(program)
    assert caught.value.code == "C109"


def changed_in_between(x):
    values = list(x)
    made = (v * v for v in values)
    values[0] = values[1] * 5.0
    values.append(values[0])
    return sum(made)


def zipped_in_between(x):
    pairs = zip(x, [v * 2.0 for v in x], strict=True)
    k = x[0] * 2.0
    return sum(a * b * k for a, b in pairs)


@pytest.mark.parametrize("function", [changed_in_between, zipped_in_between])
def test_iterators_see_what_changes_meanwhile(function):
    """As in Python."""
    check_gradient(function, (X,))
