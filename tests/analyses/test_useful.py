"""Which versions may reach the result."""

import numpy as np
import pytest

from cladpy import gradient
from cladpy.analyses.useful import Useful
from tests.stages import analysis_of, define, text

V = np.ones(3)


def useful(program, args):
    """Return the useful versions of a function, whatever is asked for."""
    analysis = analysis_of(text(program), args)
    found = Useful(analysis.versions, analysis.operations).run({analysis.result})
    return sorted(version for version in found if version in analysis.versions.table)


def active(program, args, wrt, **options):
    """Return the versions that are varied and useful."""
    return sorted(analysis_of(text(program), args, wrt, **options).active)


def test_operands_of_useful_results_are_useful():
    """What only a print sees is not."""
    program = """
    def f(x, y):
        a = x * 2
        b = y * 2
        print(b)
        return a * 1.0
    """
    assert useful(program, (1.0, 2.0)) == ["a.0", "result@ret.0", "x.0"]


def test_operands_without_an_adjoint_are_not_useful():
    """Integers that only count, conditions, indices."""
    program = "def f(x, k):\n    n = len(x)\n    y = x[k]\n    if y > 0:\n        y = y * n\n    return y\n"
    found = useful(program, (V, 1))
    assert "k.0" not in found
    assert {"x.0", "y.0", "y.1", "y.2"} <= set(found)


def test_usefulness_goes_round_loops():
    """Backwards: what a later iteration reads."""
    program = """
    def f(x, n):
        a = x
        b = x
        c = x
        for i in range(n):
            c = b * 1.0
            b = a * 2.0
        return c
    """
    assert {"a.0", "b.0", "c.0", "b.1", "b.2", "c.2"} <= set(useful(program, (1.0, 2)))


def test_an_overwritten_value_is_not_useful():
    """Its versions before the assignment are read by nothing."""
    program = "def f(x, y):\n    z = x * 2\n    z = y\n    return z * 1.0\n"
    assert useful(program, (1.0, 2.0)) == ["result@ret.0", "y.0", "z.1"]


def test_what_is_stored_into_a_useful_array_is_useful():
    """And so is the array before, whose other elements stay."""
    program = "def f(x, y):\n    a = x * 1.0\n    a[0] = y\n    return np.sum(a)\n"
    assert useful(program, (V, 2.0)) == ["a.0", "a.1", "result@ret.0", "x.0", "y.0"]


def test_sources_of_loop_variables_are_useful():
    """Of zip only the operand whose variable is."""
    program = "def f(x, y):\n    s = 0.0\n    for a, b in zip(x, y):\n        s = s + b\n    return s\n"
    found = useful(program, (V, V))
    assert "y.0" in found
    assert "x.0" not in found


def test_active_is_varied_and_useful():
    """A value that depends on x and reaches nothing costs nothing."""
    program = """
    def f(x, y):
        a = x * 2
        b = np.exp(x)
        print(b)
        c = np.exp(y)
        return a + c
    """
    assert active(program, (1.0, 2.0), "x") == ["a.0", "result@ret.0", "x.0"]
    assert active(program, (1.0, 2.0), "x", useful=False) == ["a.0", "b.0", "result@ret.0", "x.0"]


def test_a_function_without_result_has_nothing_useful():
    """What returns a literal depends on nothing."""
    assert active("def f(x):\n    y = x * 2\n    return 1.0\n", (1.0,), "x") == []


@pytest.mark.parametrize("wrt", ["x", "y", "x,y"])
def test_switched_off_the_numbers_are_the_same(wrt):
    """Only length, time and memory change."""
    function = define(
        text(
            """
            def f(x, y):
                seen = np.exp(x) * y
                s = 0.0
                for a, b in zip(x, y):
                    seen = seen * a
                    s = s + a * b * b
                    unused = np.sqrt(a + 10.0)
                return s * np.sum(y)
            """
        )
    )
    arguments = (np.array([0.5, -0.25, 1.0]), np.array([0.1, 2.0, -1.0]))
    expected = gradient(function, wrt)(*arguments)
    found = gradient(function, wrt, useful=False)(*arguments)
    assert np.allclose(np.concatenate(np.atleast_2d(expected)), np.concatenate(np.atleast_2d(found)), rtol=1e-13)
