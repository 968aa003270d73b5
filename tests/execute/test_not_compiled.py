"""Tests of what is told of an error of the backend."""

import types

import pytest

from cladpy.execute.line_map import LineMap
from cladpy.execute.not_compiled import not_compiled, reason

FAILED = "Failed in nopython mode pipeline (step: nopython frontend)\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FAILED + "\x1b[1mUntyped global name 'f': Cannot determine Numba type", "there is no compiled form of f"),
        (
            FAILED
            + "No implementation of function Function(<built-in function len>) found for signature:\n >>> len(f)",
            "No implementation of function len for these types",
        ),
        (
            "Cannot unify float64 and array(float64, 1d, C) for 'x'",
            "Cannot unify float64 and array(float64, 1d, C) for 'x'",
        ),
        ("a" * 200, "a" * 137 + "..."),
        ("", ""),
    ],
)
def test_the_reason_is_one_line(text, expected):
    """Without colours, headings and addresses."""
    assert expected == reason(text.replace("\x1b[1m", ""))


def test_an_argument_without_a_type_is_named():
    """It is the first thing that a backend asks for."""

    def typeof(value):
        if isinstance(value, dict):
            raise TypeError
        return "float64"

    compiled = types.SimpleNamespace(typeof_pyval=typeof, overloads={})
    error = not_compiled(TypeError("?"), compiled, {"x": 1.0, "table": {}}, LineMap("m", "", ()))
    assert error.code == "C410"
    assert "numba takes no dict, and the argument 'table' is one" in str(error)


def test_what_running_code_raises_is_left():
    """A division that the user forgot is no fault of the backend's."""
    compiled = types.SimpleNamespace(typeof_pyval=lambda value: "float64", overloads={("float64",): None})
    assert not_compiled(IndexError("index"), compiled, {"x": 1.0}, LineMap("m", "", ())) is None
