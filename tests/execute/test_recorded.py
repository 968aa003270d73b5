"""What is live where the reverse sweep begins: as the functions themselves say."""

from types import SimpleNamespace

from cladpy.execute.recorded import recorded_by, state_variables
from tests.optimize.program import read

GRADIENT = """
def f_grad(x, n):
    y = np.sin(x)
    z = y + 1
    tape = []
    for i in range(n):
        tape.append(z)
    # ---- reverse sweep ----
    d = 2 * y
    d_2 = d * x
    del y
    for i in reversed(range(n)):
        w = tape.pop()
        d_2 += w
        del w
    return d_2
"""
FORWARD = "def g_forward(x):\n    r = np.exp(x)\n    return r, (x, r)"
PULLBACK = "def g_pullback(state, d_out):\n    x, r = state\n    d = d_out * r\n    del r\n    e = d * x\n    return e"


def emitted(text):
    return SimpleNamespace(function=read(text), lines={})


def test_a_gradient_keeps_what_its_reverse_sweep_reads():
    """Values, tapes by way of what is popped, and arguments; nothing of what only the forward sweep reads."""
    records = recorded_by([emitted(GRADIENT)], ())
    assert [(each.variable, each.kind, each.made) for each in records] == [
        ("x", "argument", ""),
        ("n", "argument", ""),
        ("y", "value", "y = np.sin(x)"),
        ("tape", "tape", "tape.append(z)"),
    ]
    assert [each.readers for each in records] == [
        ("d_2 = d * x",),
        ("for i in reversed(range(n)):",),
        ("d = 2 * y",),
        ("d_2 += w",),
    ]
    assert [each.released for each in records] == ["", "", "d_2 = d * x", ""]


def test_a_pair_keeps_its_state():
    """Item by item, read in the pullback."""
    forward, pullback = emitted(FORWARD), emitted(PULLBACK)
    assert state_variables(forward.function) == ("x", "r")
    records = recorded_by([pullback, forward], [("g_forward", "g_pullback")])
    assert [(each.variable, each.kind, each.readers, each.released) for each in records] == [
        ("x", "argument", ("e = d * x",), ""),
        ("r", "value", ("d = d_out * r",), "d = d_out * r"),
    ]
