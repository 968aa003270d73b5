"""The reverse of ``u[index] op= v`` for operators other than + and -."""

import numpy as np
import pytest

from cladpy import check_gradient
from tests.stages import define, reverse_of, text

V, M = np.array([0.5, -1.25, 2.0]), np.array([[0.5, -1.25, 2.0], [1.5, 0.25, -0.75], [0.1, 0.2, 1.0]])


def after(store):
    """Return the lines of the reverse of an update of ``a = x * 1.0``, of which the squares are summed."""
    program = f"def f(x, y):\n    a = x * 1.0\n    {store}\n    return np.sum(a * a)\n"
    lines = reverse_of(program, (V, 0.5)).splitlines()
    start = lines.index(next(line for line in lines if line.startswith("d_a = d_a + d@")))
    return lines[start + 1 : -2]


def test_a_scaled_region_scales_its_adjoint_last():
    """What reads the result comes first, what reads the old content behind its restoration."""
    assert after("a[0] *= y") == ["a[0] = a_old@s1", "d_y = d_a[0] * a[0]", "d_a[0] = d_a[0] * y"]


def test_a_product_with_itself_reads_the_old_content():
    """Both factors are the same storage."""
    found = reverse_of("def f(x):\n    a = x * 1.0\n    a *= a\n    return np.sum(a * a)\n", (V,))
    assert (
        text(
            """
        d@r1 = owned(d_a)
        a[...] = a_old@s1
        d_a[...] = d@r1 * a
        d_a += d@r1 * a
        """
        )
        in found
    )


def test_what_reads_the_result_comes_before_the_restoration():
    """A quotient's slope in its divisor is read off the result, which is not kept; the quotient is computed once."""
    assert after("a[0] /= y") == [
        "d@r1 = divide_guarded(d_a[0], y)",
        "d_y = -multiply_guarded(d@r1, a[0])",
        "d_a[0] = d@r1",
    ]


def test_the_adjoint_of_elements_that_may_be_named_twice_is_put_aside():
    """Only the last write of an element counts, and its old content was read as often as it was named."""
    found = after("a[[0, 0]] *= y")
    assert found[0].startswith("d@r1 = owned(take_last(d_a, ")
    assert "d_a[v@1] = 0" in found
    assert found[-1].startswith("add_at(d_a, v@1, ") or any(line.startswith("add_at(d_a, v@1, ") for line in found)


UPDATES = {
    "scaled": "a[1:] *= y",
    "scaled by itself": "a *= a",
    "scaled by a part": "a[1:] *= a[:-1]",
    "scaled by a function of itself": "a *= np.sin(a) + y",
    "divided": "a[:2] /= y + 2.0",
    "divided by a part": "a[:-1] /= a[1:] * y",
    "power": "a[1:] **= 2",
    "power by an operand": "a[...] = a * a + 1.0\na **= y",
    "squared": "a **= 2",
    "remainder": "a[0] %= 0.4",
    "repeated": "a[[0, 0, 2]] *= y",
    "repeated by itself": "a[[0, 0, 2]] *= a[[1, 1, 1]]",
    "masked": "a[a > 0] *= y",
    "in a loop": "for i in range(1, 3):\n    a[i] *= a[i - 1] * y",
    "in a branch": "if y > 0:\n    a[1] *= a[0]\nelse:\n    a[1] /= y",
}


@pytest.mark.parametrize("name", UPDATES)
def test_gradients_of_updates_agree_with_differences(name):
    """Whatever the operands share."""
    body = f"a = x * 1.0\n{UPDATES[name]}\nreturn np.sum(a * a * a) + np.sum(np.sin(a))"
    check_gradient(define("\n    ".join(["def f(x, y):", *body.splitlines()]) + "\n"), (V, 0.75), variants=("tbr",))


def test_an_update_by_a_matrix_product():
    """Its formulas are not elementwise."""
    check_gradient(
        define("def f(a, w):\n    b = a * 1.0\n    b @= w\n    return np.sum(b * b * b)\n"), (M, M.T + 1.0), variants=()
    )
