"""What a call of a user's function becomes in generated code."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CalleePlan:
    """What a call of a user's function becomes."""

    forward: str
    pullback: str
    parameters: tuple[str, ...]
    active: frozenset[str]
