"""What a call of a user's function becomes in generated code."""

from dataclasses import dataclass

from cladpy.rules import CustomPullback


@dataclass(frozen=True, slots=True)
class CalleePlan:
    """What a call of a user's function becomes."""

    forward: str
    pullback: str
    parameters: tuple[str, ...]
    active: frozenset[str]


@dataclass(frozen=True, slots=True)
class PushforwardPlan:
    """What a call of a user's function becomes in forward mode: ``active`` are the parameters with a tangent."""

    pushforward: str
    parameters: tuple[str, ...]
    active: frozenset[str]


@dataclass(frozen=True, slots=True)
class CustomPlan:
    """What a call becomes whose pullback a user wrote; ``forward`` runs in place of the primal, if there is one."""

    rule: CustomPullback
    pullback: str
    forward: str | None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of the primal."""
        return self.rule.parameters
