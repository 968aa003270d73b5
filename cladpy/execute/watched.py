"""Globals and cells of the user's that generated code reads, or that its planning relied on."""

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cladpy.frontend.namespace import LIVE, MISSING, ExtendedNamespace, Namespace, RenamedGlobal


@dataclass(frozen=True, slots=True)
class Watched:
    """A name of the user's, with what it meant when the code was generated.

    Parameters
    ----------
    path : str
        A name, or a dotted one through modules and classes.
    globals : dict
        Of the module whose name it is.
    cell : cell or None
        The closure cell that the first name means, before any global.
    first : object
        What the first name meant.
    value : object
        What the path meant.
    text_name : str or None
        The name under which the generated code reads it, so that its namespace must hold what it means now.
    """

    path: str
    globals: dict[str, object]
    cell: types.CellType | None
    first: object
    value: object
    text_name: str | None = None

    @classmethod
    def of(cls, owner: Namespace | RenamedGlobal, path: str) -> "Watched | None":
        """Watch a name; None where it means nothing."""
        namespace, path = user_name(owner, path)
        value = namespace.held(path)
        if value is MISSING:
            return None
        first = path.partition(".")[0]
        return cls(path, namespace.globals, _cell(namespace.function, first), namespace.value(first), value)

    @property
    def key(self) -> tuple[int, str]:
        """Tell one variable from another."""
        return id(self.globals) if self.cell is None else id(self.cell), self.path


def watch(
    names: Mapping[str, Namespace | RenamedGlobal], relied: Iterable[tuple[Namespace, str]]
) -> tuple[Watched, ...]:
    """Return what to watch, each once.

    Parameters
    ----------
    names : mapping
        By name in the generated text, where it is looked up.
    relied : iterable of (Namespace, str)
        Paths that planning relied on.
    """
    found: dict[tuple[object, ...], Watched] = {}
    for name, owner in names.items():
        watched = Watched.of(owner, name)
        if watched is not None:
            found[watched.key, name] = replace(watched, text_name=name)
    in_text = {each.key for each in found.values()}
    for namespace, path in relied:
        watched = Watched.of(namespace, path)
        if watched is not None and watched.key not in in_text:
            found[watched.key] = watched
    return tuple(found.values())


def user_name(owner: Namespace | RenamedGlobal, path: str) -> tuple[Namespace, str]:
    """Return the namespace of the user's, and the path in it, behind a name of a generated function."""
    first, dot, rest = path.partition(".")
    if isinstance(owner, RenamedGlobal):
        return user_name(owner.namespace, f"{owner.name}{dot}{rest}")
    if isinstance(owner, ExtendedNamespace) and first in owner.more:
        return user_name(owner.more[first], path)
    live = owner.globals.get(LIVE)
    if isinstance(live, dict) and first in live:
        return user_name(live[first], path)
    return owner, path


def _cell(function: object, name: str) -> types.CellType | None:
    names = function.__code__.co_freevars  # type: ignore[attr-defined]
    closure = function.__closure__  # type: ignore[attr-defined]
    return closure[names.index(name)] if closure and name in names else None
