"""Functions defined inside the primal are written in place of their calls."""

import pytest

from cladpy import CladpyError
from tests.stages import define, normal_form, text


def form(body, parameters="x, y, n"):
    """Return the normal form of a function with a body."""
    return normal_form("\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n")


def test_a_lambda_is_written_out():
    """Its parameter is the variable that it is given, else a fresh name; what it captures is read at the call."""
    assert form("g = lambda t: t * y\nreturn g(x) + g(2.0)") == text(
        """
        v@1 = x * y
        t@2 = 2.0
        v@2 = t@2 * y
        result@ret = v@1 + v@2
        return result@ret
        """
    )


def test_captured_names_are_read_at_the_call():
    """Late binding, as in Python."""
    assert form("g = lambda: y * 2\ny = x\nreturn g()") == "y = x\nresult@ret = y * 2\nreturn result@ret\n"


def test_a_nested_function_keeps_its_control_flow():
    """Its result is left in a name, its locals are fresh."""
    body = "def g(t):\n    if t > 0:\n        return t\n    u = -t\n    return u\nreturn g(x)"
    assert form(body) == text(
        """
        if x > 0:
            result@1 = x
        else:
            u@1 = -x
            result@1 = u@1
        return result@1
        """
    )


def test_nonlocal_names_are_the_primals_own():
    """What the closure rebinds outside is rebound there."""
    body = "total = 0.0\ndef add(t):\n    nonlocal total\n    total = total + t\nadd(x)\nadd(y)\nreturn total"
    assert form(body) == text(
        """
        total = 0.0
        result@1 = None
        total = total + x
        result@2 = None
        total = total + y
        return total
        """
    )


def test_defaults_are_evaluated_where_the_function_is_defined():
    """A later change of a name in a default does not reach it."""
    assert form("def g(t, s=y * 2):\n    return t + s\ny = x\nreturn g(x, s=n) + g(t=x)") == text(
        """
        v@1 = y * 2
        v@2 = v@1
        y = x
        v@3 = x + n
        s@2 = v@2
        v@4 = x + s@2
        result@ret = v@3 + v@4
        return result@ret
        """
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def g(t):\n    t += 1\n    return t\nreturn g(x)", "t@1 = x\nt@1 += 1\nresult@1 = t@1\nreturn result@1\n"),
        ("def g(t):\n    for t in y:\n        pass\n    return t\nreturn g(x)", "t@1 = x\n"),
        ("def g(t):\n    nonlocal n\n    n = 2\n    return t\nreturn g(n)", "t@1 = n\n"),
        ("s = x * 2\ng = lambda t: (lambda s: s * t)(y)\nreturn g(s)", "s = x * 2\nt@1 = s\n"),
        ("s = x * 2\ng = lambda t: sum(s * t for s in y)\nreturn g(s)", "s = x * 2\nt@1 = s\n"),
    ],
)
def test_a_parameter_that_may_come_to_differ_is_a_name_of_its_own(body, expected):
    """Where it is rebound, or the caller's variable is meanwhile, or the name would mean something else inside."""
    assert form(body).startswith(expected)


def test_closures_call_closures():
    """Each call is written out in turn."""
    assert form("g = lambda t: t * 2\nh = lambda t: g(t + 1)\nreturn h(x)") == text(
        """
        v@1 = x + 1
        t@2 = v@1
        result@ret = t@2 * 2
        return result@ret
        """
    )


def test_a_lambda_that_is_called_at_once():
    """Needs no name."""
    assert form("return (lambda t: t * t)(x)") == "result@ret = x * x\nreturn result@ret\n"


@pytest.mark.parametrize("definition", ["g = lambda t, s=y: t * s", "def g(t, s=y):\n    return t * s"])
def test_a_default_that_is_a_name_keeps_its_value(definition):
    """A name that is rebound between definition and call is kept first."""
    assert form(f"{definition}\ny = n\nreturn g(x)").startswith("v@1 = y\ny = n\n")


def test_star_parameters_take_what_is_left():
    """As a tuple and a dict."""
    assert form("def g(t, *rest, k=1.0, **named):\n    return t\nreturn g(x, y, 2.0, s=n)") == text(
        """
        rest@1 = y, 2.0
        k@1 = 1.0
        named@1 = {"s": n}
        return x
        """
    )


def test_a_variable_of_a_nested_function_may_be_nonlocal_in_one_inside_of_it():
    """It belongs to the call in which it is made."""
    body = "def g(t):\n    def h():\n        nonlocal t\n        t = t * 2\n    h()\n    return t\nreturn g(x) + g(y)"
    assert form(body).splitlines()[:4] == ["t@1 = x", "result@2 = None", "t@1 = t@1 * 2", "result@1 = t@1"]


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("g = lambda t: t\nreturn g(x, y)", "C115", "1 arguments are taken by position, and 2 are given"),
        ("g = lambda t, s: t\nreturn g(x)", "C115", "the argument 's' is missing"),
        ("g = lambda t: t\nreturn g(x, s=y)", "C115", "there is no parameter 's'"),
        ("g = lambda t: t\nreturn g(x, t=y)", "C115", "the argument 't' is given twice"),
        ("def g(t):\n    return g(t - 1)\nreturn g(x)", "C118", "calls itself"),
    ],
)
def test_calls_that_are_refused(body, code, message):
    """Each with a code and the place of the call."""
    with pytest.raises(CladpyError, match=message) as caught:
        form(body)
    assert caught.value.code == code
    assert caught.value.location is not None


def test_the_written_out_program_is_the_same_program():
    """Closures that rebind, branch and call each other give what they give in Python."""
    program = text(
        """
        def f(x, y):
            total = 0.0
            scale = lambda t, by=y * 1.0: t * by
            def add(t):
                nonlocal total
                if t < 0:
                    return total
                total = total + scale(t) + scale(t, 3.0)
                return total - 1.0
            y = 100.0
            for t in x:
                add(t)
            return total, add(2.0), add(-1.0), y
        """
    )
    written = normal_form(program).replace("@", "__")
    plain = define("\n    ".join(["def g(x, y):", *written.splitlines()]) + "\n")
    arguments = ([1.0, -2.0, 3.0], 0.5)
    # 3.5 * (1 + 3) = 14 from the loop (the negative item adds nothing), 7 more from add(2.0)
    assert define(program)(*arguments) == plain(*arguments) == (14.0, 20.0, 21.0, 100.0)
