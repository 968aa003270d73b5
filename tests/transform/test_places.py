"""Numbers of the blocks of a function."""

from cladpy.ir import statements as ir
from cladpy.transform.places import Places
from tests.stages import versions_of

PROGRAM = """
def f(x, y, n):
    for i in range(n):
        if x > y:
            x = x * 2
        else:
            y = y * 2
        while x < y:
            x = x + 1
        with np.errstate():
            z = x
    if n:
        y = x
    return x + y
"""


def test_places_are_numbered_as_versions_are():
    """Each version stands where the places say that its statement stands."""
    versions = versions_of(PROGRAM)
    places = Places.of(versions.body)
    for statement in ir.walk(versions.body):
        if isinstance(statement, ir.Assign):
            info = versions.table[statement.target.id]
            assert places.around[id(statement)] == info.place
            assert places.loops_of(info.place) == info.loops


def test_blocks_have_places():
    """The two sides of an if, the body of a loop; a context is no block of its own."""
    body = versions_of(PROGRAM).body
    places = Places.of(body)
    loop, branch = body[0], body[1]
    inner, repeated, _context = loop.body
    assert places.body(loop) == (0, 1)
    assert (places.body(inner), places.orelse(inner)) == ((0, 1, 2), (0, 1, 3))
    assert places.body(repeated) == (0, 1, 4)
    assert (places.body(branch), places.orelse(branch)) == ((0, 5), (0, 6))


def test_loops_of_a_place():
    """From the outside in."""
    places = Places.of(versions_of(PROGRAM).body)
    assert [places.loops_of(place) for place in ((0,), (0, 1), (0, 1, 2), (0, 1, 4), (0, 5))] == [
        (),
        (1,),
        (1,),
        (1, 4),
        (),
    ]
