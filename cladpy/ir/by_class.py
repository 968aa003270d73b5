"""A method that has one body for each class of node: ``functools.singledispatchmethod`` without its cost.

The standard one makes a wrapper whenever the method is looked up, which takes longer than most of the bodies here.
"""

from collections.abc import Callable
from functools import partial, singledispatch
from typing import Any


class MethodByClass:
    """A method whose body depends on the class of its first argument.

    Examples
    --------
    >>> class Kind:
    ...     @MethodByClass
    ...     def of(self, value): return "other"
    ...     @of.register
    ...     def _(self, value: int): return "int"
    >>> Kind().of(1), Kind().of("a")
    ('int', 'other')
    """

    def __init__(self, default: Callable[..., Any]) -> None:
        self._bodies = singledispatch(default)
        self._found: dict[type, Callable[..., Any]] = {}
        self.__doc__ = default.__doc__

    def register(self, body: Callable[..., Any]) -> Callable[..., Any]:
        """Take a body for the class with which its first parameter is annotated."""
        self._found.clear()
        return self._bodies.register(body)

    def __get__(self, owner: Any, _class: type | None = None) -> Any:
        return self if owner is None else partial(self._run, owner)

    def _run(self, owner: Any, argument: Any, *others: Any) -> Any:
        kind = type(argument)
        body = self._found.get(kind)
        if body is None:
            body = self._found[kind] = self._bodies.dispatch(kind)
        return body(owner, argument, *others)
