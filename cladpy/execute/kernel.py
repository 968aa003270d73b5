"""A function of generated code that a backend compiles, as the rest of cladpy calls it.

It is compiled at the first call for the types of its arguments. What the backend does not take is told as a
`CladpyError` at the primal's line; plain Python never runs in its place.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cladpy.errors import CladpyError
from cladpy.execute.line_map import LineMap
from cladpy.execute.not_compiled import not_compiled
from cladpy.execute.overlap_checks import overlap_checks_inside


@dataclass(slots=True, eq=False)
class Kernel:
    """A compiled function.

    Parameters
    ----------
    compiled : callable
        The backend's function.
    live : dict
        The user's globals that the code reads, as they are now.
    data : tuple of str
        Those of them that the function takes behind its arguments.
    unread : frozenset of int
        Positions of arguments that the function does not read: it gets None for them.
    lines : LineMap
    names : tuple of str
        Names of the arguments.
    """

    compiled: Any
    live: dict[str, object]
    data: tuple[str, ...]
    unread: frozenset[int]
    lines: LineMap
    names: tuple[str, ...]
    _is_warm: bool = field(default=False, init=False)

    @property
    def __globals__(self) -> dict[str, object]:
        """The user's globals, by their names in the text."""
        return self.live

    @property
    def __code__(self) -> Any:
        """The code of the function that is compiled."""
        return self.compiled.py_func.__code__

    def __call__(self, *args: object) -> Any:
        """Run the function; compile it first if these types are new."""
        args = self._given(args)
        return self._run(args) if self._is_warm else self._first(args)

    def _first(self, args: Sequence[object]) -> Any:
        """Run the function without the warnings that compiling gives: they are about generated code."""
        with warnings.catch_warnings(), overlap_checks_inside():
            warnings.simplefilter("ignore")
            result = self._run(args)
        self._is_warm = True
        return result

    def tell(self, error: Exception, args: Sequence[object]) -> None:
        """Raise, for an exception that compiling for some arguments raised, what it means for the primal."""
        refused = self._refused(error, self._given(tuple(args)))
        if refused is not None:
            raise refused from None

    def _given(self, args: tuple[object, ...]) -> tuple[object, ...]:
        """Return what the compiled function gets."""
        if self.unread:
            args = tuple([None if place in self.unread else value for place, value in enumerate(args)])
        return (*args, *[self.live[name] for name in self.data]) if self.data else args

    def _refused(self, error: Exception, args: Sequence[object]) -> CladpyError | None:
        return not_compiled(error, self.compiled, dict(zip((*self.names, *self.data), args, strict=False)), self.lines)

    def _run(self, args: Sequence[object]) -> Any:
        try:
            return self.compiled(*args)
        except Exception as error:
            refused = self._refused(error, args)
            if refused is None:
                raise
        raise refused


def kernels(
    functions: Sequence[Callable[..., Any]], live: dict[str, object], data: Sequence[tuple[str, ...]], lines: LineMap
) -> tuple[Kernel, ...]:
    """Return the kernels of compiled functions.

    Parameters
    ----------
    functions : sequence of callable
        The backend's.
    live : dict
    data : sequence of tuple of str
        By function, the globals that it takes.
    lines : LineMap
        Of their module.
    """
    return tuple(_kernel(*each, live, lines) for each in zip(functions, data, strict=True))


def _kernel(compiled: Any, data: tuple[str, ...], live: dict[str, object], lines: LineMap) -> Kernel:
    names = _parameters(compiled)[: len(_parameters(compiled)) - len(data)]
    read = lines.names_read(compiled.py_func.__name__)
    unread = frozenset(place for place, name in enumerate(names) if name not in read)
    return Kernel(compiled, live, data, unread, lines, names)


def _parameters(compiled: Any) -> tuple[str, ...]:
    code = compiled.py_func.__code__
    return code.co_varnames[: code.co_argcount]
