"""What an adjoint must be besides right: of the kind of its argument, and in storage of its own."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cladpy.runtime import no_adjoint
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.structures import arrays, children, is_floating


def check_form(name: str, argument: Any, adjoint: Any) -> None:
    """Check type, structure, shape and dtype of an adjoint.

    Parameters
    ----------
    name : str
        The parameter, for the report.
    argument, adjoint : object
        A leaf of the argument that holds nothing floating has ``no_adjoint`` in its place.

    Raises
    ------
    GradientMismatch
        With the first difference.

    Examples
    --------
    >>> check_form("w", [1.0, 2], [0.5, no_adjoint])
    >>> check_form("w", np.ones(3), np.ones((3, 1)))
    Traceback (most recent call last):
    cladpy.testing.mismatch.GradientMismatch: the adjoint of w has shape (3, 1), the argument (3,) [form]
    """
    if adjoint is no_adjoint and not _holds_floating(argument):
        return  # of a whole parameter: an empty tuple, a list of integers
    for complaint in _complaints(name, argument, adjoint):
        raise GradientMismatch("form", complaint)


def _holds_floating(argument: Any) -> bool:
    parts = children(argument)
    return is_floating(argument) if parts is None else any(_holds_floating(part) for _, part in parts)


def _complaints(name: str, argument: Any, adjoint: Any) -> Iterator[str]:
    parts = children(argument)
    if parts is None:
        yield from _leaf_complaints(name, argument, adjoint)
        return
    found = children(adjoint)
    if type(adjoint) is not type(argument) or found is None:
        yield f"the adjoint of {name} is a {type(adjoint).__name__}, the argument a {type(argument).__name__}"
    elif [step for step, _ in found] != [step for step, _ in parts]:
        yield f"the adjoint of {name} has the parts {_steps(found)}, the argument {_steps(parts)}"
    else:
        for (step, part), (_, other) in zip(parts, found, strict=True):
            yield from _complaints(name + step, part, other)


def _steps(parts: list[tuple[str, Any]]) -> str:
    return " ".join(step for step, _ in parts) or "(none)"


def _leaf_complaints(name: str, argument: Any, adjoint: Any) -> Iterator[str]:
    if not is_floating(argument):
        if adjoint is not no_adjoint:
            yield f"{name} is a {type(argument).__name__}, and its adjoint is {adjoint!r:.60} in place of no_adjoint"
    elif type(adjoint) is not type(argument):
        yield f"the adjoint of {name} is a {type(adjoint).__name__}, the argument a {type(argument).__name__}"
    elif np.shape(adjoint) != np.shape(argument):
        yield f"the adjoint of {name} has shape {np.shape(adjoint)}, the argument {np.shape(argument)}"
    elif np.result_type(adjoint) != np.result_type(argument):
        yield f"the adjoint of {name} is {adjoint.dtype}, the argument {argument.dtype}"


def check_ownership(adjoints: dict[str, Any], others: dict[str, Any]) -> None:
    """Check that adjoints are writable and share memory with nothing.

    Parameters
    ----------
    adjoints : dict
        By parameter.
    others : dict
        Other values, by what the report calls them: the arguments, the cotangent.

    Raises
    ------
    GradientMismatch
        With the first array that is not owned.

    Examples
    --------
    >>> x = np.ones(3)
    >>> check_ownership({"x": x[1:]}, {"the argument x": x})
    Traceback (most recent call last):
    cladpy.testing.mismatch.GradientMismatch: the adjoint of x shares memory with the argument x [ownership]
    """
    seen = [(what, array) for what, value in others.items() for array in arrays(value)]
    for name, adjoint in adjoints.items():
        for array in arrays(adjoint):
            _check_array(f"the adjoint of {name}", array, seen)
            seen.append((f"the adjoint of {name}", array))


def _check_array(what: str, array: np.ndarray, seen: list[tuple[str, np.ndarray]]) -> None:
    if not array.flags.writeable:
        raise GradientMismatch("ownership", f"{what} is read-only")
    if any(stride == 0 and size > 1 for stride, size in zip(array.strides, array.shape, strict=True)):
        raise GradientMismatch("ownership", f"{what} is broadcast: several of its elements are one number")
    for other, known in seen:
        if np.shares_memory(array, known):
            raise GradientMismatch("ownership", f"{what} shares memory with {other}")
