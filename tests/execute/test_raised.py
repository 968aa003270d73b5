"""Exceptions of generated code, told in terms of the primal."""

import pickle
import traceback

import numpy as np
import pytest

from cladpy import CladpyError, gradient, pullback, value_and_gradient
from cladpy.execute.line_map import LineMap
from cladpy.execute.raised import explain, primal_line

X = np.array([1.0, 2.0, 3.0])


def indexed(x, index):
    y = x * 2.0
    return np.sum(y[index])


def divides(x):
    y = 1.0 / x
    return y * y


def helper(x):
    z = x @ np.ones(2)
    return z * 2.0


def calls_helper(x):
    return np.sum(helper(x))


def asserts(x):
    assert x > 0, "x must be positive"
    return x * x


def raises(x):
    if x > 1:
        raise KeyError("too large")
    return x * x


def line(function, offset):
    return f"test_raised.py:{function.__code__.co_firstlineno + offset}"


@pytest.mark.parametrize(
    ("primal", "arguments", "kind", "offset", "text"),
    [
        (indexed, (X, 7), IndexError, 2, "return np.sum(y[index])"),
        (divides, (0.0,), ZeroDivisionError, 1, "y = 1.0 / x"),
        (asserts, (-1.0,), AssertionError, 1, 'assert x > 0, "x must be positive"'),
        (raises, (2.0,), KeyError, 2, 'raise KeyError("too large")'),
    ],
)
@pytest.mark.parametrize("request_of", [gradient, value_and_gradient, pullback])
def test_a_note_names_the_primal_line(request_of, primal, arguments, kind, offset, text):
    """The exception is the primal's own, with a note of file, line and text."""
    with pytest.raises(kind) as caught:
        request_of(primal, "x")(*arguments, *([1.0] if request_of is pullback else []))
    [note] = caught.value.__notes__
    assert note.endswith(f"{line(primal, offset)}: {text}")
    assert primal.__name__ in note
    assert note in "".join(traceback.format_exception(caught.value))


def test_a_note_names_the_line_of_a_helper():
    """The innermost generated line counts."""
    with pytest.raises(ValueError, match="matmul") as caught:
        gradient(calls_helper, "x")(X)
    assert f"{line(helper, 1)}: z = x @ np.ones(2)" in caught.value.__notes__[0]


def test_an_exception_keeps_its_traceback():
    """The call, then the generated line; no frame in between comes twice."""
    with pytest.raises(ZeroDivisionError) as caught:
        gradient(divides, "x")(0.0)
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names == ["test_an_exception_keeps_its_traceback", "__call__", "divides_grad_x"]


def test_an_error_of_the_runtime_is_one_of_cladpy():
    """Its code, its message, and the primal's line with a caret."""

    def vector_or_number(x, k):
        if k > 0:
            return x
        return np.sum(x)

    with pytest.raises(CladpyError) as caught:
        gradient(vector_or_number, "x")(X, 1)
    error = caught.value
    assert error.code == "C303"
    assert error.location.file == __file__
    assert "^" in str(error)
    assert isinstance(error.__cause__, TypeError)
    assert pickle.loads(pickle.dumps(error)).message == error.message


@pytest.mark.parametrize("text", ["[C402] shapes", "[C999 shapes", "plain", "[C402]"])
def test_which_errors_are_of_the_runtime(text):
    """Those whose text begins with a code in brackets, of the two types that the runtime raises."""
    lines = LineMap("nowhere", "", ())
    if text == "[C402] shapes":
        with pytest.raises(CladpyError, match="shapes") as caught:
            explain(ValueError(text), lines, "loss")
        assert caught.value.notes == ("raised by the derivative of loss",)
    else:
        explain(ValueError(text), lines, "loss")
    explain(RuntimeError(text), lines, "loss")


def test_exceptions_from_elsewhere_get_no_note():
    """What did not pass through generated code has no line."""
    error = ValueError("elsewhere")
    explain(error, LineMap("nowhere", "", ()), "loss")
    assert not hasattr(error, "__notes__")
    assert primal_line(None, LineMap("nowhere", "", ())) is None
