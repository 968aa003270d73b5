"""Values that an expression certainly has."""

import math

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.static.unresolved import Unresolved


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("3", 3),
        ("-2.5e-3", -2.5e-3),
        ("(1 + 2) * 3 / 4", 2.25),
        ("2 ** 10 - (1 << 3)", 1016),
        ("math.pi / 2", math.pi / 2),
        ("math.log(2 * math.pi)", math.log(2 * math.pi)),
        ("np.float32(0.5)", np.float32(0.5)),
        ("np.finfo(np.float64).eps", np.float64(2.0**-52)),
        ("float('inf')", math.inf),
        ("(1, 'a', [True, None])", (1, "a", [True, None])),
        ("{'a': 1}['a'] + [2][0]", 3),
        ("max(1, 2) + abs(-3)", 5),
        ("(1,) + (2,)", (1, 2)),
        ("BASE + 1", 11),
        ("np.tanh", np.tanh),
    ],
)
def test_constants_have_their_values(read, expression, expected):
    """Literals, arithmetic of numbers, and members of the libraries are known."""
    value = read(f"import math\nimport numpy as np\nBASE = 10\nX = {expression}\n").namespace["X"]
    assert type(value) is type(expected)
    assert value == expected


@pytest.mark.parametrize(
    "expression",
    [
        "np.zeros(3)",
        "unknown",
        "open('x')",
        "10 ** 10 ** 10",
        "1 << 10 ** 9",
        "'x' * 10 ** 10",
        "1 / 0",
        "f(3)",
        "[f(3)]",
        "math.factorial(10 ** 6)",
        "3 .real.denominator",
        "matplotlib.pyplot",
        "__import__('os')",
        "{**{}}",
    ],
)
def test_other_values_are_unresolved(read, expression):
    """What only running the file gives is a placeholder that names itself."""
    module = read(f"import math, matplotlib\nimport numpy as np\ndef f(x): return x\nX = {expression}\n")
    value = module.namespace["X"]
    assert isinstance(value, Unresolved)
    with pytest.raises(CladpyError, match=r"C304.*X is not known without running the file|matplotlib"):
        value()


def test_module_getattr_is_not_called(read):
    """``__getattr__`` of a user's module is the user's code."""
    names = read("import side\nX = side.anything", side="def __getattr__(name): raise RuntimeError(name)").namespace
    assert isinstance(names["X"], Unresolved)
