"""Give an adjoint the structure of its argument: containers that generated code holds as tuples become what they were."""

import dataclasses
from collections.abc import Mapping

import numpy as np

from cladpy.runtime import no_adjoint, zero_like

PLAIN = (float, int, complex, bool, np.ndarray, np.generic, type(None), str)


def finish(adjoint: object, argument: object) -> object:
    """Return the adjoint with the type and structure of the argument, leaves that hold none as ``no_adjoint``."""
    if isinstance(argument, PLAIN):
        return _leaf(adjoint, argument)
    if isinstance(argument, tuple) and hasattr(argument, "_fields"):
        return type(argument)(*(finish(a, b) for a, b in zip(_items(adjoint), argument, strict=True)))
    if isinstance(argument, tuple | list):
        return type(argument)(finish(a, b) for a, b in zip(_items(adjoint), argument, strict=True))
    if isinstance(argument, dict):
        items = adjoint if isinstance(adjoint, Mapping) else dict(zip(argument, _items(adjoint), strict=True))
        return {key: finish(items[key], value) for key, value in argument.items()}
    if dataclasses.is_dataclass(argument) and not isinstance(argument, type):
        names = [field.name for field in dataclasses.fields(argument)]
        values = [finish(a, getattr(argument, name)) for a, name in zip(_items(adjoint), names, strict=True)]
        return dataclasses.replace(argument, **dict(zip(names, values, strict=True)))
    if hasattr(argument, "__dict__"):
        return _object(adjoint, argument)
    return no_adjoint


def _items(adjoint: object) -> object:
    if isinstance(adjoint, Mapping):
        return list(adjoint.values())
    return adjoint


def _leaf(adjoint: object, argument: object) -> object:
    if adjoint is no_adjoint:
        return adjoint
    if isinstance(argument, float) and not isinstance(argument, np.generic):
        return float(adjoint)  # type: ignore[arg-type]
    if isinstance(argument, np.ndarray) and np.shape(adjoint) != argument.shape:
        return np.array(np.broadcast_to(adjoint, argument.shape), argument.dtype)  # type: ignore[arg-type]
    if isinstance(argument, np.generic) and argument.dtype.kind in "fc":
        return argument.dtype.type(adjoint)
    if isinstance(argument, int | str | type(None)) or (isinstance(argument, np.ndarray) and argument.dtype.kind in "iub"):
        return no_adjoint
    return adjoint


def _object(adjoint: object, argument: object) -> object:
    made = object.__new__(type(argument))
    values = dict(zip(vars(argument), _items(adjoint), strict=True)) if adjoint is not no_adjoint else {}
    for key, value in vars(argument).items():
        made.__dict__[key] = finish(values[key], value) if key in values else no_adjoint
    return made


def zero_for(argument: object) -> object:
    """Return the adjoint of an argument that nothing reads."""
    return zero_like(argument)
