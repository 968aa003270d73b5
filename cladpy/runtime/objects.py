"""Objects that are made from their attributes."""

from typing import Any


def instance_of(cls: type, **attributes: Any) -> Any:
    """Return an instance of a class that has these attributes, without calling its constructor.

    Examples
    --------
    >>> import types
    >>> instance_of(types.SimpleNamespace, x=1.0).x
    1.0
    """
    made: Any = object.__new__(cls)
    for name, value in attributes.items():
        object.__setattr__(made, name, value)
    return made
