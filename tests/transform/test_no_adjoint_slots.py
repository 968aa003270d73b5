"""Slots of a generated pullback or gradient: full adjoints of the parameters' types, or no_adjoint."""

import dataclasses

import numpy as np
import pytest

from cladpy import gradient, no_adjoint, pullback
from tests.stages import define, reverse_of, text

V, S = np.array([0.5, -1.25, 2.0]), np.float32(1.5)


def returned(body, x):
    """Return the slot of ``x`` in the draft of a gradient."""
    draft = reverse_of(f"def f(x, y):\n    {body}\n", (x, 2.0), ("x",))
    return draft.rpartition("return (")[2].removesuffix(",)\n")


@pytest.mark.parametrize(
    ("body", "x", "slot"),
    [
        ("return np.sum(x * x) * y", V, "owned(d_x)"),
        ("return np.sum(x) * y", V, "np.full(x.shape, d_x, np.float64)"),
        ("return np.sum(x) * y", V.astype(np.float32), "np.full(x.shape, d_x, np.float32)"),
        ("return y", V, "np.zeros(x.shape, x.dtype)"),
        ("return np.sum(x @ np.ones((3, 3))) * y", V, "owned(d_x)"),
        ("return x * y", 1.5, "d_x"),
        ("return np.float64(x) * y", 1.5, "d_x"),
        ("return np.sum(x * np.ones(3)) * y", 1.5, "float(d_x)"),
        ("return y", 1.5, "0.0"),
        ("return y", S, "zero_like(x)"),
        ("return x * y", S, "owned(d_x)"),
        ("return x * y", np.array(1.5), "np.array(d_x, np.float64)"),
        ("return y", 3, "no_adjoint"),
        ("return y", "text", "no_adjoint"),
    ],
)
def test_slots(body, x, slot):
    """Owned storage, the full shape, the parameter's type; zeros where nothing depends on it."""
    assert returned(body, x) == slot


def test_slots_of_containers_have_their_structure():
    """Items that hold nothing floating are no_adjoint."""
    found = returned("return x[0] * x[1]['a'] * y", (1.5, {"a": 2.0, "n": 3}))
    assert found == '(d_x_0, {"a": d_x_1_a, "n": no_adjoint})'


# ---- the values ----


@dataclasses.dataclass
class Parameters:
    w: np.ndarray
    n: int = 3
    b: float = 0.5


def affine(p, x):
    return np.sum(p.w * x) + p.b * p.n


def test_adjoints_of_objects_are_objects():
    """Fields without adjoint say so."""
    found = gradient(affine, "p")(Parameters(V), V)
    assert (type(found), found.n, found.b) == (Parameters, no_adjoint, 3.0)
    assert found.w.tolist() == V.tolist()


CASES = {
    "unused": (lambda x, y: y * 2.0, V),
    "summed": (lambda x, y: np.sum(x) * y, V),
    "sliced": (lambda x, y: np.sum(x[1:]) * y, V),
    "view": (lambda x, y: np.sum(x.T * 1.0) * y, np.ones((2, 3))),
    "single": (lambda x, y: np.sum(x * y), V.astype(np.float32)),
    "no dimensions": (lambda x, y: x * x * y, np.array(1.5)),
    "empty": (lambda x, y: np.sum(x) + y, np.ones((0, 3))),
    "transposed": (lambda x, y: np.sum(x * y), np.ones((2, 3)).T),
}


@pytest.mark.parametrize("name", CASES)
def test_adjoints_own_their_storage(name):
    """Writable, of the shape and dtype of the parameter, sharing memory with nothing."""
    function, x = CASES[name]
    derivative = gradient(function, "x")
    found, again = derivative(x, 2.0), derivative(x, 2.0)
    assert (type(found), found.shape, found.dtype) == (np.ndarray, x.shape, x.dtype)
    assert found.flags.writeable
    assert not np.may_share_memory(found, x)
    assert not np.may_share_memory(found, again)


@pytest.mark.parametrize(("x", "kind"), [(1.5, float), (S, np.float32), (np.float64(1.5), np.float64)])
def test_adjoints_of_numbers_have_their_type(x, kind):
    """Also where arrays are on the way."""
    assert type(gradient(lambda x, y: np.sum(x * y), "x")(x, V)) is kind


def test_a_seed_is_not_handed_out():
    """The adjoint of a parameter that is returned as it is."""
    seed = np.ones(3)
    found = pullback(lambda x: x, "x")(V, seed)
    assert found.tolist() == [1.0, 1.0, 1.0]
    assert not np.may_share_memory(found, seed)


def test_two_adjoints_are_two_arrays():
    """Where both operands receive the same."""
    first, second = gradient(define(text("def f(x, y):\n    return np.sum((x + y) * 2.0)\n")))(V, V)
    assert not np.may_share_memory(first, second)
