"""Methods, properties and constructors of the user's classes that generated code was made from.

A class is known by identity, but its members may be replaced; only those that were read are looked at.
"""

import types
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from cladpy.execute.parts import parts_of

_CONSTRUCTORS = ("__init__", "__new__")
_PYTHON = ("builtins", "numpy", "typing", "abc", "collections", "types", "functools", "enum")


@dataclass(frozen=True, slots=True)
class Member:
    """An attribute of a class, with what it was when the code was generated.

    Parameters
    ----------
    owner : type
    name : str
    value : object
        As the class gives it: a function, a property, the bound method of a class method.
    """

    owner: type
    name: str
    value: object


def members_used(
    values: Iterable[object], functions: Collection[types.FunctionType], others: Iterable[object] = ()
) -> tuple[Member, ...]:
    """Return the members of classes that are among these functions.

    Parameters
    ----------
    values : iterable
        Arguments of a call: the classes of the objects in them count.
    functions : collection of function
        Those that were read when the code was generated.
    others : iterable
        Globals and cells: classes themselves, whose constructors may have been read as well, and objects.
    """
    found: dict[tuple[type, str], Member] = {}
    for value in (*values, *others):
        for part in parts_of(value):
            cls = part if isinstance(part, type) else type(part)
            for name in _names(cls, functions, constructed=cls is part):
                found.setdefault((cls, name), Member(cls, name, getattr(cls, name)))
    return tuple(found.values())


def _names(cls: type, functions: Collection[types.FunctionType], *, constructed: bool) -> Iterator[str]:
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] in _PYTHON:
            continue
        for name, member in vars(base).items():
            function = function_of(member)
            if function is not None and (function in functions or (constructed and name in _CONSTRUCTORS)):
                yield name


def function_of(member: object) -> types.FunctionType | None:
    """Return the Python function behind a member of a class."""
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, staticmethod | classmethod):
        member = member.__func__
    return member if isinstance(member, types.FunctionType) else None
