"""Stars whose length is known are taken apart."""

import gast
import numpy as np
import pytest

from cladpy import check_gradient, gradient
from cladpy.planning.specialization.stars import is_settled
from tests.planning.specialization.specialized import specialized
from tests.stages import define, text


def form(expression, *values):
    """Return the specialised normal form of a function of x and p that returns an expression."""
    return specialized(f"def f(x, p):\n    return {expression}\n", *values)


@pytest.mark.parametrize("pair", [(1.0, 2.0), [1.0, 2.0]])
def test_a_star_in_a_call(pair):
    """Its items are read in order, where it stands."""
    assert form("np.hypot(*p)", 1.0, pair) == text(
        """
        v@1 = p[0]
        v@2 = p[1]
        result@ret = np.hypot(v@1, v@2)
        return result@ret
        """
    )


def test_a_double_star_in_a_call():
    """Each key is a keyword."""
    expected = 'v@1 = p["a"]\nresult@ret = {"x": x, "a": v@1}\nreturn result@ret\n'
    assert form("dict(x=x, **p)", 1.0, {"a": 2.0}) == expected


@pytest.mark.parametrize(
    ("expression", "value", "expected"),
    [
        ("(x, *p)", (1.0,), "v@1 = p[0]\nresult@ret = x, v@1\n"),
        ("[*p, x, *p]", [1.0], "v@1 = p[0]\nv@2 = p[0]\nresult@ret = [v@1, x, v@2]\n"),
        ("{**p, 'b': x}", {"a": 1.0, "b": 2.0}, 'v@1 = p["a"]\nv@2 = p["b"]\nresult@ret = {"a": v@1, "b": x}\n'),
        (
            "p | {'b': x}",
            {"a": 1.0},
            'v@1 = {"b": x}\nv@2 = p["a"]\nv@3 = v@1["b"]\nresult@ret = {"a": v@2, "b": v@3}\n',
        ),
        ("[x, *p, x]", np.ones(3), "v@1 = [x]\nv@2 = list(p)\nv@3 = v@1 + v@2\nv@4 = [x]\nresult@ret = v@3 + v@4\n"),
        ("[*p]", np.ones(3), "result@ret = list(p)\n"),
        ("(x, *p)", np.ones(3), "v@1 = [x]\nv@2 = list(p)\nv@3 = v@1 + v@2\nresult@ret = tuple(v@3)\n"),
    ],
)
def test_displays(expression, value, expected):
    """A list whose length is not known is put together."""
    assert form(expression, 1.0, value) == expected + "return result@ret\n"


def test_an_array_for_the_operands_of_a_library_function():
    """It must have as many items as there are operands; an option is none."""
    assert form("np.hypot(*p)", 1.0, np.ones(2)) == text(
        """
        v@1 = len(p)
        assert v@1 == 2, "a call takes 2 arguments from what stands behind its *"
        v@2 = p[0]
        v@3 = p[1]
        result@ret = np.hypot(v@2, v@3)
        return result@ret
        """
    )
    assert "math.dist(p, v@2)" in form("math.hypot(*p)", 1.0, np.ones(2)).replace("dist(", "math.dist(")
    assert "np.cross(v@2, v@3)" in form("np.cross(*p)", 1.0, np.ones((2, 3)))
    assert "np.clip(x, v@3, v@4)" in form("np.clip(x, *p)", 1.0, np.ones(2))


@pytest.mark.parametrize("expression", ["math.gcd(*p)", "{**p}"])
def test_unknown_lengths_stay(expression):
    """And are refused where they matter."""
    assert expression.strip("()") in form(expression, 1.0, np.ones(3))


def test_stars_of_specialisation_itself_are_settled():
    """They stand for what a star parameter takes."""
    call = gast.Call(
        gast.parse("g", mode="eval").body, [gast.Starred(gast.Name("rest@1", gast.Load(), None, None), gast.Load())], []
    )
    assert is_settled(call)
    assert not is_settled(gast.parse("g(*rest)", mode="eval").body)


def test_an_array_for_a_star_parameter():
    """It takes what is left behind the others; fewer are given where these have defaults."""
    program = """
    def g(a, b=2.0, *rest, s=1.0):
        return a * b * s + sum(rest)

    def f(x):
        return g(*x, s=2.0)
    """
    assert specialized(define(program), np.ones(2)).splitlines()[:3] == [
        "v@1 = len(x)",
        "v@2 = None",
        'assert v@1 >= 1, "a call takes at least 1 arguments from what stands behind its *"',
    ]
    for size in (1, 2, 4):
        check_gradient(define(program), (np.linspace(0.5, 1.0, size),), variants=())
    with pytest.raises(AssertionError, match="at least 1 arguments"):
        gradient(define(program), "x")(np.ones(0))


def test_stars_beside_defaults_that_are_computed():
    """They are those of the definition, whatever the name holds since."""
    program = """
    def f(x, w):
        def g(a, b, c=w):
            return a * b + c * c
        args, named = [x, w], {}
        w = w * x
        return g(*args, **named) + g(*args[:1], **{"b": w}) + w
    """
    check_gradient(define(program), (0.7, 1.3), variants=())
