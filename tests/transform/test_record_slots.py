"""Where recorded values lie, and which conditions and stores are recorded."""

import gast
import numpy as np
import pytest

from cladpy.ir.expressions import parse
from cladpy.transform.needs import NeedAnalysis
from cladpy.transform.pullback_transformer import PullbackTransformer
from cladpy.transform.record_slots import RecordSlots, versions_in
from tests.stages import define, forward_of, scheduled, text

V = np.array([0.5, -1.25, 2.0])


@pytest.fixture
def slots():
    """Return the slots of a small function, with nothing decided."""
    planned = scheduled(define("def f(x):\n    h = np.sin(x)\n    return np.sum(h * h)\n"), (V,), "x")
    transformer = PullbackTransformer(planned.analysis, planned.scheduler.callee(planned.analysis, planned.request))
    sweep = transformer.sweep(("x",))
    return RecordSlots(sweep, NeedAnalysis(sweep))


def test_values_outside_loops_lie_in_variables(slots):
    """Numbered by the name that they are made from."""
    first, second = slots.slot("h.0", ()), slots.slot("h.0", ())
    assert (first.variable, first.tape) == ("h@s1", None)
    assert (second.variable, second.tape) == ("h@s2", None)
    assert slots.facts["h@s1"].is_array


def test_values_in_loops_lie_on_tapes(slots):
    """Made before the outermost loop; that of a temporary is named without it."""
    slot = slots.slot("h.0", (3, 4))
    assert (slot.variable, slot.tape) == ("h@s1", "tape_h@s1")
    assert slots.tapes == {3: ["tape_h@s1"]}
    assert slots.slot("v@1.0", (3,)).tape == "tape@s1"
    assert slots.facts["tape_h@s1"].kind == "list"


@pytest.mark.parametrize(
    ("key", "base"),
    [
        ("h.0", "h"),
        ("h.0:shape", "h_shape"),
        ("v@1.0", "v"),
        ("@trip.1", "trip"),
        ("@state.h.0", "state"),
        ("@branch.7", "branch"),
    ],
)
def test_slots_are_named_after_what_they_hold(slots, key, base):
    """Shapes after the array whose they are."""
    assert slots.base(key) == base


def test_variables_of_the_forward_sweep(slots):
    """Versions have theirs; states and counters are named after what they belong to."""
    assert [slots.variable(key) for key in ("h.0", "@trip.2", "@state.h.0", "@state.v@1.0")] == [
        "h",
        "trip@2",
        "state@h_0",
        "state@v@1_0",
    ]


def test_versions_in_expressions():
    """Names with a dot."""
    made = gast.BinOp(gast.Name("x.0", gast.Load(), None, None), gast.Add(), parse("d_y * np.pi"))
    assert versions_in(made) == ["x.0"]


def kept(body, args=(V, 0.5)):
    """Return the names of what the forward sweep keeps for the reverse sweep."""
    program = "\n    ".join(["def f(x, y):", *text(body).splitlines()]) + "\n"
    sweep = forward_of(program, args, "x")
    return sorted({word for word in sweep.replace("(", " ").split() if "@s" in word and "append" not in word})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if y > 0:\n    x = x * y\nreturn np.sum(x)", False),
        ("if not y:\n    x = x * y\nreturn np.sum(x)", False),
        ("if y > 0 and y < 1:\n    x = x * y\nreturn np.sum(x)", False),
        ("if len('ab') > y:\n    x = x * y\nreturn np.sum(x)", True),
        ("if x[0] > 0:\n    x = x * y\nreturn np.sum(x)", True),
    ],
)
def test_conditions_that_are_recorded(body, expected):
    """Those that call or index; others are evaluated again if they can be."""
    assert any(name.startswith("branch") for name in kept(body)) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a = np.sin(x)\na[0] = y\nreturn np.sum(a * a)", False),
        ("a = np.sin(x)\nb = np.sum(a * a)\na[0] = y\nreturn np.sum(a * a) * b", True),
        ("a = np.sin(x)\nb = np.sum(a)\na[0] = y\nreturn np.sum(a) * b", False),
        ("a = np.sin(x)\na[0] *= y\nreturn np.sum(a)", False),
    ],
)
def test_stores_that_are_undone(body, expected):
    """Those behind which older content is still read."""
    assert any(name.startswith("a_old") for name in kept(body)) is expected
