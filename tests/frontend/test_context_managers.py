"""The generator function behind a ``contextmanager``."""

import contextlib
import functools

from cladpy.frontend.context_managers import contextmanager_of


def made():
    yield


@functools.wraps(made)
def wrapped():
    return made()


def test_a_context_manager_is_told_from_other_wrappers():
    """By the code that contextlib gives it."""
    assert contextmanager_of(contextlib.contextmanager(made)) is made
    assert contextmanager_of(wrapped) is None
    assert contextmanager_of(3.0) is None
