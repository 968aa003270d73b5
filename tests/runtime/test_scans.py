"""Running sums from the other end."""

import numpy as np
import pytest

from cladpy.runtime import cumsum_adjoint


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
def test_cumsum_adjoint_is_the_transpose(axis):
    """<cumsum(t), d> equals <t, adjoint(d)>."""
    t = np.cos(np.arange(12.0)).reshape(3, 4)
    y = t.cumsum(axis=axis)
    d = np.sin(np.arange(12.0)).reshape(y.shape)
    assert np.sum(cumsum_adjoint(d, t.shape, axis) * t) == pytest.approx(np.sum(d * y), rel=1e-13)
