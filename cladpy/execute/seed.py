"""The seed of a pullback: checked against the primal's result, and cast to it."""

import numpy as np

from cladpy.errors import CladpyError
from cladpy.execute.structure import ArrayLeaf, Branch, NumberLeaf, Structure, rebuild
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
    if isinstance(structure, Branch):
        return rebuild(structure, _items(seed, structure, name))
    if isinstance(structure, ArrayLeaf):
        return _array(seed, structure, name)
    return _number(seed, structure, name) if isinstance(structure, NumberLeaf) else no_adjoint


def _items(seed: object, branch: Branch, name: str) -> list[object]:
    if seed is no_adjoint:
        parts: list[object] = [seed] * len(branch.items)
    elif branch.kind == "sequence":
        parts = _sequence(seed, len(branch.items), name)
    elif branch.kind == "mapping":
        parts = _mapping(seed, branch.keys, name)
    else:
        missing = [key for key in branch.keys if not hasattr(seed, str(key))]
        if missing:
            raise _misfit(f"{name} has no attribute {missing[0]!r}, and the result is a {branch.cls.__name__}")
        parts = [getattr(seed, str(key)) for key in branch.keys]
    places = [f"{name}.{key}" if branch.kind == "object" else f"{name}[{key!r}]" for key in branch.keys]
    return [cast_seed(*each) for each in zip(parts, branch.items, places, strict=True)]


def _sequence(seed: object, length: int, name: str) -> list[object]:
    if not isinstance(seed, tuple | list):
        raise _misfit(f"{name} is of type {type(seed).__name__}, and the result has {length} parts")
    if len(seed) != length:
        raise _misfit(f"{name} has {len(seed)} parts, and the result has {length}")
    return list(seed)


def _mapping(seed: object, keys: tuple[object, ...], name: str) -> list[object]:
    if not isinstance(seed, dict):
        raise _misfit(f"{name} is of type {type(seed).__name__}, and the result is a dict")
    odd = [key for key in keys if key not in seed] + [key for key in seed if key not in keys]
    if odd:
        raise _misfit(f"{name} and the result do not both have the key {odd[0]!r}")
    return [seed[key] for key in keys]


def _array(seed: object, leaf: ArrayLeaf, name: str) -> np.ndarray:
    given = _numbers(seed, name, is_complex=leaf.dtype.kind == "c")
    if given.shape != leaf.shape:
        try:
            given = np.broadcast_to(given, leaf.shape)
        except ValueError:
            raise _misfit(f"{name} has shape {given.shape}, and the result has shape {leaf.shape}") from None
    return given.astype(leaf.dtype, copy=False)


def _number(seed: object, leaf: NumberLeaf, name: str) -> object:
    if type(seed) is leaf.kind:
        return seed
    given = _numbers(seed, name, is_complex=leaf.is_complex)
    if given.shape:
        raise _misfit(f"{name} has shape {given.shape}, and the result is a number")
    return leaf.kind(given[()])


def _numbers(seed: object, name: str, *, is_complex: bool) -> np.ndarray:
    if seed is no_adjoint:
        return np.zeros(())
    try:
        given = np.asarray(seed)
    except ValueError:  # lists of unequal lengths
        raise _misfit(f"{name} is no array of numbers") from None
    if given.dtype.kind not in "fiubc":
        raise _misfit(f"{name} is of type {type(seed).__name__}, and the result holds numbers")
    if given.dtype.kind == "c" and not is_complex:
        raise _misfit(f"{name} is complex, and the result is real")
    return given


def _misfit(message: str) -> CladpyError:
    return CladpyError(
        "C402", message, hint="the seed is the cotangent of the result: a number for each of its numbers"
    )
