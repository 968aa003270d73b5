"""Requests for storage of one's own."""

import pytest

from cladpy.ir.fact import FLOAT, UNKNOWN
from cladpy.optimize.own_storage import run
from tests.optimize.inference import array
from tests.optimize.program import after

FACTS = {"x": array("n"), "y": array("n"), "s": FLOAT}


def _returned(*lines, parameters="x, y, s, u", **facts):
    text = "\n    ".join([f"def f({parameters}):", *lines])
    return after(run, text, **{**FACTS, **facts}).split("\n")[-1].strip().removeprefix("return ")


@pytest.mark.parametrize(
    ("value", "granted"),
    [
        ("x", "x.copy()"),
        ("s", "s"),
        ("u", "own(u)"),
        ("x * y", "x * y"),
        ("x[1:]", "x[1:].copy()"),
        ("np.broadcast_to(s, 3)", "own(np.broadcast_to(s, 3))"),
        ("np.exp(u)", "np.exp(u)"),
        ("1.0", "1.0"),
        ("x if s else y", "own(x if s else y)"),
    ],
)
def test_values(value, granted):
    """New values and numbers are handed over, known arrays copied, the rest left to the runtime."""
    assert granted == _returned(f"return owned({value})")


def test_the_last_reader_takes_the_memory():
    """Of a variable that owns it; what is asked for before is copied."""
    assert "(d, 1)" == _returned("d = x * y", "return (owned(d), 1)")
    assert "(d.copy(), d)" == _returned("d = x * y", "return (owned(d), owned(d))")
    assert "(d, d.T.copy())" == _returned("d = x * y", "return (d, owned(d.T))", d=array("n"))
    assert "(d.copy(), d.T)" == _returned("d = x * y", "return (owned(d), owned(d.T))")
    assert "(d.copy(), d[1:])" == _returned("d = x * y", "return (owned(d), d[1:])")


def test_a_variable_that_is_read_later_is_copied():
    """Or in the next iteration."""
    assert "(e, d)" == _returned("d = x * y", "e = owned(d)", "return (owned(e), owned(d))")
    text = "def f(x, y):\n    d = x * y\n    for i in range(3):\n        e = owned(d)\n    return e"
    assert "e = d.copy()" in after(run, text, **FACTS)


def test_a_living_view_is_in_the_way():
    """The result would share memory with what is returned beside it."""
    assert "(d.copy(), e)" == _returned("d = x * y", "e = d[1:]", "return (owned(d), e)")
    assert "d" == _returned("d = x * y", "e = d[1:]", "return owned(d)")


def test_borrowed_on_one_path_is_borrowed():
    """A copy is right on both."""
    assert "d.copy()" == _returned("if s:", "    d = x * y", "else:", "    d = x", "return owned(d)")
    assert "own(d)" == _returned("if s:", "    d = u", "else:", "    d = x", "return owned(d)", d=UNKNOWN)


def test_requests_within_requests():
    """The inner one is granted too; what is read at once is not copied."""
    assert "np.exp(x)" == _returned("return owned(np.exp(owned(x)))")
    assert "(x.copy().T, 2.0)" == _returned("return (owned(owned(x).T), 2.0)")


VIEW = "d = owned(x[1:])"


@pytest.mark.parametrize(
    ("lines", "granted"),
    [
        ([VIEW, "z = d * s", "x[0] = s", "return z"], "d = x[1:]"),
        ([VIEW, "z = d * s", "w = np.sum(d)", "x[0] = s", "return z * w"], "d = x[1:]"),
        ([VIEW, "y[1:] = d", "x[0] = s", "return y"], "d = x[1:]"),
        ([VIEW, "z = y * 2", "z += d", "x[0] = s", "return z"], "d = x[1:]"),
        ([VIEW, "x[:-1] += d", "return y"], "d = x[1:]"),
        ([VIEW, "x[:-1] = d * s", "return y"], "d = x[1:]"),
        ([VIEW, "x[:-1] = d", "return y"], "d = x[1:]"),
        ([VIEW, "x[y > s] = d", "return y"], "d = x[1:].copy()"),
        ([VIEW, "z = d * s", "x[0] = s", "return z * d"], "d = x[1:].copy()"),
        ([VIEW, "x[0] = s", "z = d * s", "return z"], "d = x[1:].copy()"),
        ([VIEW, "e = d", "x[0] = s", "return e"], "d = x[1:].copy()"),
        ([VIEW, "return d"], "d = x[1:].copy()"),
        ([VIEW, "z = (d, s)", "x[0] = s", "return z"], "d = x[1:].copy()"),
        ([VIEW, "if s:", "    z = d * 2", "x[0] = s", "return y"], "d = x[1:].copy()"),
        ([VIEW, "impure()", "z = d * 2", "return z"], "d = x[1:].copy()"),
        ([VIEW, "d *= s", "return y"], "d = x[1:].copy()"),
        ([VIEW, "np.add.at(d, [0, 0], s)", "return y * d[0]"], "d = x[1:].copy()"),
        (
            ["d = owned(np.broadcast_to(1.0, x.shape))", "add_at(d, [0, 0], s)", "return d * s"],
            "d = own(np.broadcast_to(1.0, x.shape))",
        ),
        (["d = owned(x)", "d[...] = d * s", "return np.sum(d)"], "d = x.copy()"),
        ([VIEW, "for i in range(3):", "    z = d * 2", "    x[0] = s", "return y"], "d = x[1:].copy()"),
    ],
)
def test_a_view_that_is_only_read_before_its_memory_is_written(lines, granted):
    """Arithmetic, a fresh call or a store into an array takes up its numbers; a name, a tuple, a result keep it."""
    text = "\n    ".join(["def f(x, y, s, u):", *lines])
    assert granted in [line.strip() for line in after(run, text, **FACTS).split("\n")]


@pytest.mark.parametrize(
    ("lines", "granted"),
    [
        (["d = settled(x[1:])", "return d"], "d = x[1:]"),
        (["d = settled(x[1:])", "x[0] = s", "return d"], "d = x[1:].copy()"),
        (["d = settled(u[1:])", "u[0] = s", "return d"], "d = own(u[1:])"),
        (["d = 2.0 * settled(x[1:])", "x[0] = s", "return d"], "d = 2.0 * x[1:]"),
        (["d = settled(x * y)", "d[0] = s", "return d"], "d = x * y"),
        (["d = settled(s)", "x[0] = s", "return d"], "d = s"),
        (["e = x * y", "d = settled(e[1:])", "z = d + 1", "e[0] = s", "return e * s"], "d = e[1:]"),
        (["e = x * y", "d = settled(e[1:])", "e[0] = s", "return d"], "d = e[1:].copy()"),
    ],
    ids=[
        "never updated",
        "updated",
        "unknown",
        "read at once",
        "new",
        "a number",
        "read before",
        "a view that is read later",
    ],
)
def test_settled_values(lines, granted):
    """What no later update may change is copied where one comes while it is alive."""
    text = "\n    ".join(["def f(x, y, s, u):", *lines])
    assert granted in [line.strip() for line in after(run, text, **FACTS).split("\n")]
