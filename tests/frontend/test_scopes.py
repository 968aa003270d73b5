"""Tests of the names that functions bind."""

import gast

from cladpy.frontend.scopes import scope_of, written_names

TEXT = """\
def f(a, /, b, *c, d=(w := 1), **e):
    global g
    g = h = 1
    for i, (j, *k) in a:
        with a as l:
            del m
    match a:
        case [n, *o] | {"x": p, **q} as r:
            (s := 1)
    def t(u): v = 1
    class A: x = 1
    import os.path, numpy as np
    return [y for y in (z := a)], lambda aa: aa
"""


def test_every_way_to_bind_a_name_counts():
    """Parameters, targets, patterns, definitions and imports bind; what inner scopes bind is theirs."""
    scope = scope_of(gast.parse(TEXT).body[0])
    assert scope.bound == set("abcdehijklmnopqrstzA") | {"os", "np"}
    assert scope.declared_global == {"g"}


def test_name_of_an_outer_function_is_bound_inside():
    """A closure's names are looked for outwards."""
    outer = gast.parse("def f(a):\n    def g():\n        nonlocal a, b\n        a = b = c = 1\n").body[0]
    scope = scope_of(outer)
    inner = scope_of(outer.body[0], scope)
    assert (inner.binds("a"), inner.binds("c"), inner.binds("b")) == (True, True, False)
    assert (inner.leads_outside("a"), inner.leads_outside("b"), inner.leads_outside("c")) == (False, True, False)


def test_lambda_binds_its_parameters():
    """Its body is an expression."""
    function = gast.parse("lambda x, *y: (z := x)").body[0].value
    assert scope_of(function).bound == {"x", "y", "z"}


def test_names_that_are_read_are_not_written():
    """Only stores and deletions write."""
    [read, written] = [gast.parse(text).body[0] for text in ("x", "x = 1")]
    assert list(written_names(read.value)) == []
    assert list(written_names(written.targets[0])) == ["x"]
