"""Contexts that let no exception be caught unseen."""

import contextlib

import pytest

from cladpy.runtime import entered, not_caught, on_exception


def test_entered_gives_what_entering_gave():
    """And leaves the context as the primal does."""
    log = []

    @contextlib.contextmanager
    def opened():
        log.append("in")
        yield 3
        log.append("out")

    context = entered(opened())
    with context:
        assert context.value == 3
    assert log == ["in", "out"]


@pytest.mark.parametrize("kind", [KeyError, LookupError])
def test_a_swallowed_exception_is_an_error(kind):
    """Whatever the context, and with the exception as its cause."""
    message = r"^\[C405\] the context suppress swallows .*KeyError"
    with pytest.raises(ValueError, match=message) as caught, entered(contextlib.suppress(kind)):
        raise KeyError("a")
    assert isinstance(caught.value.__cause__, KeyError)


def test_other_exceptions_pass():
    """They would end the primal, too."""
    with pytest.raises(KeyError), entered(contextlib.suppress(IndexError)), not_caught(IndexError, (TypeError,)):
        raise KeyError("a")


def test_an_exception_that_the_primal_catches_is_an_error():
    """Classes may stand in tuples."""
    kinds = (IndexError, (KeyError, (OSError,)))
    with pytest.raises(ValueError, match=r"^\[C405\] the primal catches") as caught, not_caught(*kinds):
        raise FileNotFoundError
    assert isinstance(caught.value.__cause__, FileNotFoundError)


def test_errors_of_the_runtime_pass():
    """They are no exceptions of the primal."""
    with pytest.raises(TypeError, match="C402"), not_caught(Exception):
        raise TypeError("[C402] shapes")


def test_a_function_is_called_on_the_way_of_an_exception_alone():
    """What the primal does in a finally block."""
    log = []
    with on_exception(lambda: log.append(1)):
        pass
    with pytest.raises(KeyError), on_exception(lambda: log.append(2)):
        raise KeyError
    assert log == [2]
