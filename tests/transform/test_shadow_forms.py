"""Tests of the forms of objects in shadows."""

import pytest

from cladpy.ir.fact import FLOAT, Fact
from cladpy.testing import check_gradient
from cladpy.transform.shadow_forms import form_of
from tests.stages import module

TEXT = """
class Point:
    def __init__(self):
        self.n = 0


def weighed(q):
    return q.a * q.a * q.b


def either(x, p):
    q = Point()
    if p > 0.5:
        q.a = x
        q.b = p
    else:
        q.b = p * x
        q.a = p
    return weighed(q)


def sometimes(x, p):
    q = Point()
    if p > 0.5:
        q.a = x
    q.b = p * x
    q.a = p
    return weighed(q) + q.b


def in_a_list(x, p):
    points = [Point(), Point()]
    points[0].b = x
    points[0].a = p
    points[1].a = x * p
    points[1].b = p
    return sum([weighed(q) for q in points]) if p > 5.0 else weighed(points[0]) * weighed(points[1])
"""


@pytest.mark.parametrize("name", ["either", "sometimes", "in_a_list"])
@pytest.mark.parametrize("p", [0.3, 0.8])
def test_attributes_are_told_apart_by_name(name, p):
    """The order in which they were set, and whether they were, does not matter."""
    check_gradient(getattr(module(TEXT), name), (0.7, p))


def test_only_what_holds_objects_has_a_form():
    """Lists of numbers need none; a list of one object repeats for all."""
    point = Fact("object", items=(FLOAT,), keys=("x",))
    assert form_of(Fact("list", element=FLOAT)) is None
    assert form_of(Fact("list", items=(FLOAT, FLOAT))) is None
    assert len(form_of(Fact("list", items=(point,))).elts) == 2
    assert len(form_of(Fact("list", items=(point, FLOAT))).elts) == 2
    assert form_of(Fact("dict", items=(point,), keys=("k",))).keys[0].value == "k"
    assert form_of(Fact("list", element=point)).elts[0].keywords[0].arg == "x"
