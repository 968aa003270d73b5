"""The order in which Python sorts."""

import pytest

from cladpy.runtime import order_of


@pytest.mark.parametrize("reverse", [False, True])
def test_order_is_that_of_sorted(reverse):
    """Items in that order are what ``sorted`` gives, equal ones in the order in which they stood."""
    keys = [2.0, 1.0, 2.0, -3.0, 1.0]
    items = list(zip(keys, "abcde", strict=True))
    expected = sorted(items, key=lambda item: item[0], reverse=reverse)
    assert expected == [items[place] for place in order_of(keys, reverse=reverse)]


def test_order_of_nothing_is_empty():
    """No items have no order."""
    assert order_of([]) == []
