"""Variants: from text to formulas."""

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.rules.absences import zero
from cladpy.rules.signature import parse_signature
from cladpy.rules.writing import Written, parse_variants


def parsed(*written, declared="y = cumsum(x, axis=None)", elementwise=False, linear=False):
    """Parse the variants of one function; the last is general."""
    return parse_variants("numpy.cumsum", parse_signature(declared), written, elementwise=elementwise, linear=linear)


def written(when=None, tangents=(), **pullbacks):
    """Write one variant."""
    return Written(when, pullbacks, {}, dict(tangents))


def test_last_variant_has_no_condition():
    """And the others keep theirs, in order."""
    variants = parsed(written("absent(axis)", x="d_y"), written("ndim(x) == 1", x="d_y"), written(x="d_y"))
    assert [variant.when for variant in variants] == ["absent(axis)", "ndim(x) == 1", None]


def test_several_results_have_a_cotangent_each():
    """Tangents of such are written, never derived."""
    (variant,) = parsed(written(x="d_w + d_v"), declared="w, v = f(x)", elementwise=True)
    assert variant.pullbacks["x"].text == "d_w + d_v"
    assert dict(variant.tangents) == {}


def test_linear_function_is_applied_to_the_tangent_of_its_first_parameter_only():
    """The others are not linear."""
    (variant,) = parsed(written(x="d_y", axis="d_y"), linear=True)
    assert {name: formula.text for name, formula in variant.tangents.items()} == {"x": "np.cumsum(t_x, axis=axis)"}
    t_x = np.array([1.0, 2.0])
    assert eval(variant.tangents["x"].text, {"np": np, "t_x": t_x, "axis": None}).tolist() == [1.0, 3.0]


def test_absence_has_no_tangent_of_the_general_variant():
    """Zero is zero in both directions."""
    special, _ = parsed(written("absent(axis)", x=zero), written(x="2 * d_y", tangents={"x": "2 * t_x"}))
    assert special.pullbacks["x"] is zero
    assert dict(special.tangents) == {}


def test_tangent_reads_its_own_tangent_only():
    """The tangent of another parameter is another contribution."""
    variant = parsed(written(x="d_y", tangents={"x": "t_x + t_axis"}))
    with pytest.raises(CladpyError, match="t_axis"):
        assert variant[-1].tangents["x"].reads


def test_formula_for_no_parameter_is_refused():
    """A slip of the pen."""
    with pytest.raises(CladpyError, match="'z', which is not a parameter"):
        parsed(written(z="d_y"))
