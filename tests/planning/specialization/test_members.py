"""Attributes of which the class says what they stand for."""

import pytest

from tests.planning.specialization.specialized import specialized
from tests.stages import module, text

PROGRAM = text("""
    import functools

    class Base:
        factor = 2.0

        def area(self, x):
            return x * self.k

        @property
        def twice(self):
            return self.k * 2.0

        @functools.cached_property
        def thrice(self):
            return self.k * 3.0

        @staticmethod
        def halved(x):
            return x * 0.5

        @classmethod
        def scaled(cls, x):
            return x * cls.factor

    class Shape(Base):
        def __init__(self, k):
            self.k = k

        def area(self, x):
            return super().area(x) + super().twice + super().halved(x)

    def f(shape, x):
        return {}
    """)


def form(expression):
    """Return the specialised normal form of a function that returns an expression, without the return."""
    made = module(PROGRAM.replace("{}", expression))
    return specialized(made.f, made.Shape(2.0), 1.0).removesuffix("return result@ret\n")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("shape.halved(x)", "result@ret = Base_halved(x)\n"),
        ("shape.scaled(x)", "v@1 = type(shape)\nresult@ret = Base_scaled(v@1, x)\n"),
        ("Shape.scaled(x)", "result@ret = Base_scaled(Shape, x)\n"),
        ("shape.factor * x", "v@1 = Base.factor\nresult@ret = v@1 * x\n"),
        ("shape.thrice", "result@ret = Base_thrice(shape)\n"),
        ("shape.twice", "result@ret = shape.twice\n"),
        ("shape.area(x)", "result@ret = shape.area(x)\n"),
        ("shape.k", "result@ret = shape.k\n"),
        ("shape.__class__(x).k", "v@2 = type(shape)\nv@1 = v@2(x)\nresult@ret = v@1.k\n"),
        ("Shape.factor", "result@ret = Shape.factor\n"),
        ("(lambda m: m(x))(shape.area)", "v@1 = None, shape\nm@1 = v@1\nv@2 = m@1[1]\nresult@ret = v@2.area(x)\n"),
        ("(lambda m: m(x))(shape.halved)", "v@1 = Base_halved\nm@1 = v@1\nresult@ret = m@1(x)\n"),
        (
            "(lambda m: m(x))(shape.scaled)",
            "v@2 = type(shape)\nv@1 = None, v@2\nm@1 = v@1\nv@3 = m@1[1]\nresult@ret = Base_scaled(v@3, x)\n",
        ),
    ],
)
def test_members(expression, expected):
    """Functions get names, methods that are handed on the tuple that tells them."""
    assert form(expression) == expected


def test_what_super_gives():
    """The member behind the class in the order of the object's."""
    made = module(PROGRAM.replace("{}", "shape.area(x)"))
    assert specialized(made.Shape.area, made.Shape(2.0), 1.0) == text(
        """
        v@1 = None, __class__, self
        v@7 = v@1[2]
        v@2 = Base_area(v@7, x)
        v@3 = None, __class__, self
        v@8 = v@3[2]
        v@4 = Base_twice(v@8)
        v@5 = v@2 + v@4
        v@6 = None, __class__, self
        v@9 = Base_halved(x)
        result@ret = v@5 + v@9
        return result@ret
        """
    ).replace("v@9 = Base_halved(x)\nresult@ret = v@5 + v@9", "v@7 = Base_halved(x)\nresult@ret = v@5 + v@7").replace(
        "v@7 = v@1[2]\nv@2 = Base_area(v@7, x)", "v@8 = v@1[2]\nv@2 = Base_area(v@8, x)"
    ).replace("v@8 = v@3[2]\nv@4 = Base_twice(v@8)", "v@9 = v@3[2]\nv@4 = Base_twice(v@9)")


def test_keys_of_a_dict():
    """As a tuple, where they are known."""
    program = "def f(d, x):\n    return d.keys()\n"
    assert specialized(program, {"a": 1.0, "b": 2.0}, 3.0) == 'result@ret = "a", "b"\nreturn result@ret\n'
    assert "d.keys()" in specialized(program, 2.0, 3.0)
