"""The oracle passes right gradients and finds what is wrong with wrong ones."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, no_adjoint
from cladpy.testing import GradientMismatch


def loss(w, x):
    return np.sum(np.tanh(x @ w) ** 2)


def loss_gradient(w, x):
    """Return the gradient of the loss by hand."""
    h = np.tanh(x @ w)
    d_h = 2 * h * (1 - h * h)
    return x.T @ d_h, np.outer(d_h, w)


def arguments(dtype=float):
    rng = np.random.default_rng(3)
    return rng.normal(size=3).astype(dtype), rng.normal(size=(4, 3)).astype(dtype)


class Pair(NamedTuple):
    left: np.ndarray
    right: float


@dataclass
class Layer:
    weight: np.ndarray
    name: str


def of_structures(parts, settings, layer):
    scale = settings["scale"]
    return np.sum(layer.weight * parts[0].left) * scale + parts[1] * parts[0].right * settings["power"]


def structures():
    return [Pair(np.array([1.0, 2.0]), 0.5), 3.0], {"scale": 2.0, "power": 3}, Layer(np.array([0.3, 0.1]), "first")


# ---- what passes ----


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_right_gradient_of_somebody_else_passes(dtype):
    """A gradient written by hand is accepted, in single precision too."""
    check_gradient(loss, arguments(dtype), derivative=loss_gradient)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_generated_gradient_passes(dtype):
    """What cladpy generates is accepted, with all variants."""
    check_gradient(loss, arguments(dtype))


@pytest.mark.parametrize("wrt", ["w", 0, ("w",), "x, w", None])
def test_any_selection_is_checked(wrt):
    """What is asked for is spelt as for gradient()."""
    check_gradient(loss, arguments(), wrt, variants=())


def test_result_that_is_no_scalar_is_checked_by_its_pullback():
    """A random cotangent stands for the scalar."""
    check_gradient(lambda x, y: (x * y, [np.sum(x)]), (np.ones(3), np.full(3, 2.0)), variants=())


def test_keywords_and_defaults_are_parameters():
    """Keyword arguments and defaults are checked like others."""

    def scaled(x, scale=2.0, *, shift):
        return np.sum(x * scale + shift)

    check_gradient(scaled, (np.ones(2),), kwargs={"shift": 0.5}, variants=())


def test_gradient_function_stands_for_its_primal():
    """The decorator's form is checked by its own parameters."""
    check_gradient(gradient(loss, "w"), arguments(), variants=())
    with pytest.raises(GradientMismatch, match=r"adjoint of w\[0\]"):
        check_gradient(gradient(loss, "w"), arguments(), derivative=lambda w, x: 2 * loss_gradient(w, x)[0])


def test_structures_are_flattened():
    """Lists, named tuples, dicts and dataclasses have adjoints of the same structure."""

    def by_hand(parts, settings, layer):
        (pair, factor), scale = parts, settings["scale"]
        d_parts = [Pair(layer.weight * scale, factor * 3.0), pair.right * 3.0]
        d_settings = {"scale": float(np.sum(layer.weight * pair.left)), "power": no_adjoint}
        return d_parts, d_settings, Layer(pair.left * scale, no_adjoint)

    check_gradient(of_structures, structures(), derivative=by_hand)


def test_refusal_is_handed_on():
    """A refused function is no mismatch."""
    with pytest.raises(CladpyError):
        check_gradient(lambda x: np.sum(x) + np.subtract.reduce(x), (np.ones(3),))


# ---- what fails ----


@pytest.mark.parametrize("factor", [0.0, -1.0, 1 + 1e-5, np.nan, np.inf])
def test_wrong_gradient_fails(factor):
    """A wrong factor is found, and NaN is equal to nothing."""
    with pytest.raises(GradientMismatch) as caught:
        check_gradient(loss, arguments(), "w", derivative=lambda w, x: factor * loss_gradient(w, x)[0])
    assert caught.value.aspect == "gradient"


def test_wrong_gradient_in_single_precision_fails():
    """The tolerance of single precision is not a licence."""
    with pytest.raises(GradientMismatch, match="adjoint of w"):
        check_gradient(
            loss, arguments(np.float32), "w", derivative=lambda w, x: np.float32(1.01) * loss_gradient(w, x)[0]
        )


