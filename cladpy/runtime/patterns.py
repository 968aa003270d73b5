"""What the patterns of a match ask of a value."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def matches_sequence(value: Any) -> bool:
    """Tell whether a value may match a pattern in square brackets: no text, no bytes, no array.

    Examples
    --------
    >>> matches_sequence([1]), matches_sequence("a"), matches_sequence({1: 2})
    (True, False, False)
    """
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def matches_mapping(value: Any) -> bool:
    """Tell whether a value may match a pattern in braces.

    Examples
    --------
    >>> matches_mapping({}), matches_mapping([])
    (True, False)
    """
    return isinstance(value, Mapping)


def without_keys(value: Mapping[Any, Any], keys: Iterable[Any]) -> dict[Any, Any]:
    """Return a dict of the items of a mapping but for some keys: what ``**rest`` captures.

    Examples
    --------
    >>> without_keys({"a": 1, "b": 2}, ("a",))
    {'b': 2}
    """
    left_out = set(keys)
    return {key: item for key, item in value.items() if key not in left_out}
