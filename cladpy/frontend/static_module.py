"""A user's file as function objects, without running it.

The text is compiled, which runs nothing; each function object is made from the code that Python compiled for it, with
globals, defaults and cells that hold what is known from the text: imported libraries, functions and classes of the
user's own files, constants. What only running the file could give is `Unresolved`.
"""

import ast
import difflib
import os
import tokenize
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from cladpy.errors import CladpyError, Location, display_path
from cladpy.frontend.source_file import Definition, SourceFile, parse_file
from cladpy.frontend.static.lazy_module import LazyModule, new_module
from cladpy.frontend.static.static_function import codes_by_position, reference_of
from cladpy.frontend.static.static_import import StaticImporter
from cladpy.frontend.static.static_reader import StaticFile
from cladpy.request import FunctionReference

_SHOWN = 8  # functions named in a hint, which is one line


@dataclass(frozen=True, slots=True)
class StaticModule:
    """One file, read but not run.

    Parameters
    ----------
    name : str
        Dotted name under which the file would be imported.
    path : Path
        Absolute.
    text : str
    source : SourceFile
        Its tree and definitions.
    namespace : mapping
        What its global names are bound to.
    functions : mapping
        Every function that is defined in it, nested ones, methods and lambdas included.
    """

    name: str
    path: Path
    text: str
    source: SourceFile
    namespace: Mapping[str, Any]
    functions: Mapping[FunctionReference, FunctionType]

    def function(self, reference: FunctionReference) -> FunctionType:
        """Return the function object that a reference names.

        Raises
        ------
        CladpyError
            C304 if it is not in this file.
        """
        try:
            return self.functions[reference]
        except KeyError:
            raise self._unknown(reference.name) from None

    def definition(self, reference: FunctionReference) -> Definition:
        """Return the place in the file that a reference names.

        Raises
        ------
        CladpyError
            C304 if it is not in this file.
        """
        for definition in self.source.definitions:
            if reference_of(definition, self.name, str(self.path)) == reference:
                return definition
        raise self._unknown(reference.name)

    def reference(self, name: str) -> FunctionReference:
        """Return the reference of the function with a name such as ``loss``, ``Model.loss`` or ``train.loss``.

        The functions around a nested one may be left out where one function only has the name; of several with the
        same qualified name the last counts, as for Python.

        Raises
        ------
        CladpyError
            C304 if no function, or more than one, has the name.
        """
        spellings = {reference: reference.qualname.replace("<locals>.", "") for reference in self.functions}
        for suffix in (False, True):
            found = {
                full: reference
                for reference, full in spellings.items()
                if full == name or (suffix and full.endswith(f".{name}"))
            }
            if len(found) == 1:
                return next(iter(found.values()))
            if found:
                raise CladpyError("C304", f"several functions are called '{name}'", hint=f"one of: {', '.join(found)}")
        raise self._unknown(name)

    def _unknown(self, name: str) -> CladpyError:
        known = [reference.qualname.replace("<locals>.", "") for reference in self.functions]
        close = difflib.get_close_matches(name, known, n=1)
        suggestion = f"; did you mean '{close[0]}'?" if close else ""
        file = display_path(str(self.path))
        named = [each for each in known if "<lambda>" not in each]
        listed = ", ".join(named[:_SHOWN]) + (", ..." if len(named) > _SHOWN else "")
        return CladpyError(
            "C304",
            f"no function '{name}' in {file}{suggestion}",
            hint=f"the functions are: {listed}" if listed else "the file defines no function",
        )


def load_static(path: str | os.PathLike[str]) -> StaticModule:
    """Read a file, and those of the user's own that it imports, without running any of them.

    Raises
    ------
    CladpyError
        C304 if the file cannot be read or is no Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python has warned, or will, when the user runs the file
        return _Loader().load(Path(path).absolute())


def read_source(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    CladpyError
        C304 if it cannot be read.
    """
    shown = display_path(str(path))
    try:
        with tokenize.open(path) as stream:
            return stream.read()
    except OSError as failure:
        raise CladpyError("C304", f"cannot read {shown}: {failure.strerror}", hint="name a Python file") from failure
    except (SyntaxError, UnicodeDecodeError) as failure:  # of its encoding
        raise CladpyError("C304", f"cannot read {shown}: {failure}", hint="save it as UTF-8") from failure


def parse_source(text: str, path: Path) -> SourceFile:
    """Parse the text of a file.

    Raises
    ------
    CladpyError
        C304 with the place if it is no Python of this interpreter.
    """
    try:
        return parse_file(text)
    except SyntaxError as failure:
        raise _no_python(failure, text, path) from failure
    except ValueError as failure:  # a null byte
        raise CladpyError("C304", f"cannot read {display_path(str(path))}: {failure}") from failure


def _no_python(failure: SyntaxError, text: str, path: Path) -> CladpyError:
    line, column = failure.lineno or 1, failure.offset or 1
    end = failure.end_offset if failure.end_lineno == line and failure.end_offset else column + 1
    lines = tuple(text.removesuffix("\n").split("\n"))
    location = Location(str(path), line, column, line, max(end, column + 1), lines)
    return CladpyError("C304", f"{path.name} is no Python: {failure.msg}", location=location)


class _Loader:
    """Read files once each, in whatever order they import each other."""

    def __init__(self) -> None:
        self._modules: dict[Path, ModuleType] = {}
        self._importer = StaticImporter(self._module)

    def load(self, path: Path) -> StaticModule:
        text = read_source(path)
        source = parse_source(text, path)
        module = self._modules.setdefault(path, new_module(path))
        made = self._read(text, module, path).made
        functions = {}
        for definition in source.definitions:
            function = made.get((definition.node.lineno, definition.node.col_offset))
            if function is not None:
                functions[reference_of(definition, module.__name__, str(path))] = function
        names = MappingProxyType(vars(module))
        return StaticModule(module.__name__, path, text, source, names, MappingProxyType(functions))

    def _module(self, path: Path) -> ModuleType:
        if path not in self._modules:
            self._modules[path] = LazyModule(path, lambda module: self._fill(module, path))
        return self._modules[path]

    def _fill(self, module: ModuleType, path: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._read(read_source(path), module, path)

    def _read(self, text: str, module: ModuleType, path: Path) -> StaticFile:
        try:
            tree = ast.parse(text)
            codes = codes_by_position(text, path, tree)
        except SyntaxError as failure:  # the compiler refuses what the parser lets pass: a return outside a function
            raise _no_python(failure, text, path) from failure
        file = StaticFile(path, module, codes, self._importer)
        file.read(tree)
        return file
