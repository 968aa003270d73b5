"""Lengths that are certainly equal, and those that are not."""

import numpy as np

from cladpy.ir import statements as ir
from cladpy.ir.expressions import name, parse, store_name
from cladpy.ir.fact import FLOAT, UNKNOWN, Dim, array
from cladpy.jit.extents import Extents


def extents(body, parameters=("x", "y"), dims="x y"):
    """Return the lengths in a function of lines; the dimensions of the parameters are named."""
    own = {each: Dim(dim, one=False) for each, dim in zip(parameters, dims.split(), strict=True)}

    def fact(identifier):
        is_line = identifier.isalpha()
        return array(np.dtype(float), (own.get(identifier, Dim(f"?{identifier}")),)) if is_line else FLOAT

    return Extents(ir.Function("f", parameters, body), fact, lambda node: UNKNOWN)


def bind(target, text):
    return ir.Assign(store_name(target), parse(text))


def test_slices_and_copies():
    """They are as long as what they are taken of, less what is left out."""
    found = extents((bind("u", "x.copy()"), bind("v", "2 * u[1:-1]"), bind("w", "x[2:] + v")))
    assert found.shapes["v"][0].is_equal(found.shapes["w"][0])
    assert (found.shapes["u"][0].symbol, found.shapes["v"][0].removed) == ("x", 2)


def test_parameters_with_one_dimension():
    """Equal dimensions are equal lengths; others are not known to be."""
    assert extents((), dims="n n").shapes["x"] == extents((), dims="n n").shapes["y"]
    assert not extents(()).shapes["x"][0].is_equal(extents(()).shapes["y"][0])


def test_what_changes_in_a_loop_is_not_known():
    """A name that is bound to shorter and shorter arrays has no lasting length, nor has what is made of it."""
    loop = ir.For(name("_"), parse("range(3)"), (bind("u", "u[1:] * u[:-1]"), bind("v", "u * 2")))
    found = extents((bind("u", "x * 1"), loop))
    assert "u" not in found.shapes
    assert "v" not in found.shapes


def test_what_keeps_its_length_in_a_loop():
    """It is assumed, and checked with all bindings."""
    loop = ir.For(name("_"), parse("range(3)"), (bind("u", "u * v"), bind("v", "u + x")))
    found = extents((bind("u", "x * 1"), bind("v", "x + u"), loop))
    assert found.shapes["u"] == found.shapes["v"] == found.shapes["x"]


def test_calls_of_which_nothing_is_known():
    """What is bound once and outside of loops is as long as itself."""
    found = extents((bind("u", "g(x)"), bind("v", "u * 2")))
    assert found.shapes["v"] == found.shapes["u"]
    assert not found.shapes["u"][0].is_equal(found.shapes["x"][0])
