"""Both sweeps made final: what is recorded is pushed and popped."""

import numpy as np
import pytest

from cladpy import check_gradient, gradient
from tests.stages import define, forward_of, reverse_of, text

V = np.array([0.5, -1.25, 2.0])


def program(body, parameters="x, y"):
    """Return a function with a body, as text."""
    return "\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n"


def lines(sweep, word):
    """Return the lines of a sweep that hold a word."""
    return [line.strip() for line in sweep.splitlines() if word in line]


def sweeps(body, args=(V, 0.5), wrt=None):
    """Return the forward and the reverse sweep of a function."""
    return forward_of(program(body), args, wrt), reverse_of(program(body), args, wrt)


# ---- variables and tapes ----


def test_a_rebound_value_is_kept_in_a_variable():
    """Outside loops there is no tape."""
    forward, reverse = sweeps("z = np.sin(x)\nif y > 0:\n    z = np.sin(z)\nreturn np.sum(z)", wrt="x")
    assert "z@s1 = z\n" in forward
    assert "d_z = d_z * np.cos(z@s1)" in reverse
    assert "append" not in forward


def test_a_value_of_each_iteration_is_kept_on_a_tape():
    """Pushed behind its birth, popped before its first reader."""
    forward, reverse = sweeps("for i in range(3):\n    x = np.sin(x) * y\nreturn np.sum(x * x)", wrt="x")
    assert (
        text(
            """
        tape_x@s1 = []
        for i in range(3):
            tape_x@s1.append(x)
            v@1 = np.sin(x)
            x = v@1 * y
        """
        )
        in forward
    )
    assert (
        text(
            """
        for i in reversed(range(3)):
            d@1 = d_x * y
            x@s1 = tape_x@s1.pop()
            d_x = d@1 * np.cos(x@s1)
        """
        )
        in reverse
    )


def test_two_versions_of_a_name_have_two_tapes():
    """``t`` reads the new ``s``, ``sin`` the old ``u``: popping all at the top would mix them up."""
    body = "s, t = 0.0, 1.0\nfor i in range(3):\n    s = s + np.sin(x[i] * s)\n    t = t * s\nreturn t"
    forward, reverse = sweeps(body, wrt="x")
    assert lines(forward, "append") == [
        "tape_s@s1.append(s)",
        "tape_t@s1.append(t)",
        "tape_s@s2.append(s)",
    ]
    assert len(lines(reverse, "pop")) == 3
    check_gradient(define(program(body)), (V, 0.5), "x", variants=())


def test_each_tape_is_pushed_and_popped_as_often():
    """In nested loops with branches, left early."""
    body = """
    s = 1.0
    for i in range(3):
        for j in range(i + 1):
            if s * x[j] > 2.0:
                break
            s = s * np.sin(s * x[i])
        if s < 0:
            continue
        s = s * s
    return s
    """
    forward, reverse = sweeps(body, wrt="x")
    pushed = [line.partition(".append")[0] for line in lines(forward, "append")]
    popped = [line.rpartition(" ")[2].removesuffix(".pop()") for line in lines(reverse, "pop")]
    popped = [name.removeprefix("range(") for name in popped]
    assert sorted(pushed) == sorted(each.strip("()[]: ") for each in popped)
    check_gradient(define(program(body)), (V + 1.0, 0.5), "x", variants=())


def test_a_tape_is_made_before_the_outermost_loop():
    """Its values are those of all runs of the inner one."""
    forward = sweeps("for i in range(2):\n    for j in range(2):\n        x = np.sin(x)\nreturn np.sum(x)", wrt="x")[0]
    assert "tape_x@s1 = []\nfor i in range(2):\n    for j in range(2):\n        tape_x@s1.append(x)\n" in forward


# ---- recomputing ----


def test_cheap_scalars_are_made_again_in_the_reverse_loop():
    """From the index and from what is kept, operands first; what is not cheap has a tape."""
    body = "s = 0.0\nfor i in range(3):\n    a = x[i] * y\n    s = s + np.sin(a) * a\nreturn s"
    forward, reverse = sweeps(body, wrt="x")
    assert lines(forward, "append") == ["tape@s1.append(v@2)"]
    assert "    v@s1 = x[i]\n    a@s1 = v@s1 * y\n" in reverse


def test_switched_off_they_are_recorded():
    """On a tape each."""
    body = "s = 0.0\nfor i in range(3):\n    a = x[i] * y\n    s = s + np.sin(a)\nreturn s"
    assert lines(forward_of(program(body), (V, 0.5), "x", tbr=False), "append") == ["tape_a@s1.append(a)"]


# ---- shapes ----


