"""The check that a structure is a tree, so that its copy part by part has as many parts."""

from typing import Any

import numpy as np

from cladpy.runtime.attributes import attributes_of


def check_unshared(value: Any) -> None:
    """Refuse a value that holds an array, list, dict or object twice.

    Raises
    ------
    ValueError
        C407 if it does.

    Examples
    --------
    >>> check_unshared([[1.0], [1.0]])
    """
    _walk(value, set())


def _walk(value: Any, seen: set[int]) -> None:
    is_container = isinstance(value, list | tuple | dict) or attributes_of(value) is not None
    if not is_container and not isinstance(value, np.ndarray):
        return
    if isinstance(value, type) or callable(getattr(value, "__code__", None)):
        return
    if not isinstance(value, tuple):
        if id(value) in seen:
            raise ValueError("[C407] what is copied deeply holds an array, list, dict or object twice")
        seen.add(id(value))
    if isinstance(value, np.ndarray):
        return
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else None
    for item in list((attributes_of(value) or {}).values()) if inner is None else inner:
        _walk(item, seen)
