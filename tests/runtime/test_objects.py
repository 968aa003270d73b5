"""Objects that are made from their attributes."""

from dataclasses import dataclass

from cladpy.runtime import instance_of


@dataclass(frozen=True)
class Point:
    x: float

    def __post_init__(self):
        raise AssertionError


def test_no_constructor_runs():
    """Of a frozen class neither."""
    point = instance_of(Point, x=2.0)
    assert (type(point), point.x) == (Point, 2.0)
