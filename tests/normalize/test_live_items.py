"""Loops over what they update, and views that are kept."""

import pytest

from cladpy import CladpyError, check_gradient, gradient


def test_a_view_of_an_updated_dict_is_not_kept():
    """It would show the items of a later time."""

    def kept(x):
        d = {"a": x}
        values = d.values()
        d["a"] = x * x
        return sum(values)

    with pytest.raises(CladpyError, match="a view of a dict that is updated is kept") as caught:
        gradient(kept)(2.0)
    assert caught.value.code == "C109"


def test_a_view_of_a_dict_that_stays_may_be_kept():
    """There is but one time."""

    def mean(x):
        d = {"a": x, "b": x * x}
        values = d.values()
        return sum(values) / len(values)

    check_gradient(mean, (2.0,))


def test_a_kept_reversed_iterator_is_not_moved_behind_an_update():
    """It knows where it starts from when it was made."""

    def late(x):
        items = [x]
        backward = reversed(items)
        items.append(x * x)
        return sum(backward)

    with pytest.raises(CladpyError) as caught:
        gradient(late)(2.0)
    assert caught.value.code == "C120"
