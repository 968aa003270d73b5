"""What the names of a function mean: cells, globals, builtins, and attributes of modules behind them."""

import builtins
import functools
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

MISSING = object()
LIVE = "__cladpy_live__"  # in the globals of a generated function: the namespaces of the user's names
HOME = "__cladpy_home__"  # in the globals of a function made of another one: those of that one
MARK = "@u"  # behind a global of the user's by whose name generated code calls something else


_Cache = type(functools.lru_cache(len))


def is_cache(value: object) -> bool:
    """Tell whether a value is a function under ``functools.cache`` or ``functools.lru_cache``."""
    return isinstance(value, _Cache)


def interpreted(value: object) -> object:
    """Return the Python function behind one that numba has compiled, or a cache; anything else as it is."""
    if isinstance(value, _Cache):
        return value.__wrapped__ if isinstance(value.__wrapped__, types.FunctionType) else value
    if not type(value).__module__.startswith("numba."):
        return value
    function = getattr(value, "py_func", None)
    return function if isinstance(function, types.FunctionType) else value


def unmarked(path: str) -> str:
    """Return a dotted name as the user wrote it.

    Examples
    --------
    >>> unmarked("own@u.part")
    'own.part'
    """
    return path.replace(MARK, "", 1)


@dataclass(frozen=True, slots=True)
class Namespace:
    """The names that a function sees besides its own: live, never written.

    Parameters
    ----------
    function : function
        The primal, as it will be called.
    """

    function: Callable[..., object]

    @property
    def globals(self) -> dict[str, object]:
        """The module's dictionary."""
        return self.function.__globals__

    @property
    def home(self) -> object:
        """The dictionary of the module in which the function was written."""
        return self.globals.get(HOME, self.globals)

    def cell(self, name: str) -> object:
        """Return the content of the closure cell of that name, or MISSING."""
        code = self.function.__code__
        closure = self.function.__closure__
        if closure is None or name not in code.co_freevars:
            return MISSING
        try:
            return closure[code.co_freevars.index(name)].cell_contents
        except ValueError:
            return MISSING

    def shares(self, other: "Namespace", name: str) -> bool:
        """Tell whether a name is the same variable in another function: the same cell, or a global of one module."""
        mine, theirs = self.lookup(name), other.lookup(name)
        if mine is theirs and (isinstance(mine, types.ModuleType) or mine is getattr(builtins, name, MISSING)):
            return True
        if self.globals is not other.globals:
            return False
        return self.cell(name) is other.cell(name)

    def lookup(self, name: str) -> object:
        """Return what a free name means now, or MISSING; what numba has compiled is the function that it was."""
        return interpreted(self.value(name))

    def value(self, name: str) -> object:
        """Return what a free name holds now, or MISSING."""
        name = unmarked(name)
        live = self.globals.get(LIVE)
        if isinstance(live, dict) and name in live:  # a generated function reads the user's globals
            return live[name].value(name)
        value = self.cell(name)
        if value is MISSING:
            value = self.globals.get(name, MISSING)
        if value is MISSING:
            value = getattr(builtins, name, MISSING)
        return value

    def resolve(self, dotted: str) -> object:
        """Return what a dotted name means.

        Attributes are followed through modules, classes, ufuncs and SciPy's distributions only.
        """
        return interpreted(self.held(dotted))

    def held(self, dotted: str) -> object:
        """Return what a dotted name holds."""
        first, *rest = dotted.split(".")
        value = self.value(first)
        for member in rest:
            if not isinstance(value, types.ModuleType | type | np.ufunc) and not _is_distribution(value):
                return MISSING
            value = getattr(value, member, MISSING)
        return value


def _is_distribution(value: object) -> bool:
    """Tell whether an object is one of SciPy's distributions, whose methods are functions as a module's are."""
    return type(value).__module__.startswith("scipy.stats.")


@dataclass(frozen=True, slots=True)
class ExtendedNamespace(Namespace):
    """The names of a function into which others were written, that see names of their own.

    Parameters
    ----------
    more : mapping
        By a name that means nothing to the function itself, where it is looked up.
    """

    more: "Mapping[str, Namespace | RenamedGlobal]"

    def cell(self, name: str) -> object:
        """Return the content of the function's closure cell of that name, or MISSING."""
        return MISSING if name in self.more else Namespace.cell(self, name)

    def shares(self, other: Namespace, name: str) -> bool:
        """Tell whether a name is the same variable in another function."""
        theirs = other.more.get(name) if isinstance(other, ExtendedNamespace) else None
        if name in self.more or theirs is not None:
            return self.more.get(name) == theirs
        return Namespace.shares(self, other, name)

    def value(self, name: str) -> object:
        """Return what a free name holds now, or MISSING."""
        owner = self.more.get(name)
        return Namespace.value(self, name) if owner is None else owner.value(name)


@dataclass(frozen=True, slots=True)
class RenamedGlobal:
    """A global that generated text calls by another name, since two modules use its own for different things."""

    namespace: Namespace
    name: str

    def lookup(self, _name: str) -> object:
        """Return what the global means now, or MISSING."""
        return self.namespace.lookup(self.name)

    def value(self, _name: str) -> object:
        """Return what the global holds now, or MISSING."""
        return self.namespace.value(self.name)

    def resolve(self, path: str) -> object:
        """Return what a dotted name that starts with the new name means."""
        _, dot, rest = path.partition(".")
        return self.namespace.resolve(f"{self.name}{dot}{rest}")


def holding(name: str, value: object) -> Namespace:
    """Return a namespace in which a name means a value."""
    return Namespace(types.FunctionType(_nothing.__code__, {name: value}))


def _nothing() -> None:
    """Lend its code to functions that only hold globals."""
