"""What a block binds, binds on every path, and reads."""

from cladpy.transform.state_variables import bound_variables, read_variables, surely_bound
from tests.optimize.program import read

BODY = read("""
def f(a, b, state):
    x, (y, z) = state
    t = []
    for i in a:
        p = i
        t.append(p)
    if b:
        q = x
        r = y
    else:
        q = z
    with c:
        s = q
    while d:
        u = s
    x[e] = u
    w += x
    impure(g)
    return (h, x)
""").body


def test_variables_that_are_bound():
    """On some path; a store into an item names its array."""
    assert list(dict.fromkeys(bound_variables(BODY))) == [*"xyztipqrsu", "e", "w"]


def test_variables_that_are_bound_on_every_path():
    """Not in a loop, which may not run, and not on one side of a branch."""
    assert surely_bound(BODY) - {"e"} == set("xyztqsw")


def test_variables_that_are_read():
    """Conditions, iterables, contexts, places of stores and updated names too."""
    assert set(read_variables(BODY)) == {"state", "a", "b", "c", "d", "e", "g", "h", "impure", *"itpxyzqsuw"}
