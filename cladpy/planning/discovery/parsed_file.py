"""A file of the user's, parsed, with the scope of each of its expressions."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cladpy.errors import Location
from cladpy.frontend.source_file import Definition
from cladpy.frontend.static.module_paths import module_name
from cladpy.frontend.static_module import parse_source, read_source
from cladpy.planning.discovery.name_scopes import NameScope
from cladpy.planning.discovery.scope_builder import scopes_of


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """One file and its names.

    Parameters
    ----------
    path : Path
        Absolute.
    name : str
        Dotted name under which it would be imported.
    text : str
    tree : ast.Module
    scopes : mapping
        Scope of each node.
    definitions : mapping
        Every function by the position of its node.
    """

    path: Path
    name: str
    text: str
    tree: ast.Module
    scopes: Mapping[ast.AST, NameScope]
    definitions: Mapping[tuple[int, int], Definition]

    @classmethod
    def read(cls, path: Path) -> "ParsedFile":
        """Read a file.

        Raises
        ------
        CladpyError
            C304 if it cannot be read or is no Python.
        """
        text = read_source(path)
        source = parse_source(text, path)
        tree = ast.parse(text)
        by_position = {(each.node.lineno, each.node.col_offset): each for each in source.definitions}
        return cls(path, module_name(path), text, tree, scopes_of(tree), by_position)


def location_of(node: ast.expr, file: ParsedFile) -> Location:
    """Return the span of an expression, in characters counted from 1."""
    lines = tuple(file.text.removesuffix("\n").split("\n"))
    end_line, end_offset = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    start = _characters(lines[node.lineno - 1], node.col_offset)
    end = _characters(lines[end_line - 1], end_offset)
    return Location(str(file.path), node.lineno, start + 1, end_line, end + 1, lines)


def _characters(line: str, offset: int) -> int:
    return len(line.encode()[:offset].decode(errors="ignore"))
