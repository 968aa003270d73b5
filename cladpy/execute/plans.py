"""Generated code by signature: looked up at each call, made once for each, also when several threads ask at once."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cladpy.execute.attributes_read import Read
from cladpy.execute.line_map import LineMap
from cladpy.execute.selector import Selects
from cladpy.execute.signature_key import key_of, key_of_fields

MOST_SIGNATURES = 256  # beyond, the oldest is forgotten: a lambda made anew for each call must not fill the memory
Conform = Callable[[Any, tuple[object, ...]], Any]
MOST_ALIKE = 8  # entries of one key, told apart by the globals that they rely on


@dataclass(frozen=True, slots=True)
class Entry:
    """Generated code for one signature.

    Parameters
    ----------
    generated : Generated
        The module's text, and what is known of it.
    functions : tuple of callable
        Those that were asked for: the gradient, or the two halves of a pullback.
    selects : callable
        Tells whether the code is for the arguments of a call.
    stored : tuple of int
        Positions of parameters that the primal stores into.
    lines : LineMap
        From lines of the text to the primal's.
    users : tuple of str
        Names in the text of the user's globals and cells.
    conform : callable or None
        Gives the result of the first function its public form; None where it has it already.
    call : callable or None
        All of a call as one function; None where a call takes more.
    """

    generated: Any
    functions: tuple[Callable[..., Any], ...]
    selects: Selects
    stored: tuple[int, ...]
    lines: LineMap
    users: tuple[str, ...] = ()
    conform: Conform | None = None
    call: Callable[..., Any] | None = None

    @property
    def globals(self) -> list[object]:
        """What the user's globals and cells meant when the code was selected last."""
        namespace = self.functions[0].__globals__
        return [namespace[name] for name in self.users]


class Plans:
    """Holds the entries of one derivative.

    Parameters
    ----------
    make : callable
        Makes the entry for the values of a call; run by one thread at a time.
    reads : callable
        Gives, for the values of a call, the attributes that are read of each.

    Attributes
    ----------
    latest : Entry or None
        The one used last.
    call : callable or None
        All of a call as one function, by the entry used last; it tells itself whether it is for other arguments.
    """

    __slots__ = ("_entries", "_lock", "_make", "_reads", "call", "latest")

    def __init__(
        self, make: Callable[[tuple[object, ...]], Entry], reads: Callable[[tuple[object, ...]], Sequence[Read]]
    ) -> None:
        self.latest: Entry | None = None
        self.call: Callable[..., Any] | None = None
        self._make = make
        self._reads = reads
        self._entries: dict[object, tuple[Entry, ...]] = {}
        self._lock = threading.RLock()  # a thread may come again: a property that is read may call the derivative

    def find(self, values: tuple[object, ...]) -> Entry:
        """Return the entry for the values of a call, made if there is none."""
        key = self.key(values)
        entry = self._known(key, values)
        if entry is None:
            with self._lock:
                entry = self._known(key, values) or self._made(key, values)
        self.latest, self.call = entry, entry.call
        return entry

    def key(self, values: tuple[object, ...]) -> object:
        """Return the key of the values of a call."""
        reads = self._reads(values)
        return tuple(
            [
                key_of(value) if read is None else key_of_fields(value, sorted(read))
                for value, read in zip(values, reads, strict=True)
            ]
        )

    def _known(self, key: object, values: tuple[object, ...]) -> Entry | None:
        return next((entry for entry in self._entries.get(key, ()) if entry.selects(*values)), None)

    def _made(self, key: object, values: tuple[object, ...]) -> Entry:
        entry = self._make(values)
        alike = self._entries.pop(key, ())  # and in again: the key becomes the youngest
        self._entries[key] = (entry, *alike[: MOST_ALIKE - 1])
        while len(self._entries) > MOST_SIGNATURES:
            self._entries.pop(next(iter(self._entries)))
        return entry
