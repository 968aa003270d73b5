"""With statements are taken apart."""

import contextlib
import warnings

import pytest

from tests.stages import normal_form, text


def form(statement):
    """Return the normal form of a with statement around ``x = y``."""
    program = f"def f(x, y, lock, n):\n    with {statement}:\n        x = y\n    return x\n"
    return normal_form(program, contextlib=contextlib, warnings=warnings).removesuffix("return x\n")


@pytest.mark.parametrize("context", ["np.errstate(all='ignore')", "warnings.catch_warnings()"])
def test_contexts_that_let_exceptions_through_stay(context):
    """As they are."""
    assert form(context) == f"with {context}:\n    x = y\n".replace("'", '"')


def test_other_contexts_are_watched():
    """They may swallow an exception."""
    assert form("lock") == "with entered(lock):\n    x = y\n"


def test_a_name_is_bound_inside():
    """To what entering the context gives."""
    assert form("lock as k") == "v@1 = entered(lock)\nwith v@1:\n    k = v@1.value\n    x = y\n"


def test_several_contexts_are_nested():
    """The first is the outermost."""
    assert form("np.errstate(), lock as k") == text(
        """
        with np.errstate():
            v@1 = entered(lock)
            with v@1:
                k = v@1.value
                x = y
        """
    )


def test_the_null_context_is_nothing():
    """But an assignment, which carries a derivative."""
    assert form("contextlib.nullcontext()") == "x = y\n"
    assert form("contextlib.nullcontext(y * 2) as (a, b)") == "v@1 = y * 2\na = v@1[0]\nb = v@1[1]\nx = y\n"


def test_suppressed_exceptions_are_those_of_a_try_statement():
    """Refused when one happens."""
    assert form("contextlib.suppress(KeyError, OSError)") == "with not_caught(KeyError, OSError):\n    x = y\n"
