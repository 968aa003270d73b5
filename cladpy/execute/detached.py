"""Arrays that belong to the caller, and a value that shares no storage with a state."""

from typing import Any

import numpy as np

from cladpy.execute.parts import arrays_of


def identities(*values: object) -> set[int]:
    """Return the identities of the arrays in values."""
    return {id(array) for value in values for array in arrays_of(value)}


def detached(value: Any, content: object) -> Any:
    """Return a value with copies of those of its arrays that share storage with the content of a state.

    The caller may do with the value as they like, and the reverse half still reads what it was.
    """
    if not any(True for _ in arrays_of(value)):
        return value
    roots = {id(root_of(array)) for array in arrays_of(content)}
    return _detached(value, roots)


def _detached(value: Any, roots: set[int]) -> Any:
    if isinstance(value, np.ndarray):
        return np.array(value) if id(root_of(value)) in roots else value
    if isinstance(value, dict):
        return type(value)((key, _detached(item, roots)) for key, item in value.items())
    if isinstance(value, tuple | list):
        items = [_detached(item, roots) for item in value]
        return type(value)._make(items) if hasattr(value, "_make") else type(value)(items)
    return value


def root_of(array: np.ndarray) -> object:
    """Return the object that owns the storage of an array."""
    root: object = array
    while isinstance(root, np.ndarray) and root.base is not None:
        root = root.base
    return root
