"""What passes between the parts of the reverse sweep."""

from dataclasses import dataclass

from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.fitting import Fitted
from cladpy.transform.structures import Path


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one operand's adjoint receives.

    Parameters
    ----------
    version, path
        Whose adjoint it is.
    fitted : Fitted
        The value, in the shape and dtype of the operand.
    state : AdjointState
    negative : bool
        The value is subtracted.
    lent : bool
        The value may be, or view, an adjoint that is updated in place later.
    """

    version: str
    path: Path
    fitted: Fitted
    state: AdjointState
    negative: bool = False
    lent: bool = False
