"""The elements of iterables whose length is part of the signature."""

import gast
import numpy as np
import pytest

from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer import Inference
from cladpy.analyses.runtime_names import runtime_value
from cladpy.planning.specialization.elements import MOST, Elements
from tests.stages import fact_text, print_tree

VALUES = {"p": (1.0, 2), "q": [np.ones(3), None], "d": {"a": 1.0, "b": 2}, "e": {(1, 2): 1.0}, "n": 3, "x": np.ones(3)}
FACTS = {name: fact_of(value, name) for name, value in VALUES.items()}


def elements(text):
    """Return the elements of an iterable as text, with their facts; None where they are not known."""
    node = gast.parse(text, mode="eval").body
    found = Elements(Inference(FACTS, runtime_value)).of(node, node)
    return None if found is None else [(print_tree(each.expression), fact_text(each.fact)) for each in found]


@pytest.mark.parametrize(
    ("iterable", "expected"),
    [
        ("p", [("p[0]", "float"), ("p[1]", "int")]),
        ("q", [("q[0]", "float64[q[0]:0]"), ("q[1]", "None")]),
        ("d", [('"a"', "str='a'"), ('"b"', "str='b'")]),
        ("range(2)", [("0", "int=0"), ("1", "int=1")]),
        ("range(5, 1, -2)", [("5", "int=5"), ("3", "int=3")]),
        ("range(len(p))", [("0", "int=0"), ("1", "int=1")]),
        ("reversed(p)", [("p[1]", "int"), ("p[0]", "float")]),
        ("enumerate(p)", [("(0, p[0])", "tuple(int=0, float)"), ("(1, p[1])", "tuple(int=1, int)")]),
        ("enumerate(d, 1)", [('(1, "a")', "tuple(int=1, str='a')"), ('(2, "b")', "tuple(int=2, str='b')")]),
        ("zip(p, range(9))", [("(p[0], 0)", "tuple(float, int=0)"), ("(p[1], 1)", "tuple(int, int=1)")]),
        ("zip()", None),
        ("range(0)", []),
    ],
)
def test_elements(iterable, expected):
    """Each is read where its iteration begins."""
    assert elements(iterable) == expected


@pytest.mark.parametrize(
    "iterable",
    [
        "x",
        "n",
        "range(n)",
        "range(0, 3, 0)",
        "e",
        "zip(p, x)",
        "enumerate(p, n)",
        "reversed(x)",
        f"range({MOST + 1})",
        "map(p, q)",
    ],
)
def test_unknown_lengths(iterable):
    """Those of arrays, of ranges up to an argument, and long ones."""
    assert elements(iterable) is None
