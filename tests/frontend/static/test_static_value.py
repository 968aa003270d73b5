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
        "np.random.rand(3)",
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


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("np.array([[1.0, 2.0], [3.0, 4.0]])", np.array([[1.0, 2.0], [3.0, 4.0]])),
        ("np.asarray((1, 2), dtype=np.float32)", np.array([1, 2], np.float32)),
        ("np.zeros((2, 3))", np.zeros((2, 3))),
        ("np.full(3, 0.5)", np.full(3, 0.5)),
        ("np.linspace(0.0, 1e9, 5)", np.linspace(0.0, 1e9, 5)),
        ("np.arange(4)", np.arange(4)),
    ],
)
def test_small_arrays_are_made(read, expression, expected):
    """Of numbers that are written out."""
    value = read(f"import numpy as np\nX = {expression}\n").namespace["X"]
    assert value.dtype == expected.dtype
    np.testing.assert_array_equal(value, expected)


@pytest.mark.parametrize(
    "expression",
    [
        "np.zeros((1000, 1000))",
        "np.ones(10**9)",
        "np.arange(0.0, 1.0, 1e-9)",
        "np.linspace(0, 1, num=10**9)",
        "np.array([UNKNOWN, 1.0])",
        "np.zeros(3, like=[])",
    ],
)
def test_other_arrays_are_not_made(read, expression):
    """Large ones, and what only the running file could say."""
    known = read(f"import numpy as np\nimport other_library\nUNKNOWN = other_library.f()\nX = {expression}\n")
    assert isinstance(known.namespace["X"], Unresolved)
