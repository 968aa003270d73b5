"""Names that would not see what a call updates."""

import pytest

from cladpy import CladpyError, gradient


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
    assert (caught.value.code, caught.value.location.line) == ("C118", 17)


def test_a_name_read_before_is_not():
    """What it saw was right."""
    assert gradient(alias_read_before, "x")(2.0, 3.0) == 3.0 + 2.0
    assert gradient(bound_on_both_paths, "x")(2.0, -1.0) == 8.0
