"""np.gradient in its forms: edges, spacings, several axes."""

import numpy as np
import pytest

from cladpy.runtime import gradient_adjoint, gradient_spacing_adjoint, gradient_spacing_tangent

X = np.array([0.0, 0.5, 2.0, 2.25, 4.0])


@pytest.mark.parametrize("edge_order", [1, 2])
@pytest.mark.parametrize(
    ("shape", "spacing", "axis"),
    [((5,), (), None), ((5,), (0.5,), None), ((5,), (X,), None), ((3, 5), (2.0, X), None), ((3, 5), (X,), 1)],
)
def test_the_adjoint_is_the_transpose(shape, spacing, axis, edge_order, rng):
    """<gradient(f), d> equals <f, adjoint(d)>."""
    f = rng.standard_normal(shape)
    y = np.gradient(f, *spacing, axis=axis, edge_order=edge_order)
    d = rng.standard_normal(np.shape(y))
    parts = list(d) if isinstance(y, tuple) else d
    expected = np.sum(d * np.asarray(y))
    assert np.sum(f * gradient_adjoint(parts, shape, spacing, axis, edge_order)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("edge_order", [1, 2])
def test_tangent_and_adjoint_of_the_spacing_agree(edge_order, rng):
    """For numbers and for coordinates."""
    f, d = rng.standard_normal((3, 5)), rng.standard_normal((2, 3, 5))
    spacing, t = (2.0, X), (0.5, rng.standard_normal(5))
    tangent = gradient_spacing_tangent(t, f, spacing, None, edge_order)
    adjoint = gradient_spacing_adjoint(list(d), f, spacing, None, edge_order)
    expected = np.sum(d * np.asarray(tangent))
    assert adjoint[0] * t[0] + adjoint[1] @ t[1] == pytest.approx(expected, rel=1e-12)


def test_part_of_a_pair_that_nothing_reads():
    """Its cotangent is the number 0."""
    found = gradient_adjoint([0.0, np.ones((2, 3))], (2, 3), (), None, 1)
    assert found.tolist() == gradient_adjoint(np.ones((2, 3)), (2, 3), (), 1, 1).tolist()


def test_single_precision_stays():
    """A Python number for the spacing does not widen it."""
    f = np.arange(4, dtype=np.float32)
    assert gradient_adjoint(f, (4,), (0.5,), None, 1).dtype == np.float32
    assert gradient_spacing_adjoint(f, f, (0.5,), None, 2)[0].dtype == np.float32
