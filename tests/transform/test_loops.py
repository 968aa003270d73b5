"""The reverse of a loop: its iterations from the last to the first."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import define, reverse_of, text

V, W = np.array([0.5, -1.25, 2.0]), np.array([1.5, 0.25, -0.5])
M = np.outer(V, W) + np.eye(3)


def reverse(body, args=(V, 3), wrt="x", parameters="x, n"):
    """Return the reverse sweep of a function as text, without the return."""
    lines = text(body).splitlines()
    program = "\n    ".join([f"def f({parameters}):", *lines]) + "\n"
    return reverse_of(program, args, wrt).rpartition("return ")[0]


# ---- how often, and over what ----


@pytest.mark.parametrize(
    ("header", "loop"),
    [
        ("for i in range(n):", "for i in reversed(range(n)):"),
        ("for i in range(1, 3):", "for i in reversed(range(1, 3)):"),
        ("for i in range(2, 0, -1):", "for i in reversed(range(2, 0, -1)):"),
        ("for v in x:", "for index@r1 in reversed(range(trip@1)):"),
        ("for i, v in enumerate(x):", "for index@r1 in reversed(range(trip@1)):"),
        ("for i, v in zip(range(n), x):", "for index@r1 in reversed(range(trip@1)):"),
    ],
)
def test_what_the_reverse_loop_runs_over(header, loop):
    """A range that was not left early backwards; of everything else as many iterations as there were."""
    assert loop in reverse(f"s = 0.0\n{header}\n    s = s + np.sum(x) * x[0]\nreturn s")


def test_a_range_that_may_be_left_early_is_cut():
    """To the iterations that there were."""
    found = reverse("s = 0.0\nfor i in range(n):\n    s = s + x[i]\n    if s > 1.0:\n        break\nreturn s")
    assert "for i in reversed(range(n)[:trip@1]):" in found


def test_a_bound_that_is_rebound_is_kept():
    """The trip count is what happened."""
    found = reverse("s = 0.0\nfor i in range(n):\n    n = n - 1\n    s = s + x[i]\nreturn s")
    assert "reversed(range(v@1))" in found


def test_a_while_loop_counts():
    """As often as it ran."""
    found = reverse("s = 0.0\nwhile s < n:\n    s = s + np.sum(x)\nreturn s")
    assert "for _ in reversed(range(trip@1)):" in found


def test_a_tape_with_a_value_an_iteration_counts_too():
    """No counter is needed then."""
    found = reverse("s = 1.0\nwhile s < n:\n    s = s * x[0]\nreturn s")
    assert "while tape_s@s1:" in found
    assert "trip" not in found


def test_a_tape_that_other_runs_fill_does_not_count():
    """In a loop around it."""
    found = reverse(
        "s = 1.0\nfor i in range(n):\n    t = x[i]\n    while t < 4.0:\n        t = t * x[i]\n    s = s + t\nreturn s"
    )
    assert "while" not in found


# ---- what is carried ----


def test_an_adjoint_that_only_grows_is_born_before_the_loop():
    """A number as 0.0, an array with its shape."""
    assert reverse(
        "s = 0.0\nfor i in range(n):\n    s = s + x[i] * k\nreturn s", (V, 3, 2.0), "x, k", "x, n, k"
    ) == text(
        """
        d_s = 1.0
        d_k = 0.0
        d_x = np.zeros(x.shape, x.dtype)
        for i in reversed(range(n)):
            d@2 = settled(d_s)
            d@1 = d@2 * k
            v@s1 = x[i]
            d_k = d_k + d@2 * v@s1
            d_x[i] += d@1
        """
    )


def test_an_adjoint_that_the_body_replaces_is_carried():
    """From one iteration to the one before."""
    assert reverse("for i in range(n):\n    x = np.sin(x)\nreturn np.sum(x * x)") == text(
        """
        d_result@ret = 1.0
        d@1 = d_result@ret
        d_x = d@1 * x
        d_x = d_x + d@1 * x
        for i in reversed(range(n)):
            x@s1 = tape_x@s1.pop()
            d_x = d_x * np.cos(x@s1)
        """
    )


def test_an_adjoint_that_the_body_consumes_is_reset():
    """Of a name that each iteration assigns and the code behind the loop reads."""
    found = reverse("t = 0.0\nfor i in range(n):\n    t = x[i] * x[i]\nreturn t")
    assert found.endswith("    d_t = 0.0\n")


def test_a_loop_without_active_statements_leaves_nothing():
    """It is not run backwards."""
    assert "for" not in reverse("k = 0\nfor i in range(n):\n    k = k + i\nreturn np.sum(x) * k")


def test_loops_nest():
    """The inner one backwards inside the outer one."""
    assert reverse(
        "s = 0.0\nfor i in range(n):\n    for j in range(i):\n        s = s + x[i] * x[j]\nreturn s"
    ) == text(
        """
        d_s = 1.0
        d_x = np.zeros(x.shape, x.dtype)
        for i in reversed(range(n)):
            for j in reversed(range(i)):
                d@3 = settled(d_s)
                v@s2 = x[j]
                d@1 = d@3 * v@s2
                v@s1 = x[i]
                d@2 = d@3 * v@s1
                d_x[j] += d@2
                d_x[i] += d@1
        """
    )


@pytest.mark.parametrize(
    "body",
    [
        "s = 1.0\nfor i in range(n):\n    if x[i] > 0:\n        s = s * x[i]\nreturn s",
        "s = 1.0\nfor i in range(n):\n    if x[i] > 0:\n        continue\n    s = s * x[i]\nreturn s",
    ],
)
def test_an_element_read_under_a_condition_costs_no_copy(body):
    """Its adjoint has its shape before the loop, and is updated in place."""
    loop = reverse(body).partition("\nfor ")[2]
    assert "broadcast_to" not in loop
    assert "owned" not in loop


# ---- loop variables ----


@pytest.mark.parametrize(
    ("header", "reads"),
    [
        ("for v in x:", ["v@s1 = x[index@r1]"]),
        ("for v in reversed(x):", ["v@s1 = x[-1 - index@r1]"]),
        ("for i, v in enumerate(x, 2):", ["v@s1 = x[index@r1]"]),
        ("for v, w in zip(x, x):", ["v@s1 = x[index@r1]"]),
    ],
)
def test_loop_variables_are_read_off_the_index(header, reads):
    """Nothing of them is recorded."""
    found = reverse(f"s = 0.0\n{header}\n    s = s + v * v\nreturn s")
    assert [line.strip() for line in found.splitlines() if " = x[" in line] == reads
    assert "pop" not in found


def test_what_a_loop_variable_receives_goes_to_its_item():
    """Of an array in place."""
    assert "    d_x[index@r1] += d_v\n" in reverse("s = 0.0\nfor v in x:\n    s = s + v * v\nreturn s")


def test_items_of_a_list_receive_their_adjoints():
    """By an adjoint that is a list."""
    found = reverse("s = 0.0\nfor v in x:\n    s = s + v * v\nreturn s", ([1.0, 2.0], 3))
    assert "d_x = [0.0] * len(x)\n" in found
    assert "    d_x[index@r1] = d_x[index@r1] + d_v\n" in found


def test_active_values_of_an_unknown_iterable_are_refused():
    """It cannot be read again."""
    with pytest.raises(CladpyError) as caught:
        gradient(define("def f(x):\n    s = 0.0\n    for v in np.nditer(x):\n        s = s + v\n    return s\n"), "x")(
            V
        )
    assert caught.value.code in ("C120", "C201", "C206")


# ---- numbers ----

PROGRAMS = {
    "carried": "s = x[0]\nfor i in range(n):\n    s = s * x[i] + y[i]\nreturn s",
    "two carried": "a, b = x[0], y[0]\nfor i in range(n):\n    a, b = b * x[i], a + b\nreturn a * b",
    "trap": "s, t = 0.0, 1.0\nfor u in x:\n    s = s + np.sin(u)\n    t = t * s\nreturn t",
    "read behind": "for i in range(n):\n    t = x[i] * y[i]\nreturn t * t",
    "read behind or not bound": "t = 1.0\nfor i in range(n):\n    if x[i] > 0:\n        t = x[i] * y[i]\nreturn t * t",
    "break": "s = 1.0\nfor u in x:\n    if u > 1.0:\n        break\n    s = s * u\nreturn s * y[0]",
    "continue": "s = 1.0\nfor u, w in zip(x, y):\n    if u < 0:\n        continue\n    s = s * u + w\nreturn s",
    "return": "s = 1.0\nfor u in x:\n    s = s * u\n    if s < 0:\n        return s * y[1]\nreturn s",
    "else": "s = 1.0\nfor u in x:\n    s = s * u\n    if u > 5:\n        break\nelse:\n    s = s * y[0]\nreturn s * s",
    "while": "s = x[0] + 2.0\nwhile s < 10.0:\n    s = s * (1.0 + y[0] * y[0])\nreturn s",
    "while else": "s = 2.0\nwhile s < 10.0:\n    s = s * 2.0 + x[2]\nelse:\n    s = s * y[1]\nreturn s",
    "nested": (
        "s = 0.0\nfor i in range(n):\n    t = y[i]\n    for j in range(i + 1):\n        t = t * x[j] + s\n"
        "    s = s + t\nreturn s"
    ),
    "nested break": (
        "s = 0.0\nfor i in range(n):\n    for j in range(n):\n        s = s + x[i] * y[j]\n        if s > 0.4:\n"
        "            break\nreturn s"
    ),
    "rows": "s = 0.0\nfor row in np.outer(x, y):\n    s = s + np.sum(row * row) * row[0]\nreturn s",
    "strict zip": "s = 0.0\nfor i, (a, b) in enumerate(zip(x, y, strict=True), start=1):\n    s += a * b**i\nreturn s",
    "strict zip, left early": (
        "s = 1.0\nfor a, b in zip(x, y, strict=n > 2):\n    if a < 0:\n        break\n    s *= b\nreturn s"
    ),
    "zip of three": "s = 0.0\nfor (a, b), k in zip(zip(x, reversed(y)), range(n)):\n    s = s + a * b * k\nreturn s",
    "list": "s = 0.0\nfor t in [x[0], y[1] * x[1], 2.0]:\n    s = s * t + t\nreturn s",
    "empty": "s = y[0]\nfor i in range(0):\n    s = s * x[i]\nreturn s * x[1]",
    "rebound iterable": "s = 0.0\nfor u in x:\n    x = x * 2.0\n    s = s + u * x[0]\nreturn s",
    "sum": "return sum(a * b for a, b in zip(x, y) if a > 0) * max(a for a in x)",
    "vector": "h = x\nfor i in range(n):\n    h = np.tanh(h * y + x)\nreturn np.sum(h)",
    "columns": "s = 0.0\nfor a, b, c in np.outer(x, y):\n    s = s + a * b - c\nreturn s",
    "arrays of a list": "s = 0.0\nfor t in [x, y * x]:\n    s = s + np.sum(t * t)\nreturn s",
    "pairs of a list": "s = 0.0\nfor a, b in [(x[0], y[0]), (y[1], x[1])]:\n    s = s + a * b\nreturn s",
    "numbers of a list": "t = [x[0], 2, y[0]]\ns = 0.0\nfor v in t:\n    s = s + v * v\nreturn s",
    "left in a context": (
        "s = 1.0\nfor u in x:\n    with np.errstate(all='ignore'):\n        s = s * u\n        if s < 0:\n"
        "            break\nreturn s * y[0]"
    ),
    "narrowing": "v = x * y\ns = 0.0\nwhile len(v) > 0:\n    s = s * v[0] + v[0]\n    v = v[1:]\nreturn s",
    "narrowing by indices": "v = x * y\nfor i in range(2):\n    v = v[[0, 0, 1]]\nreturn np.sum(v * v)",
    "updated number": "s = 0.0\nfor i in range(n):\n    a = x[i]\n    a *= y[i]\n    s += np.sin(a)\nreturn s",
    "swapped pair": "t = (x[0], y[0])\nfor i in range(n):\n    t = (t[1], t[0] * t[1])\nreturn t[0] * t[1]",
    "pairs": "s = 0.0\nfor p in zip(x, y):\n    s = s + p[0] * p[1]\nreturn s",
    "shrinking": "h = x\nwhile len(h) > 1:\n    h = h[1:] * h[:-1]\nreturn h[0] * y[0]",
}  # fmt: skip


@pytest.mark.parametrize("loop", ["s = s + a * b", "m = m + 1", "s = s + a"])
def test_a_strict_zip_compares_the_lengths(loop):
    """As Python does: at its end, and also where nothing else of the loop is wanted."""
    program = (
        f"def f(x, y):\n    s, m = x[0], 0\n    for a, b in zip(x, y, strict=True):\n        {loop}\n    return s\n"
    )
    d_f = gradient(define(program))
    check_gradient(define(program), (V, W), "x, y", variants=())
    with pytest.raises(ValueError, match=r"zip\(\) argument 2 is shorter than argument 1"):
        d_f(V, W[:2])


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_of_loops_agree_with_differences(name):
    """With iterations skipped, left early or never begun."""
    program = "\n    ".join(["def f(x, y, n):", *PROGRAMS[name].splitlines()]) + "\n"
    check_gradient(define(program), (V, W, 3), "x, y", other_args=[(V * 0.4, W, 2), (V + 1.0, W, 1)], variants=())


FILLED = {
    "whole": "d = np.zeros(3)\nfor v in d:\n    d[:] = x * y\n    s += v * v\nreturn s",
    "last": "d = np.zeros(3)\nfor v in d:\n    np.multiply(x, y, out=d)\nreturn s + v",
    "numbered": "d = np.zeros(3)\nfor k, v in enumerate(d):\n    d[...] = x * y\n    s += k * v\nreturn s",
    "beside another": "d = np.zeros(3)\nfor v, u in zip(d, x):\n    d[:] = x * y\n    s += v * u\nreturn s",
    "backwards": "d = np.zeros(3)\nfor v in reversed(d):\n    d[:2] += x[0] * y[1]\n    s += v * v\nreturn s",
    "rows taken apart": "d = np.zeros((3, 2))\nfor a, b in d:\n    d[1:] = x[:2] * y[:2]\n    s += a * b\nreturn s",
    "twice": "d = np.zeros(3)\nfor a in d:\n    for b in d:\n        d[:] = x * y\n        s += a * b\nreturn s",
    "in a generator": "d = np.zeros(3)\nfor v in (2 * u for u in d):\n    d[:] = x * y\n    s += v * v\nreturn s",
    "left early": "d = np.zeros(3)\nfor v in d:\n    if v < 0:\n        break\n    d[:] = x * y\n    s += v\nreturn s",
    "rebound too": "d = np.zeros(3)\nfor v in d:\n    d[:] = x * y\n    s += v * d[0]\n    d = x + y\nreturn s + d[0]",
    "rebound alone": "d = np.zeros(3)\nfor v in d:\n    d = d * x + y\n    s += v * x[0] + d[0]\nreturn s",
}  # fmt: skip


@pytest.mark.parametrize("name", FILLED)
def test_an_array_may_become_active_in_its_own_loop(name):
    """Each item is read when it is due: the first is passive, those behind it are what the loop has stored."""
    program = "\n    ".join(["def f(x, y):", "s = 0.0", *FILLED[name].splitlines()]) + "\n"
    check_gradient(define(program), (V, W), "x, y", variants=("pushforward",) if name == "whole" else ())
