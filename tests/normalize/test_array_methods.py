"""Methods of arrays that update them are the stores that they are."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient

X = np.array([[3.0, 1.0, 2.0], [0.5, 4.0, -1.0]])
WEIGHTS = np.arange(6.0).reshape(2, 3)


def weighed(x):
    return np.sum(x * x * WEIGHTS)


def sorted_along_an_axis(x):
    x.sort(axis=0)
    return weighed(x)


def sorted_by_keyword(x):
    y = 2 * x
    y.sort(kind="stable")
    return weighed(y) + weighed(x)


def rows_sorted(x):
    for row in x:
        row.sort()
    return weighed(x)


def views_sorted_and_partitioned(x):
    v = x[1:]
    v[0].sort()
    x[0, 1:].partition(0)
    return weighed(x)


def put_with_repeats(x):
    x.put([0, 5, 0], [x[1, 1], 2.0, x[0, 2]])
    return weighed(x)


def array_in_a_dict(x):
    held = {"x": x, "n": 1}
    held["x"].sort()
    return weighed(x) + held["x"][0, 0]


def array_or_list(x):
    items = [x[0, 0], x[0, 1]]
    items.sort()
    x.sort()
    return items[0] * x[1, 2]


def changed_by_a_helper(x):
    part = x[0]
    _arrange(part)
    return weighed(x)


def put_around_the_end(x):
    x.put([7, -1], [x[0, 0], 2 * x[0, 1]], mode="wrap")
    return weighed(x)


def _arrange(part):
    part.sort()
    part *= part[0]


@pytest.mark.parametrize(
    "program",
    [sorted_along_an_axis, sorted_by_keyword, rows_sorted, views_sorted_and_partitioned, put_with_repeats,
     array_in_a_dict, array_or_list, put_around_the_end, changed_by_a_helper],
)  # fmt: skip
def test_gradients(program):
    """Of what is in the array behind the call."""
    check_gradient(program, (X,))


def test_the_callers_array_stays():
    """It is copied on entry."""
    before = X.copy()
    gradient(sorted_along_an_axis)(X)
    assert np.array_equal(X, before)


def test_other_methods_that_change_an_array_are_refused():
    """Those that are not written out."""

    def swapped(x):
        x.byteswap(inplace=True)
        return weighed(x)

    with pytest.raises(CladpyError) as caught:
        gradient(swapped)(X)
    assert caught.value.code == "C123"
