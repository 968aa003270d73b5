"""Seeds and tangents: checked against what they belong to, the primal's result or an argument, and cast to it."""

from dataclasses import dataclass

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.structure import ArrayLeaf, Branch, Nothing, NumberLeaf, Structure, rebuild
from cladpy.runtime import no_adjoint


def cast_seed(seed: object, structure: Structure, name: str = "the seed") -> object:
    """Return the seed with the structure, shapes and dtypes of the primal's result.

    Parameters
    ----------
    seed : object
        Of the structure of the result; a part broadcasts to the array that it is the cotangent of. `no_adjoint`
        stands for zero. An array that fits is handed on as it is: pullbacks do not write their seed.
    structure : Structure
        Of the result.
    name : str
        Says in errors which part it is.

    Raises
    ------
    CladpyError
        C402 if the structure, a shape or a dtype does not fit.

    Examples
    --------
    >>> from cladpy.execute.structure import structure_of
    >>> cast_seed(1, structure_of(np.ones(2, np.float32)))
    array([1., 1.], dtype=float32)
    """
    return _Cast("the result", _SEED, is_seed=True).cast(seed, structure, name)


def cast_tangent(tangent: object, structure: Structure, name: str) -> object:
    """Return a tangent with the structure, shapes and dtypes of the argument of this name.

    Examples
    --------
    >>> from cladpy.execute.structure import structure_of
    >>> cast_tangent([1, 2], structure_of(np.ones(2, np.float32)), "x")
    array([1., 2.], dtype=float32)
    """
    # What holds nothing floating counts as zero where a container is read as a whole: np.array([2, x]).
    return _Cast(f"the argument '{name}'", _TANGENT, 0.0).cast(tangent, structure, f"the tangent of '{name}'")


@dataclass(frozen=True, slots=True)
class _Cast:
    """Casts what is given to what it belongs to.

    Parameters
    ----------
    owner : str
        What it belongs to, as errors say it.
    hint : str
    empty : object
        Stands in a container for what holds nothing floating.
    is_seed : bool
        Generated code holds the cotangent of an object as the tuple of those of its fields.
    """

    owner: str
    hint: str
    empty: object = no_adjoint
    is_seed: bool = False

    def cast(self, given: object, structure: Structure, name: str) -> object:
        if isinstance(structure, Branch):
            items = self.items(given, structure, name)
            return tuple(items) if self.is_seed and structure.kind == "object" else rebuild(structure, items)
        if isinstance(structure, ArrayLeaf):
            return self.array(given, structure, name)
        return self.number(given, structure, name) if isinstance(structure, NumberLeaf) else no_adjoint

    def items(self, given: object, branch: Branch, name: str) -> list[object]:
        if given is no_adjoint:
            parts: list[object] = [given] * len(branch.items)
        elif branch.kind == "sequence":
            parts = self.sequence(given, len(branch.items), name)
        elif branch.kind == "mapping":
            parts = self.mapping(given, branch.keys, name)
        else:
            missing = [key for key in branch.keys if not hasattr(given, str(key))]
            if missing:
                kind = branch.cls.__name__
                raise self.misfit(f"{name} has no attribute {missing[0]!r}, and {self.owner} is a {kind}")
            parts = [getattr(given, str(key)) for key in branch.keys]
        places = [f"{name}.{key}" if branch.kind == "object" else f"{name}[{key!r}]" for key in branch.keys]
        triples = zip(parts, branch.items, places, strict=True)
        return [self.empty if isinstance(item, Nothing) else self.cast(part, item, at) for part, item, at in triples]

    def sequence(self, given: object, length: int, name: str) -> list[object]:
        if not isinstance(given, tuple | list):
            raise self.misfit(f"{name} is of type {type(given).__name__}, and {self.owner} has {length} parts")
        if len(given) != length:
            raise self.misfit(f"{name} has {len(given)} parts, and {self.owner} has {length}")
        return list(given)

    def mapping(self, given: object, keys: tuple[object, ...], name: str) -> list[object]:
        if not isinstance(given, dict):
            raise self.misfit(f"{name} is of type {type(given).__name__}, and {self.owner} is a dict")
        odd = [key for key in keys if key not in given] + [key for key in given if key not in keys]
        if odd:
            raise self.misfit(f"{name} and {self.owner} do not both have the key {odd[0]!r}")
        return [given[key] for key in keys]

    def array(self, given: object, leaf: ArrayLeaf, name: str) -> np.ndarray:
        numbers = self.numbers(given, name, is_complex=leaf.dtype.kind == "c")
        if numbers.shape != leaf.shape:
            try:
                numbers = np.broadcast_to(numbers, leaf.shape)
            except ValueError:
                shapes = f"has shape {numbers.shape}, and {self.owner} has shape {leaf.shape}"
                raise self.misfit(f"{name} {shapes}") from None
        return numbers.astype(leaf.dtype, copy=False)

    def number(self, given: object, leaf: NumberLeaf, name: str) -> object:
        if type(given) is leaf.kind:
            return given
        numbers = self.numbers(given, name, is_complex=leaf.is_complex)
        if numbers.shape:
            raise self.misfit(f"{name} has shape {numbers.shape}, and {self.owner} is a number")
        return leaf.kind(numbers[()])

    def numbers(self, given: object, name: str, *, is_complex: bool) -> np.ndarray:
        if given is no_adjoint:
            return np.zeros(())
        try:
            numbers = np.asarray(given)
        except ValueError:  # lists of unequal lengths
            raise self.misfit(f"{name} is no array of numbers") from None
        if numbers.dtype.kind not in "fiubc":
            raise self.misfit(f"{name} is of type {type(given).__name__}, and {self.owner} holds numbers")
        if numbers.dtype.kind == "c" and not is_complex:
            raise self.misfit(f"{name} is complex, and {self.owner} is real")
        return numbers

    def misfit(self, message: str) -> CladpyError:
        return CladpyError("C402", message, hint=self.hint)


_SEED = "the seed is the cotangent of the result: a number for each of its numbers"
_TANGENT = "a tangent has a number for each number of its argument"
