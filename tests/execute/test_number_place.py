"""Places of numbers in arguments."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.execute.number_place import NumberPlace


@pytest.mark.parametrize(
    ("text", "parameter", "path"),
    [
        ("x", "x", ()),
        (" a[3] ", "a", (3,)),
        ("a[-1]", "a", (-1,)),
        ("a[1,2]", "a", ((1, 2),)),
        ("p.x", "p", ("x",)),
        ("p['w'][0].bias", "p", ("w", 0, "bias")),
    ],
)
def test_texts(text, parameter, path):
    """Names, indices, keys and attributes."""
    place = NumberPlace.of(text)
    assert (parameter, path) == (place.parameter, place.path)
    assert place.text.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("text", ["", "a[", "a + b", "f(x)", "a[i]", "a[1:2]"])
def test_other_texts(text):
    """Are no places."""
    with pytest.raises(CladpyError) as caught:
        NumberPlace.of(text)
    assert caught.value.code == "C305"


def test_numbers():
    """Python's and NumPy's, arrays without dimensions among them."""
    NumberPlace.of("x").check(2.0)
    NumberPlace.of("x").check(np.float32(2.0))
    NumberPlace.of("x").check(np.array(2.0))
    NumberPlace.of("x[0]['w'][1]").check([{"w": np.ones(2)}])


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [("x", 3, "C302"), ("x", True, "C302"), ("x", np.ones((2, 2)), "C305"), ("x", None, "C305"), ("x.y", 2.0, "C301")],
)
def test_anything_else(text, value, code):
    """Is refused, with a way out."""
    with pytest.raises(CladpyError) as caught:
        NumberPlace.of(text).check(value)
    assert caught.value.code == code
