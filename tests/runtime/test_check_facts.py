"""The check that a saved module begins with."""

import numpy as np
import pytest

from cladpy.runtime import check_facts


def test_arrays_with_the_facts_pass():
    """The dtype and the pattern of ones are as generated for."""
    check_facts(w=(np.ones((2, 1), "f4"), "float32", (None, 1)))


@pytest.mark.parametrize(
    ("value", "dtype", "dims"),
    [
        (np.ones(3), "float32", (None,)),
        (np.ones((2, 2)), "float64", (None,)),
        (np.ones((1, 2)), "float64", (None, None)),
        (np.ones((2, 2)), "float64", (1, None)),
        (1.0, "float64", ()),
    ],
)
def test_other_facts_are_named_in_the_error(value, dtype, dims):
    """A TypeError with the code names the argument."""
    with pytest.raises(TypeError, match=r"^\[C401\] w "):
        check_facts(w=(value, dtype, dims))
