"""What passes between the parts of the reverse sweep."""

from dataclasses import dataclass

from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.fitting import Fitted
from cladpy.transform.structures import Path


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one operand's adjoint receives."""

    version: str
    path: Path
    fitted: Fitted
    state: AdjointState
    negative: bool = False
