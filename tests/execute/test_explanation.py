"""The text of an explanation."""

import numpy as np
import pytest

from cladpy.execute.explanation import Explanation, advice
from cladpy.execute.recorded import Recorded
from cladpy.ir.fact import FLOAT, UNKNOWN, Dim, array

MATRIX = array(np.dtype("f4"), (Dim("x:0"), Dim("w:1")))
READERS = ("d_a = h", "d_b = h", "d_c = h", "d_d = h")
HIDDEN = Recorded("f_grad", "h", "value", "h = x @ w", "h = x @ w", READERS, "d_d = h", MATRIX)
X = Recorded("f_grad", "x", "argument", "", "", ("d_w = x.T @ h",), "", MATRIX)
TEXT = """\
gradient(f): what the forward sweep keeps for the reverse sweep

in f_grad
  h: {size}
      made by    h = x @ w
      read by    d_a = h
                 d_b = h
                 d_c = h
                 and 1 more
      released   behind d_d = h
      to avoid   what reads it needs its values: cladpy.checkpoint(f)(...), where f makes it,
                 keeps the arguments of f instead and runs f once more

arguments that are read: x (the caller's, not counted)
"""


@pytest.mark.parametrize(
    ("sizes", "dims", "size"),
    [
        ({("f_grad", "h"): 1280}, {}, "1,280 bytes"),
        ({("f_grad", "x"): 0}, {}, "no bytes of its own"),
        ({}, {"x:0": "batch", "w:1": 64}, "256 * batch bytes"),
        ({}, {"x:0": 10, "w:1": 64}, "2,560 bytes"),
        ({}, {}, "an array of 2 dimensions, float32"),
    ],
)
def test_the_whole_text(sizes, dims, size):
    """With the bytes of a run, or as far as dimensions are known."""
    explanation = Explanation("gradient(f)", (HIDDEN, X), sizes, dims)
    total = f"kept in all: {sum(sizes.values()):,} bytes\n" if sizes else ""
    assert str(explanation) == TEXT.format(size=size) + total


@pytest.mark.parametrize(
    ("variable", "kind", "fact", "word"),
    [
        ("u_old", "value", MATRIX, "overwrites"),
        ("tape_u_old", "tape", UNKNOWN, "overwrites"),
        ("tape_1", "tape", UNKNOWN, "snapshots"),
        ("branch_1", "value", UNKNOWN, "control flow"),
        ("a", "value", MATRIX, "runs f once more"),
        ("a", "value", FLOAT, ""),
        ("state", "state", UNKNOWN, ""),
    ],
)
def test_what_would_avoid_a_record(variable, kind, fact, word):
    """By what it is; nothing of what costs nothing."""
    lines = advice(Recorded("f_grad", variable, kind, "", "", (), "", fact))
    assert word in " ".join(lines)
    assert bool(lines) is bool(word)
