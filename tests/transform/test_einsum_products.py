"""The adjoint of an operand of einsum: a product of matrices where it is one, einsum, or the helper."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient, hessian
from tests.stages import define


def program(call):
    """Return a function of a and b that sums the squares of a call of einsum, and of its tangent's kind."""
    return define(f"def f(a, b):\n    return np.sum({call} ** 2)\n")


def adjoints(subscripts, shapes):
    """Return the right sides of the adjoints in the generated text, checked against differences."""
    function = program(f"np.einsum('{subscripts}', a, b)")
    args = [np.random.default_rng(0).normal(size=shape) for shape in shapes]
    check_gradient(function, args)
    derivative = gradient(function)
    derivative(*args)
    lines = [line.strip() for line in derivative.source.splitlines()]
    return [line.partition(" = ")[2] for line in lines if line.startswith(("d_a = ", "d_b = "))]


@pytest.mark.parametrize(
    ("subscripts", "shapes", "expected"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)], ["d_1 @ b.T", "a.T @ d_1"]),
        ("ij,jk->ki", [(2, 3), (3, 4)], ["d_1.T @ b.T", "a.T @ d_1.T"]),
        ("ij,kj", [(2, 3), (4, 3)], ["d_1 @ b", "d_1.T @ a"]),
        ("ji,jk->ik", [(3, 2), (3, 4)], ["b @ d_1.T", "a @ d_1"]),
        ("ij,j->i", [(2, 3), (3,)], ["np.outer(d_1, b)", "d_1 @ a"]),
        ("ij,i->j", [(2, 3), (2,)], ["np.outer(b, d_1)", "a @ d_1"]),
        ("i,ij->j", [(2,), (2, 3)], ["b @ d_1", "np.outer(a, d_1)"]),
        ("i,j->ij", [(2,), (3,)], ["d_1 @ b", "a @ d_1"]),
        ("bij,bjk->bik", [(5, 2, 3), (5, 3, 4)], ["d_1 @ b.mT", "a.mT @ d_1"]),
        ("bhqd,bhkd->bhqk", [(2, 3, 4, 5), (2, 3, 6, 5)], ["d_1 @ b", "d_1.mT @ a"]),
        (
            "kij,nkj->nki",
            [(4, 2, 3), (5, 4, 3)],
            ["d_1.transpose(1, 2, 0) @ b.transpose(1, 0, 2)", "(d_1.transpose(1, 0, 2) @ a).transpose(1, 0, 2)"],
        ),
        (
            "ibj,jbk->ikb",
            [(2, 5, 3), (3, 5, 4)],
            [
                "(d_1.transpose(2, 0, 1) @ b.transpose(1, 2, 0)).transpose(1, 0, 2)",
                "(a.transpose(1, 2, 0) @ d_1.transpose(2, 0, 1)).transpose(1, 0, 2)",
            ],
        ),
        ("bij,jk->bik", [(5, 2, 3), (3, 4)], ['np.einsum("bik,jk->bij", d_1, b)', 'np.einsum("bik,bij->jk", d_1, a)']),
        ("ij,ij->i", [(2, 3), (2, 3)], ['np.einsum("i,ij->ij", d_1, b)', 'np.einsum("i,ij->ij", d_1, a)']),
    ],
)
def test_products_that_are_known_are_written_out(subscripts, shapes, expected):
    """Each label has one length, none is repeated, and each is in the result or in the other operand."""
    assert adjoints(subscripts, shapes) == expected


@pytest.mark.parametrize(
    ("subscripts", "shapes"),
    [
        ("ii,ij->j", [(3, 3), (3, 2)]),
        ("...ij,...jk->...ik", [(5, 2, 3), (3, 4)]),
        ("ij,k->k", [(2, 3), (4,)]),
        ("ij,jk->ik", [(2, 1), (3, 4)]),
        ("ij,jk->ik", [(2, 3), (1, 4)]),
        ("i,i->", [(1,), (3,)]),
        ("ij,j->i", [(0, 3), (3,)]),
    ],
)
def test_other_sums_are_right_too(subscripts, shapes):
    """Repeated labels, ellipses, labels of one operand alone, lengths of 1 that are stretched, empty arrays."""
    adjoints(subscripts, shapes)


def test_a_length_that_may_be_one_is_left_to_the_helper():
    """Of an array that is computed the lengths are not known; a product would have another shape."""
    function = program("np.einsum('ij,jk->ik', a[:, :n], b)")
    function.__globals__["n"] = 1
    args = (np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4))
    check_gradient(function, args)
    derivative = gradient(function)
    derivative(*args)
    assert 'einsum_operand_adjoint(d_1, "ij,jk->ik", (v_1, b), 0)' in derivative.source


def test_three_operands_are_ordered():
    """NumPy chooses the order of the products."""
    function = define("def f(a, b, c):\n    return np.sum(np.einsum('ij,jk,kl->il', a, b, c) ** 2)\n")
    args = [np.random.default_rng(0).normal(size=shape) for shape in ((2, 3), (3, 4), (4, 5))]
    check_gradient(function, args)
    derivative = gradient(function)
    derivative(*args)
    assert 'np.einsum("il,ij,kl->jk", d_1, a, c, optimize=True)' in derivative.source


def test_one_operand_twice():
    """Both places contribute."""
    check_gradient(define("def f(a):\n    return np.sum(np.einsum('ij,kj->ik', a, a) ** 2)\n"), (np.eye(2, 3) + 0.5,))


def test_complex_operands():
    """Cotangents are bilinear: nothing is conjugated."""
    generator = np.random.default_rng(1)
    a, b = (generator.normal(size=(2, 2)) + 1j * generator.normal(size=(2, 2)) for _ in range(2))
    check_gradient(define("def f(a, b):\n    return np.sum(np.abs(np.einsum('ij,jk->ik', a, b)) ** 2)\n"), (a, b))


@pytest.mark.parametrize("call", ["np.einsum('ij,jk->ik', a, b)", "np.einsum('ij,jk->ik', a, b[:, ::2])"])
def test_second_derivatives(call):
    """Of products that are written out, and of the helper."""
    function = program(call)
    a, b = np.random.default_rng(0).normal(size=(2, 2, 2))
    found = hessian(function, "a")(a, b)
    step = 1e-5
    for row, column in np.ndindex(2, 2):
        unit = np.zeros((2, 2))
        unit[row, column] = step
        moved = gradient(function, "a")(a + unit, b) - gradient(function, "a")(a - unit, b)
        assert found[row, column] == pytest.approx(moved / (2 * step), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize(
    "call",
    [
        "np.einsum(a, [0, 1], b, [1, 2], [0, 2])",
        "np.einsum(a, [3, 1], b, [1, 0])",
        "np.einsum(a, (0, ...), b, (..., 1), [0, 1, ...])",
        "np.einsum(a, [0, 1], b, [1, 2], [])",
    ],
)
def test_labels_as_numbers(call):
    """The other form of the call, with and without the labels of the result."""
    check_gradient(program(call), np.random.default_rng(0).normal(size=(2, 3, 3)))
