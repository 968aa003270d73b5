"""The generator function behind a function that ``contextlib.contextmanager`` has made."""

import contextlib
import types
from collections.abc import Iterator


def contextmanager_of(value: object) -> types.FunctionType | None:
    """Return the generator function behind a function of contexts, None for anything else.

    Examples
    --------
    >>> contextmanager_of(_nothing).__name__, contextmanager_of(print)
    ('_nothing', None)
    """
    if not isinstance(value, types.FunctionType) or value.__code__ is not _nothing.__code__:
        return None
    inner = getattr(value, "__wrapped__", None)
    return inner if isinstance(inner, types.FunctionType) else None


@contextlib.contextmanager
def _nothing() -> Iterator[None]:
    yield
