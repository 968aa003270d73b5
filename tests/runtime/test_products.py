"""Products of every number of dimensions against the definition of the transpose: <z(t, y), d> = <t, adjoint(d)>."""

import numpy as np
import pytest

from cladpy.runtime import (
    cross_adjoint,
    dot_adjoint_left,
    dot_adjoint_right,
    inner_adjoint,
    kron_adjoint,
    matmul_adjoint_left,
    matmul_adjoint_right,
    tensordot_adjoint_left,
    tensordot_adjoint_right,
)

MATMUL = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (3, 4)),
    ((5, 2, 3), (3,)),
    ((3,), (5, 3, 4)),
    ((2, 3), (5, 3, 4)),
    ((5, 2, 3), (5, 3, 4)),
    ((1, 2, 3), (5, 3, 4)),
    ((6, 1, 2, 3), (5, 3, 4)),
    ((6, 1, 2, 3), (1, 5, 3, 4)),
    ((2, 0), (0, 4)),
    ((0, 2, 3), (3, 4)),
    ((5, 2, 0), (0, 4)),
    ((5, 0, 3), (3,)),
]
DOT = [
    ((), ()),
    ((), (2, 3)),
    ((2, 3), ()),
    ((3,), (3,)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (6, 3, 4)),
    ((3,), (6, 3, 4)),
    ((5, 2, 3), (3,)),
    ((2, 0), (0, 4)),
]
INNER = [
    ((), ()),
    ((), (2, 3)),
    ((2, 3), ()),
    ((3,), (3,)),
    ((2, 3), (4, 3)),
    ((5, 2, 3), (4, 3)),
    ((3,), (4, 3)),
    ((0, 3), (4, 3)),
]
KRON = [((2,), (3,)), ((2, 3), (4, 5)), ((2,), (3, 4)), ((2, 1, 3), (4,)), ((), (3,)), ((2, 3), ()), ((0,), (3,))]
TENSORDOT = [
    ((2, 3), (2, 3), 2),
    ((2, 3), (3, 4), 1),
    ((2, 3), (4,), 0),
    ((2, 3, 4), (4, 3, 5), ([1, 2], [1, 0])),
    ((2, 3, 4), (5, 3), (1, 1)),
    ((2, 3, 4), (3, 2), ((0, -2), (-1, 0))),
    ((2, 0), (0, 3), 1),
    ((2, 3, 4), (4, 3), np.array([[2, 1], [0, 1]]).tolist()),
]


def assert_transposes(product, left, right, shapes, rng, dtype=np.float64):
    """Check shape, dtype and transposition of both adjoints at random operands."""
    x, y = (rng.standard_normal(shape).astype(dtype) for shape in shapes)
    z = product(x, y)
    d = rng.standard_normal(np.shape(z)).astype(dtype)
    d_x, d_y = left(d, y, shapes[0]), right(d, x, shapes[1])
    assert (d_x.shape, d_y.shape) == shapes
    assert d_x.dtype == d_y.dtype == dtype
    assert np.sum(d_x * x) == pytest.approx(np.sum(d * z), rel=1e-5, abs=1e-5)
    assert np.sum(d_y * y) == pytest.approx(np.sum(d * z), rel=1e-5, abs=1e-5)
    if dtype == np.float64:
        t, u = (rng.standard_normal(shape) for shape in shapes)
        assert np.sum(d_x * t) == pytest.approx(np.sum(d * product(t, y)), rel=1e-10, abs=1e-12)
        assert np.sum(d_y * u) == pytest.approx(np.sum(d * product(x, u)), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shapes", MATMUL)
def test_matmul(shapes, dtype, rng):
    """Vectors, matrices and stacks, whose batches broadcast."""
    assert_transposes(np.matmul, matmul_adjoint_left, matmul_adjoint_right, shapes, rng, dtype)


@pytest.mark.parametrize("shapes", DOT)
def test_dot(shapes, rng):
    """The last axis meets the last but one; scalars multiply."""
    assert_transposes(np.dot, dot_adjoint_left, dot_adjoint_right, shapes, rng)


@pytest.mark.parametrize("shapes", INNER)
def test_inner(shapes, rng):
    """The last axes meet; scalars multiply."""

    def left(d, y, shape):
        return inner_adjoint(d, y, shape, first=True)

    def right(d, x, shape):
        return inner_adjoint(d, x, shape, first=False)

    assert_transposes(np.inner, left, right, shapes, rng)


@pytest.mark.parametrize("shapes", KRON)
def test_kron(shapes, rng):
    """The operand of fewer dimensions counts as having lengths 1 in front."""

    def left(d, y, shape):
        return kron_adjoint(d, y, shape, first=True)

    def right(d, x, shape):
        return kron_adjoint(d, x, shape, first=False)

    assert_transposes(np.kron, left, right, shapes, rng)


@pytest.mark.parametrize(("x_shape", "y_shape", "axes"), TENSORDOT)
def test_tensordot(x_shape, y_shape, axes, rng):
    """A number of axes or two lists of them, negative ones too."""
    assert_transposes(
        lambda x, y: np.tensordot(x, y, axes),
        lambda d, y, shape: tensordot_adjoint_left(d, y, shape, axes),
        lambda d, x, shape: tensordot_adjoint_right(d, x, shape, axes),
        (x_shape, y_shape),
        rng,
    )


def test_matmul_takes_a_python_float_as_cotangent():
    """The product of two vectors is a scalar, whose cotangent may be the seed 1.0."""
    y = np.array([1.0, 2.0], np.float32)
    assert matmul_adjoint_left(1.0, y, (2,)).tolist() == [1.0, 2.0]
    assert matmul_adjoint_right(1.0, y, (2,)).dtype == np.float32


@pytest.mark.parametrize(
    ("a", "b", "axes"),
    [
        ((3, 4), (3, 4), (0, 0, 0)),
        ((3, 4), (4, 3), (0, -1, 0)),
        ((3, 4), (3,), (0, -1, -1)),
        ((2, 3, 4), (3, 4), (1, 0, 2)),
    ],
)
def test_cross_products_along_any_axes(a, b, axes, rng):
    """Both adjoints, also of an operand that is broadcast."""
    x, y = rng.standard_normal(a), rng.standard_normal(b)
    z = np.cross(x, y, *axes)
    d = rng.standard_normal(z.shape)
    own, other, result = axes
    expected = pytest.approx(np.sum(z * d), rel=1e-12)
    assert np.sum(x * cross_adjoint(d, y, a, own, other, result, first=True)) == expected
    assert np.sum(y * cross_adjoint(d, x, b, other, own, result, first=False)) == expected
