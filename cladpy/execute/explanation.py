"""The explanation of what a derivative keeps: as text, for a reader who wants it to keep less."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cladpy.execute.recorded import ARGUMENT, STATE, TAPE, Recorded
from cladpy.ir.fact import Fact

SHOWN = 3  # readers that are listed; the others are counted


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is recorded, why, how large it is, when it is released, and what would avoid it.

    Parameters
    ----------
    request : str
        What was asked for.
    records : tuple of Recorded
    sizes : mapping
        Bytes by function and variable; empty where no arguments were given.
    dims : mapping
        By dimension, its size, or the name that stands for it.

    Attributes
    ----------
    total : int or None
        Bytes of all that is kept; None where no arguments were given.
    """

    request: str
    records: tuple[Recorded, ...]
    sizes: Mapping[tuple[str, str], int]
    dims: Mapping[str, int | str]

    @property
    def total(self) -> int | None:
        """Bytes of all that is kept."""
        if not self.sizes:
            return None
        return sum(self.sizes.get((each.function, each.variable), 0) for each in self.records)

    def __str__(self) -> str:
        kept = [each for each in self.records if each.kind != ARGUMENT]
        lines = [f"{self.request}: what the forward sweep keeps for the reverse sweep", ""]
        for function in dict.fromkeys(each.function for each in kept):
            lines += [f"in {function}"]
            for each in kept:
                lines += [f"  {line}" for line in self._entry(each)] if each.function == function else []
            lines.append("")
        if not kept:
            lines += ["nothing", ""]
        read = dict.fromkeys(each.variable for each in self.records if each.kind == ARGUMENT)
        if read:
            lines.append(f"arguments that are read: {', '.join(read)} (the caller's, not counted)")
        if self.total is not None:
            lines.append(f"kept in all: {self.total:,} bytes")
        return "\n".join(lines).rstrip() + "\n"

    def __repr__(self) -> str:
        return str(self)

    def _entry(self, each: Recorded) -> list[str]:
        lines = [f"{each.variable}: {self._size(each)}"]
        if each.made:
            lines.append(f"    made by    {each.made}")
        for number, reader in enumerate(each.readers[:SHOWN]):
            lines.append(f"    {'read by' if not number else '':10} {reader}")
        if len(each.readers) > SHOWN:
            lines.append(f"    {'':10} and {len(each.readers) - SHOWN} more")
        lines.append(f"    released   {_release(each)}")
        lines += [f"    {'' if number else 'to avoid':10} {line}" for number, line in enumerate(advice(each))]
        return lines

    def _size(self, each: Recorded) -> str:
        if self.sizes:
            size = self.sizes.get((each.function, each.variable), 0)
            if each.kind == STATE:
                return f"{size:,} bytes beside what is listed under its function"
            return f"{size:,} bytes" if size else "no bytes of its own"
        if each.kind == STATE:
            return "what is listed under its function"
        text = size_text(each.fact, self.dims)
        return f"{text} an iteration" if each.kind == TAPE else text


def size_text(fact: Fact, dims: Mapping[str, int | str]) -> str:
    """Return the size of a value, from its facts.

    Examples
    --------
    >>> from cladpy.ir.fact import FLOAT, Dim, array
    >>> import numpy as np
    >>> size_text(array(np.dtype("f4"), (Dim("x:0"), Dim("w:1"))), {"x:0": "batch", "w:1": 64})
    '256 * batch bytes'
    >>> size_text(FLOAT, {})
    'a number'
    """
    if fact.is_scalar:
        return "a number"
    if not fact.is_array or fact.dtype is None or fact.dims is None:
        return "size not known"
    size = fact.dtype.itemsize
    names: list[str] = []
    for dim in fact.dims:
        known = 1 if dim.one else dims.get(dim.name, "?")
        size, names = (size * known, names) if isinstance(known, int) else (size, [*names, known])
    if "?" in names:
        return f"an array of {len(fact.dims)} dimensions, {fact.dtype}"
    return " * ".join([f"{size:,}", *names]) + " bytes"


def _release(each: Recorded) -> str:
    if each.kind == TAPE:
        return "entry by entry, as the reverse loop pops them"
    return f"behind {each.released}" if each.released else "at the end of the function"


def advice(each: Recorded) -> Sequence[str]:
    """Return what would avoid a record: the cost, the cause and the fix; nothing where there is nothing to gain."""
    base = each.variable.removeprefix("tape_")
    if each.kind == STATE:
        return ()
    if "_old" in base:
        return (
            "a store overwrites what the reverse sweep still reads, and it is put back:",
            "store into another array, or only add to this one",
        )
    if base.startswith(("branch", "trip")):
        return ("a few bytes, since which way the control flow took cannot be had again",)
    if each.kind == TAPE:
        return (
            "the adjoint of each iteration reads its entry: cladpy.checkpoint(range(n), snapshots=k)",
            "as what the loop runs over keeps k states and runs iterations again",
        )
    if each.fact.is_scalar or base.endswith("_shape"):
        return ()
    return (
        "what reads it needs its values: cladpy.checkpoint(f)(...), where f makes it,",
        "keeps the arguments of f instead and runs f once more",
    )
