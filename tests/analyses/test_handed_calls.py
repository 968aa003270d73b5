"""Names that would not see what a call updates."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient


def fill(out, x, k):
    out.append(x * k)
    if k:
        fill(out, x, k - 1)


def alias_on_one_path(x, flag):
    out = [x]
    other = out if flag > 0.0 else [x, x]
    fill(out, x, 1)
    return sum(other)


def alias_read_before(x, flag):
    out = [x]
    other = out
    s = sum(other) * flag
    fill(out, x, 1)
    return s + sum(out)


def bound_on_both_paths(x, flag):
    out = [x]
    if flag > 0.0:
        fill(out, x, 1)
        return sum(out)
    fill(out, x, 2)
    return sum(out) * 2


def test_a_name_read_later_is_refused():
    """On one path is enough."""
    with pytest.raises(CladpyError, match="'out', which 'other' may share") as caught:
        gradient(alias_on_one_path, "x")(2.0, 1.0)
    assert (caught.value.code, caught.value.location.line) == ("C118", 18)


def test_a_name_read_before_is_not():
    """What it saw was right."""
    assert gradient(alias_read_before, "x")(2.0, 3.0) == 3.0 + 2.0
    assert gradient(bound_on_both_paths, "x")(2.0, -1.0) == 8.0


def swap(rows, k):
    if k <= 0:
        rows[0], rows[1] = rows[1], rows[0]
        return
    swap(rows, k - 1)


def array_updated_behind_the_call(x):
    a, b = x * 1.0, x * 2.0
    rows = [a, b]
    swap(rows, 3)
    rows[1][0] *= x[1]
    return a[0] * b[0]


def array_updated_by_its_own_name(x):
    a = x * 1.0
    rows = [a, x * 2.0]
    swap(rows, 3)
    a[0] *= x[1]
    return rows[1][0]


def array_held_by_another_list(x):
    a = x * 1.0
    rows, others = [a, x * 2.0], [a]
    swap(rows, 3)
    others[0][0] *= x[1]
    return rows[1][0]


def arrays_that_nothing_updates(x):
    a = x * 1.0
    rows = [a, x * 2.0]
    swap(rows, 3)
    return rows[1][0] ** 2 * a[1] * rows[0][0]


@pytest.mark.parametrize(
    ("function", "other"),
    [
        (array_updated_behind_the_call, "a"),
        (array_updated_by_its_own_name, "a"),
        (array_held_by_another_list, "others"),
    ],
)
def test_arrays_inside_that_are_updated_later_are_refused(function, other):
    """The caller has copies of them from then on, under the name of the list alone."""
    with pytest.raises(CladpyError, match=f"'rows', which '{other}' may share") as caught:
        gradient(function, "x")(np.array([1.3, 0.7]))
    assert caught.value.code == "C118"


def test_arrays_inside_that_nothing_updates_are_not():
    """A copy of them is as good."""
    check_gradient(arrays_that_nothing_updates, (np.array([1.3, 0.7]),), variants=())
