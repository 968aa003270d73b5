"""Cached functions that call themselves."""

import ast
import functools

import gast

from cladpy.frontend.namespace import Namespace
from cladpy.normalize.cached_functions import cached_at, cached_by, call_of, remembering


@functools.cache
def recursive(k):
    return recursive(k - 1) if k else 0


@functools.cache
def plain(k):
    return k


def sees():
    return None


def test_recursive_caches_are_known():
    """Others are functions like any."""
    assert cached_at("recursive", Namespace(sees)) is recursive.__wrapped__
    assert cached_at("plain", Namespace(sees)) is None
    assert cached_at("sees", Namespace(sees)) is None
    assert cached_by(gast.parse("recursive(2)", mode="eval").body, Namespace(sees)) is recursive.__wrapped__
    assert cached_by(gast.parse("a.recursive(2)", mode="eval").body, Namespace(sees)) is None


def test_what_is_remembered_is_computed_once():
    """The body asks the memory first."""
    tree = gast.parse("def f(a, *, b): pass").body[0]
    module = gast.Module(remembering(tree, "f_computed", ["x"], "memo"), [])
    text = ast.unparse(gast.gast_to_ast(module))
    assert text.splitlines() == [
        "if (a, b) not in memo:", "    memo[a, b] = f_computed(a, b=b, x=x)", "return memo[a, b]",
    ]  # fmt: skip
    assert gast.dump(call_of(tree.args, "g")).count("keyword(") == 1
