"""What is refused at the request: a library's function without a rule that certainly lies on the way to the result."""

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, value_and_gradient
from tests.stages import define, text

X = np.array([0.5, -1.25, 2.0])
# np.packbits stands for any function without a rule: it works on bits, so that none will ever be written.


def requested(body, wrt="x", parameters="x, y", **more):
    """Request the gradient of a function with this body."""
    lines = "\n    ".join(text(body).splitlines())
    return gradient(define(f"def f({parameters}):\n    {lines}\n", **more), wrt)


@pytest.mark.parametrize(
    "body",
    [
        "return np.packbits(x)",
        "return np.sum(2.0 * np.packbits(x * y))",
        "u = np.exp(x)\nv = -np.packbits(u) + y\nreturn np.sum(v) / 2",
        "u = x @ y\nu += np.packbits(u)\nreturn np.mean(u)",
        "'''Some words.'''\ny = np.packbits(x)\ns: float = 2.0\nreturn np.sum(y) * 3",
        "if y > 0:\n    z = 1\nreturn np.packbits(x)",
    ],
)
def test_certain_cases_are_refused_at_the_request(body):
    """C201, at the call and with the place of the request; nothing is called."""
    with pytest.raises(CladpyError, match="packbits has no derivative rule") as caught:
        requested(body)
    assert caught.value.code == "C201"
    location = caught.value.location
    assert location.lines[location.line - 1][location.column - 1 :].startswith("np.packbits(")
    assert f"requested at {__file__}".rpartition("/")[2] in str(caught.value.notes)


@pytest.mark.parametrize(
    "body",
    [
        "n = np.packbits(x)\nreturn x * x",  # not on the way
        "return np.sum(x) * np.packbits(y)",  # not selected
        "return x if len(np.packbits(x)) > 2 else 2 * x",
        "if y:\n    return x\nreturn np.packbits(x)",  # perhaps never run
        "if y:\n    x = np.packbits(x)\nreturn np.sum(x)",
        "x = y\nreturn np.packbits(x)",
        "x[:] = 1.0\nreturn np.packbits(x)",
        "u = x * 2\nfill(u)\nreturn np.packbits(u)",
        "u = x * 2\nz = fill(u)\nreturn np.packbits(u)",
        "return np.sum(np.sign(np.packbits(x)))",  # a function whose slope is zero
        "return np.sum(np.argmax(np.packbits(x)))",
        "return cladpy.stop_adjoint(np.packbits(x)) * np.sum(x)",
        "for x in y:\n    s = np.packbits(x)\nreturn s",
        "np = y\nreturn np.packbits(x)",
        "return np.float32(x) * x",  # classes have rules of their own kind
    ],
)
def test_what_is_doubtful_waits_for_the_call(body):
    """The request is made."""
    assert callable(requested(body, fill=lambda u: u))


def test_what_was_not_named_waits_for_the_call():
    """A parameter may be an integer, and then nothing is differentiated."""
    assert callable(requested("return np.packbits(x)", wrt=None))
    auxiliary = define("def f(x):\n    return np.sum(x), np.packbits(x)\n")
    assert callable(value_and_gradient(auxiliary, "x", aux=True))


def test_rules_of_the_users_count():
    """Registered before the request, or for it alone."""
    with cladpy.override(np.packbits, lambda d_out: (d_out,), wrt=0):
        assert callable(requested("return np.sum(np.packbits(x))"))


def test_the_call_says_the_same():
    """Where the request leaves it open: here all parameters are asked for."""
    d_f = requested("return np.sum(np.packbits(x))", wrt=None, parameters="x")
    with pytest.raises(CladpyError, match="packbits has no derivative rule") as caught:
        d_f(X)
    assert caught.value.code == "C201"
