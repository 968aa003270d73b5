"""The check that a function with a custom rule has returned a number, where its source does not show it."""

from typing import Any


def check_number(value: Any, function: str) -> None:
    """Raise if a value is no floating number or array: its cotangent would have another structure.

    Raises
    ------
    TypeError
        C402, naming the function.

    Examples
    --------
    >>> check_number(1.5, "product")
    """
    kind = getattr(getattr(value, "dtype", None), "kind", "f" if isinstance(value, float) else "")
    if kind not in ("f", "c"):
        found = type(value).__name__
        why = "its source does not show what it returns, so that must be a floating number or array"
        raise TypeError(f"[C402] {function} has a custom rule and returned a {found}; {why}")
