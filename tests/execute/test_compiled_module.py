"""A generated module is compiled by Python or by a backend; the functions asked for come back in order."""

import numpy as np
import pytest

from cladpy import pullback


def test_functions_of_plain_python():
    """Both halves of a pullback, which read one dictionary."""
    pull = pullback(lambda x: np.sum(x * x), "x")
    pull(np.ones(2), 1.0)
    forward, reverse = pull._plans.latest.functions
    assert (forward.__name__, reverse.__name__) == pull._plans.latest.generated.names
    assert forward.__globals__ is reverse.__globals__


def test_functions_of_a_backend():
    """They are kernels."""
    pytest.importorskip("numba")
    pull = pullback(lambda x: np.sum(x * x), "x", jit="numba")
    pull(np.ones(2), 1.0)
    assert [each.compiled.py_func.__name__ for each in pull._plans.latest.functions] == [
        *pull._plans.latest.generated.names
    ]
