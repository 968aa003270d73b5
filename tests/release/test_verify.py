"""The integrity check of generated functions."""

import pytest

from cladpy.errors import CladpyError
from cladpy.ir import statements as ir
from cladpy.release.verify import verify
from tests.optimize.program import read

SOUND = {
    "deleted and bound again": "def f(x):\n    y = x\n    del y\n    y = 1\n    return y",
    "bound on one path alone": "def f(x):\n    if x:\n        y = 1\n    if x:\n        x = y\n    return x",
    "deleted in both branches": "def f(x):\n    if x:\n        del x\n    else:\n        del x\n    return 0",
    "deleted and bound in each iteration": "def f(x):\n    for i in x:\n        y = i\n        del y\n    return 0",
    "deleted before a break": (
        "def f(x):\n    y = x\n    while True:\n        if x:\n"
        "            del y\n            break\n        x = y\n    return x"
    ),
    "a tape": "def f(x):\n    t = []\n    t.append(x)\n    y = t.pop()\n    return y",
    "a tape in loops": (
        "def f(x):\n    t = []\n    for i in x:\n        t.append(i)\n    while t:\n        y = t.pop()\n    return 0"
    ),
    "bound by an earlier iteration": (
        "def f(x):\n    for i in x:\n        if i:\n            x = y\n        else:\n            y = i\n    return x"
    ),
    "a global": "def f(x):\n    return g(x)",
    "behind a return": "def f(x):\n    del x\n    return 0\n    y = x",
    "in a with": "def f(x):\n    with x:\n        y = 1\n    return y",
}
FAULTS = {
    "'y' is read after it was deleted": [
        "def f(x):\n    y = x\n    del y\n    return y",
        "def f(x):\n    y = x\n    if x:\n        del y\n    return y",
        "def f(x):\n    y = x\n    for i in x:\n        z = y\n        del y\n    return 0",
        "def f(x):\n    y = x\n    while y:\n        del y\n    return 0",
    ],
    "'y' is read before anything is bound to it": ["def f(x):\n    z = y\n    y = 1\n    return z"],
    "'y' is deleted where it may be unbound": [
        "def f(x):\n    if x:\n        y = 1\n    del y\n    return x",
        "def f(x):\n    y = x\n    del y\n    del y\n    return x",
        (
            "def f(x):\n    y = x\n    for i in x:\n        if i:\n"
            "            del y\n            continue\n        z = y\n    return 0"
        ),
    ],
    "tape 't' is popped more often than pushed on": [
        "def f(x):\n    t = []\n    t.append(x)\n    y = t.pop()\n    z = t.pop()\n    return z"
    ],
}


@pytest.mark.parametrize("name", SOUND)
def test_sound(name):
    """Nothing is reported."""
    verify(read(SOUND[name]))


@pytest.mark.parametrize(("message", "text"), [(message, text) for message, texts in FAULTS.items() for text in texts])
def test_faults(message, text):
    """The error says what is wrong, and where."""
    with pytest.raises(CladpyError) as caught:
        verify(read(text))
    assert caught.value.code == "C901"
    assert caught.value.message == f"generated function 'f': {message}"


def test_one_statement_at_two_places():
    """Passes know statements by their identity."""
    statement = ir.Pass()
    with pytest.raises(CladpyError, match="one Pass object stands at two places"):
        verify(ir.Function("f", (), (statement, statement)))
