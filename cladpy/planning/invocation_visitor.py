"""Finds the requests of a file from its text: calls and decorators of cladpy's functions under any alias.

The file is not run and not imported, nor is any package. Requests between ``# cladpy: off`` and ``# cladpy: on`` are
left out.
"""

import ast
import os
from dataclasses import dataclass
from pathlib import Path

from cladpy.errors import CladpyError, Location, display_path
from cladpy.planning.discovery.invocation_reader import InvocationReader, NotKnown
from cladpy.planning.discovery.parsed_file import ParsedFile, location_of
from cladpy.planning.intervals import Intervals
from cladpy.request import DiffRequest


@dataclass(frozen=True, slots=True)
class Invocation:
    """A request, and where it is made."""

    request: DiffRequest
    location: Location

    def __str__(self) -> str:
        return f"{_place(self.location)}: {self.request}"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A call that makes a request only a running program can know, and why."""

    location: Location
    reason: str

    def __str__(self) -> str:
        return f"{_place(self.location)}: skipped: {self.reason}"


@dataclass(frozen=True, slots=True)
class Discovery:
    """What a file asks for, in source order.

    Parameters
    ----------
    invocations : tuple of Invocation
    skipped : tuple of Skipped
    errors : tuple of CladpyError
        Requests that no run could fulfil: an unknown parameter, an unknown option.
    """

    invocations: tuple[Invocation, ...]
    skipped: tuple[Skipped, ...]
    errors: tuple[CladpyError, ...]

    @property
    def requests(self) -> tuple[DiffRequest, ...]:
        """Give each request once."""
        return tuple(dict.fromkeys(invocation.request for invocation in self.invocations))


def find_requests(path: str | os.PathLike[str]) -> Discovery:
    """Find the requests of a file without running it.

    Raises
    ------
    CladpyError
        C304 if the file cannot be read or is no Python.
    """
    visitor = InvocationVisitor(ParsedFile.read(Path(path).absolute()))
    visitor.visit(visitor.file.tree)
    return visitor.discovery()


class InvocationVisitor(ast.NodeVisitor):
    """Collect the requests of one file.

    Parameters
    ----------
    file : ParsedFile
    """

    def __init__(self, file: ParsedFile) -> None:
        self.file = file
        self._off = Intervals.of(file.text)
        self._reader = InvocationReader()
        self._found: list[Invocation | Skipped | CladpyError] = []

    def visit_Call(self, node: ast.Call) -> None:
        """Collect the request that a call makes."""
        self._collect(node, node)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Collect the request that a decorator makes."""
        for decorator in node.decorator_list:
            self._collect(node, decorator)
        self.generic_visit(node)

    def discovery(self) -> Discovery:
        """Return what was found."""
        return Discovery(
            tuple(each for each in self._found if isinstance(each, Invocation)),
            tuple(each for each in self._found if isinstance(each, Skipped)),
            tuple(each for each in self._found if isinstance(each, CladpyError)),
        )

    def _collect(self, node: ast.AST, place: ast.expr) -> None:
        location = location_of(place, self.file)
        if self._off.contain((location.line, location.column - 1)):
            return
        try:
            made = self._reader.read(self.file, node, None if place is node else place)
        except NotKnown as reason:
            self._found.append(Skipped(location, str(reason)))
        except CladpyError as error:
            self._found.append(error)
        else:
            if made is not None:
                self._found.append(Invocation(made.request, location))


def _place(location: Location) -> str:
    return f"{display_path(location.file)}:{location.line}:{location.column}"
