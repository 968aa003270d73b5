"""Tests of what each backend can express."""

import pytest

from cladpy.emit.capabilities import BACKENDS, NUMBA, PYTHON, capabilities_of


def test_plain_python_is_the_default():
    """Without a backend, text is as it always was."""
    assert capabilities_of(None) is PYTHON


def test_numba_compiles_under_a_decorator():
    """What is compiled says so in its text."""
    assert NUMBA.decorator.startswith("numba.njit(")
    assert capabilities_of("numba") is NUMBA


def test_an_unknown_backend_has_no_capabilities():
    """Names are checked where requests are made."""
    assert set(BACKENDS) == {None, "numba"}
    with pytest.raises(KeyError):
        capabilities_of("other")
