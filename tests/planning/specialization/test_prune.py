"""Branches that are never taken are left out."""

import pytest

from cladpy.ir.expressions import constant, name, store_name
from cladpy.ir.statements import Assign, Break, If, Pass, Raise
from cladpy.planning.specialization.prune import leaves, prune
from tests.planning.specialization.specialized import specialized
from tests.stages import text

PROGRAM = """
def f(x, b):
    if b is None:
        y = x
    elif isinstance(b, float):
        y = x * b
    else:
        y = x + b
    return y
"""


@pytest.mark.parametrize(("b", "kept"), [(None, "y = x"), (2.0, "y = x * b"), (3, "y = x + b")])
def test_the_branch_taken_stays(b, kept):
    """Without its condition."""
    assert specialized(PROGRAM, 1.0, b) == f"{kept}\nreturn y\n"


def test_conditions_on_values_stay():
    """With what is decided inside of them left out."""
    program = """
    def f(x, b):
        for i in range(3):
            if x > 0:
                if b is None:
                    x = x * 2
            else:
                if b is not None:
                    x = x * 3
        return x
    """
    assert specialized(program, 1.0, None) == text(
        """
        for i in range(3):
            if x > 0:
                x = x * 2
        return x
        """
    )


def test_nothing_stands_behind_an_exit():
    """What a branch taken leaves, it leaves for good."""
    program = """
    def f(x, b):
        for i in range(3):
            if b is None:
                break
            x = x * 2
        if b is None:
            raise ValueError(x)
        return x
    """
    assert specialized(program, 1.0, None) == "for i in range(3):\n    break\nraise ValueError(x)\n"


def test_a_block_that_is_left_empty_passes():
    """As Python wants it."""
    program = "def f(x, b):\n    for i in range(3):\n        if b is None:\n            x = x * 2\n    return x\n"
    assert specialized(program, 1.0, 2.0) == "for i in range(3):\n    pass\nreturn x\n"


def test_a_block_without_decisions_is_the_same():
    """So that nothing is found out again."""
    block = (If(name("x"), (Pass(),), ()), Assign(store_name("y"), constant(1.0)))
    assert prune(block, block, lambda _test: None) == block


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ((), False),
        ((Pass(),), False),
        ((Break(),), True),
        ((If(name("x"), (Raise(),), (Break(),)),), True),
        ((If(name("x"), (Raise(),), ()),), False),
    ],
)
def test_blocks_that_are_left(block, expected):
    """On every path."""
    assert leaves(block) is expected
