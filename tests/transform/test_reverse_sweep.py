"""Each active statement in reverse."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient
from tests.stages import define, request_of, reverse_of, text

V = np.array([0.5, -1.25, 2.0])


def reverse(body, args=(1.5, 2.0), wrt=None, parameters="x, y"):
    """Return the reverse sweep of a function as text, without the return."""
    lines = text(body).splitlines()
    program = "\n    ".join([f"def f({parameters}):", *lines]) + "\n"
    return reverse_of(program, args, wrt).rpartition("return ")[0]


def test_statements_are_reversed_from_the_last_to_the_first():
    """Inactive ones leave nothing."""
    assert reverse("a = x * y\nk = len('abc')\nprint(a)\nb = a * a\nreturn b", wrt="x") == text(
        """
        d_b = 1.0
        d_a = d_b * a
        d_a = d_a + d_b * a
        d_x = d_a * y
        """
    )


def test_a_dead_value_has_no_reverse():
    """What reaches no result receives nothing."""
    assert "np.exp" not in reverse("a = np.exp(x)\nreturn x * y")


# ---- branches ----


def test_a_branch_is_reversed_as_it_was_taken():
    """Adjoints that one side has not are born there as zeros."""
    assert reverse("if y > 0:\n    z = x * y\nelse:\n    z = 1.0\nreturn z * z", wrt="x") == text(
        """
        d_result@ret = 1.0
        d_z = d_result@ret * z
        d_z = d_z + d_result@ret * z
        if y > 0:
            d_x = d_z * y
        else:
            d_x = 0.0
        """
    )


def test_a_side_without_reverse_is_left_out():
    """The condition is turned round."""
    assert reverse("a = x * 1.0\nif y > 0:\n    print(y)\nelse:\n    a = a * y\nreturn a", wrt="x") == text(
        """
        d_a = 1.0
        if not y > 0:
            d_a = d_a * y
        d_x = d_a * 1.0
        """
    )


def test_a_branch_without_active_statements_leaves_nothing():
    """Neither side reads anything."""
    assert reverse("if y > 0:\n    print(y)\nreturn x * x", wrt="x") == text(
        """
        d_result@ret = 1.0
        d_x = d_result@ret * x
        d_x = d_x + d_result@ret * x
        """
    )


def test_branches_nest():
    """Each with the condition that its side had: what is rebound meanwhile is not compared again."""
    assert reverse(
        "if y > 0:\n    if x > 1:\n        x = x * y\n    else:\n        x = x * 2.0\nreturn x", wrt="x"
    ) == text(
        """
        d_x = 1.0
        if y > 0:
            if branch@s1:
                d_x = d_x * y
            else:
                d_x = d_x * 2.0
        """
    )


def test_contexts_are_entered_again():
    """So that what was silenced forward is silenced in reverse."""
    found = reverse("with np.errstate(divide='ignore'):\n    z = x / y\nreturn z", wrt="x")
    assert found == 'd_z = 1.0\nwith np.errstate(divide="ignore"):\n    d_x = d_z / y\n'


PROGRAMS = {
    "read on both sides": "if y > 1:\n    z = x * y\nelse:\n    z = x + y\nreturn z * x",
    "bound on one side": "z = x\nif y > 1:\n    w = np.sin(x)\n    z = w * y\nreturn z + x",
    "rebound on one side": "z = np.exp(x)\nif z > 1.2:\n    z = z * z * y\nreturn z",
    "nested": "z = x\nif x > 0:\n    if y > 1:\n        z = x * y\n    z = z * z\nreturn z * y",
    "swap": "if x > 1:\n    x, y = y * y, x\nreturn x * np.sin(y)",
    "short circuit": "z = (x > 1 and x * y) or y\nreturn z * x",
    "conditional expression": "z = x * y if x < y else np.sin(x)\nreturn z * (2.0 if z > 1 else y)",
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("args", [(1.5, 2.0), (0.25, 0.5), (1.5, 0.5), (-0.75, 2.0)])
def test_gradients_of_branches_agree_with_differences(name, args):
    """On every path."""
    program = "\n    ".join(["def f(x, y):", *PROGRAMS[name].splitlines()]) + "\n"
    check_gradient(define(program), args, variants=())


# ---- a zero of one path ----


@pytest.mark.parametrize(
    "c",
    [
        0,
        pytest.param(
            1, marks=pytest.mark.xfail(reason="a contribution of unknown dimensions is taken for a whole one")
        ),
        2,
    ],
)
def test_a_zero_of_one_path_counts_as_zeros_of_the_whole(c):
    """Where neither its dimensions nor those of the operation are known."""
    program = """
    def f(x, y, c):
        if c == 0:
            w = x
        else:
            w = x[0]
        z = w + y
        r = 0.0
        if c != 1:
            r = np.sum(z)
        return r
    """
    found = gradient(define(text(program)), "x")(np.ones((1, 3)), np.ones((5, 3)), c)
    assert found.tolist() == [[0.0 if c == 1 else 5.0] * 3]


def test_requests_of_the_tests_are_the_publics():
    """The drafts shown here are those of real requests."""
    function = define("def f(x, y):\n    return x * y\n")
    assert request_of(function, "x") == gradient(function, "x").request


@pytest.mark.parametrize(
    "body",
    [
        "k = []\ns = 0.0\nfor i in range(4):\n    k.append(i)\n    s = s + x[k[-1]] * x[k[0]]\nreturn s",
        "k = [3, 1]\ns = x[k[0]] * x[k[1]]\nk.append(2)\nk.reverse()\ns = s * x[k[0]]\nk.clear()\nreturn s + len(k)",
        "k = []\nfor i in range(4):\n    if x[i] > 0:\n        k.append(i)\nreturn np.sum(x[k] ** 2) + np.prod(x[k])",
        "k, s = [0], x[0]\nwhile k:\n    i = k.pop()\n    s *= np.sin(x[i])\n    if i < 3: k.append(i + 1)\nreturn s",
    ],
)
def test_lists_of_indices_are_updated_in_the_forward_sweep_alone(body):
    """Nothing active is in them; what the reverse sweep reads of them is recorded."""
    lines = "\n    ".join(body.splitlines())
    check_gradient(define(f"def f(x):\n    {lines}\n"), (np.array([0.5, -1.25, 2.0, 0.75]),), "x")