def test_report_names_the_elements_that_are_furthest_off():
    """Of an array with many elements the wrong one is found by a random direction and then by itself."""

    def one_wrong(w, x):
        _, d_x = loss_gradient(w, x)
        d_x[2, 1] += 1.0
        return d_x

    with pytest.raises(GradientMismatch, match=r"(?s)x along random direction 1 is wrong.*x\[2, 1\]: adjoint"):
        check_gradient(loss, arguments(), "x", derivative=one_wrong)


def test_report_shows_both_numbers_and_the_steps():
    """Whoever reads the report sees what was compared."""
    with pytest.raises(GradientMismatch) as caught:
        check_gradient(lambda x: x * x, (3.0,), derivative=lambda x: (x,))
    assert str(caught.value).splitlines() == [
        "the adjoint of x is wrong [gradient]",
        "  adjoint              3",
        "  numerical derivative 6",
        "  off by               3, tolerance 9e-07",
        "  differences by step  0.0009: 6, 0.003: 6",
        "  complex step         6",
    ]


def test_primal_that_is_nowhere_smooth_cannot_be_checked():
    """Where the steps do not agree, the report says so instead of calling the gradient wrong."""
    rng = np.random.default_rng(5)
    with pytest.raises(GradientMismatch, match="steps do not agree") as caught:
        check_gradient(lambda x: x + 1e-3 * rng.normal(), (1.0,), derivative=lambda x: (1.0,))
    assert caught.value.aspect == "unsettled"


def test_primal_without_finite_value_cannot_be_checked():
    """No difference can be taken of NaN."""
    with pytest.raises(GradientMismatch, match="the value is"):
        check_gradient(lambda x: x * float("nan"), (1.0,), derivative=lambda x: (1.0,))


@pytest.mark.parametrize(
    ("derivative", "aspect"),
    [
        (lambda w, x: loss_gradient(w, x)[0].astype(np.float32), "form"),
        (lambda w, x: loss_gradient(w, x)[0][:, None], "form"),
        (lambda w, x: list(loss_gradient(w, x)[0]), "form"),
        (lambda w, x: np.broadcast_to(loss_gradient(w, x)[0], (3,)), "ownership"),
        (lambda w, x: KEPT.setdefault("adjoint", loss_gradient(w, x)[0]), "repeat"),
    ],
    ids=["dtype", "shape", "type", "read-only", "cached"],
)
def test_adjoint_of_the_wrong_kind_fails(derivative, aspect):
    """Right numbers are not enough."""
    KEPT.clear()
    with pytest.raises(GradientMismatch) as caught:
        check_gradient(loss, arguments(), "w", derivative=derivative)
    assert caught.value.aspect == aspect


KEPT = {}


def test_number_of_adjoints_is_checked():
    """One adjoint a parameter."""
    with pytest.raises(GradientMismatch, match="2 adjoints were asked for, 1 returned"):
        check_gradient(loss, arguments(), derivative=lambda w, x: loss_gradient(w, x)[:1])


def test_changed_argument_fails():
    """The caller's arrays are the caller's."""

    def careless(w, x):
        d_w = loss_gradient(w, x)[0]
        x *= 2
        return d_w

    with pytest.raises(GradientMismatch, match="the argument x was changed"):
        check_gradient(loss, arguments(), "w", derivative=careless)


def test_warning_of_the_derivative_fails():
    """A derivative is as quiet as its primal."""

    def noisy(w, x):
        np.log(0 * w)
        return loss_gradient(w, x)[0]

    with pytest.raises(GradientMismatch, match="divide by zero"):
        check_gradient(loss, arguments(), "w", derivative=noisy)


def test_other_arguments_are_checked_with_the_same_derivative():
    """What holds for one size or branch only is found by others."""

    def of_three(w, x):
        return loss_gradient(w, x)[0] * (1.0 if len(w) == 3 else 2.0)

    check_gradient(loss, arguments(), "w", derivative=of_three)
    other = (np.full(5, 0.1), np.full((2, 5), 0.2))
    with pytest.raises(GradientMismatch, match=r"at other_args\[1\]"):
        check_gradient(loss, arguments(), "w", derivative=of_three, other_args=[arguments(), other])
