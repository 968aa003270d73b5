"""Sums of products by labels: adjoints of every operand, by the definition of the transpose."""

import numpy as np
import pytest

from cladpy.runtime import einsum_adjoint, einsum_tangent

CASES = [
    ("ij,jk->ik", [(2, 3), (3, 4)]),
    ("ij,jk", [(2, 3), (3, 4)]),
    ("ba, cb", [(2, 3), (4, 2)]),
    ("i,i", [(3,), (3,)]),
    ("i,j->ji", [(2,), (3,)]),
    ("ii", [(3, 3)]),
    ("ii->i", [(3, 3)]),
    ("ii->", [(3, 3)]),
    ("iij->j", [(2, 2, 3)]),
    ("iji->ij", [(2, 3, 2)]),
    ("ij->", [(2, 3)]),
    ("ij->j", [(2, 3)]),
    ("ij->ji", [(2, 3)]),
    ("ij,j->i", [(2, 3), (3,)]),
    ("ij,k->i", [(2, 3), (4,)]),
    ("ii,i->i", [(3, 3), (3,)]),
    ("bij,bjk->bik", [(5, 2, 3), (5, 3, 4)]),
    ("bij,bjk->bik", [(1, 2, 3), (5, 3, 4)]),
    ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 2)]),
    ("ij,ij,ij->", [(2, 3), (2, 3), (2, 3)]),
    ("ij,jk->ik", [(2, 1), (3, 4)]),
    ("i,i->", [(1,), (3,)]),
    ("...ij,...jk->...ik", [(5, 2, 3), (5, 3, 4)]),
    ("...ij,...jk->...ik", [(5, 2, 3), (3, 4)]),
    ("...ij,...jk", [(6, 1, 2, 3), (5, 3, 4)]),
    ("i...,i...->...", [(2, 3), (2, 3)]),
    ("...,...", [(3,), (2, 3)]),
    ("i...->...", [(2, 3, 4)]),
    ("...ii->...i", [(4, 3, 3)]),
    (",i->i", [(), (3,)]),
    ("ij,jk->ik", [(0, 3), (3, 4)]),
    ("ij,jk->ik", [(2, 0), (0, 4)]),
]


@pytest.mark.parametrize(("subscripts", "shapes"), CASES)
def test_transpose_of_each_operand(subscripts, shapes, rng):
    """<einsum(.., t, ..), d> equals <t, adjoint>, operand by operand; the tangent is the sum of these products."""
    operands = [rng.standard_normal(shape) for shape in shapes]
    tangents = [rng.standard_normal(shape) for shape in shapes]
    d = rng.standard_normal(np.shape(np.einsum(subscripts, *operands)))
    adjoints = einsum_adjoint(d, subscripts, operands)
    assert [adjoint.shape for adjoint in adjoints] == shapes
    changes = [np.einsum(subscripts, *operands[:k], t, *operands[k + 1 :]) for k, t in enumerate(tangents)]
    for adjoint, t, change in zip(adjoints, tangents, changes, strict=True):
        assert np.sum(adjoint * t) == pytest.approx(np.sum(d * change), rel=1e-12, abs=1e-12)
    assert einsum_tangent(tangents, subscripts, operands) == pytest.approx(np.sum(changes, axis=0), rel=1e-12)


@pytest.mark.parametrize("shapes", [[(40, 50), (50, 60), (60, 7)], [(40, 1), (50, 60), (60, 7)]])
def test_large_products_are_ordered(shapes, rng):
    """The order of the products changes the rounding only; lengths of 1 are stretched as in small ones."""
    a, b, c = (rng.standard_normal(shape) for shape in shapes)
    d = rng.standard_normal((40, 7))
    d_a, d_b, d_c = einsum_adjoint(d, "ij,jk,kl->il", [a, b, c])
    whole = np.broadcast_to(a, (40, 50))
    assert d_b == pytest.approx(whole.T @ d @ c.T, rel=1e-10)
    assert d_c == pytest.approx((whole @ b).T @ d, rel=1e-10)
    assert d_a == pytest.approx(
        (d @ (b @ c).T).sum(axis=1, keepdims=a.shape[1] == 1) if a.shape[1] == 1 else d @ (b @ c).T
    )


def test_single_precision_stays():
    """Under the Python float 1.0 as cotangent, too."""
    x = np.ones((2, 2), np.float32)
    assert [adjoint.dtype for adjoint in einsum_adjoint(np.float32(1), "ij,ij", [x, x])] == [np.float32, np.float32]


def test_an_infinite_cotangent_stays_on_the_diagonal():
    """Beside the diagonal the adjoint is exactly 0."""
    assert einsum_adjoint(np.inf, "ii", [np.eye(2)])[0].tolist() == [[np.inf, 0.0], [0.0, np.inf]]


def test_the_form_without_subscripts_is_refused():
    """Labels as lists of integers are not read."""
    with pytest.raises(TypeError, match=r"^\[C404\] np.einsum"):
        einsum_adjoint(1.0, np.ones(2), [[0]])
