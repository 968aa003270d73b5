"""The check of singular points finds what is wrong with them."""

import math

import numpy as np
import pytest

from cladpy.rules.check_singular import check_singular_points
from cladpy.rules.declaration import rule
from cladpy.rules.registry import RuleRegistry
from cladpy.rules.samples import at, positive

GUARD = "divide_guarded(d_y, 2 * y)"


def square_root(point, **properties):
    """Declare the square root with one singular point."""
    options = {"x": "d_y / (2 * y)", "guarded": {"x": GUARD}, "branch_point": "x"} | properties
    return rule(
        np.sqrt,
        "y = sqrt(x)",
        elementwise=True,
        samples=positive(),
        singular=[point],
        registry=RuleRegistry(),
        **options,
    )


def test_declared_limit_passes():
    """On Python floats, NumPy scalars and arrays."""
    check_singular_points(square_root(at(x=0.0, d_x=math.inf)))


@pytest.mark.parametrize(
    ("point", "properties", "error"),
    [
        (at(x=0.0, d_x=0.0), {}, AssertionError),
        (at(x=0.0, d_x=math.inf), {"guarded": {}}, RuntimeWarning),
        (at(x=0.0, d_x=math.inf), {"x": "d_y * 0"}, AssertionError),
        (at(x=0.0, d_x=math.inf), {"guarded": {"x": "d_y / (2 * float(y))"}}, (ZeroDivisionError, RuntimeWarning)),
        (
            at(x=0.0, d_x=0.0),
            {"x": "d_y * (y > 0)", "guarded": {"x": "d_y * (y > 0)"}, "branch_point": ""},
            RuntimeWarning,
        ),
    ],
    ids=["other limit", "no guard", "plain formula differs", "raises", "mask under an infinite cotangent"],
)
def test_wrong_declaration_fails(point, properties, error):
    """Each check can fail."""
    with pytest.raises(error):
        check_singular_points(square_root(point, **properties))


def test_point_where_the_primal_raises_is_left_out_for_python_numbers():
    """There is no gradient of a program that ends."""
    made = rule(
        np.divide,
        "z = divide(x, y)",
        x="divide_guarded(d_z, y)",
        elementwise=True,
        samples=positive(),
        singular=[at(x=1.0, y=0.0, d_x=math.inf)],
        registry=RuleRegistry(),
    )
    check_singular_points(made)
