"""The check of what a custom pushforward returns: a tangent as its result is."""

from typing import Any

import numpy as np

from cladpy.runtime.no_adjoint import NoAdjoint


def check_tangent(tangent: Any, rule: str, value: Any) -> Any:
    """Return the tangent that a custom pushforward gives, in the dtype of the result.

    Parameters
    ----------
    tangent : object
        What the pushforward returned.
    rule : str
        Its name.
    value : object
        What its primal returned: a number, an array, or a list, tuple or dict of these.

    Raises
    ------
    TypeError, ValueError
        C402, naming the rule.

    Examples
    --------
    >>> check_tangent(np.ones(2, np.float32), "product_pushforward", np.zeros(2))
    Traceback (most recent call last):
    TypeError: [C402] product_pushforward: the tangent has dtype float32, and the result has dtype float64
    >>> check_tangent(np.float64(3.0), "product_pushforward", 2.0)
    3.0
    """
    return _checked(tangent, value, f"[C402] {rule}: the tangent")


def _checked(tangent: Any, value: Any, says: str) -> Any:
    if isinstance(value, dict):
        if not isinstance(tangent, dict) or set(tangent) != set(value):
            raise TypeError(f"{says} is no dict with the keys {', '.join(map(repr, value))}")
        return {key: _checked(tangent[key], item, f"{says}[{key!r}]") for key, item in value.items()}
    if isinstance(value, list | tuple):
        if not isinstance(tangent, list | tuple) or len(tangent) != len(value):
            raise TypeError(f"{says} is no sequence of {len(value)} items")
        pairs = enumerate(zip(tangent, value, strict=True))
        items = [_checked(part, item, f"{says}[{place}]") for place, (part, item) in pairs]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return _leaf(tangent, value, says)


def _leaf(tangent: Any, value: Any, says: str) -> Any:
    if not isinstance(value, float | complex | np.ndarray | np.generic) or np.result_type(value).kind not in "fc":
        return value
    if tangent is None or isinstance(tangent, NoAdjoint):
        raise TypeError(f"{says} is {tangent!r}, and it is wanted")
    if np.shape(tangent) != np.shape(value):
        raise ValueError(f"{says} has shape {np.shape(tangent)}, and the result has shape {np.shape(value)}")
    if not isinstance(value, np.ndarray):
        return _number(tangent, value, says)
    if not isinstance(tangent, np.ndarray):
        raise TypeError(f"{says} is a {type(tangent).__name__}, and the result is an array")
    if tangent.dtype != value.dtype:
        raise TypeError(f"{says} has dtype {tangent.dtype}, and the result has dtype {value.dtype}")
    return tangent


def _number(tangent: Any, value: Any, says: str) -> Any:
    kind = np.asarray(tangent).dtype.kind
    if kind not in ("iufc" if np.iscomplexobj(value) else "iuf"):
        raise TypeError(f"{says} is {tangent!r}, and the result is a {type(value).__name__}")
    return type(value)(tangent)
