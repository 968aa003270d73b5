"""The bindings of each scope of a file."""

import ast

import pytest

from cladpy.planning.discovery.scope_builder import scopes_of


def bindings(text):
    """Return the kinds of the bindings of the module's names."""
    tree = ast.parse(text)
    return {name: [each.kind for each in found] for name, found in scopes_of(tree)[tree].bindings.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a.b", {"a": ["module"]}),
        ("import a.b as c", {"c": ["module"]}),
        ("from .a import b as c, d", {"c": ["member"], "d": ["member"]}),
        ("from a import *", {}),
        ("def f(x=(y := 1)): z = 1", {"f": ["function"], "y": ["value"]}),
        ("async def f(): pass", {"f": ["function"]}),
        ("class C(B): x = 1", {"C": ["class"]}),
        ("a = b = 1", {"a": ["value"], "b": ["value"]}),
        ("a, (b, *c) = d", {"a": ["other"], "b": ["other"], "c": ["other"]}),
        ("a: int", {}),
        ("a: int = 1", {"a": ["value"]}),
        ("a += 1", {"a": ["other"]}),
        ("a[0] = b.c = 1", {}),
        ("del a", {"a": ["other"]}),
        ("for a in b: pass", {"a": ["other"]}),
        ("with a as b: pass", {"b": ["other"]}),
        ("try: pass\nexcept E as e: pass", {"e": ["other"]}),
        ("[x := i for i in y]", {"x": ["value"]}),
        ("f = lambda x: (y := x)", {"f": ["value"]}),
        ("match a:\n    case [b, *c]: pass\n    case {'k': d, **e}: pass", {name: ["other"] for name in "bcde"}),
        ("def f():\n    global g\n    g = 1", {"f": ["function"], "g": ["value"]}),
    ],
)
def test_each_form_binds_its_names(text, expected):
    """In the scope where Python binds them."""
    assert bindings(text) == expected


def test_stars_are_kept():
    """They bind what only the other file tells."""
    tree = ast.parse("from .a import *")
    assert [(star.module, star.level) for star in scopes_of(tree)[tree].stars] == [("a", 1)]


def test_each_node_has_the_scope_that_evaluates_it():
    """Defaults, decorators, annotations and the first iterable belong outside."""
    tree = ast.parse(
        "@decorator\ndef f(x: note = default) -> result:\n    inside\n[element for i in first for j in second]\n"
        "class C(base):\n    member\nlambda y=default_2: body\n"
    )
    scopes = scopes_of(tree)
    outside = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and scopes[node].node is tree}
    assert outside == {"decorator", "note", "default", "result", "first", "base", "default_2"}
