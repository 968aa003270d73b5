"""Padding in each mode, against the matrix of the function."""

import numpy as np
import pytest

from cladpy.runtime import pad_adjoint, pad_choice_adjoint, pad_choice_tangent, pad_linear_adjoint
from cladpy.runtime.padding import pad_pairs

MODES = [
    *(("edge", {}), ("wrap", {}), ("linear_ramp", {}), ("mean", {}), ("mean", {"stat_length": 2}), ("reflect", {})),
    *(("symmetric", {}), ("reflect", {"reflect_type": "odd"}), ("symmetric", {"reflect_type": "odd"})),
]
WIDTHS = [1, (2, 0), ((0, 3), (4, 1)), ((0, 0), (0, 0))]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("mode", "options"), MODES)
def test_linear_modes_are_transposed(mode, options, width, rng):
    """<pad(x), d> equals <x, adjoint(d)>, for pads longer than the array too."""
    x = rng.standard_normal((3, 4))
    y = np.pad(x, width, mode, **options)
    d = rng.standard_normal(y.shape)
    assert np.sum(x * pad_linear_adjoint(d, x.shape, width, mode, **options)) == pytest.approx(np.sum(y * d), rel=1e-11)


@pytest.mark.parametrize("mode", ["maximum", "minimum", "median"])
@pytest.mark.parametrize("length", [None, 2, ((1, 2), (3, 1))])
def test_chosen_elements(mode, length, rng):
    """Away from ties the function is linear: it is its own tangent, and the adjoint transposes that."""
    x = rng.standard_normal((3, 4))
    options = {} if length is None else {"stat_length": length}
    y = np.pad(x, ((2, 1), (0, 2)), mode, **options)
    d = rng.standard_normal(y.shape)
    assert pad_choice_tangent(x, x, ((2, 1), (0, 2)), mode, length) == pytest.approx(y, rel=1e-13)
    adjoint = pad_choice_adjoint(d, x, ((2, 1), (0, 2)), mode, length)
    assert np.sum(x * adjoint) == pytest.approx(np.sum(y * d), rel=1e-11)


def test_widths_in_every_form():
    """A number, a pair for all, a pair for each, a dict by axis."""
    assert pad_pairs(2, 2) == [(2, 2), (2, 2)]
    assert pad_pairs([[1], [2]], 2) == [(1, 1), (2, 2)]
    assert pad_pairs({1: (3, 0)}, 2) == [(0, 0), (3, 0)]


def test_a_constant_border_is_cut_off():
    """The result is a view."""
    d = np.ones((4, 5), np.float32)
    assert np.shares_memory(pad_adjoint(d, (2, 3), 1), d)
    assert pad_linear_adjoint(d, (2, 3), 1, "edge").dtype == np.float32
