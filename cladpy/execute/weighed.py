"""How many bytes generated code keeps: measured in one run, where the forward sweep has ended.

The buffer of an array counts once, however many names and views it has, and not at all if it is an argument's. Numbers
and lists count as Python sizes them.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

import numpy as np

from cladpy.emit.to_gast import REVERSE
from cladpy.execute.parts import items_of

Sizes = dict[tuple[str, str], int]  # by function and variable


class Scale:
    """Weighs values; what was weighed before has no weight any more.

    Examples
    --------
    >>> scale, x = Scale(), np.zeros(10)
    >>> scale.weigh(x[2:]), scale.weigh([x, x]) == sys.getsizeof([x, x])
    (80, True)
    """

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}  # holds on to what it knows by identity

    def weigh(self, value: object) -> int:
        """Return the bytes of a value, as far as they are not counted already."""
        if isinstance(value, np.ndarray):
            owner = value
            while isinstance(owner.base, np.ndarray):
                owner = owner.base
            return self._once(owner, owner.nbytes)
        if value is None or isinstance(value, bool | str) or callable(value):
            return 0
        if isinstance(value, int | float | complex | np.generic):
            return 0 if isinstance(value, int) and -5 <= value <= 256 else self._once(value, sys.getsizeof(value))
        if isinstance(value, list | tuple | dict):
            return self._once(value, sys.getsizeof(value), value.values() if isinstance(value, dict) else value)
        return self._once(value, 0, items_of(value))

    def _once(self, value: object, size: int, parts: Iterable[object] = ()) -> int:
        if id(value) in self._seen:
            return 0
        self._seen[id(value)] = value
        return size + sum(map(self.weigh, parts))


def weighed(
    call: Callable[[], object],
    text: str,
    filename: str,
    arguments: Sequence[object],
    states: Mapping[str, Sequence[str]],
) -> Sizes:
    """Run generated code once and return the bytes that each variable keeps for the reverse sweep.

    Parameters
    ----------
    call : callable
        Runs it.
    text, filename : str
        Of the module.
    arguments : sequence
        Of the call; they weigh nothing.
    states : mapping
        By forward function, the names of what its state holds.
    """
    scale, marks = Scale(), _marks(text)
    sizes: Sizes = {}
    for argument in arguments:
        scale.weigh(argument)

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        name = frame.f_code.co_name
        if event == "return" and name in states and isinstance(argument, tuple):
            for variable, value in zip(states[name], argument[-1], strict=False):
                sizes[name, variable] = sizes.get((name, variable), 0) + scale.weigh(value)
        if event == "line" and name in marks and frame.f_lineno > marks[name]:
            del marks[name]
            for variable, value in frame.f_locals.items():
                sizes[name, variable] = scale.weigh(value)
        return local

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        code: CodeType = frame.f_code
        return local if code.co_filename == filename and code.co_name in {*marks, *states} else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return sizes


def _marks(text: str) -> dict[str, int]:
    """Return, by function, the line at which its reverse sweep begins."""
    found, name = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("def "):
            name = line[4:].partition("(")[0]
        elif line.strip() == f"# {REVERSE}":
            found[name] = number
    return found
