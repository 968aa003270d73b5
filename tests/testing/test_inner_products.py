"""Both modes against each other."""

import numpy as np
import pytest

from cladpy.runtime import no_adjoint
from cladpy.testing.inner_products import InnerProducts, elements, random_tangent, terms
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.subject import Call, derive_by_pullback, derive_scalar

X = np.array([1.0, 2.0])


def product(x, y):
    return np.sum(x * y)


def parts(x, n):
    return {"double": 2 * x, "n": n}


def check(function, args, wrt=None, derive=None, *, names):
    made = derive or (derive_scalar if function is product else derive_by_pullback)(function, wrt, bare=False)
    InnerProducts(function, wrt, names, made).check(Call.of(function, args, {}))


def test_agreement():
    """For scalars, structures, parameters without a derivative and elements of star parameters."""
    check(product, (X, 3.0), names=("x", "y"))
    check(parts, (X, 3), names=("x", "n"))

    def rest(*args):
        return args[0] * args[1]

    check(rest, (X, 3.0), ("args[1]",), names=("args[1]",))


def test_disagreement():
    """The report has both inner products and the elements furthest off."""

    def wrong(call, cotangent):
        value, (d_x, d_y) = derive_scalar(product, None, bare=False)(call, cotangent)
        d_x[1] += 1e-6
        return value, (d_x, d_y)

    with pytest.raises(GradientMismatch, match="pushforward and pullback disagree") as caught:
        check(product, (X, 3.0), derive=wrong, names=("x", "y"))
    assert caught.value.aspect == "modes"
    assert caught.value.details[4] == "x[1]: pushforward 3, pullback 3.000001"


def test_what_forward_mode_refuses_is_not_compared():
    """It is no disagreement."""

    def program(x):
        return np.packbits(2.0 * x)

    InnerProducts(program, "x", ("x",), None).check(Call.of(program, (X,), {}))


def test_terms_are_those_of_floating_leaves():
    """In order, complex ones by their real inner product."""
    assert terms([1.0, (2, X)], [3.0, (no_adjoint, X)]).tolist() == [3.0, 1.0, 4.0]
    assert terms(1j, 2j).tolist() == [2.0]


def test_tangents():
    """They have the form of their value; no_adjoint where it holds nothing floating."""
    generator = np.random.default_rng(0)
    assert random_tangent(3, generator) is no_adjoint
    drawn = random_tangent({"w": X.astype(np.float32), "n": 3}, generator)
    assert drawn["w"].dtype == np.float32
    assert drawn["n"] == 3


def test_elements():
    """Each number by its path, with the tangent that moves it alone."""
    found = elements("p", {"w": X, "b": 0.5}, {"w": 2 * X, "b": 7.0})
    assert [(text, adjoint) for text, _, adjoint in found] == [("p['w'][0]", 2.0), ("p['w'][1]", 4.0), ("p['b']", 7.0)]
    assert found[1][1]["w"].tolist() == [0.0, 1.0]
    assert found[1][1]["b"] == 0.0
