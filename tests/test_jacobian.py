"""Jacobians."""

import dataclasses
import pickle

import numpy as np
import pytest

from cladpy import CladpyError, jacobian, no_adjoint, pushforward

X, W = np.array([1.0, 2.0, 3.0]), np.array([[0.5, -1.0, 2.0], [1.0, 0.0, 4.0]])


def products(x, w):
    return w @ np.sin(x)


def triples(x):
    r = np.zeros_like(x)
    r[1:-1] = x[2:] * x[:-2] - x[1:-1] ** 2
    r[0] = x[0] * x[1]
    r[-1] = x[-1]
    return r


@pytest.mark.parametrize("direction", [None, "forward", "reverse"])
def test_shapes(direction):
    """The result's shape, then the argument's."""
    found = jacobian(products, "x", direction=direction)(X, W)
    np.testing.assert_allclose(found, W * np.cos(X), rtol=1e-14)
    d_x, d_w = jacobian(products, "x, w", direction=direction)(X, W)
    np.testing.assert_allclose(d_x, W * np.cos(X), rtol=1e-14)
    np.testing.assert_allclose(d_w, np.eye(2)[:, :, None] * np.sin(X), rtol=1e-14)


@pytest.mark.parametrize("direction", ["forward", "reverse"])
def test_structures(direction):
    """A leaf of the result holds what it depends on, in the structure of the argument."""

    def program(p):
        return {"a": p["w"] * p["b"], "s": (np.sum(p["w"]), 3)}

    found = jacobian(program, "p", direction=direction)({"w": X, "b": 2.0, "n": 3})
    np.testing.assert_array_equal(found["a"]["w"], 2.0 * np.eye(3))
    np.testing.assert_array_equal(found["a"]["b"], X)
    assert found["a"]["n"] is no_adjoint
    np.testing.assert_array_equal(found["s"][0]["w"], np.ones(3))
    assert found["s"][0]["b"] == 0.0
    assert found["s"][1] is no_adjoint


def test_numbers_by_numbers():
    """Of the type of the result."""
    assert jacobian(lambda x: x * x, "x")(3.0) == 6.0
    assert type(jacobian(lambda x: x * x, "x")(np.float32(3.0))) is np.float32


def test_nothing_to_differentiate_by():
    """An empty array gives an empty block."""
    assert jacobian(lambda x: x * 2.0, "x")(np.zeros(0)).shape == (0, 0)
    assert jacobian(lambda x, y: x * y, "y", direction="forward")(X, np.zeros((0, 1))).shape == (0, 3, 0, 1)


def test_the_mode_with_fewer_sweeps_is_taken():
    """By the numbers of both sides, which the source tells."""
    wide, tall = jacobian(lambda x: np.sum(x * x, keepdims=True), "x"), jacobian(lambda t: t * X, "t")
    wide(X)
    tall(2.0)
    assert "pullback" in wide.source
    assert "pushforward" in tall.source


def test_what_one_mode_refuses_the_other_does():
    """A list of arrays of which one is updated: forward mode takes it."""

    def program(x):
        rows = [np.zeros(3), x * 1.0]
        rows[0][:] = rows[1]
        return np.array([np.sum(rows[0])])

    np.testing.assert_array_equal(jacobian(program, "x")(X), [[1.0, 1.0, 1.0]])


def test_what_both_modes_refuse():
    """The error is that of forward mode."""
    with pytest.raises(CladpyError) as caught:
        jacobian(lambda x: np.packbits(2.0 * x), "x")(X)
    assert caught.value.code == "C201"


def test_a_jacobian_times_a_vector():
    """It is what a pushforward gives."""
    _, tangent = pushforward(products, "x")(X, W, X)
    np.testing.assert_allclose(jacobian(products, "x")(X, W) @ X, tangent, rtol=1e-14)


# ---- of a known pattern ----

POINT = np.linspace(1.0, 2.0, 40)
BAND = np.abs(np.subtract.outer(np.arange(40), np.arange(40))) <= 1


@pytest.mark.parametrize("direction", [None, "forward", "reverse"])
def test_columns_that_do_not_meet_share_a_sweep(direction):
    """Three sweeps for a band of three, whatever the size."""
    made = jacobian(triples, "x", pattern=BAND, direction=direction)
    np.testing.assert_array_equal(made(POINT), jacobian(triples, "x")(POINT))
    assert (len(made.pattern.columns), len(made.pattern.rows)) == (3, 3)


def test_a_sparse_pattern():
    """Gives a sparse matrix."""
    sparse = pytest.importorskip("scipy.sparse")
    found = jacobian(triples, "x", pattern=sparse.csr_array(BAND))(POINT)
    assert sparse.issparse(found)
    assert found.nnz == BAND.sum()
    np.testing.assert_array_equal(found.toarray(), jacobian(triples, "x")(POINT))


def test_a_pattern_that_leaves_something_out():
    """Is noticed."""
    wrong = BAND.copy()
    wrong[3, 4] = False
    with pytest.raises(CladpyError, match="row 3 of triples depends on a column that the pattern leaves out") as caught:
        jacobian(triples, "x", pattern=wrong)(POINT)
    assert caught.value.code == "C406"


@pytest.mark.parametrize(
    ("function", "wrt", "args", "code"),
    [
        (triples, "x", (POINT[:5],), "C402"),
        (lambda x: np.sum(x), "x", (POINT,), "C305"),
        (lambda x: x[:3], "x", (POINT,), "C402"),
        (lambda x, y: x * y, "x, y", (POINT, POINT), "C305"),
    ],
)
def test_a_pattern_that_does_not_fit(function, wrt, args, code):
    """In size, or because there is more than one array."""
    with pytest.raises(CladpyError) as caught:
        jacobian(function, wrt, pattern=BAND)(*args)
    assert caught.value.code == code


# ---- requests ----


@pytest.mark.parametrize("keywords", [{"direction": "sideways"}, {"pattern": np.ones(3)}])
def test_keywords_of_the_wrong_form(keywords):
    """Refused at once."""
    with pytest.raises(CladpyError) as caught:
        jacobian(triples, "x", **keywords)
    assert caught.value.code == "C305"


def test_an_integer_has_no_jacobian():
    """As it has no gradient."""
    with pytest.raises(CladpyError) as caught:
        jacobian(lambda x: x, "x")(3)
    assert caught.value.code == "C302"


def test_pickling():
    """With all that was asked for."""
    made = pickle.loads(pickle.dumps(jacobian(triples, "x", pattern=BAND, direction="reverse")))
    assert made.direction == "reverse"
    np.testing.assert_array_equal(made(POINT), jacobian(triples, "x")(POINT))


@dataclasses.dataclass
class Fields:
    w: object
    b: float


class Held:
    def __init__(self, fields, extra):
        self.fields = fields
        self.extra = extra


def as_object(p):
    return Held(Fields(p.w * p.b, p.b**2), [p.w[0]])


def test_objects_in_both_modes():
    """A result may be an object, and so may what is in it."""
    p = Fields(X, 2.0)
    forward, reverse = (jacobian(as_object, "p", direction=each)(p) for each in ("forward", "reverse"))
    for found in (forward, reverse):
        np.testing.assert_array_equal(found.fields.w.w, 2.0 * np.eye(3))
        np.testing.assert_array_equal(found.fields.w.b, X)
        assert found.fields.b.b == 4.0
        np.testing.assert_array_equal(found.extra[0].w, [1.0, 0.0, 0.0])
