"""Names, births and sums of adjoints while the reverse sweep is written."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, reverse_of, text

V = np.array([0.5, -1.25, 2.0])


def reverse(body, args=(1.5, 2.0), wrt=None, parameters="x, y"):
    """Return the lines of the reverse sweep of a function, without the return."""
    lines = text(body).splitlines()
    program = "\n    ".join([f"def f({parameters}):", *lines]) + "\n"
    return reverse_of(program, args, wrt).splitlines()[:-1]


def test_adjoints_are_named_after_variables():
    """Of temporaries by number, of items by path."""
    assert reverse("z = x * y\nt = (z, 1.0)\nreturn t[0] + 2.0 * z")[:6] == [
        "d_result@ret = 1.0",
        "d@1 = d_result@ret",
        "d@2 = d_result@ret",
        "d_z = d@2 * 2.0",
        "d_t_0 = d@1",
        "d_z = d_z + d_t_0",
    ]


def test_independent_assignments_have_adjoints_of_their_own():
    """As their variables are apart."""
    found = reverse("z = x * 2.0\ny = z * y\nz = y * 3.0\nreturn z")
    assert "d_z@w1 = 1.0" in found
    assert "d_z = d_y@w1 * y" in found


def test_a_first_contribution_assigns_and_later_ones_add():
    """No zero is made to be added to."""
    found = reverse("z = x * y\nreturn z * x + x")
    assert [line for line in found if line.startswith("d_x")] == [
        "d_x = d_result@ret",
        "d_x = d_x + d@1 * z",
        "d_x = d_x + d_z * y",
    ]


def test_negative_contributions_are_subtracted():
    """A first one is negated."""
    assert [line for line in reverse("return y - x") if line.startswith("d_x")] == ["d_x = -d_result@ret"]
    assert [line for line in reverse("return x * y - x") if line.startswith("d_x")] == [
        "d_x = -d_result@ret",
        "d_x = d_x + d@1 * y",
    ]


def test_a_name_that_is_read_and_rebound_in_one_statement_replaces_its_adjoint():
    """The contribution to the name itself comes last, since the others read what it replaces."""
    assert reverse("x = x * y\nx = x * x\nreturn x") == [
        "d_x@w2 = 1.0",
        "d_x@w1 = d_x@w2 * x@w1",
        "d_x@w1 = d_x@w1 + d_x@w2 * x@w1",
        "d_x = d_x@w1 * y",
        "d_y = d_x@w1 * x",
    ]
    carried = "for i in range(2):\n    x = x * y\nreturn x"
    found = [line.strip() for line in reverse(carried)]
    assert found.index("d_y = d_y + d_x * x@s1") < found.index("d_x = d_x * y")


def test_an_array_that_is_indexed_gets_zeros_of_its_own():
    """The adjoint of an element is added in place."""
    assert reverse("return x[0] * y", (V, 2.0), "x") == [
        "d_result@ret = 1.0",
        "d@1 = d_result@ret * y",
        "d_x = np.zeros(x.shape, x.dtype)",
        "d_x[0] += d@1",
    ]


def test_an_adjoint_that_is_borrowed_is_copied_before_it_is_updated():
    """``c = a + b`` must not make the adjoints of a and b one array."""
    found = reverse("a = x * 2.0\nb = a[1:]\nc = a * y\nreturn np.sum(c) + np.sum(b * b)", (V, 2.0), "x")
    assert found[-4:] == [
        "d_a = d_c * y",
        "d_a = owned(np.broadcast_to(d_a, x.shape))",
        "d_a[1:] += d_b",
        "d_x = d_a * 2.0",
    ]


def test_zeros_are_made_where_nothing_contributes():
    """Items of a result that is a container: of arrays their shape, of numbers 0.0."""
    program = """
    def parts(a):
        return a * 2.0, np.sum(a), [a[0]]

    def f(x):
        first, _, _ = parts(x)
        return np.sum(first)
    """
    found = reverse_of(text(program), (V,), "x")
    assert "parts_pullback_a(state@v@1_0, (" in found
    assert ", 0.0, [0.0]))" in found


@pytest.mark.parametrize(
    "program",
    [
        "def f(x, y):\n    c = x + y\n    c[0] = 1.0\n    return np.sum(c * c)\n",
        "def f(x, y):\n    a = x + y\n    b = a\n    c = b + a\n    return np.sum(c[1:] * y[1:])\n",
        "def f(x, y):\n    return np.sum(x[1:] + x[:-1]) * x[0] + np.sum(y)\n",
    ],
)
def test_adjoints_do_not_share_storage_by_accident(program):
    """An update of one in place must not reach another."""
    check_gradient(define(program), (V, V[::-1].copy()), variants=())
