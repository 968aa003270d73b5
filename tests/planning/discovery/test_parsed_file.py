"""A file and the places of its expressions."""

import ast

import pytest

from cladpy.errors import CladpyError
from cladpy.planning.discovery.parsed_file import ParsedFile, location_of


@pytest.fixture
def parsed(tmp_path):
    """Return a function that writes a file and reads it."""

    def parse(text):
        path = tmp_path / "model.py"
        path.write_text(text, encoding="utf-8")
        return ParsedFile.read(path)

    return parse


def test_functions_are_known_by_position(parsed):
    """Methods and lambdas included; a decorated one by its ``def``."""
    file = parsed("@d\ndef f(x): return x\nclass C:\n    def m(self): return lambda y: y\n")
    assert {place: each.qualname for place, each in file.definitions.items()} == {
        (2, 0): "f",
        (4, 4): "C.m",
        (4, 24): "C.m.<locals>.<lambda>",
    }
    assert file.name == "model"


def test_location_counts_characters_from_one(parsed):
    """Also over several lines and after letters of more than one byte."""
    file = parsed("é = f(1,\n  'ü', 2)\n")
    call = next(node for node in ast.walk(file.tree) if isinstance(node, ast.Call))
    place = location_of(call, file)
    assert (place.line, place.column, place.end_line, place.end_column) == (1, 5, 2, 10)
    assert place.lines == ("é = f(1,", "  'ü', 2)")


def test_file_that_is_no_python_is_refused(parsed):
    """With cladpy's own error."""
    with pytest.raises(CladpyError, match="C304"):
        parsed("def (")
