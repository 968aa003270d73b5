"""Imports of a file that is not run: libraries as they are, the user's own modules read statically in turn."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from cladpy.frontend.static.module_paths import find_module
from cladpy.frontend.static.unresolved import Unresolved

_LIBRARIES = frozenset({"numpy", "scipy", "cladpy", "typing_extensions"})
_STANDARD = frozenset(
    """
    __future__ abc cmath collections contextlib copy dataclasses decimal enum fractions functools itertools json math
    numbers operator os pathlib random re statistics string sys time types typing warnings
    """.split()  # noqa: SIM905 - a list would take a page
)


class StaticImporter:
    """Give the modules that a file imports.

    Parameters
    ----------
    load : callable
        Gives the module of a file of the user's own, which may still be incomplete in a cycle of imports.
    """

    def __init__(self, load: Callable[[Path], ModuleType]) -> None:
        self._load = load

    def module(self, name: str, level: int, importer: Path) -> ModuleType | Unresolved:
        """Return the module of a dotted name with leading dots, as the file `importer` sees it."""
        if level == 0 and _is_library(name.partition(".")[0], importer):
            return _library(name)
        path = find_module(name, level, importer)
        if path is not None:
            return self._load(path)
        return Unresolved("." * level + name, "the module is not read statically")

    def root(self, name: str, importer: Path) -> ModuleType | Unresolved:
        """Return what ``import a.b.c`` binds: the module ``a``, with ``b`` and ``c`` in their places."""
        parts = name.split(".")
        modules = [self.module(".".join(parts[: end + 1]), 0, importer) for end in range(len(parts))]
        if isinstance(modules[0], Unresolved) and not isinstance(modules[-1], Unresolved):
            modules[0] = ModuleType(parts[0])  # a namespace package
        for part, outer, inner in zip(parts[1:], modules, modules[1:], strict=False):
            if isinstance(outer, ModuleType) and isinstance(inner, ModuleType) and part not in vars(outer):
                vars(outer)[part] = inner
        return modules[0]

    def names(self, name: str, level: int, importer: Path, wanted: list[str]) -> Iterator[tuple[str, Any]]:
        """Yield what ``from a.b import x, y`` binds; ``*`` gives every public name."""
        module = self.module(name, level, importer)
        for each in wanted:
            if each != "*":
                yield each, self._member(module, name, level, importer, each)
            elif isinstance(module, ModuleType):
                yield from _public(module)

    def _member(self, module: ModuleType | Unresolved, name: str, level: int, importer: Path, member: str) -> Any:
        if isinstance(module, ModuleType) and hasattr(module, member):
            return getattr(module, member)
        inner = self.module(f"{name}.{member}" if name else member, level, importer)
        if isinstance(inner, ModuleType):
            return inner
        if isinstance(module, Unresolved):
            return Unresolved(f"{'.' * level}{name}.{member}", "the module is not read statically")
        return Unresolved(f"{name}.{member}", f"{module.__name__} binds no such name")


def _is_library(root: str, importer: Path) -> bool:
    if root in _LIBRARIES:
        return True
    # A file beside the script hides a module of the standard library, unless that is built in.
    return root in _STANDARD and (root in sys.builtin_module_names or find_module(root, 0, importer) is None)


def _library(name: str) -> ModuleType | Unresolved:
    try:
        return importlib.import_module(name)
    except ImportError:
        return Unresolved(name, "it is not installed")


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    listed = getattr(module, "__all__", None)
    known = vars(module)
    names = listed if isinstance(listed, list | tuple) else [name for name in known if not name.startswith("_")]
    return ((name, known[name]) for name in names if name in known)
