"""Which version made the array of another: stores and loops keep it, other assignments make one."""

import pytest

from cladpy.analyses.origins import origin_of
from tests.stages import versions_of


def table(body):
    """Return the table of versions of a function's body."""
    program = "\n    ".join(["def f(x, y, n):", *body.splitlines()]) + "\n"
    return versions_of(program).table


@pytest.mark.parametrize(
    ("body", "version", "expected"),
    [
        ("u = x * 2\nu[0] = y\nu[1] += y\nreturn u", "u.2", "u.0"),
        ("x[0] = y\nreturn x", "x.1", "x.0"),
        ("u = x * 2\nfor i in range(n):\n    u[i] = y\nreturn u", "u.2", "u.0"),
        ("u = x * 2\nfor i in range(n):\n    u = u * 2\nreturn u", "u.1", None),
        ("u = x * 2\nif n:\n    u = x * 3\nu[0] = y\nreturn u", "u.3", None),
        ("u = x * 2\nif n:\n    u[0] = y\nelse:\n    u[1] = y\nreturn u", "u.2", "u.0"),
    ],
)
def test_origins(body, version, expected):
    """Of one array its origin, of a join of several none."""
    assert origin_of(table(body), version) == expected


def test_an_unknown_version_is_its_own_origin():
    """Nothing is known of what made it."""
    assert origin_of({}, "x.3") == "x.3"
