"""Where a module lies, found by path alone.

``importlib.util.find_spec`` runs the ``__init__`` of every package above a dotted name, so it is not used here.
"""

from collections.abc import Iterator
from pathlib import Path


def module_name(path: Path) -> str:
    """Return the dotted name under which a file is imported: its packages and its stem.

    Examples
    --------
    >>> module_name(Path("/nowhere/train.py"))
    'train'
    """
    parts = [] if path.stem == "__init__" else [path.stem]
    for folder in _packages_around(path):
        parts.insert(0, folder.name)
    return ".".join(parts)


def find_module(name: str, level: int, importer: Path) -> Path | None:
    """Return the file of a module that a file imports, or None if it is not one of the user's own.

    Parameters
    ----------
    name : str
        Dotted name as written; may be empty after leading dots.
    level : int
        Number of leading dots.
    importer : Path
        Absolute path of the file with the import. An absolute name is looked for where the importer's outermost
        package lies, then beside the importer, then in the working directory.
    """
    parts = name.split(".") if name else []
    found = (_file_at(root.joinpath(*parts)) for root in _roots(level, importer))
    return next((path for path in found if path is not None), None)


def _roots(level: int, importer: Path) -> Iterator[Path]:
    if level:
        yield importer.parents[level - 1] if level <= len(importer.parents) else importer.parent
        return
    for folder in _packages_around(importer):
        outermost = folder
        if not _is_package(outermost.parent):
            yield outermost.parent
    yield importer.parent
    yield Path.cwd()


def _packages_around(path: Path) -> Iterator[Path]:
    folder = path.parent
    while _is_package(folder):
        yield folder
        folder = folder.parent


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def _file_at(place: Path) -> Path | None:
    # A package hides a module of the same name, as for Python.
    package, module = place / "__init__.py", place.with_name(place.name + ".py") if place.name else place
    return next((path for path in (package, module) if path.is_file()), None)
