"""What is known of each adjoint at a point of the reverse sweep: unborn, or born with these facts.

An adjoint in the value regime may be *lazy*: smaller than its primal, and broadcast with it (``1.0`` for the adjoint of
every element of a sum's operand). It always broadcasts to its primal's shape.

Two bits serve strong zeros (design: rules): ``zero``, the cotangent may be exactly 0 while the slope is infinite, and
``infinite``, it may be infinite; a third, ``cut``, says that a mask, selection or saturation made the zero. ``owned``:
its storage is a full array made here for it alone; ``full``: it has its primal's shape, whatever that is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cladpy.ir.fact import CONTAINERS, FLOAT, UNKNOWN, Fact, same_dtype


@dataclass(frozen=True, slots=True)
class AdjointState:
    """A born adjoint."""

    fact: Fact
    zero: bool = False
    cut: bool = False
    infinite: bool = False
    owned: bool = False
    full: bool = False

    @property
    def is_hollow(self) -> bool:
        """Whether the adjoint of a container may be 0.0, which stands for a zero of any structure."""
        return self.fact.kind not in CONTAINERS

    def with_bits_of(self, other: "AdjointState") -> "AdjointState":
        """Return the state with the bits of both."""
        return replace(
            self,
            zero=self.zero or other.zero,
            cut=self.cut or other.cut,
            infinite=self.infinite or other.infinite,
            owned=self.owned and other.owned,
            full=self.full and other.full,
        )


ZERO = AdjointState(FLOAT, zero=True, cut=True)
"""The state of an adjoint that holds the literal 0.0."""

PIECE = Fact("list", element=UNKNOWN)
"""The fact of a container's adjoint in one piece."""

States = Mapping[str, AdjointState]


def join_states(left: AdjointState, right: AdjointState) -> AdjointState:
    """Return what holds of an adjoint that comes from one of two paths."""
    joined = AdjointState(join_adjoint_facts(left.fact, right.fact), owned=True, full=True)
    return joined.with_bits_of(left).with_bits_of(right)


def as_adjoint(target: Fact) -> Fact:
    """Return what is known of an adjoint that came from elsewhere: that of a Python number may be a NumPy scalar."""
    kind = "number" if target.is_python else target.kind
    return replace(target, kind=kind, value=None, known=False)


def join_adjoint_facts(left: Fact, right: Fact) -> Fact:
    """Join two facts of one adjoint; a Python float is a zero or seed that takes the other's dtype."""
    if left == right:
        return left
    if not (left.is_number and right.is_number):
        return left if left.kind == right.kind else Fact("unknown")
    dtype = left.dtype if same_dtype(left.dtype, right.dtype) else None
    if left.is_python:
        dtype = right.dtype
    elif right.is_python:
        dtype = left.dtype
    dims = left.dims if left.dims == right.dims else None
    return Fact(left.kind if left.kind == right.kind else "number", dtype, dims)
