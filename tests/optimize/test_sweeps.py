"""Which statements belong to the reverse sweep."""

from cladpy.optimize.sweeps import derivative_statements, reverse_sweep
from tests.optimize.program import read


def _inside(text):
    function = read(text)
    found = reverse_sweep(function)
    return [id(statement) in found for statement in function.body]


def test_in_a_gradient_function_the_mark_divides():
    """What follows the second mark is the reverse sweep, nested statements included."""
    text = (
        "def f(x):\n    # ---- forward sweep ----\n    y = x\n"
        "    # ---- reverse sweep ----\n    for i in y:\n        d_x = i"
    )
    assert [False, False, False, True] == _inside(text)
    function = read(text)
    assert id(function.body[-1].body[0]) in reverse_sweep(function)


def test_a_pullback_is_all_reverse():
    """A function without marks that takes a cotangent."""
    assert [True, True] == _inside("def f(state, d_out):\n    x = state\n    return x")


def test_a_forward_function_has_none():
    """Its values are the primal's and keep their last rounding."""
    assert [False] == _inside("def f(x):\n    return x * 2")


def test_statements_of_a_derivative():
    """Those of the reverse sweep, and those that assign to or store into a tangent."""
    text = "def f(x, T_x):\n    y = x * x\n    T_y = x * T_x\n    T_u[0] = T_y\n    y, T_v = g(x, T_x)\n    return y"
    function = read(text)
    found = derivative_statements(function)
    assert [False, True, True, False, False] == [id(each) in found for each in function.body]
    assert reverse_sweep(function) == frozenset()
