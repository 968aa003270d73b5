"""Tests of compiled functions as the rest calls them, with a backend that only counts."""

import warnings

import pytest

from cladpy.errors import CladpyError
from cladpy.execute.kernel import kernels
from cladpy.execute.line_map import LineMap

TEXT = "def f(x, y, RATE):\n    return x * RATE\n"


def made(run, live=None):
    """Return the kernel of a function that a backend runs."""
    namespace = {}
    exec(TEXT, namespace)
    compiled = type("Compiled", (), {"__call__": lambda self, *args: run(*args)})()
    compiled.py_func, compiled.overloads = namespace["f"], {}
    compiled.typeof_pyval = type
    live = {"RATE": 3.0} if live is None else live
    (kernel,) = kernels([compiled], live, [("RATE",)], LineMap("m", TEXT, ()))
    return kernel


def test_data_is_handed_and_what_is_not_read_is_not():
    """A global is read at each call; an argument without a type does no harm where nothing reads it."""
    live = {"RATE": 3.0}
    kernel = made(lambda *args: args, live)
    assert kernel(2.0, {}) == (2.0, None, 3.0)
    live["RATE"] = 5.0
    assert kernel(2.0, {}) == (2.0, None, 5.0)
    assert kernel.__globals__ is live
    assert kernel.__code__.co_name == "f"


def test_compiling_warns_of_nothing():
    """The text is not the user's to improve; what running code says is."""

    def warn(*args):
        warnings.warn("slow", stacklevel=1)

    kernel = made(warn)
    kernel(1.0, 2.0)
    with pytest.warns(UserWarning, match="slow"):
        kernel(1.0, 2.0)


def test_what_is_not_compiled_is_refused():
    """Plain Python does not run in its place."""

    def fail(*args):
        raise TypeError("no way")

    with pytest.raises(CladpyError, match="no way") as caught:
        made(fail)(1.0, 2.0)
    assert caught.value.code == "C410"


def test_other_errors_pass():
    """What the program raises is the program's."""

    def fail(*args):
        raise IndexError("far out")

    kernel = made(fail)
    kernel.compiled.overloads = {(float, type(None), float): None}
    with pytest.raises(IndexError, match="far out"):
        kernel(1.0, 2.0)
