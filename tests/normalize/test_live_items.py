"""Loops over what they update, and views that are kept."""

import pytest

from cladpy import CladpyError, check_gradient, gradient, value_and_gradient
from tests.stages import module


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


LOOPS = {
    "items": "for key, v in d.items():\n    t += v\n    d[key + 3] = v",
    "items_of_a_grown_dict": "d[2] = x\nfor key, v in d.items():\n    t += v\n    d[3] = v",
    "keys_taken_out": "for v in d.values():\n    t += v\n    d.pop(1, None)",
    "in_a_helper": "for key in d.keys():\n    t += d[key]\n    add(d, key)",
    "default_dict": "d = collections.defaultdict(float)\nd[0] += x\nfor key in d:\n    t += d[key + 1]",
}


def program(body):
    """Return ``f(x)`` with this body around a dict."""
    lines = ["d = {0: x, 1: x * x}", "t = 0.0", *body.splitlines(), "return t"]
    text = "import collections\n\n\ndef add(d, key):\n    d[key + 3] = 1.0\n\n\ndef f(x):\n"
    return module(text + "\n".join(f"    {line}" for line in lines) + "\n").f


@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS)
def test_a_dict_that_gets_other_keys_in_its_own_loop_raises(body):
    """As it does in Python."""
    function = program(body)
    for call in (function, value_and_gradient(function, "x")):
        with pytest.raises(RuntimeError, match="changed size during iteration"):
            call(2.0)


@pytest.mark.parametrize("made", ["iter(d)", "iter(d.values())"])
def test_an_iterator_over_an_updated_dict_is_not_kept(made):
    """Python raises or reads the items when they are due."""
    with pytest.raises(CladpyError, match="an iterator over a dict that is updated is kept") as caught:
        gradient(program(f"it = {made}\nd[1] = x\nt += next(it)\nt *= next(it)"))(2.0)
    assert caught.value.code == "C109"


def test_an_iterator_over_a_dict_that_stays_may_be_kept():
    """It gives what a list of it would."""
    check_gradient(program("it = iter(d.values())\nt += next(it)\nt *= next(it)"), (2.0,), variants=())
