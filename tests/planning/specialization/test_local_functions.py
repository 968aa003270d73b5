"""Functions that are values are written out where they are called."""

import functools

import gast
import pytest

from cladpy import CladpyError, gradient
from cladpy.ir.callables import PARTIAL, LocalFunction
from cladpy.ir.fact import FLOAT, Fact, of_constant
from cladpy.planning.specialization.local_functions import is_open, literal_of
from tests.planning.specialization.specialized import specialized
from tests.stages import define, text


def test_a_helper_that_is_given_a_function_is_written_out():
    """And the function in it: its captures are names of the primal."""
    program = """
    def twice(f, x):
        return f(f(x))

    def g(x, y):
        return twice(lambda t: t * y, x)
    """
    assert specialized(define(program), 1.0, 2.0) == text(
        """
        f@1 = None
        v@1 = x * y
        result@ret = v@1 * y
        return result@ret
        """
    )


def test_a_function_from_a_helper():
    """It keeps the variables of that call."""
    program = """
    def scaled_by(k):
        return lambda t: t * k

    def g(x, y):
        f, h = scaled_by(x), scaled_by(y)
        return f(y) * h(x)
    """
    form = specialized(define(program), 1.0, 2.0)
    assert "v@1 = None, k@1\n" in form
    assert "f = v@1\n" in form
    assert "v@5 = f[1]\nk@3 = v@5\nv@3 = y * k@3\n" in form


def test_variables_of_a_call_that_are_rebound_are_captured():
    """They are read where the function is called."""
    program = """
    def scaled_by(k):
        f = lambda t: t * k
        k = 2.0 * k
        return f

    def g(x, y):
        f = scaled_by(x)
        return f(y)
    """
    assert "y * k@1" in specialized(define(program), 1.0, 2.0)


def test_names_of_a_helpers_module_are_kept_apart():
    """Where the primal has a variable of the name, the global gets another."""
    program = """
    RATE = 0.5

    def scaled(f, x):
        return f(x) * RATE

    def g(RATE):
        return scaled(lambda t: t * RATE, RATE)
    """
    assert "v@1 * RATE_2" in specialized(define(program), 2.0)


def test_computed_defaults_belong_to_the_value():
    """They are read off it where they are needed."""
    program = "def g(x, y):\n    f = lambda t, k=x * y: t * k\n    h = f\n    return h(x) + h(x, y)\n"
    assert specialized(program, 1.0, 2.0).count("[1]") == 2


def test_partial_applications():
    """What is given in the call wins over what was given before."""
    program = "def g(x, y):\n    p = functools.partial(np.hypot, x)\n    return p(y)\n"
    assert specialized(program, 1.0, 2.0, functools=functools).splitlines()[-2:] == [
        "result@ret = v@3(v@6, y)",
        "return result@ret",
    ]


def test_a_live_partial_application():
    """Of an argument or a global."""
    program = "def g(x, p):\n    return p(x, k=2.0)\n"
    assert specialized(program, 1.0, functools.partial(dict, j=1.0, k=3.0)) == text(
        """
        v@1 = p.func
        v@2 = p.args
        v@3 = p.keywords
        v@4 = v@3["j"]
        result@ret = v@1(x, j=v@4, k=2.0)
        return result@ret
        """
    )


def test_a_function_that_calls_itself_for_ever_is_refused():
    """With another function each time, where its end is not known."""
    program = """
    def grown(f, x, n):
        if n > 0:
            return grown(lambda t: f(t) * 2.0, x, n - 1)
        return f(x)

    def g(x, n):
        return grown(lambda t: t * x, x, n)
    """
    with pytest.raises(CladpyError) as caught:
        specialized(define(program), 1.0, 2)
    assert caught.value.code == "C118"
    assert specialized(define(program.replace("x, x, n)", "x, x, 2)")), 1.0, 2)


def test_literals_of_functions():
    """Themselves, or at the head of a tuple."""
    function = LocalFunction("g", None)
    assert literal_of(of_constant(function)) is function
    assert literal_of(Fact("tuple", items=(of_constant(PARTIAL), FLOAT))) == PARTIAL
    assert literal_of(Fact("tuple", items=(FLOAT,))) is None
    assert literal_of(FLOAT) is None


@pytest.mark.parametrize(("text", "expected"), [("f(x)", False), ("f(*x)", True), ("f(**x)", True)])
def test_open_calls(text, expected):
    """Their stars are to be taken apart first."""
    assert is_open(gast.parse(text, mode="eval").body) is expected


@pytest.mark.parametrize(
    "call", ["brentq(lambda t: t**3 - x, 0.0, 3.0)", "minimize(lambda t: (t[0] - x)**2, [0.0]).x[0]"]
)
def test_functions_of_libraries_are_not_written_out(call):
    """Their texts are no programs of the language, and endless: what is handed to them is refused where it is."""
    optimize = pytest.importorskip("scipy.optimize")
    function = define(f"def g(x):\n    return optimize.{call}\n")
    function.__globals__["optimize"] = optimize
    with pytest.raises(CladpyError, match="is handed to what cladpy does not see into") as caught:
        gradient(function)(1.5)
    assert caught.value.code == "C116"
    assert "return optimize." in str(caught.value)
