"""Leaving out what nothing reads."""

import pytest

from cladpy.ir.fact import FLOAT, Fact
from cladpy.optimize.dead_code import is_empty, run, stores_within
from tests.optimize.inference import array
from tests.optimize.program import after, read, shown

GONE = {
    "a value that nothing reads, and what only it reads": (
        "def f(x):\n    y = x * 2\n    z = y + 1\n    return x",
        "def f(x):\n    return x",
    ),
    "a value that is overwritten": (
        "def f(x):\n    y = x * 2\n    y = x\n    return y",
        "def f(x):\n    y = x\n    return y",
    ),
    "a sum carried round a loop that nothing reads": (
        "def f(x):\n    s = 0\n    for i in range(3):\n        s = s + x\n    return x",
        "def f(x):\n    return x",
    ),
    "stores into an array of our own": (
        "def f(x):\n    d_u = np.zeros(3)\n    d_u[0] = x\n    d_u[1:] += x\n    v = d_u[1:]\n    return x",
        "def f(x):\n    return x",
    ),
    "helpers that store into an array of our own": (
        "def f(x):\n    d_u = np.zeros(3)\n    add_at(d_u, 0, x)\n    return x",
        "def f(x):\n    return x",
    ),
    "a tape that is never popped": (
        "def f(x):\n    t = []\n    for i in range(3):\n        t.append(x)\n    return x",
        "def f(x):\n    return x",
    ),
    "a tape of which no value is needed": (
        "def f(x):\n    t = []\n    t.append(x)\n    y = t.pop()\n    return x",
        "def f(x):\n    return x",
    ),
    "a branch with nothing in it": (
        "def f(x):\n    if x > 0:\n        y = 1\n    else:\n        z = 2\n    return x",
        "def f(x):\n    return x",
    ),
    "nested loops level by level": (
        (
            "def f(x):\n    for i in range(3):\n        for j in range(i):\n"
            "            if j:\n                y = j\n    return x"
        ),
        "def f(x):\n    return x",
    ),
    "the first branch alone": (
        "def f(x):\n    if x > 0:\n        y = 1\n    else:\n        print(2)\n    return x",
        "def f(x):\n    if not x > 0:\n        print(2)\n    return x",
    ),
    "an update of a number": (
        "def f(x):\n    n = 1.0\n    n += x\n    return x",
        "def f(x):\n    return x",
    ),
    "a continue at the end of a loop": (
        (
            "def f(x):\n    while x:\n        if x > 1:\n            continue\n        else:\n            print(x)\n"
            "            continue\n    for i in range(3):\n        continue\n    return x"
        ),
        "def f(x):\n    while x:\n        if not x > 1:\n            print(x)\n    return x",
    ),
    "a name bound to itself": ("def f(x):\n    x = x\n    return x", "def f(x):\n    return x"),
    "all targets of an unpacking": (
        "def f(x):\n    a, b = x, 2\n    return x",
        "def f(x):\n    return x",
    ),
}
KEPT = {
    "an impure value": "def f(x):\n    y = impure(x)\n    return x",
    "a helper that stores into an argument": "def f(x):\n    add_at(x, 0, 1)\n    return 0",
    "a helper that stores into a result": "def f(x):\n    d_u = np.zeros(3)\n    add_at(d_u, 0, 1)\n    return d_u",
    "an effect": "def f(x):\n    print(x)\n    return x",
    "an assertion": "def f(x):\n    y = x > 0\n    assert y\n    return x",
    "a store into an argument": "def f(x):\n    x[0] = 1\n    return 0",
    "a store into a view of what is returned": (
        "def f(x):\n    a = np.zeros(3)\n    b = a[1:]\n    b[0] = x\n    return a"
    ),
    "a store into what is in a returned list": (
        "def f(x):\n    a = np.zeros(3)\n    l = [a]\n    a[0] = x\n    return l"
    ),
    "an update of an array that has another name": (
        "def f(x):\n    a = np.zeros(3)\n    b = a\n    a += x\n    return b"
    ),
    "every pop of a tape of which one is needed": (
        "def f(x):\n    t = []\n    t.append(x)\n    t.append(2)\n    y = t.pop()\n    z = t.pop()\n    return z"
    ),
    "a tape that a loop tests": (
        "def f(x):\n    t = []\n    t.append(x)\n    while t:\n        y = t.pop()\n    return x"
    ),
    "a deleted name": "def f(x):\n    y = 1\n    del y\n    return x",
    "an endless loop": "def f(x):\n    while x:\n        pass\n    return x",
    "using an iterator up": "def f(it):\n    for i in it:\n        pass\n    return next(it)",
    "one of several targets": "def f(x):\n    a, b = x, 2\n    return b",
    "a loop whose target is read": "def f(x):\n    for i in range(3):\n        pass\n    return i",
    "what a lambda reads": "def f(x):\n    k = 2\n    return lambda: k",
    "a store by unpacking": "def f(x):\n    a = np.zeros(3)\n    a[0], b = x, 2\n    return x",
}


@pytest.mark.parametrize("name", GONE)
def test_gone(name):
    """Nothing of it is left."""
    before, expected = GONE[name]
    assert shown(expected) == after(run, before, x=FLOAT)


@pytest.mark.parametrize("name", KEPT)
def test_kept(name):
    """The text stays."""
    assert shown(KEPT[name]) == after(run, KEPT[name])


@pytest.mark.parametrize(
    ("iterable", "fact", "gone"),
    [
        ("range(3)", None, True),
        ("x", array("n"), True),
        ("x", Fact("iterator"), False),
        ("zip(x, range(3))", array("n"), True),
        ("enumerate(x)", Fact("iterator"), False),
        ("impure(x)", array("n"), False),
    ],
)
def test_an_empty_loop_goes_if_iterating_uses_nothing_up(iterable, fact, gone):
    """An iterator is used up, a sequence is not."""
    facts = {} if fact is None else {"x": fact}
    found = after(run, f"def f(x):\n    for i in {iterable}:\n        pass\n    return x", **facts)
    assert gone == ("for" not in found)


def test_parts_of_an_unpacking():
    """What cladpy names and nothing reads has no name; the user's names stay."""
    found = after(run, "def f(x):\n    d_a, b, d_c = x, 2, 3\n    return d_c", x=FLOAT)
    assert found == shown("def f(x):\n    _, b, d_c = x, 2, 3\n    return d_c")


def test_empty_blocks_and_stores():
    """Comments do nothing; stores are found in nested targets."""
    assert is_empty(read("def f():\n    # ---- forward sweep ----\n    pass").body)
    target = read("def f():\n    (a[0], *b.c), d = x").body[0].target
    assert 2 == len(list(stores_within(target)))
