"""The reverse of an operation with a rule: its formulas, fitted to the operands."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import define, reverse_of

V, M, R, S = np.array([0.5, -1.25, 2.0]), np.arange(6.0).reshape(2, 3), np.ones((1, 3)), np.float32(1.5)


def adjoints(expression, args, wrt="x, y"):
    """Return the lines of the reverse sweep of ``np.sum(expression ** 2)`` that assign adjoints of x and y."""
    found = reverse_of(f"def f(x, y):\n    z = {expression}\n    return np.sum(z * z)\n", args, wrt)
    return [line for line in found.splitlines() if line.startswith(("d_x", "d_y"))]


@pytest.mark.parametrize(
    ("expression", "args", "expected"),
    [
        ("x * y", (V, V), ["d_x = d_z * y", "d_y = d_z * x"]),
        ("x - y", (V, V), ["d_x = d_z", "d_y = -d_z"]),
        ("x + y", (M, V), ["d_x = d_z", "d_y = d_z.sum(axis=0)"]),
        ("x * y", (M, R), ["d_x = d_z * y", "d_y = (d_z * x).sum(axis=0, keepdims=True)"]),
        ("x * y", (M, 2.0), ["d_x = d_z * y", "d_y = np.sum(d_z * x)"]),
        ("x / y", (V, V), ["d_x = d_z / y", "d_y = -(d_z / y) * z"]),
        ("x * y", (V.astype("f4"), V), ["d_x = (d_z * y).astype(np.float32)", "d_y = d_z * x"]),
        ("x @ y", (M, M.T), ["d_x = d_z @ y.T", "d_y = x.T @ d_z"]),
        ("x @ y", (M, V), ["d_x = np.outer(d_z, y)", "d_y = d_z @ x"]),
        ("np.tanh(x) + y", (V, V), ["d_x = d@1 * (1.0 - v@1 * v@1)", "d_y = d_z"]),
        ("np.maximum(x, 0) + y", (V, V), ["d_x = d@1 * (v@1 > 0)", "d_y = d_z"]),
        ("x ** 2 + y", (V, V), ["d_x = 2 * d@1 * x", "d_y = d_z"]),
        ("np.transpose(x) @ y", (M, M), ["d_x = d@1.T", "d_y = v@1.T @ d_z"]),
    ],
)
def test_formulas(expression, args, expected):
    """Over the call's own operands, with the one sum and the cast that they need."""
    assert sorted(adjoints(expression, args)) == sorted(expected)


def test_a_broadcast_adjoint_stays_a_number():
    """While every reader is elementwise against an operand of the full shape."""
    assert "broadcast_to" not in reverse_of("def f(x, y):\n    return np.sum(x * y)\n", (V, V)).rpartition("return")[0]


def test_arguments_without_adjoint_are_left_out():
    """Axes, indices, flags."""
    found = reverse_of("def f(x, y):\n    return np.sum(np.sum(x, axis=0) * y)\n", (M, V), "x")
    assert "d_axis" not in found


def test_displays_of_operands_are_taken_apart():
    """Each item receives its part."""
    found = reverse_of("def f(x, y):\n    return np.sum(np.concatenate([x, y]) ** 2)\n", (V, V))
    assert "d_x = " in found
    assert "d_y = " in found
    assert "split_adjoint(" in found


@pytest.mark.parametrize(
    ("program", "args", "named"),
    [
        (
            "def f(x):\n    return np.sum(np.polynomial.polynomial.polyval(x, x))\n",
            (V,),
            "np.polynomial.polynomial.polyval",
        ),
        ("def f(x):\n    return np.sum(np.exp(x, where=x > 0))\n", (V,), "numpy.exp with 'where'"),
    ],
)
def test_what_no_rule_models_is_refused(program, args, named):
    """By name, keywords too."""
    with pytest.raises(CladpyError) as caught:
        gradient(define(program))(*args)
    assert (caught.value.code, caught.value.message) == ("C201", f"{named} has no derivative rule")


EXPRESSIONS = {
    "array times list": "np.sum(x * [1.0, 2.0, 3.0] * y[0])",
    "list plus array": "np.sum(np.array([1.0, 2.0, 3.0]) + x * y)",
    "chain of broadcasts": "np.sum((x[:, None] * y + x) ** 2)",
    "number and array": "np.sum(x ** 3) / np.sum(y * y)",
    "reductions": "np.mean(x * y) + np.max(x) * np.prod(y) + np.var(x)",
    "shapes": "np.sum(np.reshape(np.outer(x, y), (-1,))[::2] ** 2)",
    "selection": "np.sum(np.where(x > y, x * y, y)) + np.sum(np.clip(x, -1.0, 1.0) * y)",
    "stacking": "np.sum(np.stack([x, y, x * y], axis=1) @ x)",
    "norm": "np.linalg.norm(x - y) * np.linalg.norm(np.outer(x, y))",
    "sign and logarithm": "np.linalg.slogdet(np.outer(x, y) + 3.0 * np.eye(3))[1]",
    "quotient and remainder": "divmod(x[0] * 3.1, y[0])[1] * y[1] + divmod(x[0] * 3.1, y[0])[0]",
    "einsum": "np.einsum('i,j,ij->', x, y, np.outer(y, x))",
    "several numbers": "math.hypot(x[0], y[0], x[1])",
    "eigenvalues": "np.sum(np.linalg.eigh(np.outer(x, x) + np.diag([1.0, 2.0, 4.0]))[0] ** 2 * y)",
    "powers": "np.sum(np.abs(x) ** y) + np.sum(2.0 ** x)",
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_gradients_of_expressions_agree_with_differences(name):
    """Several rules at once."""
    function = define(f"def f(x, y):\n    return {EXPRESSIONS[name]}\n")
    check_gradient(function, (V, np.array([0.75, 2.5, -0.5])), variants=())


@pytest.mark.parametrize("name", ["number and array", "chain of broadcasts", "reductions"])
def test_single_precision_stays_single(name):
    """In value and adjoints."""
    function = define(f"def f(x, y):\n    return {EXPRESSIONS[name]}\n")
    x, y = V.astype("f4"), np.array([0.75, 2.5, -0.5], "f4")
    assert [adjoint.dtype for adjoint in gradient(function)(x, y)] == [np.float32, np.float32]
    check_gradient(function, (x, y), variants=())


def mean_of_sums(w, t):
    return np.mean(np.sum(w * t, axis=1))


def mean_of_differences(w, t):
    return np.mean(np.sin(w[:, 0]) - np.sum(w * t, axis=1))


def sum_of_means(w, t):
    return np.sum(3.0 * np.mean(w * t, axis=1))


@pytest.mark.parametrize("function", [mean_of_sums, mean_of_differences, sum_of_means])
def test_a_cotangent_that_is_one_number_for_all_elements_may_be_indexed(function):
    """A mean gives one number to each row's sum, and that one column to the row."""
    w = np.array([[0.2, -0.4, 1.0], [0.7, 0.3, 0.5]])
    check_gradient(function, (w, np.cos(w)))
