"""Modules of the user's own whose files are read when something is first asked of them."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from cladpy.errors import CladpyError
from cladpy.frontend.static.module_paths import module_name
from cladpy.frontend.static.unresolved import Unresolved


def new_module(path: Path) -> ModuleType:
    """Return an empty module for a file."""
    module = ModuleType(module_name(path))
    _prepare(module, path)
    return module


class LazyModule(ModuleType):
    """Stand for a file that is read at the first look at one of its names.

    Parameters
    ----------
    path : Path
    fill : callable
        Reads the file into the module; where it raises a `CladpyError`, every name of the module is `Unresolved`.
    """

    def __init__(self, path: Path, fill: Callable[[ModuleType], None]) -> None:
        super().__init__(module_name(path))
        _prepare(self, path)
        vars(self)["__fill__"] = fill

    def __getattr__(self, name: str) -> Any:
        fill = vars(self).pop("__fill__", None)
        if fill is not None:
            try:
                fill(self)
            except CladpyError as error:
                vars(self)["__failure__"] = error.message
            if name in vars(self):
                return vars(self)[name]
        if "__failure__" in vars(self) and not name.startswith("__"):
            return Unresolved(f"{self.__name__}.{name}", vars(self)["__failure__"])
        raise AttributeError(f"{self.__name__} binds no name {name!r}")


def _prepare(module: ModuleType, path: Path) -> None:
    module.__file__ = str(path)
    module.__package__ = module.__name__ if path.stem == "__init__" else module.__name__.rpartition(".")[0]
    vars(module)["__builtins__"] = __builtins__
