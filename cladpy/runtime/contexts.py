"""Contexts that let no exception be caught unseen: a reverse sweep follows the path without one.

Where the primal would catch one, the forward sweep has run a part of a block only, whose reverse nobody has written.
"""

from types import TracebackType
from typing import Any, Self

_CODED = "[C"  # how the texts of errors of the runtime begin: they are no exceptions of the primal


class entered:  # noqa: N801 -- used like a function in generated code
    """Enter a context that the primal enters; what entering it gave is ``value``.

    Raises
    ------
    ValueError
        C405 if the context swallows an exception.

    Examples
    --------
    >>> import contextlib
    >>> context = entered(contextlib.nullcontext(3))
    >>> with context:
    ...     context.value
    3
    """

    __slots__ = ("manager", "value")

    def __init__(self, manager: Any) -> None:
        self.manager = manager
        self.value: Any = None

    def __enter__(self) -> Self:
        self.value = self.manager.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.manager.__exit__(kind, error, traceback) and error is not None:
            raise _swallowed(self.manager, error) from error


class told_of_exceptions:  # noqa: N801 -- used like a function in generated code
    """Stand around the block of a context whose methods are called where it is entered and left without exception.

    Raises
    ------
    ValueError
        C405 if the context swallows an exception.

    Examples
    --------
    >>> import contextlib
    >>> with told_of_exceptions(contextlib.nullcontext()):
    ...     x = 1.0
    """

    __slots__ = ("manager",)

    def __init__(self, manager: Any) -> None:
        self.manager = manager

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None and self.manager.__exit__(kind, error, traceback):
            raise _swallowed(self.manager, error) from error


class not_caught:  # noqa: N801 -- used like a function in generated code
    """Stand for a try statement around a block: an exception that it would catch is an error.

    Parameters
    ----------
    kinds : exception classes, or tuples of them

    Raises
    ------
    ValueError
        C405 when it happens.

    Examples
    --------
    >>> with not_caught(KeyError):
    ...     x = 1.0
    >>> with not_caught(ArithmeticError):
    ...     1 / 0
    Traceback (most recent call last):
    ...
    ValueError: [C405] the primal catches this exception: ZeroDivisionError: division by zero
    """

    __slots__ = ("kinds",)

    def __init__(self, *kinds: Any) -> None:
        self.kinds = kinds

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        if kind is not None and issubclass(kind, _flat(self.kinds)) and not str(error).startswith(_CODED):
            raise ValueError(f"[C405] the primal catches this exception: {_shown(error)}") from error


class on_exception:  # noqa: N801 -- used like a function in generated code
    """Stand for the ``finally`` of a try statement where an exception leads out of it: call a function.

    Examples
    --------
    >>> with on_exception(lambda: print("closed")):
    ...     raise KeyError("a")
    Traceback (most recent call last):
    ...
    KeyError: 'a'
    >>> with on_exception(lambda: print("closed")):
    ...     pass
    """

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.function()


def _flat(kinds: Any) -> tuple[type[BaseException], ...]:
    """Return the classes that an except clause names, those in nested tuples too."""
    return tuple(cls for kind in kinds for cls in (_flat(kind) if isinstance(kind, tuple) else (kind,)))


def _swallowed(manager: Any, error: BaseException) -> ValueError:
    """Return the error for a context that swallows an exception."""
    return ValueError(f"[C405] the context {type(manager).__name__} swallows this exception: {_shown(error)}")


def _shown(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"