def test_shapes_are_recorded_apart_from_values():
    """Of an array that is dead otherwise; its dtype is known from facts and written out."""
    forward, reverse = sweeps("for i in range(2):\n    x = x[1:] * y\nreturn np.sum(x)", (V.astype("f4"), 0.5), "x")
    assert lines(forward, "append") == ["tape_x_shape@s1.append(x.shape)"]
    assert lines(reverse, "x_shape@s2") == [
        "x_shape@s2 = tape_x_shape@s1.pop()",
        "d_x = np.zeros(x_shape@s2, np.float32)",
    ]


# ---- conditions ----


def test_a_condition_that_reads_the_same_again_is_not_recorded():
    """Cheap, pure, of names that are not rebound."""
    forward, reverse = sweeps("if y > 0:\n    x = np.sin(x)\nreturn np.sum(x)", wrt="x")
    assert "branch" not in forward
    assert "if y > 0:" in reverse


@pytest.mark.parametrize("test", ["np.sum(x) > 0", "x[0] > 0", "x[0] > 0 and y > 0"])
def test_other_conditions_are_recorded(test):
    """What calls or indexes: one flag, which the reverse sweep reads."""
    forward, reverse = sweeps(f"if {test}:\n    x = np.sin(x)\nreturn np.sum(x)", wrt="x")
    assert f"branch@s2 = {test}\n" in forward
    assert "if branch@s1:" in reverse


def test_a_condition_on_a_rebound_name_is_read_of_what_was_recorded_of_it():
    """Where the value is at hand anyway."""
    body = "s = 1.0\nfor i in range(3):\n    if s > y:\n        s = s * x[i]\n    else:\n        s = s + x[i]\nreturn s"
    forward, reverse = sweeps(body, wrt="x")
    assert lines(forward, "append") == ["tape_s@s1.append(s)"]
    assert "    s@s1 = tape_s@s1.pop()\n    if s@s1 > y:\n" in reverse


def test_conditions_in_loops_are_recorded_on_a_tape():
    """Pushed where they are tested."""
    body = "s = 1.0\nfor i in range(3):\n    if x[i] > y:\n        s = s * x[i]\nreturn s"
    forward, reverse = sweeps(body, wrt="x")
    assert "    tape_branch@s1.append(branch@s2)\n" in forward
    assert lines(reverse, "branch") == ["branch@s1 = tape_branch@s1.pop()", "if branch@s1:"]


# ---- stores ----


def test_an_overwritten_region_is_saved_and_restored():
    """Only the region, and only where older content is read."""
    body = "a = np.sin(x)\nb = np.sum(a * a)\na[1:] = y\nreturn np.sum(a * a) * b"
    forward, reverse = sweeps(body, wrt="x")
    assert "a_old@s1 = a[1:].copy()\na[1:] = y\n" in forward
    assert "a[1:] = a_old@s1\n" in reverse


def test_a_region_that_is_not_read_again_is_not_saved():
    """What the store overwrites nobody wants."""
    forward, _ = sweeps("a = np.sin(x)\na[1:] = y\nreturn np.sum(a * a)", wrt="x")
    assert "old" not in forward


def test_numbers_need_no_copy():
    """An element is a value of its own."""
    body = "a = np.sin(x)\nfor i in range(3):\n    a[i] *= a[i] * y\nreturn np.sum(a)"
    forward, _ = sweeps(body, wrt="x")
    assert "copy" not in forward
    check_gradient(define(program(body)), (V, 0.5), variants=())


# ---- everything still runs once ----


def test_what_is_read_from_elsewhere_is_recorded():
    """The reverse sweep uses the values that the forward sweep got; nothing is asked for twice."""
    given = [0.5, 2.0, -1.0]
    values = iter(given)
    function = define(
        "def f(x):\n    s = 0.0\n    for i in range(3):\n        s = s + np.sin(x * float(draw()))\n    return s\n",
        draw=lambda: next(values),
    )
    assert np.isclose(gradient(function, "x")(0.5), sum(np.cos(0.5 * k) * k for k in given), rtol=1e-14)
    assert list(values) == []


@pytest.mark.parametrize(
    "read", ["np.sum(h, axis=None)", "np.max(h)", "np.mean(h) * h", "np.sum(np.broadcast_to(h, (3,)))"]
)
def test_shapes_of_what_may_be_a_number_are_asked_of_numpy(read):
    """A loop that does not run leaves the number that it started from, which has no attribute for its shape."""
    primal = define(program(f"h = 1.0\nfor _ in range(n):\n    h = h * x\nreturn np.sum({read})", "x, n"))
    check_gradient(primal, (V, 2), "x", other_args=[(V, 0)])
