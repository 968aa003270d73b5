"""What is found out about loops by writing the reverse of their bodies on trial, each but once.

A loop is written several times until the adjoints that it carries are known, and with it the loops inside, for each of
which that holds again. What a trial tells depends on the loop and on the state of the adjoints behind it alone; without
these answers kept, the work would double and more with each level of nesting.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cladpy.ir.statements import For, While
from cladpy.transform.adjoint_state import AdjointState

Answer = TypeVar("Answer")


@dataclass(slots=True)
class LoopTrials:
    """The answers of one sweep, by loop, question and state."""

    found: dict[tuple[int, str], list[tuple[dict[str, AdjointState], Any]]] = field(default_factory=dict)

    def of(
        self, loop: For | While, state: Mapping[str, AdjointState], question: str, find: Callable[[], Answer]
    ) -> Answer:
        """Return what is known of a loop behind which the adjoints are in a state; find it out the first time."""
        known = self.found.setdefault((id(loop), question), [])
        before = dict(state)
        for other, answer in known:
            if other == before:
                return answer
        answer = find()
        known.append((before, answer))
        return answer
