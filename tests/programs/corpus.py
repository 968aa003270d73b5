"""The corpus of programs: functions with arguments, listed by row."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

PROGRAMS: list["Program"] = []


@dataclass(frozen=True)
class Program:
    """A function, arguments for it, further arguments of the same signature, and what to differentiate by."""

    function: Callable[..., Any]
    args: tuple
    wrt: Any = None
    other_args: tuple = ()
    kwargs: dict = field(default_factory=dict)

    @property
    def name(self):
        return self.function.__name__

    @property
    def row(self):
        return self.function.__module__.rpartition(".")[2]


def program(*args, wrt=None, other=(), **kwargs):
    """List the decorated function, with arguments at which it is checked."""

    def listed(function):
        PROGRAMS.append(Program(function, args, wrt, tuple(other), kwargs))
        return function

    return listed
