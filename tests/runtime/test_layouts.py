"""Arrays laid out in memory as others are, and tangents held as their values are."""

from dataclasses import dataclass

import numpy as np
import pytest

from cladpy.runtime import entry_tangent, laid_out_like

BASE = np.arange(24.0).reshape(4, 6)


@pytest.mark.parametrize(
    "x",
    [BASE, np.asfortranarray(BASE), BASE[::2, ::2], BASE[::-1], BASE.T[1:], BASE[:0], BASE.astype(np.float32)],
    ids=["c", "fortran", "gaps", "reversed", "transposed", "empty", "single"],
)
def test_strides_shape_and_dtype_are_those_of_the_model(x):
    """So a reshape is a view of it where it is one of the model, and the storage is its own."""
    made = laid_out_like(1.5, x)
    assert (made.strides if x.size else ()) == (x.strides if x.size else ())
    assert (made.shape, made.dtype) == (x.shape, x.dtype)
    assert np.all(made == 1.5)
    assert np.shares_memory(made.reshape(-1), made) == np.shares_memory(x.reshape(-1), x)
    assert not np.shares_memory(made, x)


def test_a_copy_of_itself():
    """The value may be the model."""
    x = BASE[::2, 1::2]
    assert np.array_equal(laid_out_like(x, x), x)


def test_a_number_has_no_layout():
    """It is handed on."""
    assert laid_out_like(2.5, 1.0) == 2.5


@dataclass
class Pair:
    left: object
    right: object


def test_what_is_held_twice_has_one_tangent():
    """An array, a list, in containers and objects of every kind; what is equal and not the same stays apart."""
    a, inner = np.ones(2), [1.0]
    value = Pair([a, inner], {"a": a, "inner": (inner, a.copy())})
    t = np.full(2, 0.5)
    made = entry_tangent(Pair([t, [2.0]], {"a": t.copy(), "inner": ([2.0], t)}), value)
    assert made.left[0] is made.right["a"]
    assert made.left[1] is made.right["inner"][0]
    assert made.right["inner"][1] is not made.left[0]
    assert made.left[0] is not t
    assert np.array_equal(made.left[0], t)


@pytest.mark.parametrize(
    ("tangent", "value", "kind"),
    [
        ([np.zeros(2), np.ones(2)], [np.ones(2)] * 2, "array"),
        ([[1.0], [2.0]], [[3.0]] * 2, "list"),
        ([{"x": 1.0}, {"x": 2.0}], [{"x": 3.0}] * 2, "dict"),
        ([Pair(1.0, 2.0), Pair(1.0, 3.0)], [Pair(0.0, 0.0)] * 2, "Pair"),
    ],
)
def test_two_tangents_of_one_value(tangent, value, kind):
    """They cannot both be meant."""
    with pytest.raises(ValueError, match=rf"\[C402\] one {kind} that is updated"):
        entry_tangent(tangent, value)
