"""``cladpy explain``: from the text of a file alone."""

MODEL = """
from typing import Annotated
import numpy as np
from cladpy import gradient

@gradient("w")
def loss(w: Annotated[np.ndarray, "f4[8, out]"], x: Annotated[np.ndarray, "f4[batch, 8]"]):
    return np.sum(np.tanh(x @ w))
"""


def test_sizes_are_told_by_dimensions(write, run):
    """Those of annotations, or of the command line."""
    write(model=MODEL)
    result = run("explain", "model.py")
    assert (result.status, result.err) == (0, "")
    assert "v_1: 4 * batch * out bytes" in result.out
    assert "v_1: 240 bytes" in run("explain", "model.py:loss", "--args", "x=f4[20,8] w=f4[8,3]").out


def test_failures_are_reported(write, run):
    """A function that does not exist, a file that asks for nothing, what has no reverse sweep."""
    write(model=MODEL + "\nfrom cladpy import pushforward\npushforward(loss.primal, 'w')\n", empty="")
    assert "error[C304]" in run("explain", "model.py:other").err
    assert "error[C305]" in run("explain", "empty.py").err
    result = run("explain", "model.py")
    assert (result.status, "error[C305]" in result.err) == (1, True)
    assert "v_1" in result.out
