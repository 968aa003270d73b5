"""Where sums may be taken in any order, einsum is the product of matrices that it is."""

import itertools

import numpy as np
import pytest

from cladpy import check_gradient, gradient, value_and_gradient
from tests.stages import define

RNG = np.random.default_rng(0)
LENGTHS = {"i": 2, "j": 3, "k": 4, "n": 5}
PRODUCTS = [
    "ij,jk->ik",
    "ij,kj->ik",
    "ji,jk->ki",
    "ij,j->i",
    "i,ij->j",
    "kij,nkj->nki",
    "nki,nkj->kij",
    "nij,njk->nik",
    "i,j->ij",
]
OTHERS = ["ij,ij->", "i,i->", "ij,ij->ij", "ii,i->i", "ij,jk->ijk", "...ij,jk->...ik", "ij->ji", "ij,jk,kn->in"]


def program(subscripts):
    count = subscripts.partition("->")[0].count(",") + 1
    names = ", ".join("abc"[:count])
    return define(f"def f({names}):\n    return np.sum(np.sin(np.einsum({subscripts!r}, {names})))\n")


def operands(subscripts):
    terms = subscripts.partition("->")[0].replace("...", "n").split(",")
    return [RNG.standard_normal([LENGTHS[label] for label in term]) for term in terms]


@pytest.mark.parametrize("subscripts", PRODUCTS)
def test_products_of_matrices(subscripts):
    """The value to the last bits, the adjoints as without it."""
    function, given = program(subscripts), operands(subscripts)
    fast = value_and_gradient(function, fastmath=True)
    found, expected = fast(*given), value_and_gradient(function)(*given)
    assert "einsum" not in fast.source.partition("reverse sweep")[0]
    np.testing.assert_allclose(found[0], function(*given), rtol=1e-13)
    for mine, others in zip(found[1], expected[1], strict=True):
        np.testing.assert_allclose(mine, others, rtol=1e-12)


@pytest.mark.parametrize("subscripts", OTHERS)
def test_other_sums_stay(subscripts):
    """Those that are no product of matrices, and those of one or three operands; the result is right."""
    function, given = program(subscripts), operands(subscripts)
    check_gradient(function, given, derivative=gradient(function, fastmath=True), variants=())


@pytest.mark.parametrize("shapes", list(itertools.product([1, 3], [1, 3])))
def test_lengths_of_one_stretch(shapes):
    """They are spread by einsum, and would not be by a product."""
    inner, other = shapes
    function = program("ij,jk->ik")
    given = [RNG.standard_normal((2, inner)), RNG.standard_normal((other, 4))]
    check_gradient(function, given, derivative=gradient(function, fastmath=True), variants=())


def test_the_primal_is_kept_as_it_is_without():
    """Its value is that of NumPy's einsum, bit by bit."""
    function, given = program("kij,nkj->nki"), operands("kij,nkj->nki")
    assert value_and_gradient(function)(*given)[0] == function(*given)
