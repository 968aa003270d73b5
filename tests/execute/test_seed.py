"""Seeds: cast to the result, or refused with the part that does not fit."""

import types

import numpy as np
import pytest

from cladpy import CladpyError, no_adjoint
from cladpy.execute.seed import cast_seed
from cladpy.execute.structure import structure_of


def cast(seed, result):
    return cast_seed(seed, structure_of(result))


@pytest.mark.parametrize(
    ("seed", "result", "expected"),
    [
        (1, 2.0, 1.0),
        (np.float32(1), 2.0, 1.0),
        (True, 2.0, 1.0),
        (np.array(1.0), np.float32(2.0), np.float32(1.0)),
        (1, np.ones(()), np.ones(())),
        (1, np.ones((2, 3), np.float32), np.ones((2, 3), np.float32)),
        ([[1], [2]], np.ones((2, 2)), np.array([[1.0, 1.0], [2.0, 2.0]])),
        (1, 1j, 1 + 0j),
        (1j, np.ones(1, complex), np.array([1j])),
        (no_adjoint, np.ones(2), np.zeros(2)),
        (no_adjoint, 2.0, 0.0),
        ("anything", 7, no_adjoint),
        (None, None, no_adjoint),
    ],
)
def test_a_seed_gets_the_type_of_the_result(seed, result, expected):
    """Shape by broadcasting, dtype by casting."""
    made = cast(seed, result)
    assert type(made) is type(expected)
    if expected is not no_adjoint:
        assert np.asarray(made).dtype == np.asarray(expected).dtype
        np.testing.assert_array_equal(made, expected)


def test_a_seed_that_fits_is_not_copied():
    """Pullbacks do not write their seed."""
    seed = np.ones(3)
    assert cast(seed, np.zeros(3)) is seed
    assert cast(np.float64(1.0), np.float64(2.0)) == 1.0


def test_objects_take_attributes():
    """Of whatever has them; generated code takes the tuple of the fields."""
    result = types.SimpleNamespace(a=1.0, steps=3)
    assert cast(types.SimpleNamespace(a=2, steps=0, other=1), result) == (2.0, no_adjoint)
    with pytest.raises(CladpyError, match="the seed has no attribute 'a', and the result is a SimpleNamespace"):
        cast(1.0, result)


def test_parts_are_named_as_they_are_read():
    """Through every kind of container."""
    result = ({"w": [types.SimpleNamespace(b=np.ones(2))]},)
    with pytest.raises(
        CladpyError, match=r"the seed\[0\]\['w'\]\[0\]\.b has shape \(3,\), and the result has shape \(2,\)"
    ):
        cast(({"w": [types.SimpleNamespace(b=np.ones(3))]},), result)


@pytest.mark.parametrize(
    ("seed", "result"),
    [
        (np.ones(2), 1.0),
        (1j, 1.0),
        ("1", 1.0),
        (np.array(["a"]), np.ones(1)),
        (object(), np.ones(1)),
        (np.ones((3, 1)), np.ones(3)),
        (np.ones(0), np.ones(3)),
        ((1.0,), [1.0, 2.0]),
        ({"a": 1.0}, [1.0]),
        ([1.0], {"a": 1.0}),
        ({}, {"a": 1.0}),
    ],
)
def test_what_does_not_fit_is_refused(seed, result):
    """With one code, and a hint what a seed is."""
    with pytest.raises(CladpyError) as caught:
        cast(seed, result)
    assert caught.value.code == "C402"
    assert "cotangent of the result" in caught.value.hint
