"""What a call of a user's function becomes in generated code."""

from dataclasses import dataclass

from cladpy.rules import CustomPullback
from cladpy.rules.custom_pushforward import CustomPushforward


@dataclass(frozen=True, slots=True)
class CalleePlan:
    """What a call of a user's function becomes; a root is called by users, who seed it and get what it gives."""

    forward: str
    pullback: str
    parameters: tuple[str, ...]
    active: frozenset[str]
    is_root: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that are generated for it."""
        return self.forward, self.pullback


@dataclass(frozen=True, slots=True)
class PushforwardPlan:
    """What a call becomes in forward mode; ``active`` parameters have tangents, infinite perhaps if ``unbounded``."""

    pushforward: str
    parameters: tuple[str, ...]
    active: frozenset[str]
    unbounded: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that are generated for it."""
        return (self.pushforward,)


@dataclass(frozen=True, slots=True)
class CustomPushforwardPlan:
    """What a call becomes whose pushforward a user wrote, and the name by which that is called."""

    rule: CustomPushforward
    pushforward: str


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
