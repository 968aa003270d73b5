"""The texts of the functions that run others again."""

from cladpy import gradient
from tests.stages import define

LOOP = """
from cladpy import checkpoint

def grown(x, n):
    for i in checkpoint(range(n), snapshots=2):
        x = x * x + i
    return x
"""
CALL = """
from cladpy import checkpoint

def product(a, b, c=2.0):
    return a * b * c

def grown(x, y):
    return checkpoint(product)(y, b=x)
"""


def test_a_loop_hands_its_pair_to_the_runtime():
    """The iteration is a function of its own, and so is its pullback."""
    text = gradient(define(LOOP), "x").source_for(0.5, 3)
    assert "return checkpointed(grown_step_forward_x, items, (x,), (), snapshots)" in text
    assert "return replayed(grown_step_forward_x, grown_step_pullback_x, state, d_out)" in text
    assert "x, state = grown_loop_forward_x(range(n), 2, x)" in text or "grown_loop_forward_x(range(n), 2, x)" in text


def test_a_call_keeps_its_arguments():
    """They go to the parameters that they belong to, and so do the slots."""
    slope = gradient(define(CALL), "x, y")
    assert slope(3.0, 5.0) == (10.0, 6.0)
    text = slope.source
    assert "(a, b)" in text
    assert "[1]" in text
