"""The adjoint of SciPy's convolutions."""

import numpy as np
import pytest

pytest.importorskip("scipy.signal")

from scipy import signal

from cladpy.runtime.scipy import signal_convolve_adjoint

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize(("shape", "other"), [((5,), (3,)), ((3,), (6,)), ((4, 5), (2, 3)), ((5, 4), (2, 2))])
def test_the_adjoint_is_the_transpose(mode, shape, other):
    """The inner product with a tangent is that with the adjoint."""
    x, k = RNG.normal(size=shape), RNG.normal(size=other)
    y = signal.convolve(x, k, mode)
    d = RNG.normal(size=y.shape)
    assert np.sum(signal_convolve_adjoint(d, k, shape) * x) == pytest.approx(np.sum(d * y), rel=1e-10)
