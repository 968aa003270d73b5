"""The check that a structure is a tree."""

from types import SimpleNamespace

import numpy as np
import pytest

from cladpy.runtime import check_unshared


@pytest.mark.parametrize("part", [[1.0], {"a": 1.0}, np.ones(2), SimpleNamespace(a=1.0)])
def test_a_part_that_is_held_twice(part):
    """Through tuples and objects too."""
    with pytest.raises(ValueError, match=r"\[C407\]"):
        check_unshared([(part,), SimpleNamespace(b=part)])


def test_what_is_immutable_may_be_held_twice():
    """Copies of it are itself."""
    pair, function = (1.0, "a"), len
    check_unshared([pair, pair, function, function, SimpleNamespace, SimpleNamespace, None, None])
