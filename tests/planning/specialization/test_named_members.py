"""Members that ``getattr`` takes by a text that is put together."""

import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

PROGRAM = """
class Steps:
    def __init__(self, rate):
        self.rate = rate

    def step_up(self, v):
        return v * self.rate

    def step_down(self, v):
        return v - self.rate

    def other(self, v):
        return v

    @property
    def value_of(self):
        return 2.0

def known(x, kind):
    s = Steps(x)
    return getattr(s, f"step_{kind}")(x) + getattr(s, "oth" + "er")(x) + getattr(s, f"ra{'te'}")

def found(x, n):
    s = Steps(x)
    for k in range(n):
        x = getattr(s, "step_" + ["up", "down", "round"][k])(x)
    return x

def by_end(x, n):
    return getattr(Steps(x), ["step", "other"][n] + "_up")(x)

def by_any_name(x, n):
    return getattr(Steps(x), ["other", "step_up"][int(x > n)])(x)

def by_property(x, n):
    return getattr(Steps(x), f"value_{['of', 'at'][int(x < n)]}") * x
"""


def test_a_known_name_is_an_attribute():
    """Of f-strings and sums of texts; a field too."""
    made = module(PROGRAM)
    df = gradient(made.known, "x")
    assert df(3.0, "up") == pytest.approx(2 * 3.0 + 1 + 1)
    assert df(3.0, "down") == pytest.approx(1.0 - 1 + 1 + 1)
    assert not [line for line in df.source.splitlines() if "getattr" in line and "#" not in line]


def test_a_name_that_is_found_at_run_time():
    """The methods are asked for that begin as it does; for another an error is raised as in Python."""
    made = module(PROGRAM)
    check_gradient(made.found, (1.3, 2), "x", variants=())
    check_gradient(made.by_end, (1.3, 0), "x", variants=())
    with pytest.raises(AttributeError):
        gradient(made.found, "x")(1.3, 3)


@pytest.mark.parametrize("function", ["by_any_name", "by_property"])
def test_names_of_which_nothing_is_known_are_refused(function):
    """So are those of what is no method."""
    with pytest.raises(CladpyError) as caught:
        gradient(getattr(module(PROGRAM), function), "x")(1.3, 0)
    assert caught.value.code == "C201"
