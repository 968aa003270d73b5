"""Specialise a normal form to what the facts of a signature tell: step by step, until nothing changes.

Requires facts that are final. Guarantees: the form gives what it gave before, in every call with the signature. The
steps are tried in the order of ``STEPS``; behind each the facts are found out again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cladpy.analyses.decided import Decided
from cladpy.analyses.infer import Inference
from cladpy.ir.statements import Block
from cladpy.planning.specialization.names import Names
from cladpy.planning.specialization.prune import prune
from cladpy.planning.specialization.unroll import Unroll


@dataclass(frozen=True, slots=True)
class Known:
    """A function under a signature, with its facts.

    Parameters
    ----------
    body : Block
        The normal form.
    numbered : Block
        The same over versions.
    inference : Inference
        Facts of the versions.
    names : Names
        Gives new names.
    """

    body: Block
    numbered: Block
    inference: Inference
    names: Names


def _unrolled(known: Known) -> Block:
    return Unroll(known.inference, known.names).block(known.body, known.numbered)


def _pruned(known: Known) -> Block:
    return prune(known.body, known.numbered, Decided(known.inference).truth)


STEPS: tuple[Callable[[Known], Block], ...] = (_unrolled, _pruned)


def specialize(known: Known) -> Block | None:
    """Return the body with one step made, None if there is nothing left to do."""
    for step in STEPS:
        body = step(known)
        if body != known.body:
            return body
    return None
