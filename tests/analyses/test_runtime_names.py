"""What the names of generated code mean."""

import math

import numpy as np
import pytest

import cladpy.runtime
from cladpy.analyses.runtime_names import runtime_value
from cladpy.frontend.namespace import MISSING


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("np", np),
        ("np.linalg.norm", np.linalg.norm),
        ("math.prod", math.prod),
        ("unbroadcast", cladpy.runtime.unbroadcast),
        ("len", len),
        ("own", cladpy.runtime.own),
        ("np.nothing", MISSING),
        ("np.nothing.more", MISSING),
        ("nothing", MISSING),
    ],
)
def test_values(path, value):
    """NumPy as np, math, the runtime's functions, builtins; nothing else."""
    assert runtime_value(path) is value
