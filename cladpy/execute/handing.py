"""Adjoints on their way from generated code to the caller's function, each as soon as it is final."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.overlap import cells_of, share_memory
from cladpy.execute.parts import arrays_of
from cladpy.execute.slots import Slots

Update = Callable[[str, Any], object]


@dataclass(frozen=True, slots=True)
class Handing:
    """What a derivative hands out, and to whom.

    Parameters
    ----------
    update : callable
        The caller's function: ``update(name, adjoint)``.
    slots : Slots
        What was asked for.
    names : tuple of str
        The primal's parameters.
    """

    update: Update
    slots: Slots
    names: tuple[str, ...]

    def receiver(self, values: Sequence[object], users: Mapping[str, object]) -> Update:
        """Return what generated code calls, for the values of a call and the user's globals that the code reads.

        Raises
        ------
        CladpyError
            C403 if a parameter that is asked for shares memory with something else that is read: the function may
            update it in place while the reverse sweep still runs.
        """
        self.check_apart(values, users)
        if self.slots.are_final(values):
            return self.update
        return self.finishing(values)

    def finishing(self, values: Sequence[object]) -> Update:
        """Return a function that gives each adjoint the form of its argument, and hands on what was asked for."""
        structures = self.slots.structures(values)

        def receive(parameter: str, adjoint: object) -> None:
            for name, finished in self.slots.finished_of(parameter, adjoint, structures):
                self.update(name, finished)

        return receive

    def check_apart(self, values: Sequence[object], users: Mapping[str, object]) -> None:
        """Refuse what shares memory with a parameter that is asked for."""
        asked = {slot.parameter for slot in self.slots.slots}
        others = [*zip(self.names, values, strict=True), *users.items()]
        for position in asked:
            arrays, cells = list(arrays_of(values[position])), cells_of(values[position])
            for place, (name, value) in enumerate(others):
                if place == position or (place in asked and place < position):
                    continue
                if not cells.isdisjoint(cells_of(value)) or _share(arrays, arrays_of(value)):
                    raise CladpyError(
                        "C403",
                        f"{self.names[position]} and {name} share memory, and on_gradient may update "
                        f"{self.names[position]} in place",
                        hint=f"pass a copy of one of them, or leave on_gradient out: {self.names[position]}.copy()",
                    )


def _share(arrays: Sequence[np.ndarray], others: Iterator[np.ndarray]) -> bool:
    return bool(arrays) and any(share_memory(array, other) for other in others for array in arrays)
