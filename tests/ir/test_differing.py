"""What is lost where the facts of several values are joined."""

import pytest

from cladpy.ir.differing import are_none_at_times, are_of_classes, differ
from cladpy.ir.fact import FLOAT, NONE, Fact


class Line:
    pass


class Circle:
    pass


LINE, CIRCLE = (Fact("object", items=(FLOAT,), keys=("a",), cls=cls) for cls in (Line, Circle))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ([FLOAT, FLOAT], False),
        ([FLOAT, Fact("list", items=(FLOAT,))], False),
        ([LINE, LINE], False),
        ([LINE, CIRCLE], True),
        ([Fact("tuple", items=(FLOAT, LINE)), Fact("tuple", items=(FLOAT, CIRCLE))], True),
    ],
)
def test_objects_of_several_classes(facts, expected):
    """Told of by their classes, also inside of tuples; numbers and lists are no objects."""
    assert are_of_classes(facts) is expected


def test_values_of_different_structure():
    """A number and a list have nothing in common, two numbers have."""
    assert differ([FLOAT, Fact("list", items=(FLOAT,))])
    assert not differ([FLOAT, FLOAT])


def test_values_that_are_none_at_times():
    """Unless all are."""
    assert are_none_at_times([FLOAT, NONE])
    assert not are_none_at_times([NONE, NONE])
