"""Adjoints of containers are split where the structure is known."""

import gast
import numpy as np
import pytest

from cladpy import check_gradient
from cladpy.analyses.operations import Member
from cladpy.ir.expressions import constant, name, parse
from cladpy.ir.fact import FLOAT, INT, STR, Dim, Fact, array
from cladpy.transform.structures import (
    Structures,
    adjoint_item,
    build,
    fact_at,
    item_expression,
    keys_of,
    known_keys,
    member_key,
    suffix,
)
from tests.stages import analysis_of, define, print_tree, text

VECTOR = array(np.dtype(float), (Dim("n", one=False),))
LAYER = Fact("object", items=(VECTOR, FLOAT), keys=("w", "b"), cls=object)
PAIR = Fact("tuple", items=(FLOAT, LAYER), keys=("left", "right"), cls=tuple)
NESTED = Fact("dict", items=(PAIR, Fact("list", items=(INT, FLOAT)), STR), keys=("p", 1, "s"))


# ---- paths ----


def test_keys_of_containers():
    """Those of dicts and objects; positions for all else, named tuples too."""
    assert [keys_of(fact) for fact in (NESTED, PAIR, LAYER, FLOAT)] == [("p", 1, "s"), (0, 1), ("w", "b"), ()]


def test_facts_of_items():
    """Along a path."""
    assert fact_at(NESTED, ("p", 1, "w")) == VECTOR
    assert fact_at(NESTED, ()) == NESTED


@pytest.mark.parametrize(
    ("path", "expected"),
    [(("p", 0), "_p_0"), ((1, 1), "_1_1"), (("a b",), "_item"), (((1, 2), 0), "_item_0"), ((), "")],
)
def test_paths_in_names(path, expected):
    """What is no part of an identifier is left out."""
    assert suffix(path) == expected


def test_items_of_a_primal_are_read_as_it_is_made():
    """Attributes of objects, keys and positions of all else."""
    assert print_tree(item_expression(name("x"), NESTED, ("p", 1, "w"))) == 'x["p"][1].w'


def test_items_of_an_adjoint_are_read_by_position():
    """That of an object is a tuple."""
    assert print_tree(adjoint_item(name("d"), NESTED, ("p", 1, "b"))) == 'd["p"][1][1]'


@pytest.mark.parametrize(
    ("attribute", "fact", "key"), [("w", LAYER, "w"), ("right", PAIR, 1), ("x", LAYER, None), ("T", VECTOR, None)]
)
def test_keys_of_attributes(attribute, fact, key):
    """Fields of objects by name, of named tuples by position."""
    assert member_key(Member(name("p"), attribute), fact) == key


def test_an_adjoint_is_put_together_from_its_items():
    """Places that hold nothing floating say so."""
    leaves = {("p", 0): name("d_0"), ("p", 1, "w"): name("d_w"), (1, 1): name("d_1")}
    assert print_tree(build(NESTED, leaves, name("no"))) == '{"p": (d_0, (d_w, no)), 1: [no, d_1], "s": no}'
    assert print_tree(build(FLOAT, {(): name("d")}, constant(0.0))) == "d"
    assert print_tree(build(FLOAT, {}, constant(0.0))) == "0.0"


# ---- which adjoints are split ----


def leaves(program, args, version):
    """Return the paths of the items of a version's adjoint."""
    return Structures.of(analysis_of(text(program), args)).leaves(version)


def test_items_of_known_structure_have_adjoints_of_their_own():
    """Through nested containers; integers have none."""
    program = "def f(x, n):\n    t = (x, [n, x * 2], {'a': x})\n    return t[0] * t[1][1] * t[2]['a']\n"
    assert leaves(program, (1.5, 2), "t.0") == [(0,), (1, 1), (2, "a")]


def test_a_number_is_one_piece():
    """One empty path."""
    assert leaves("def f(x):\n    return x * 2\n", (1.5,), "x.0") == [()]


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        ("return t[0] * t[-1]", False),
        ("a, b = t\n    return a * b", False),
        ("return t[k]", True),
        ("s = 0.0\n    for v in t:\n        s = s + v\n    return s", True),
        ("if k:\n        t = [x, x, x]\n    return t[0]", True),
        ("return sum(t[:2])", False),
    ],
)
def test_containers_that_are_read_by_an_unknown_index_stay_whole(body, whole):
    """So do those that a loop runs over, and variables that hold containers of other structures."""
    program = f"def f(x, k):\n    t = [x, x * 2]\n    {body}\n"
    assert (leaves(program, (1.5, 1), "t.0") == [()]) is whole


@pytest.mark.parametrize(
    ("index", "expected"),
    [("0", [0]), ("-1", [1]), ("5", None), ("k", None), ("1.0", None)],
)
def test_keys_that_an_index_selects(index, expected):
    """Positions count from the front; one that is out of range or not known selects nothing."""
    analysis = analysis_of("def f(x, k):\n    t = (x, x * 2)\n    return t[0] * k\n", (1.5, 1))
    index = name("k.0") if index == "k" else parse(index)
    assert known_keys(analysis, "t.0", index) == expected


def test_keys_that_a_slice_selects():
    """Several; a number has none."""
    analysis = analysis_of("def f(x, k):\n    t = (x, x * 2)\n    return t[0] * k\n", (1.5, 1))
    assert known_keys(analysis, "t.0", gast.Slice(constant(1), None, None)) == [1]
    assert known_keys(analysis, "t.0", gast.Slice(name("k.0"), None, None)) is None
    assert known_keys(analysis, "x.0", constant(0)) == []


OTHERWISE = {
    "tuple": ("(x * p, p)", "np.sum(v[0]) * 2.0"),
    "dict": ("{'k': x * p}", "np.sum(v['k'])"),
    "list": ("[x * p, x]", "np.sum(v[0])"),
    "nested": ("((x, p), x)", "np.sum(v[0][0])"),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_helper_may_return_a_container_on_one_path_and_a_number_on_another(name):
    """The cotangent is in one piece then, and so is what the container's path takes of it."""
    made, read = OTHERWISE[name]
    helper = f"def h(x, p):\n    if p > 10.0:\n        return p\n    return {made}\n"
    function = define(f"{helper}\n\ndef f(x, p):\n    v = h(x, p)\n    return {read}\n")
    check_gradient(function, (np.array([0.5, -1.25]), 0.7), "x, p", variants=())
