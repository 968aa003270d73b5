"""Methods and properties of arrays find the rule that differentiates them."""

import numpy as np
import pytest

from cladpy.rules import default_registry


@pytest.mark.parametrize("name", default_registry.methods("array"))
def test_every_method_has_a_rule(name):
    """An array has the method, and its function has a rule."""
    assert hasattr(np.ndarray, name)
    assert default_registry.lookup_method("array", name) is not None


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *(("sum", (0,)), ("mean", (1,)), ("max", ()), ("min", (0,)), ("prod", (1,)), ("var", (0,)), ("std", (1,))),
        *(
            ("reshape", (3, 2)),
            ("reshape", ((6,),)),
            ("ravel", ()),
            ("flatten", ()),
            ("transpose", (1, 0)),
            ("swapaxes", (0, 1)),
        ),
        *(
            ("dot", (np.ones(3),)),
            ("cumsum", (1,)),
            ("cumprod", (0,)),
            ("repeat", (2, 1)),
            ("take", ([1], 1)),
            ("trace", ()),
        ),
        *(
            ("diagonal", ()),
            ("copy", ()),
            ("astype", (np.float32,)),
            ("item", (1, 2)),
            ("tolist", ()),
            ("argmax", (1,)),
        ),
        *(
            ("squeeze", ()),
            ("round", (1,)),
            ("conj", ()),
            ("all", ()),
            ("any", (0,)),
            ("argsort", (0,)),
            ("nonzero", ()),
        ),
    ],
)
def test_a_method_is_its_function_with_the_array_in_front(name, arguments):
    """The same arguments in the same places give the same value."""
    x = np.array([[0.5, 2.25, -1.0], [3.0, 0.0, 1.5]])
    function = default_registry.lookup_method("array", name).function
    expected = getattr(x, name)(*arguments)
    assert np.array_equal(function(x, *arguments), expected)


@pytest.mark.parametrize("name", ["T", "shape", "ndim", "size", "dtype", "real", "imag", "mT"])
def test_a_property_is_a_function_of_the_array(name):
    """Without further arguments."""
    x = np.array([[0.5, 2.25, -1.0], [3.0, 0.0, 1.5]])
    found = default_registry.lookup_method("array", name).function(x)
    assert np.array_equal(found, getattr(x, name)) or found == getattr(x, name)
