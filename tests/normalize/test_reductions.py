"""sum, max, min, any and all are the loops that they are."""

import math

import pytest

from cladpy import CladpyError
from tests.stages import define, normal_form, text


def form(expression):
    """Return the normal form of a returned expression, without the return."""
    written = normal_form(f"def f(x, y, n):\n    return {expression}\n")
    return written.rpartition("return ")[0]


def test_a_sum_over_a_generator_is_a_loop():
    """It starts from 0, as Python's does; variables of the generator have names of their own."""
    assert form("sum(t * k for k, t in enumerate(x))") == text(
        """
        sum@1 = 0
        for k@1, t@1 in enumerate(x):
            v@1 = t@1 * k@1
            sum@1 += v@1
        """
    )


def test_a_sum_over_an_iterable_is_a_loop():
    """With a start, it begins there; the start itself is not updated."""
    assert form("sum(x, y * 2)") == text(
        """
        v@1 = y * 2
        sum@1 = v@1
        for item@1 in x:
            sum@1 = sum@1 + item@1
        """
    )


def test_loops_and_conditions_nest_as_written():
    """Each ``for`` and each ``if`` is one level."""
    assert form("sum(t * s for t in x if t > 0 if n for s in range(n) if s != t)") == text(
        """
        sum@1 = 0
        for t@1 in x:
            if t@1 > 0:
                if n:
                    for s@1 in range(n):
                        if s@1 != t@1:
                            v@1 = t@1 * s@1
                            sum@1 += v@1
        """
    )


@pytest.mark.parametrize("word", ["max", "min"])
def test_an_extremum_of_several_is_taken_in_pairs(word):
    """From left to right; a display counts as its items."""
    assert form(f"{word}(x, y, n)") == f"v@1 = {word}(x, y)\nresult@ret = {word}(v@1, n)\n"
    assert form(f"{word}([x, y + 1])") == f"v@1 = y + 1\nresult@ret = {word}(x, v@1)\n"


def test_an_extremum_of_a_generator_is_a_loop():
    """The first item starts it, and there must be one."""
    assert form("max(abs(t) for t in x)") == text(
        """
        best@1 = 0.0
        found@1 = False
        for t@1 in x:
            v@1 = abs(t@1)
            if found@1:
                best@1 = max(best@1, v@1)
            else:
                best@1 = v@1
                found@1 = True
        assert found@1, "max() or min() of nothing"
        """
    )


@pytest.mark.parametrize(
    ("word", "start", "undecided"), [("all", "True", "decided@1"), ("any", "False", "not decided@1")]
)
def test_any_and_all_stop_looking_where_they_are_decided(word, start, undecided):
    """Items behind the deciding one are not evaluated."""
    assert form(f"{word}(n(t) for t in x)") == text(
        f"""
        decided@1 = {start}
        for t@1 in x:
            if {undecided}:
                v@1 = n(t@1)
                decided@1 = bool(v@1)
        """
    )


@pytest.mark.parametrize("expression", ["max(x, key=y)", "any(x)", "np.sum(x)", "max(x, default=y)", "len(x)"])
def test_other_calls_stay_calls(expression):
    """What has keywords, what is no comprehension, and what is no builtin of these."""
    assert form(expression) == f"result@ret = {expression}\n"


def test_a_function_of_the_users_that_is_called_sum_stays():
    """Only Python's own are loops."""
    program = "def sum(values):\n    return values\n\ndef f(x):\n    return sum(x)\n"
    assert normal_form(program) == "result@ret = sum(x)\nreturn result@ret\n"


def test_a_star_in_an_extremum_is_refused():
    """The number of operands would not be known."""
    with pytest.raises(CladpyError) as caught:
        form("max(y, *x)")
    assert caught.value.code == "C119"


@pytest.mark.parametrize(
    "expression",
    [
        "sum(t * t for t in x if t > y)",
        "sum([t for t in x], y)",
        "max(t * y for t in x), min(t * y for t in x)",
        "max(y, 3, x[0]), min((y, 3))",
        "any(t > y for t in x), all(t > y for t in x)",
        "sum(a * b for a in x for b in x if a < b)",
    ],
)
@pytest.mark.parametrize("x", [[1.0], [2.0, -3.0, 5.0]])
@pytest.mark.parametrize("y", [-4.0, 2.0])
def test_the_loops_give_what_the_builtins_give(expression, x, y):
    """Run as a program, the normal form is the same function."""
    loops = normal_form(f"def f(x, y):\n    return {expression}\n").replace("@", "__")
    written = define("\n    ".join(["def g(x, y):", *loops.splitlines()]) + "\n")
    assert written(x, y) == define(f"def f(x, y):\n    return {expression}\n")(x, y)


def test_an_extremum_of_nothing_is_an_error():
    """As in Python, where it is a ValueError."""
    loops = normal_form("def f(x):\n    return max(t for t in x)\n").replace("@", "__")
    written = define("\n    ".join(["def g(x):", *loops.splitlines()]) + "\n")
    assert math.isclose(written([2.0]), 2.0)
    with pytest.raises(AssertionError, match="of nothing"):
        written([])
