"""The functions of one scope, and what they capture."""

import gast
import pytest

from cladpy.normalize.local_definitions import (
    bound_inside,
    free_names,
    groups_of,
    has_computed_default,
    hides,
    is_bound_again,
    local_definitions,
    nonlocals_of,
    takes_plain_arguments,
)


def parsed(program):
    return gast.parse(program).body


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def f(a):\n    return a + b", {"b"}),
        ("def f(a):\n    b = a\n    return [c * b for c in d]", {"d"}),
        ("def f():\n    nonlocal n\n    n = 1", {"n"}),
        ("def f(x):\n    return (lambda y, z=w: x + y + v)(u)", {"u", "v", "w"}),
        ("def f(x):\n    def g(y):\n        return x + y + z\n    return g", {"z"}),
    ],
)
def test_free_names(program, expected):
    """Own names, those of comprehensions and of functions inside left out."""
    assert free_names(parsed(program)[0]) == expected


def test_groups_call_one_another():
    """Those that others call come first; functions that do not call themselves are in none."""
    body = parsed(
        "def a(k):\n    return b(k)\ndef b(k):\n    return a(k) + c(k)\nc = lambda k: c(k) + d(k)\nd = lambda k: k"
    )
    known = dict(local_definitions(body))
    assert list(known) == ["a", "b", "c", "d"]
    assert groups_of(known) == [["c"], ["a", "b"]]
    assert ["d"] not in groups_of(known)


def test_definitions_in_statements_belong_to_the_scope():
    """Those of functions inside do not."""
    body = parsed("if c:\n    def a():\n        def b(): pass\ntry:\n    pass\nexcept E:\n    def d(): pass")
    assert [name for name, _ in local_definitions(body)] == ["a", "d"]


def test_names_that_are_bound_again():
    """By another definition, by an assignment, or by a function inside."""
    assert not is_bound_again("f", parsed("def f(): pass"))
    assert is_bound_again("f", parsed("def f(): pass\nf = 1"))
    assert is_bound_again("f", parsed("def f(): pass\ndef g():\n    nonlocal f"))


def test_what_definitions_look_like():
    """Names bound inside, nonlocal ones, defaults, parameters."""
    tree = parsed("def f(a, b=c):\n    nonlocal n\n    n = d = 1\n    def g(): pass")[0]
    assert bound_inside(tree) == {"a", "b", "n", "d", "g"}
    assert nonlocals_of([tree]) == {"n"}
    assert has_computed_default(tree)
    assert not takes_plain_arguments(tree)
    assert takes_plain_arguments(parsed("def f(a, b): pass")[0])


@pytest.mark.parametrize("program", ["lambda x: 1", "[1 for x in y]", "def f(x): pass", "def f():\n    x = 1"])
def test_scopes_that_hide_a_name(program):
    """By a parameter, a variable of a comprehension, or an assignment."""
    assert any(hides(node, {"x"}) for node in gast.walk(gast.parse(program)))
    assert not any(hides(node, {"z"}) for node in gast.walk(gast.parse(program)))
