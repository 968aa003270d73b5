"""Reading the original instead of a copy."""

import pytest

from cladpy.optimize.copy_propagation import _Copies, run
from cladpy.optimize.occurrences import Occurrences
from tests.optimize.program import after, read, shown

CASES = {
    "a temporary is read instead of its copy": (
        "def f(x):\n    d__1 = x * 2\n    d__2 = d__1\n    return d__2 + d__1",
        "def f(x):\n    d__1 = x * 2\n    return d__1 + d__1",
    ),
    "a chain of copies": (
        "def f(x):\n    d__1 = x\n    d__2 = d__1\n    d__3 = d__2\n    d__4 = d__3\n    return d__4",
        "def f(x):\n    return x",
    ),
    "the better name stays": (
        "def f(x):\n    v__1 = x * 2\n    y = v__1\n    return y + v__1",
        "def f(x):\n    y = x * 2\n    return y + y",
    ),
    "a value of the primal keeps its own name": (
        "def f(x):\n    v__1 = x * 2\n    d_x = v__1\n    return d_x + v__1",
        "def f(x):\n    v__1 = x * 2\n    return v__1 + v__1",
    ),
    "a literal in a variable of cladpy's": (
        "def f(x):\n    d__9 = 1.0\n    d_x = d__9 / x\n    return d_x",
        "def f(x):\n    d_x = 1.0 / x\n    return d_x",
    ),
    "into branches and loops": (
        "def f(x):\n    d__1 = x\n    while x:\n        if d__1:\n            break\n    return 0",
        "def f(x):\n    while x:\n        if x:\n            break\n    return 0",
    ),
    "a store into a copy is one into the original": (
        "def f(x):\n    d__1 = x\n    d__1[0] = 1\n    return d__1",
        "def f(x):\n    x[0] = 1\n    return x",
    ),
}
KEPT = {
    "the original is bound again": "def f(x):\n    d__1 = x\n    x = 2\n    return d__1",
    "the original is bound again round a loop": (
        "def f(x, n):\n    d__1 = x\n    for i in n:\n        print(d__1)\n        x = i\n    return 0"
    ),
    "the copy is bound twice": "def f(x):\n    d__1 = x\n    if x:\n        d__1 = 2\n    return d__1",
    "the copy is read before it in the next iteration": (
        "def f(x, n):\n    for i in n:\n        if i:\n            print(d__1)\n        d__1 = x\n    return 0"
    ),
    "another version of the name is bound meanwhile": (
        "def f(x):\n    d__1 = x\n    x__2 = 3\n    print(x__2)\n    return d__1"
    ),
    "a copy of the user's": "def f(x):\n    y = x\n    return y",
    "a literal of the user's": "def f(x):\n    eps = 1e-6\n    return x + eps",
    "a global may change": "def f(x):\n    d__1 = GLOBAL\n    impure()\n    return d__1",
    "a lambda sees every assignment": "def f(x):\n    d__1 = x\n    return lambda: d__1",
    "a deleted copy": "def f(x):\n    d__1 = x\n    print(d__1)\n    del d__1\n    return 0",
    "the name is in use where the temporary is born": (
        "def f(x):\n    v__1 = x * 2\n    print(y)\n    y = v__1\n    return y + v__1"
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_propagated(name):
    """The copy goes."""
    before, expected = CASES[name]
    assert shown(expected) == after(run, before)


@pytest.mark.parametrize("name", KEPT)
def test_kept(name):
    """The copy stays."""
    assert shown(KEPT[name]) == after(run, KEPT[name])


def test_many_copies_of_one_variable_go_in_one_round():
    """Copies of a common original do not wait for each other."""
    lines = ["def f(x):", *(f"    d__{number} = x" for number in range(1, 9)), "    return d__1 + d__8"]
    function = read("\n".join(lines))
    copies = _Copies(Occurrences(function))
    copies.collect(function.body)
    assert {"d@1", "d@8"} == set(copies.values)
