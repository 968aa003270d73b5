"""From the shape of a contribution back to that of its operand."""

import numpy as np
import pytest

from cladpy.runtime.unbroadcast import unbroadcast, unbroadcast_to


@pytest.mark.parametrize(
    ("shape", "operand"),
    [
        ((3, 4), (4,)),
        ((3, 4), (3, 1)),
        ((3, 4), (1, 1)),
        ((3, 4), ()),
        ((2, 3, 4), (3, 1)),
        ((0, 4), (4,)),
        ((0, 4), (1, 4)),
        ((3, 1), (3, 1)),
        ((3, 0), (3, 1)),
    ],
)
def test_sum_runs_over_the_axes_that_broadcasting_stretched(shape, operand):
    """The adjoint of broadcasting: <d, broadcast(t)> = <unbroadcast(d), t>."""
    d, t = np.random.default_rng(3).standard_normal(shape), np.arange(1.0, 1.0 + np.prod(operand)).reshape(operand)
    found = unbroadcast(d, np.zeros(operand))
    assert found.shape == operand
    assert np.sum(found * t) == pytest.approx(np.sum(d * np.broadcast_to(t, shape)), rel=1e-13)


@pytest.mark.parametrize("x", [np.zeros((2, 3)), np.zeros((2, 3), np.float32), 1.5, 1j, np.float32(1), np.array(1.0)])
def test_nothing_to_do_gives_the_contribution_itself(x):
    """No copy on the common path."""
    d = x + 0 if not isinstance(x, np.ndarray) else np.ones_like(x)
    assert unbroadcast(d, x) is d


def test_dtype_is_that_of_the_operand():
    """After the sum."""
    assert unbroadcast(np.ones((2, 3)), np.zeros(3, np.float32)).dtype == np.float32
    assert unbroadcast(np.ones(3, np.float32), np.zeros(3)).dtype == np.float64


@pytest.mark.parametrize(
    ("x", "kind"),
    [
        (2.0, float),
        (2, float),
        (True, float),
        (2j, complex),
        (np.float32(2), np.float32),
        (np.float64(2), np.float64),
        (np.array(2.0), np.ndarray),
    ],
)
@pytest.mark.parametrize("d", [np.ones((2, 2)), np.array(4.0), np.float32(4), 4.0, np.full((1,), 4.0)])
def test_kind_is_that_of_the_operand(x, kind, d):
    """A Python number gives a Python number, whatever the contribution is."""
    found = unbroadcast(d, x)
    assert (type(found), found) == (kind, 4.0)


def test_operand_that_is_not_floating_leaves_the_dtype():
    """A contribution to an integer is not rounded; nobody reads it."""
    assert unbroadcast(np.full((2, 3), 0.5), np.zeros(3, int)).tolist() == [1.0, 1.0, 1.0]
    assert unbroadcast(np.full(3, 0.5), np.int64(3)) == 1.5


def test_real_operand_takes_the_real_part():
    """Of a complex contribution, with no warning."""
    assert unbroadcast(np.array([1 + 2j, 3j]), np.zeros(2)).tolist() == [1.0, 0.0]
    assert unbroadcast(np.array([1 + 2j, 3j]), 1.5) == 1.0
    assert unbroadcast(np.array([1 + 2j]), np.zeros(1, np.complex64)).dtype == np.complex64


@pytest.mark.parametrize(("shape", "operand"), [((3,), (4,)), ((), (3,)), ((4,), (3, 4)), ((3, 4), (3,))])
def test_shapes_that_do_not_broadcast_are_refused(shape, operand):
    """Nothing is summed by guess."""
    with pytest.raises(ValueError, match=r"\[C402\]"):
        unbroadcast(np.ones(shape), np.zeros(operand))


@pytest.mark.parametrize("x", ["text", None, [1.0], np.str_("text")])
def test_what_is_no_number_is_refused(x):
    """By its type."""
    with pytest.raises(TypeError, match=r"\[C404\]"):
        unbroadcast(1.0, x)


@pytest.mark.parametrize(("dtype", "kind"), [(float, float), (complex, complex), (np.float64, np.ndarray)])
def test_recorded_shape_and_dtype(dtype, kind):
    """The Python types stand for Python numbers."""
    found = unbroadcast_to(np.ones(4), (), dtype)
    assert (type(found), found) == (kind, 4.0)


def test_leading_axes_of_one_that_a_store_dropped():
    """As of ``v`` in ``x[0] = v`` for a row in brackets."""
    assert unbroadcast(np.ones(4), np.zeros((1, 1, 4))).tolist() == [[[1.0] * 4]]
    assert unbroadcast(np.ones((3, 4)), np.zeros((1, 3, 1))).tolist() == [[[4.0]] * 3]
