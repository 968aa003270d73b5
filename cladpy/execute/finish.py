"""Give an adjoint the structure, shapes and dtypes of its argument, and storage of its own."""

from collections.abc import Mapping

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.structure import ArrayLeaf, Branch, Nothing, NumberLeaf, Structure, rebuild
from cladpy.runtime import no_adjoint


def finish(
    adjoint: object, structure: Structure, taken: set[int] | None = None, *, absent_is_zero: bool = False
) -> object:
    """Return the adjoint in the form of its argument.

    Parameters
    ----------
    adjoint : object
        As generated code gives it: containers as tuples or lists, objects as such or as tuples of their fields.
    structure : Structure
        Of the argument.
    taken : set of int, optional
        Identities of arrays that belong to others; an adjoint that is one of them, or a view, is copied. The arrays
        that are given out are added. Without it, generated code vouches for the storage.
    absent_is_zero : bool
        Where generated code gives `no_adjoint` for something floating, its adjoint is zero.

    Returns
    -------
    object
        Leaves that hold nothing floating are `no_adjoint`.

    Raises
    ------
    CladpyError
        C901 if the adjoint does not have the form of its argument.

    Examples
    --------
    >>> from cladpy.execute.structure import structure_of
    >>> finish((np.float64(2.0), no_adjoint), structure_of({"rate": 0.5, "steps": 3}))
    {'rate': 2.0, 'steps': no_adjoint}
    """
    return _Finisher(taken, absent_is_zero).finish(adjoint, structure)


class _Finisher:
    __slots__ = ("absent_is_zero", "taken")

    def __init__(self, taken: set[int] | None, absent_is_zero: bool) -> None:  # noqa: FBT001 - private
        self.taken = taken
        self.absent_is_zero = absent_is_zero

    def finish(self, adjoint: object, structure: Structure) -> object:
        if isinstance(structure, Nothing):
            return no_adjoint
        if isinstance(structure, Branch):
            return rebuild(structure, self.items(adjoint, structure))
        if adjoint is no_adjoint or adjoint is None:  # which stands for it in compiled code
            if not self.absent_is_zero:
                raise CladpyError("C901", "a floating argument came out without an adjoint", hint="please report this")
            adjoint = 0.0
        return self.array(adjoint, structure) if isinstance(structure, ArrayLeaf) else number(adjoint, structure)

    def items(self, adjoint: object, branch: Branch) -> list[object]:
        if (
            adjoint is None or adjoint is no_adjoint or (isinstance(adjoint, float) and adjoint == 0)
        ):  # for the whole structure
            parts: list[object] = [adjoint] * len(branch.items)
        elif isinstance(adjoint, Mapping):
            parts = [adjoint.get(key, no_adjoint) for key in branch.keys]
        elif branch.kind == "object" and not isinstance(adjoint, tuple | list):
            parts = [getattr(adjoint, str(key), no_adjoint) for key in branch.keys]
        else:
            # Compiled code gives the adjoints of a list of numbers as an array.
            is_line = isinstance(adjoint, np.ndarray) and adjoint.ndim == 1
            parts = list(adjoint) if is_line or isinstance(adjoint, tuple | list) else []  # type: ignore[call-overload]
        if len(parts) != len(branch.items):
            raise CladpyError("C901", "an adjoint has another structure than its argument", hint="please report this")
        return [self.finish(part, item) for part, item in zip(parts, branch.items, strict=True)]

    def array(self, adjoint: object, leaf: ArrayLeaf) -> np.ndarray:
        fits = type(adjoint) is np.ndarray and adjoint.shape == leaf.shape and adjoint.dtype == leaf.dtype
        if not fits:
            adjoint = np.array(np.broadcast_to(adjoint, leaf.shape), leaf.dtype)  # type: ignore[call-overload]
        elif self.taken is not None and (not _is_whole(adjoint) or id(adjoint) in self.taken):  # type: ignore[arg-type]
            adjoint = np.array(adjoint)
        if self.taken is not None:
            self.taken.add(id(adjoint))
        return adjoint  # type: ignore[return-value]


def number(adjoint: object, leaf: NumberLeaf) -> object:
    """Return an adjoint as the Python number or NumPy scalar that its argument is."""
    if type(adjoint) is leaf.kind:
        return adjoint
    if isinstance(adjoint, np.ndarray):
        adjoint = adjoint[()]
    return leaf.kind(adjoint)


def _is_whole(array: np.ndarray) -> bool:
    """Tell whether an array is the owner of its storage, and may be written."""
    return array.base is None and array.flags.owndata and array.flags.writeable
