"""Pullbacks: forward and reverse half, with a state that is used once."""

from dataclasses import dataclass

import numpy as np

from cladpy.derivative import Derivative, Entry
from cladpy.errors import CladpyError


@dataclass(slots=True)
class State:
    """What the forward half hands to the reverse half; used up by it."""

    entry: Entry
    values: tuple[object, ...]
    content: object
    used: bool = False

    def take(self) -> object:
        """Return the content, once.

        Raises
        ------
        CladpyError
            C306 the second time.
        """
        if self.used:
            raise CladpyError("C306", "this state has been used already", hint="call pull.forward again")
        content, self.content, self.used = self.content, None, True
        return content


class Pullback(Derivative):
    """From a cotangent of the result to adjoints of the parameters."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run both halves; the cotangent is the last positional argument, or ``seed=``."""
        if "seed" in kwargs and "seed" not in self._names:
            seed = kwargs.pop("seed")
        elif args:
            *rest, seed = args
            args = tuple(rest)
        else:
            raise CladpyError("C305", "the cotangent of the result is missing", hint="pull(*args, seed)")
        _value, state = self.forward(*args, **kwargs)
        return self.reverse(state, seed)

    def forward(self, *args: object, **kwargs: object) -> tuple[object, State]:
        """Run the primal; return its value and the state for ``reverse``."""
        values = self._values(args, kwargs)
        entry = self._entry(values)
        value, content = self._run(entry.functions[0], values)  # type: ignore[misc]
        return value, State(entry, values, content)

    def reverse(self, state: State, seed: object) -> object:
        """Run the reverse half; a state serves once."""
        content = state.take()
        slots = self._run(state.entry.functions[1], (content, seed))
        names = self.request.wrt or self._names
        chosen = [slots[self._names.index(name.partition("[")[0])] for name in names]  # type: ignore[index]
        owned = [np.array(slot) if isinstance(slot, np.ndarray) else slot for slot in chosen]
        return self._slots(owned[0] if self.request.bare else owned, state.values)
